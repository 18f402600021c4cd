import MoveLog
import Testing

/// Runs and frames.
enum FrameVectors {
    static func compareRuns(_ file: Vector) throws {
        for item in try file.list("valid") {
            let bytes = try item.bytes("bytes")
            let entries = try item.byteLists("entries")
            let signature = try item.bytes("signature")
            let after = try item.unsigned("after")
            let head = SignedHead(sequence: after + UInt64(entries.count), signature: signature)
            let run = Run(
                author: try item.author(), after: after,
                base: try item.octets16("base"), count: entries.count,
                bytes: Array(entries.joined()), head: signature.isEmpty ? nil : head)
            #expect(try Run(whole: bytes) == run, "\(item.name)")
            #expect(try run.entries().map(\.entry.canonicalBytes) == entries, "\(item.name)")
            var writer = ByteWriter()
            run.write(to: &writer, isPaged: false)
            #expect(writer.bytes == bytes, "\(item.name)")
        }
        try expectRefused(file.list("invalid"), as: "run") { bytes throws(Malformed) in
            _ = try Run(whole: bytes).entries()
        }
    }

    static func compareFrames(_ file: Vector) throws {
        for item in try file.list("valid") {
            let bytes = try item.bytes("bytes")
            let frame = try #require(try parse(bytes), "\(item.name)")
            let (expected, isSame) = try expectation(item)
            #expect(frame == expected, "\(item.name)")
            #expect((expected.bytes == bytes) == isSame, "\(item.name)")
        }
        for bytes in try file.byteLists("skipped") { #expect(try parse(bytes) == nil) }
        try expectRefused(file.list("invalid"), as: "frame") { bytes throws(Malformed) in
            _ = try parse(bytes)
        }
    }

    /// The frame that the fields of a case make, and whether it has the case's bytes again.
    private static func expectation(_ item: Vector) throws -> (Frame, isSame: Bool) {
        switch try item.text("type") {
        case "greeting":
            let lowest = UInt8(try item.integer("lowest"))
            let highest = UInt8(try item.integer("highest"))
            let greeting = Frame.Greeting(
                versions: lowest...highest, table: try item.table(),
                boot: try item.octets16("boot"),
                chain: try InvitationChain(bytes: item.bytes("chain")),
                port: UInt16(try item.integer("port")),
                frameBytesMax: try item.integer("frame"), summary: try summary(item))
            return (.greeting(greeting), isSame: try !item.truth("trailing"))
        case "frontier":
            let announcement = Frame.Announcement(
                wall: try wall(item), frontier: try frontier(item))
            return (.frontier(announcement), isSame: true)
        case "run": return (.run(try Run(whole: item.bytes("run"))), isSame: true)
        case "part": return (.part(try Run(whole: item.bytes("run"))), isSame: true)
        case "want":
            let authors = try item.byteLists("authors").map { try #require(AuthorID($0)) }
            return (.want(authors), isSame: true)
        case "ack": return (.acknowledge(try frontier(item)), isSame: true)
        case "summary":
            let summary = Summary(
                digest: try item.octets16("digest"), routes: try routes(item),
                equal: try item.bytes("equal"))
            return (.summary(summary), isSame: true)
        case "clocks":
            let clocks = try item.list("clocks").map {
                ToldClock(
                    boot: try boot($0), offset: .milliseconds(try $0.signed("offset")),
                    error: .milliseconds(try $0.integer("error")),
                    hops: UInt8(try $0.integer("hops")), isEstimated: try $0.truth("estimated"))
            }
            return (.clocks(clocks), isSame: true)
        case "ping":
            return (.ping(token: try item.unsigned("token"), wall: try wall(item)), isSame: true)
        case "pong":
            let reading = BootReading(
                boot: try boot(item), uptime: .milliseconds(try item.signed("uptime")))
            let token = try item.unsigned("token")
            return (.pong(token: token, wall: try wall(item), reading: reading), isSame: true)
        case "bye":
            let written = try item.integer("reason")
            let meant = try item.integer("meant")
            let reason = try #require(CloseReason(rawValue: UInt8(meant)))
            return (.bye(reason), isSame: written == meant)
        case let other:
            throw Vector.Unreadable(place: "a frame of type \(other)")
        }
    }

    private static func routes(_ item: Vector) throws -> [PeerRoute]? {
        guard try !item.isNull("devices") else { return nil }
        return try item.list("devices").map { route in
            PeerRoute(
                device: try #require(DeviceID(try route.bytes("device"))),
                hops: UInt8(try route.integer("hops")), address: try route.text("address"))
        }
    }

    private static func summary(_ item: Vector) throws -> Frame.HeldDigest? {
        guard try !item.isNull("summary") else { return nil }
        let summary = try item.object("summary")
        return Frame.HeldDigest(
            wall: try wall(summary), digest: try summary.digest())
    }

    private static func wall(_ item: Vector) throws -> WallTime {
        WallTime(milliseconds: try item.signed("wall"))
    }

    /// A start of a machine.
    static func boot(_ item: Vector) throws -> BootID {
        var reader = ByteReader(try item.bytes("start"))
        return BootID(rawValue: try reader.fixed64())
    }

    private static func frontier(_ item: Vector) throws -> Frontier {
        Frontier(
            leaves: try item.list("leaves").map {
                Leaf(
                    author: try $0.author(),
                    sequence: try $0.unsigned("sequence"), mark: try $0.octets16("mark"))
            })
    }

    /// Reads one whole frame; its length must be that of the bytes behind it.
    private static func parse(_ bytes: [UInt8]) throws(Malformed) -> Frame? {
        var reader = ByteReader(bytes)
        let length = Int(try reader.fixed32())
        guard length == reader.remaining else { throw .invalid("a vector's length") }
        return try Frame(typeAndPayload: try reader.raw(length))
    }
}

extension Run {
    init(whole bytes: [UInt8]) throws(Malformed) {
        self = try ProtocolTests.whole(bytes) { reader throws(Malformed) in
            try Run(from: &reader, isPaged: false)
        }
    }
}
