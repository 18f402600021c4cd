/// A table's log as a file, in the frames that a link would carry to a stranger: GREETING, all
/// runs, BYE. A file without BYE is truncated.
extension TableLog {
    /// The whole log, greeted with this device's `charter`. Nil if entries are not covered by a
    /// signed head, which `signEnds` prevents for own entries, or if the founder's log has not
    /// arrived yet.
    package func file(at wall: WallTime) -> LogFile? {
        let spans = self.spans
        guard spans.first?.author == charter.founder, uncoveredCount(by: spans) == 0 else {
            return nil
        }
        let greeting = Frame.Greeting(
            versions: protocolVersions, table: charter.table, boot: .zero, chain: charter.chain,
            port: 0, summary: Frame.HeldDigest(wall: wall, digest: digest))
        return LogFile(log: self, greeting: greeting, spans: spans)
    }

    /// The charter for a device that continues a log from a file: with the chain to its key if the
    /// log proves one, else without invitations, so that the device is not a member.
    package func charter(for key: PublicKey) -> Charter? {
        let chain = self.chain(of: key) ?? InvitationChain()
        guard chain.invitations.count <= MoveLogLimits.chainHopsMax else { return charter }
        return try? Charter(founding: charter.founding, chain: chain, seal: seal)
    }
}

/// The file of a log, made frame by frame.
package struct LogFile: Sequence {
    fileprivate let log: TableLog
    fileprivate let greeting: Frame.Greeting
    fileprivate let spans: [RunSpan]

    /// The bytes of each frame. Cost of a frame: copies the pages of its run.
    package func makeIterator() -> Iterator { Iterator(file: self) }

    package struct Iterator: IteratorProtocol {
        fileprivate let file: LogFile
        /// Of the frames: the greeting, those of the spans, and BYE.
        private var place = 0

        fileprivate init(file: LogFile) { self.file = file }

        package mutating func next() -> [UInt8]? {
            defer { place += 1 }
            if place == 0 { return Frame.greeting(file.greeting).bytes }
            while place <= file.spans.count {
                if let run = file.log.run(file.spans[place - 1]) { return Frame.run(run).bytes }
                place += 1
            }
            return place == file.spans.count + 1 ? Frame.bye(.goodbye).bytes : nil
        }
    }

    /// The whole file.
    package var bytes: [UInt8] { reduce(into: []) { $0 += $1 } }
}

/// Reads a log from a file, frame by frame, without trust: each run is checked as if it had arrived
/// on a link. Nothing reaches another log before `finish` returns.
///
/// A log file holds frames of the peer protocol; `LogFileEndpoints` and `LocalClient.post(log:)`
/// carry it.
package struct LogIntake: Sendable {
    /// The reason why a file is refused, and the place.
    package struct Refusal: Error, Equatable, Sendable {
        package enum Reason: Equatable, Sendable {
            /// Bytes that are no frame of such a file.
            case malformed(Malformed)
            /// The file greets with unknown protocol versions only.
            case versions(ClosedRange<UInt8>)
            /// A frame of a type that does not belong in a file, or after BYE.
            case unexpected
            /// The first run does not begin with the founding entry of the table.
            case notFounding
            /// A signature or an invitation is invalid.
            case forged(AuthorID)
            /// The run begins after an entry that no earlier run holds.
            case gap(AuthorID, after: UInt64)
            /// Too many authors or branches.
            case limit(AuthorID)
            /// More bytes of entries than `MoveLogLimits.intakeBytesMax`.
            case tooLarge(bytes: Int)
            /// The file ends before its BYE.
            case cut
            /// The runs do not have the digest that the greeting states.
            case otherDigest(Digest)
        }

        package let reason: Reason
        /// The offset of the frame in the file, in bytes; nil if the whole file is refused.
        package let offset: Int?
    }

    /// The offset of the next frame in the file.
    private var offset = 0
    private var reader = FrameReader()
    private var greeting: Frame.Greeting?
    private var log: TableLog?
    private var entryBytes = 0
    private var hasEnded = false
    private let seal: any Seal

    package init(seal: any Seal) { self.seal = seal }

    /// Reads the next bytes of the file. The reader must not be used after an error.
    package mutating func receive(_ bytes: [UInt8]) throws(Refusal) {
        reader.receive(bytes)
        while let frame = try checking({ () throws(Malformed) in try reader.next() }) {
            let read = try checking { () throws(Malformed) in try Frame(typeAndPayload: frame) }
            if let read { try handle(read) }
            offset += 4 + frame.count
        }
    }

    /// The log, if the file ended with everything that its greeting states.
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
            reader.frameBytesMax = MoveLogLimits.frameBytesMax
        case .run(let run) where greeting != nil && !hasEnded: try merge(run)
        case .bye where greeting != nil && !hasEnded: hasEnded = true
        case .greeting, .run, .part, .bye, .frontier, .want, .acknowledge, .summary, .ping, .pong,
            .clocks:
            throw refusal(.unexpected)
        }
    }

    private mutating func merge(_ run: Run) throws(Refusal) {
        entryBytes += run.byteCount
        guard entryBytes <= MoveLogLimits.intakeBytesMax else {
            throw refusal(.tooLarge(bytes: entryBytes))
        }
        if log == nil { log = try founded(by: run) }
        switch log?.insert(run, trust: .verify) {
        // The device that wrote the file may not have known of a removal.
        case .admitted?, .held?, .beyondCut?: return
        case .gap?: throw refusal(.gap(run.author, after: run.after))
        case .refused?: throw refusal(.limit(run.author))
        case .malformed?, nil: throw refusal(.malformed(.invalid("entries")))
        case .forged?: throw refusal(.forged(run.author))
        }
    }

    /// The empty log of the table whose founding entry begins the run.
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

/// The merging of a log from a file, run by run, as if its runs had arrived on a link. Entries that
/// are held change nothing.
package struct LogMerge: Sendable {
    private let other: TableLog
    private let spans: [RunSpan]
    /// A copy of the log, which takes all runs first: none is merged if one would exceed a limit.
    fileprivate var trial: TableLog?
    fileprivate var place = 0
    /// The number of new entries so far.
    package fileprivate(set) var count = 0

    fileprivate init(_ other: TableLog, into log: TableLog) {
        self.other = other
        spans = other.spans
        trial = log
    }

    /// The next runs, about `MoveLogLimits.mergeStepBytes` of them; empty after the last.
    fileprivate mutating func next() -> [Run] {
        var (runs, bytes): ([Run], Int) = ([], 0)
        while place < spans.count, bytes < MoveLogLimits.mergeStepBytes {
            if let run = other.run(spans[place]) {
                runs.append(run)
                bytes += run.byteCount
            }
            place += 1
        }
        return runs
    }

    fileprivate mutating func begin() {
        trial = nil
        place = 0
    }
}

extension Replica {
    package func merging(_ other: TableLog) -> LogMerge { LogMerge(other, into: log) }

    /// Merges some runs; true once all are merged. A refusal leaves this log as it is. Between two
    /// calls a turn may end.
    package mutating func mergeSome(
        _ merge: inout LogMerge, at moment: Moment
    ) throws(LogIntake.Refusal) -> Bool {
        now = moment
        let runs = merge.next()
        guard merge.trial == nil else {
            for run in runs {
                if case .refused? = merge.trial?.insert(run, trust: .ownDisk) {
                    throw LogIntake.Refusal(reason: .limit(run.author), offset: nil)
                }
            }
            if runs.isEmpty { merge.begin() }
            return false
        }
        for run in runs {
            guard case .admitted(let admitted, _, _) = self.merge(run) else { continue }
            merge.count += admitted.count
            tellAdmitted(run)
        }
        return runs.isEmpty
    }
}

/// The place of a run in a log, without its bytes, so that a log of any size is listed cheaply and
/// handed out run by run.
package struct RunSpan: Hashable, Sendable {
    package let author: AuthorID
    /// The index of the branch in the author's log; other devices may number them differently.
    let branch: Int
    /// The sequence before the first entry.
    package let after: UInt64
    /// The sequence of the last entry, which has a signed head.
    package let last: UInt64
}

extension Replica {
    /// Signs the ends of this device's own logs, as before a sending.
    package mutating func signEnds() { log.signEnds() }
}
