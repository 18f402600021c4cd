/// A table's log as a file: what a link would carry to a stranger. GREETING, all runs, BYE; a file without
/// BYE was cut.
extension TableLog {
    /// The whole log, as this device's `charter` greets; nil where entries lie before no signed head, which
    /// `signEnds` rules out for own ones, or where the founder's log has not come yet. Cost: every page is
    /// copied.
    package func file(at wall: WallTime) -> [UInt8]? {
        let spans = self.spans
        guard spans.first?.author == charter.founder, uncoveredCount(by: spans) == 0 else {
            return nil
        }
        let greeting = Frame.Greeting(
            versions: protocolVersions, table: charter.table, boot: .zero, chain: charter.chain,
            port: 0, summary: Frame.HeldDigest(wall: wall, digest: digest))
        var bytes = Frame.greeting(greeting).bytes
        for case let run? in spans.lazy.map({ self.run($0) }) { bytes += Frame.run(run).bytes }
        return bytes + Frame.bye(.goodbye).bytes
    }

    /// The charter with which a device goes on with a log from a file: with the chain that the log proves
    /// for its key, else with none, so that it is no member.
    package func charter(for key: PublicKey) -> Charter? {
        let chain = self.chain(of: key) ?? InvitationChain()
        guard chain.invitations.count <= Limits.chainHopsMax else { return charter }
        return try? Charter(founding: charter.founding, chain: chain, seal: seal)
    }
}

/// A log that is read from a file, frame by frame, by a device that trusts nobody: each run is checked as if
/// it had come on a link. Nothing of it is held anywhere else until `finish` has given it out.
package struct LogIntake: Sendable {
    /// Why a file is refused.
    package struct Refusal: Error, Equatable, Sendable {
        /// Why a file is refused.
        package enum Reason: Equatable, Sendable {
            /// Bytes that no frame of a file has.
            case malformed(Malformed)
            /// The file greets with protocol versions of which none is known here.
            case versions(ClosedRange<UInt8>)
            /// A frame that has no place there: of another type, or behind BYE.
            case unexpected
            /// The first run is not that of the table's founder.
            case notFounding
            /// The signature or an invitation does not fit.
            case forged(AuthorID)
            /// The run begins behind an entry that none of the runs before it holds.
            case gap(AuthorID, after: UInt64)
            /// Past a limit of authors or branches.
            case limit(AuthorID)
            /// More bytes of entries than a log from outside may have.
            case tooLarge(bytes: Int)
            /// The file ends before its BYE.
            case cut
            /// The runs are not all of those of which the greeting states the digest.
            case otherDigest(Digest)
        }

        /// Why.
        package let reason: Reason
        /// Where in the file the frame begins, in bytes; nil for all of the file.
        package let offset: Int?
    }

    /// Where the next frame begins in the file.
    private var offset = 0
    private var reader = FrameReader()
    private var greeting: Frame.Greeting?
    private var log: TableLog?
    private var entryBytes = 0
    private var hasEnded = false
    private let seal: any Seal

    /// A reader at the beginning of a file.
    package init(seal: any Seal) { self.seal = seal }

    /// Takes the next bytes of the file in. After an error the reader must not be used.
    package mutating func receive(_ bytes: [UInt8]) throws(Refusal) {
        reader.receive(bytes)
        while let frame = try checking({ () throws(Malformed) in try reader.next() }) {
            let read = try checking { () throws(Malformed) in try Frame(typeAndPayload: frame) }
            if let read { try handle(read) }
            offset += 4 + frame.count
        }
    }

    /// The log, when the file has ended with all that its greeting promises.
    package consuming func finish() throws(Refusal) -> TableLog {
        guard hasEnded, reader.waitingBytes == 0 else {
            throw refusal(hasEnded ? .unexpected : .cut)
        }
        guard let log, let stated = greeting?.summary?.digest else { throw refusal(.notFounding) }
        guard log.digest == stated else {
            throw Refusal(reason: .otherDigest(log.digest), offset: nil)
        }
        return log
    }

    private mutating func handle(_ frame: Frame) throws(Refusal) {
        switch frame {
        case .greeting(let greeting) where self.greeting == nil:
            guard greeting.versions.overlaps(protocolVersions) else {
                throw refusal(.versions(greeting.versions))
            }
            guard greeting.summary != nil else { throw refusal(.malformed(.invalid("summary"))) }
            self.greeting = greeting
            reader.frameBytesMax = Limits.frameBytesMax
        case .run(let run) where greeting != nil && !hasEnded: try merge(run)
        case .bye where greeting != nil && !hasEnded: hasEnded = true
        case .greeting, .run, .bye, .frontier, .want, .acknowledge, .summary, .ping, .pong,
            .clocks:
            throw refusal(.unexpected)
        }
    }

    private mutating func merge(_ run: Run) throws(Refusal) {
        entryBytes += run.byteCount
        guard entryBytes <= Limits.intakeBytesMax else {
            throw refusal(.tooLarge(bytes: entryBytes))
        }
        if log == nil { log = try founded(by: run) }
        switch log?.insert(run, trust: .verify) {
        // The file may have been written by somebody who had not heard of a removal.
        case .admitted?, .held?, .beyondCut?: return
        case .gap?: throw refusal(.gap(run.author, after: run.after))
        case .refused?: throw refusal(.limit(run.author))
        case .malformed?, nil: throw refusal(.malformed(.invalid("entries")))
        case .forged?: throw refusal(.forged(run.author))
        }
    }

    /// The empty log of the table whose founding entry the run begins with.
    private func founded(by run: Run) throws(Refusal) -> TableLog {
        let entries = try checking { () throws(Malformed) in try run.entries() }
        guard run.after == 0, let first = entries.first?.entry,
            let charter = try? Charter(
                founding: first.canonicalBytes, chain: InvitationChain(), seal: seal),
            charter.table == greeting?.table
        else { throw refusal(.notFounding) }
        return TableLog(charter: charter, seal: seal)
    }

    private func refusal(_ reason: Refusal.Reason) -> Refusal {
        Refusal(reason: reason, offset: offset)
    }

    private func checking<Value>(_ read: () throws(Malformed) -> Value) throws(Refusal) -> Value {
        do throws(Malformed) {
            return try read()
        } catch {
            throw refusal(.malformed(error))
        }
    }
}

extension Replica {
    /// Takes the runs of a log from a file in, as if they had come on a link: what is held already changes
    /// nothing. All of them or, past a limit of this log, none; how many entries were new.
    package mutating func merge(
        _ other: TableLog, at moment: Moment
    ) -> Result<Int, LogIntake.Refusal> {
        now = moment
        let runs = other.spans.lazy.compactMap { other.run($0) }
        var trial = log
        for run in runs {
            if case .refused = trial.insert(run, trust: .ownDisk) {
                return .failure(LogIntake.Refusal(reason: .limit(run.author), offset: nil))
            }
        }
        var count = 0
        for run in runs {
            guard case .admitted(let admitted, _, _) = merge(run) else { continue }
            count += admitted.count
            tellAdmitted(run)
        }
        return .success(count)
    }
}
