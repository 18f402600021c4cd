import MoveLog
import TLS
import Testing

/// What a device answers on a link.
enum SessionVectors {
    static func compare(_ file: Vector) throws {
        let seal = try Identity(seed: file.bytes("seed"))
        let wall = WallTime(milliseconds: try file.signed("wall"))
        let charter = try Charter(bytes: file.bytes("charter"), seal: seal)
        let commits = try file.byteLists("log").map {
            var reader = ByteReader($0)
            return Commit(run: try Run(from: &reader))
        }
        let boot = try BootGenerator(boot: file.bytes("boot"))
        let replica = Replica(
            charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
            random: boot, at: Moment(uptime: .zero, wall: wall))
        for session in try file.list("sessions") {
            try play(session, on: replica, wall: wall)
        }
    }

    private static func play(_ session: Vector, on start: Replica, wall: WallTime) throws {
        var replica = start
        let link = LinkID(rawValue: 1)
        let peer = PublicKey(octets: try session.octets32("peer"))
        let isDialer = try session.truth("isDialer")
        var all: [[UInt8]] = []
        for (index, step) in try session.list("steps").enumerated() {
            let uptime = Duration.milliseconds(try step.integer("at"))
            let moment = Moment(uptime: uptime, wall: wall)
            if index == 0 { replica.connected(link, to: peer, isDialer: isDialer, at: moment) }
            replica.tick(at: moment)
            let bytes = try step.bytes("receive")
            if !bytes.isEmpty { replica.receive(bytes, from: link, at: moment) }
            let (frames, reason) = performed(replica.takeEffects())
            let name = "\(session.name), step \(index)"
            #expect(sorted(frames) == sorted(try step.byteLists("send")), "\(name)")
            let expected =
                try step.isNull("closes")
                ? nil : CloseReason(rawValue: UInt8(try step.integer("closes")))
            #expect(reason == expected, "\(name)")
            all += frames
        }
        // Within a turn frames come in any order, but for the first two and the last.
        #expect(all.isEmpty || all[0][4] == 1, "\(session.name): the greeting is first")
        #expect(all.count < 2 || [2, 9].contains(all[1][4]), "\(session.name)")
        #expect(all.dropLast().allSatisfy { $0[4] != 9 }, "\(session.name): nothing behind BYE")
    }

    /// The frames that go out, one by one, and why the link is closed.
    private static func performed(_ effects: [Effect]) -> ([[UInt8]], CloseReason?) {
        var frames: [[UInt8]] = []
        var reason: CloseReason?
        for effect in effects {
            switch effect {
            case .send(_, let bytes): frames += cut(bytes)
            case .close(_, let why): reason = why
            case .append, .publish: break
            }
        }
        return (frames, reason)
    }

    private static func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        var start = 0
        while start + 4 <= bytes.count {
            let length = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
            frames.append(Array(bytes[start..<min(start + 4 + length, bytes.count)]))
            start += 4 + length
        }
        return frames
    }

    private static func sorted(_ frames: [[UInt8]]) -> [String] {
        frames.map(hexadecimal).sorted()
    }
}

/// Gives the two halves of a boot nonce, then zeros.
private struct BootGenerator: RandomNumberGenerator, Sendable {
    private var words: [UInt64] = []

    init(boot: [UInt8]) throws {
        var reader = ByteReader(boot)
        words = [try reader.fixed64(), try reader.fixed64()]
        try reader.finish()
    }

    mutating func next() -> UInt64 { words.isEmpty ? 0 : words.removeFirst() }
}
