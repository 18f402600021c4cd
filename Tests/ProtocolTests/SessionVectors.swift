import MoveLog
import Simulator
import TLS
import Testing

/// What a device answers on a link.
enum SessionVectors {
    static func compare(_ file: Vector) throws {
        let seal = try Identity(seed: file.bytes("seed"))
        let wall = WallTime(milliseconds: try file.signed("wall"))
        let charter = try Charter(bytes: file.bytes("charter"), seal: seal)
        let boot = try BootGenerator(boot: file.bytes("boot"))
        let logs = try file.object("logs")
        var replicas: [String: Replica] = [:]
        for name in ["small", "large", "long"] {
            let commits = try logs.byteLists(name).map { Commit(run: try Run(whole: $0)) }
            replicas[name] = Replica(
                charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
                random: boot, at: Moment(uptime: .zero, wall: wall))
            replicas[name]?.clocks = BootClocks(own: try FrameVectors.boot(file))
        }
        for session in try file.list("sessions") {
            let replica = try #require(replicas[session.text("log")])
            try play(session, on: replica, wall: wall)
        }
    }

    private static func play(_ session: Vector, on start: Replica, wall: WallTime) throws {
        var replica = start
        let links = try session.list("links").map {
            (
                peer: PublicKey(octets: try $0.octets32("peer")),
                isDialer: try $0.truth("isDialer")
            )
        }
        var said: [Sent] = []
        for (index, step) in try session.list("steps").enumerated() {
            let uptime = Duration.milliseconds(try step.integer("at"))
            let moment = Moment(uptime: uptime, wall: wall)
            let number = try step.integer("link")
            let link = LinkID(rawValue: UInt64(number))
            if try step.truth("opens") {
                replica.connected(
                    link, to: links[number].peer, isDialer: links[number].isDialer, at: moment)
            }
            replica.tick(at: moment)
            let bytes = try step.bytes("receive")
            if !bytes.isEmpty { replica.receive(bytes, from: link, at: moment) }
            var effects = replica.takeEffects()
            // A device need not fill the window in one turn.
            while case let more = replica.takeEffects(), !performed(more).0.isEmpty {
                effects += more
            }
            let (sent, closed) = performed(effects)
            let name = "\(session.name), step \(index)"
            let expected = try step.list("send").map {
                Sent(link: try $0.integer("link"), frame: try $0.bytes("frame"))
            }
            #expect(sorted(sent) == sorted(expected), "\(name)")
            let reasons = try step.list("closes").map {
                Closed(link: try $0.integer("link"), reason: try $0.integer("reason"))
            }
            #expect(closed == reasons, "\(name)")
            said += sent
        }
        for number in links.indices {
            let types = said.filter { $0.link == number }.map { $0.frame[4] }
            // Within a turn frames come in any order, but for the first two and the last.
            #expect(types.isEmpty || types[0] == 1, "\(session.name): the greeting is first")
            #expect(!types.contains(2) || types[1] == 2, "\(session.name): the frontier is second")
            #expect(!types.dropLast().contains(9), "\(session.name): nothing behind BYE")
        }
    }

    private struct Sent {
        var link: Int
        var frame: [UInt8]
    }

    private struct Closed: Equatable {
        var link: Int
        var reason: Int
    }

    /// The frames that go out, one by one, and which links are closed and why.
    private static func performed(_ effects: [Effect]) -> ([Sent], [Closed]) {
        var sent: [Sent] = []
        var closed: [Closed] = []
        for effect in effects {
            switch effect {
            case .send(let link, let bytes):
                sent += cut(bytes).map { Sent(link: Int(link.rawValue), frame: $0) }
            case .close(let link, let why):
                closed.append(Closed(link: Int(link.rawValue), reason: Int(why.rawValue)))
            case .append, .publish: break
            }
        }
        return (sent, closed)
    }

    private static func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        var start = 0
        while let end = Frame.end(from: start, in: bytes) {
            frames.append(Array(bytes[start..<end]))
            start = end
        }
        return frames
    }

    private static func sorted(_ sent: [Sent]) -> [String] {
        sent.map { "\($0.link) \(hexadecimal($0.frame))" }.sorted()
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
