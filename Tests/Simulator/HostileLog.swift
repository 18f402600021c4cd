import MoveLog

/// An author's log as somebody keeps it who means no good: it can be cut off, forked and signed with
/// any key that is at hand. A value, so that a branch is a copy.
struct HostileLog: Sendable {
    let author: AuthorID
    private let table: TableID
    private let seal: ToySeal
    private var entries: [[UInt8]] = []
    /// D at every multiple of the stride.
    private var checkpoints: [Digest]

    init(author: AuthorID, table: TableID, seal: ToySeal) {
        self.author = author
        self.table = table
        self.seal = seal
        checkpoints = [seal.digest(Domain.chain + table.bytes + author.bytes)]
    }

    var count: Int { entries.count }

    mutating func append(_ canonical: [UInt8]) {
        entries.append(canonical)
        let stride = Int(MoveLogLimits.chainStride)
        guard entries.count.isMultiple(of: stride), let base = checkpoints.last else { return }
        checkpoints.append(
            seal.digest(base.bytes + entries[(entries.count - stride)...].flatMap(\.self)))
    }

    mutating func append(lamport: UInt64, wall: WallTime, _ draft: Draft) {
        let entry = Entry(
            id: EntryID(author: author, sequence: UInt64(count) + 1), lamport: lamport, wall: wall,
            scope: draft.scope, kind: draft.kind, body: draft.body)
        append(entry.canonicalBytes)
    }

    /// The log up to an entry, to go on from there in another way.
    func prefix(_ count: Int) -> HostileLog {
        var log = self
        log.entries.removeLast(entries.count - count)
        log.checkpoints.removeLast(checkpoints.count - count / Int(MoveLogLimits.chainStride) - 1)
        return log
    }

    /// D of a place up to the end.
    func digest(at place: Int) -> Digest {
        let stride = Int(MoveLogLimits.chainStride)
        if place.isMultiple(of: stride) { return checkpoints[place / stride] }
        let base = place / stride * stride
        return seal.digest(
            checkpoints[place / stride].bytes + entries[base..<place].flatMap(\.self))
    }

    func leaf(at place: Int) -> Leaf {
        Leaf(author: author, sequence: UInt64(place), mark: digest(at: place).octets.high)
    }

    /// A signature over a place by whatever key, for whatever table.
    func head(at place: Int, by signer: ToySeal, table other: TableID? = nil) -> SignedHead {
        let message = SignedHead.message(
            table: other ?? table, author: author, sequence: UInt64(place),
            digest: digest(at: place))
        return SignedHead(sequence: UInt64(place), signature: signer.sign(message))
    }

    /// The entries behind a place to the end as one run, as far as one run goes.
    func run(after place: Int, head: SignedHead?) -> Run {
        let bytes = Array(entries[place...].joined())
        return Run(
            author: author, after: UInt64(place), base: digest(at: place).octets.high,
            count: count - place, bytes: bytes, head: head)
    }
}
