package import MoveLog

/// Who belongs to the table.
extension Ledger {
    /// How many own entries about games no other device is known to hold.
    package var unsynced: Int { replica.unsyncedCount }

    /// The digest of all that is held: equal on two devices exactly when their logs are.
    package var digest: Digest { replica.log.digest }

    /// Records own entries again that wait for older ones, as part of this turn; how many.
    package func recordAgain() throws(DaemonError) -> Int {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        return replica.recordAgain(at: clock.now)
    }

    /// Adds a device to the table, as part of this turn.
    func invite(_ key: PublicKey) throws(DaemonError) -> InvitationChain {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        do throws(RecordError) {
            return try replica.invite(key, at: clock.now)
        } catch {
            throw .refused(error)
        }
    }

    /// Names a deputy or dismisses one, as part of this turn.
    package func name(
        _ key: PublicKey, asDeputy isDeputy: Bool, request: RequestID? = nil
    ) throws(DaemonError) -> [EntryID] {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        do throws(RecordError) {
            return try replica.name(key, asDeputy: isDeputy, request: request, at: clock.now)
        } catch {
            throw .refused(error)
        }
    }

    /// Removes a device from the table, as part of this turn.
    package func remove(_ key: PublicKey, request: RequestID? = nil) throws(DaemonError) -> [EntryID] {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        do throws(RecordError) {
            return try replica.remove(key, request: request, at: clock.now)
        } catch {
            throw .refused(error)
        }
    }
}
