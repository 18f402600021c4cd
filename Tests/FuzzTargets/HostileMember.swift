import MoveLog
import Simulator

/// A member that signs properly whatever the script wants to say, back in its own log too.
struct HostileMember {
    /// How it came to the table.
    let chain: InvitationChain
    private let seal = ToySeal(device: 2)
    private let table: TableID
    private var author: AuthorID?
    /// The canonical bytes of each entry so far.
    private var entries: [[UInt8]] = []
    private var incarnations: UInt8 = 0
    private var forks = 0

    private static let entriesMax = 200
    private static let incarnationsMax: UInt8 = 6
    private static let forksMax = 6

    init(table: TableID, chain: InvitationChain) {
        self.table = table
        self.chain = chain
    }

    /// The next run: one to four entries of any content, behind the last or behind an earlier one.
    mutating func run(_ script: inout ByteScript) -> Frame? {
        let how = script.byte()
        if author == nil || how & 0x80 != 0, incarnations < Self.incarnationsMax { start() }
        guard let author else { return nil }
        var after = entries.count
        if how & 0x40 != 0, after > 1, forks < Self.forksMax {
            forks += 1
            after = 1 + Int(script.byte()) % after
        }
        var next = Array(entries.prefix(after))
        for _ in 0...Int(how & 3) where next.count < Self.entriesMax {
            next.append(entry(&script, sequence: UInt64(next.count) + 1))
        }
        // The first run brings the first entry.
        let from = after == 1 ? 0 : after
        guard next.count > from else { return nil }
        entries = next
        let last = UInt64(next.count)
        var signature = seal.sign(
            SignedHead.message(
                table: table, author: author, sequence: last, digest: digest(next.count)))
        if how & 0x20 != 0 { signature[0] ^= script.byte() }
        return .run(
            Run(
                author: author, after: UInt64(from), base: digest(from).octets.high,
                count: next.count - from, bytes: next[from...].flatMap(\.self),
                head: SignedHead(sequence: last, signature: signature)))
    }

    private mutating func start() {
        guard let nonce = Octets16([UInt8](repeating: incarnations, count: 16)) else { return }
        incarnations += 1
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: chain)
        let author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let first = Entry(
            id: EntryID(author: author, sequence: 1), lamport: 5,
            wall: WallTime(milliseconds: 1), scope: .table, kind: .authorStarted,
            body: start.body)
        self.author = author
        entries = [first.canonicalBytes]
    }

    private func entry(_ script: inout ByteScript, sequence: UInt64) -> [UInt8] {
        guard let author else { return [] }
        let id = EntryID(author: author, sequence: sequence)
        let lamport = script.byte()
        let place = script.byte()
        let kind = Kind(rawValue: UInt32(script.byte()) % 64)
        let game = EntryID(author: author, sequence: UInt64(place))
        return Entry(
            id: id, lamport: lamport == 255 ? script.number() : UInt64(lamport),
            wall: WallTime(milliseconds: Int64(place) << 50),
            scope: place == 0 ? .table : .game(game), kind: kind,
            body: Array(script.chunk().prefix(2000))
        ).canonicalBytes
    }

    /// D(n); the log stays within the first stride of the chain.
    private func digest(_ count: Int) -> Digest {
        guard let author else { return seal.digest([]) }
        let start = seal.digest(Domain.chain + table.bytes + author.bytes)
        return count == 0
            ? start : seal.digest(start.bytes + entries.prefix(count).flatMap(\.self))
    }
}
