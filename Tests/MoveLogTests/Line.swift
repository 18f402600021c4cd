import Simulator
import Testing

@testable import MoveLog

/// So many bodies of one byte and its number.
func bodies(_ count: Int, _ byte: UInt8, size: Int = 4) -> [[UInt8]] {
    (0..<count).map { [UInt8](repeating: byte, count: size) + [UInt8($0 % 256)] }
}

/// One line of an author's log, all of it at hand, to be cut into signed runs anywhere.
struct Line {
    let seal: ToySeal
    let charter: Charter
    let author: AuthorID
    var entries: [[UInt8]] = []

    /// The first entry alone. By themselves entries come after all that a small table recorded
    /// before, as namings of deputies.
    init(_ member: HostileMember, nonce: UInt8, start lamport: UInt64? = nil) {
        seal = member.seal
        charter = member.charter
        let nonce = Octets16([UInt8](repeating: nonce, count: 16)) ?? charter.founder.octets
        author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: charter.chain)
        add(Kind.authorStarted.rawValue, start.body, lamport: lamport)
    }

    /// The first entry, then one of each body.
    init(_ member: HostileMember, nonce: UInt8, _ items: [(kind: UInt32, body: [UInt8])]) {
        self.init(member, nonce: nonce)
        for item in items { add(item.kind, item.body) }
    }

    init(_ member: HostileMember, nonce: UInt8, bodies: [[UInt8]]) {
        self.init(member, nonce: nonce, bodies.map { (kind: 99, body: $0) })
    }

    mutating func add(_ kind: UInt32, _ body: [UInt8], lamport: UInt64? = nil) {
        let sequence = UInt64(entries.count) + 1
        let entry = Entry(
            id: EntryID(author: author, sequence: sequence), lamport: lamport ?? sequence + 50,
            wall: WallTime(milliseconds: lamport == nil ? 0 : .min), scope: .table,
            kind: Kind(rawValue: kind), body: body)
        entries.append(entry.canonicalBytes)
    }

    /// Another line that leaves this one behind a place.
    func forked(after place: UInt64, bodies: [[UInt8]]) -> Line {
        var other = self
        other.entries = Array(entries.prefix(Int(place)))
        for body in bodies { other.add(99, body) }
        return other
    }

    var last: UInt64 { UInt64(entries.count) }

    func digest(_ place: UInt64) -> Digest {
        var digest = seal.digest(Domain.chain + charter.table.bytes + author.bytes)
        var rest = entries.prefix(Int(place))
        while !rest.isEmpty {
            digest = seal.digest(digest.bytes + rest.prefix(256).flatMap(\.self))
            rest = rest.dropFirst(256)
        }
        return digest
    }

    func run(after: UInt64 = 0, upTo: UInt64? = nil) -> Run {
        let upTo = upTo ?? last
        let message = SignedHead.message(
            table: charter.table, author: author, sequence: upTo, digest: digest(upTo))
        return Run(
            author: author, after: after, base: digest(after).octets.high,
            count: Int(upTo - after),
            bytes: entries[Int(after)..<Int(upTo)].flatMap(\.self),
            head: SignedHead(sequence: upTo, signature: seal.sign(message)))
    }

    func leaf(_ place: UInt64? = nil) -> Leaf {
        let place = place ?? last
        return Leaf(author: author, sequence: place, mark: digest(place).octets.high)
    }

    func cut(_ place: UInt64) -> DeviceRemoved.Cut {
        DeviceRemoved.Cut(
            author: author, sequence: place, digest: digest(place),
            signature: run(upTo: place).head?.signature ?? [])
    }

    /// Whether these runs together bring an entry of this line.
    func isBrought(_ place: UInt64, by runs: [Run]) -> Bool {
        runs.contains { run in
            run.author == author && run.after < place && run.last >= place
                && run.base == digest(run.after).octets.high
                && run.bytes.starts(
                    with: entries[Int(run.after)..<Int(place)].flatMap(\.self))
        }
    }
}

extension Mesh {
    /// Lets two devices say all that they have to say to each other, with hostile members beside
    /// them.
    mutating func pump(_ a: Int, _ b: Int, beside peers: inout [HostileMember]) {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            for (from, to) in [(a, b), (b, a)] {
                for effect in replicas[from].takeEffects() {
                    switch effect {
                    case .send(let link, let bytes):
                        if link == LinkID(rawValue: UInt64(100 * from + to)) {
                            isQuiet = false
                            replicas[to].receive(
                                bytes, from: LinkID(rawValue: UInt64(100 * to + from)),
                                at: now)
                        } else if let index = peers.firstIndex(where: { $0.link == link }),
                            let frame = try? Frame(typeAndPayload: Array(bytes.dropFirst(4)))
                        {
                            peers[index].heard.append(frame)
                        }
                    case .close(let link, let reason):
                        if let index = peers.firstIndex(where: { $0.link == link }) {
                            peers[index].closed = reason
                        } else if link == LinkID(rawValue: UInt64(100 * from + to)) {
                            closes.append((from, reason))
                            replicas[to].disconnected(
                                LinkID(rawValue: UInt64(100 * to + from)), at: now)
                        }
                    default: break
                    }
                }
            }
        }
    }
}
