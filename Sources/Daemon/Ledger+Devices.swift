import MoveLog

/// Who belongs to the table.
extension Ledger {
    /// Adds a device to the table, as part of this turn.
    func invite(_ key: PublicKey) throws(DaemonError) -> InvitationChain {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        do throws(RecordError) {
            return try replica.invite(key, at: clock.now)
        } catch {
            throw .refused(error)
        }
    }

    /// Removes a device from the table, as part of this turn.
    func remove(_ key: PublicKey, request: RequestID? = nil) throws(DaemonError) -> [EntryID] {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        do throws(RecordError) {
            return try replica.remove(key, request: request, at: clock.now)
        } catch {
            throw .refused(error)
        }
    }
}
