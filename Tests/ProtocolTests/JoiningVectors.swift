import MoveLog
import Net
import TLS
import Testing

@testable import API
@testable import Daemon

/// How devices find each other and how one joins a table.
enum JoiningVectors {
    static func compareAnnouncements(_ file: Vector) throws {
        let seal = try Identity.generate()
        for item in try file.list("tags") {
            let table = try item.table()
            #expect(Announcement.tag(of: table, seal: seal) == (try item.bytes("tag")))
        }
        let mia = try Identity(seed: file.bytes("seed"))
        for item in try file.list("valid") {
            let bytes = try item.bytes("bytes")
            let read = try #require(Announcement(bytes: bytes), "\(item.name)")
            let hosts = try item.texts("hosts").map { text in
                try #require(Address(text.contains(":") ? "[\(text)]:1" : "\(text):1")).host
            }
            let wall = WallTime(milliseconds: try item.signed("wall"))
            let expected = Announcement(
                tableTag: try item.bytes("tag"),
                device: DeviceID(octets: try item.octets16("device")),
                port: UInt16(try item.integer("port")), codes: try item.byteLists("codes")
            ).signed(from: hosts, at: wall, seal: mia)
            let isSigned = try item.truth("signed")
            #expect(read.isSigned(by: mia.publicKey, seal: mia) == isSigned, "\(item.name)")
            #expect(hosts.allSatisfy(read.names) && read.hosts.count == hosts.count)
            #expect(read.tableTag == expected.tableTag && read.device == expected.device)
            #expect(read.port == expected.port && read.codes == expected.codes)
            #expect(read.wall == expected.wall)
            let isTrailing = try item.truth("trailing")
            let isSame = isSigned && !isTrailing
            #expect((expected.bytes == bytes) == isSame, "\(item.name)")
        }
        for item in try file.list("invalid") {
            #expect(["cut", "value"].contains(try item.text("reason")))
            #expect(Announcement(bytes: try item.bytes("bytes")) == nil, "\(item.name)")
        }
    }

    static func comparePairing(_ file: Vector) throws {
        let inviter = try Identity(seed: file.bytes("inviter"))
        let joiner = try Identity(seed: file.bytes("joiner"))
        let table = try file.table()
        let terms = PairingTerms(
            inviter: inviter.publicKey, joiner: joiner.publicKey, table: table,
            binding: try file.bytes("binding"))
        #expect(terms.joinMessage == (try file.bytes("joinMessage")))
        #expect(terms.welcomeMessage == (try file.bytes("welcomeMessage")))
        let asked = joiner.sign(terms.joinMessage)
        let answered = inviter.sign(terms.welcomeMessage)
        #expect(asked == (try file.bytes("joinSignature")))
        #expect(answered == (try file.bytes("welcomeSignature")))

        let charter = try file.bytes("charter")
        _ = try Charter(bytes: charter, seal: inviter)
        let frames: [(PairingFrame, [UInt8])] = [
            (
                .offer(
                    table: table, inviter: inviter.publicKey, name: try file.text("offerName")),
                try file.bytes("offer")
            ),
            (
                .join(
                    joiner: joiner.publicKey, name: try file.text("joinName"), signature: asked),
                try file.bytes("join")
            ),
            (
                .welcome(
                    charter: charter, addresses: try file.texts("addresses"),
                    signature: answered),
                try file.bytes("welcome")
            ),
        ]
        let refusals = try file.byteLists("refusals").enumerated().map {
            (PairingFrame.refusal(UInt8($0 + 1)), $1)
        }
        for (frame, bytes) in frames + refusals {
            #expect(frame.bytes == bytes)
            #expect(try read(bytes) == frame)
        }
        for bytes in try file.byteLists("trailing") { #expect(try read(bytes) != nil) }
        for bytes in try file.byteLists("skipped") { #expect(try read(bytes) == nil) }
        try expectRefused(file.list("invalid"), as: "frame") { bytes throws(Malformed) in
            _ = try read(bytes)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(Malformed) -> PairingFrame? {
        var reader = PairingReader()
        reader.receive(bytes)
        return try reader.next()
    }
}
