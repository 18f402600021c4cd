package import MoveLog
import Seeds

/// What a hostile device says of others: forgeries, false claims, rumours, and what it heard, again.
extension HostileDevice {
    private static let sequences: [UInt64] = [
        1, 2, 255, 256, 257, 1 << 24, 1 << 32, MoveLogLimits.lamportMax - 1,
    ]

    // MARK: Forgeries

    /// Entries that another author never wrote.
    mutating func forge(_ kind: HostileKind, on link: LinkID) -> Bool {
        if kind == .otherTable, chance(50) { return forgeOwnForOtherTable(on: link) }
        guard let author = others.keys.sorted().randomElement(using: &random),
            let log = others[author], log.count > 0
        else { return false }
        // Behind the end, or in place of the last entries.
        let after = chance(60) ? log.count : number(0...(log.count - 1))
        var forged = log.prefix(after)
        for _ in 0...number(0...2) {
            let body = random.bytes(number(0...40))
            forged.append(
                lamport: UInt64(number(1...400)), wall: now.wall,
                Draft(scope: .table, kind: Kind(rawValue: UInt32(number(16...40))), body: body))
        }
        let last = UInt64(forged.count)
        let head: SignedHead?
        switch kind {
        case .forgedUnsigned: head = nil
        case .forgedOwnKey: head = forged.head(at: forged.count, by: seal)
        case .forgedReplayedHead:
            let known = heads[author]?.randomElement(using: &random)
            head = known.map { SignedHead(sequence: last, signature: $0.signature) }
        case .otherTable:
            head = forged.head(
                at: forged.count, by: seal, table: TableID(octets: seal.digest([1]).octets))
        default: head = SignedHead(sequence: last, signature: random.bytes(64))
        }
        say(.run(forged.run(after: after, head: head)), on: link)
        return true
    }

    private mutating func forgeOwnForOtherTable(on link: LinkID) -> Bool {
        let other = TableID(octets: seal.digest([1]).octets)
        guard let (log, signer) = own.randomElement(using: &random) else { return false }
        let head = log.head(at: log.count, by: signer, table: other)
        say(.run(log.run(after: 0, head: head)), on: link)
        return true
    }

    // MARK: Claims

    /// What it says that it holds.
    mutating func lies(_ kind: HostileKind) -> [Leaf] {
        let known = leaves + own.suffix(20).map { $0.log.leaf(at: $0.log.count) }
        switch kind {
        case .claimsLess:
            return others.sorted { $0.key < $1.key }.compactMap { _, log in
                log.count > 0 ? log.leaf(at: number(1...log.count)) : nil
            }
        case .claimsMore:
            return known.map { leaf in
                let more = leaf.sequence + UInt64(number(1...2000))
                return Leaf(author: leaf.author, sequence: more, mark: mark())
            }
        case .claimsWrongMarks:
            return known.flatMap { leaf in
                (0..<number(1...20)).map { _ in
                    Leaf(author: leaf.author, sequence: sequence(), mark: mark())
                }
            }
        case .claimsUnknownAuthors:
            return (0..<number(1...600)).compactMap { _ in
                AuthorID(random.bytes(16)).map {
                    Leaf(author: $0, sequence: sequence(), mark: mark())
                }
            }
        default: return leaves
        }
    }

    private mutating func sequence() -> UInt64 { Self.sequences.randomElement(using: &random) ?? 1 }

    private mutating func mark() -> Octets16 {
        Octets16(random.bytes(16)) ?? charter.founder.octets
    }

    // MARK: Rumours

    mutating func rumour(_ kind: HostileKind, on link: LinkID) -> Bool {
        let devices = (0..<UInt64(8)).map { seal.deviceID(of: ToySeal(device: $0).publicKey) }
        switch kind {
        case .digests:
            let routes = devices.sorted().map { PeerRoute(device: $0, hops: UInt8(number(1...8))) }
            let digest = heardDigests.randomElement(using: &random)
            say(
                .summary(
                    Summary(
                        digest: chance(80) ? digest ?? mark() : mark(), routes: routes,
                        equal: [0xff])),
                on: link)
        case .routes:
            let routes = (0..<number(0...200)).compactMap { _ -> PeerRoute? in
                let device =
                    chance(50)
                    ? devices.randomElement(using: &random)
                    : DeviceID(random.bytes(16))
                return device.map {
                    PeerRoute(
                        device: $0, hops: UInt8(number(1...8)),
                        address: chance(50) ? "" : "\u{1b}[2J:\(number(0...99999))")
                }
            }
            say(.reaching(routes, digest: mark()), on: link)
        default:
            let boots = (0...9).map { BootID(rawValue: UInt64($0) << 32 | UInt64(number(1...3))) }
            let told = (0..<number(1...256)).map { _ in
                ToldClock(
                    boot: chance(50)
                        ? boots[number(0...9)] : BootID(rawValue: random.next()),
                    offset: .milliseconds(number(-90_000_000...90_000_000)),
                    error: .milliseconds(number(0...3)), hops: UInt8(number(1...7)),
                    isEstimated: chance(20))
            }
            say(.clocks(told), on: link)
            let uptime = Duration.milliseconds(number(0...90_000_000))
            let reading = BootReading(boot: boots[number(0...9)], uptime: uptime)
            say(
                .pong(token: UInt64(number(0...9)), wall: now.wall, reading: reading), on: link)
        }
        return true
    }

    // MARK: Repetitions

    mutating func repeatHeard(_ kind: HostileKind, on link: LinkID) -> Bool {
        switch kind {
        case .relay:
            guard let run = runs.randomElement(using: &random) else { return false }
            say(.run(run), on: link)
        case .replayedRuns:
            for _ in 0...number(0...9) {
                guard let run = runs.randomElement(using: &random) else { return false }
                say(.run(run), on: link)
            }
        case .replayedFrames:
            // What is no part of a conversation that is under way ends it.
            let replayed = repeatable.filter { ($0[4] > 2 || chance(5)) && $0[4] != 9 }
            guard let frame = replayed.randomElement(using: &random) else { return false }
            say(frame, on: link)
        default:
            guard var bytes = repeatable.randomElement(using: &random) else { return false }
            mutate(&bytes)
            say(bytes, on: link)
        }
        return true
    }

    /// What it heard and may say again: what a clock showed once is a lie about it later.
    private var repeatable: [[UInt8]] {
        frames.filter { $0.count > 5 && (may(.clocks) || !Self.clockTypes.contains($0[4])) }
    }

    /// The type bytes of PONG and CLOCKS.
    private static let clockTypes: Set<UInt8> = [8, 128]

    private mutating func mutate(_ bytes: inout [UInt8]) {
        for _ in 0..<number(1...4) {
            let index = number((chance(5) ? 0 : 5)...(bytes.count - 1))
            switch number(0...4) {
            case 0: bytes[index] = UInt8(number(0...255))
            case 1: bytes[index] ^= 1 << UInt8(number(0...7))
            case 2: bytes[index] = 0xff
            case 3: bytes[index] = 0x80
            default: bytes[index] = 0
            }
        }
    }
}

extension Frame {
    /// A SUMMARY of a device that reaches others, of whose states it knows nothing.
    package static func reaching(_ routes: [PeerRoute], digest: Octets16 = .zero) -> Frame {
        let equal = [UInt8](repeating: 0, count: (routes.count + 7) / 8)
        return .summary(Summary(digest: digest, routes: routes, equal: equal))
    }
}
