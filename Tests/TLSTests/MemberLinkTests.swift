import MoveLog
import Seeds
import TLS
import Testing

@Suite("A member's link", .timeLimit(.minutes(1)))
struct MemberLinkTests {
    let ana: Identity
    let bo: Identity
    let anaEnd: TLSContext
    let boEnd: TLSContext

    init() throws {
        ana = try .generate()
        bo = try .generate()
        anaEnd = try TLSContext(identity: ana)
        boEnd = try TLSContext(identity: bo)
    }

    /// A link from Ana to Bo that is established.
    private func link() throws -> Wire {
        var wire = Wire(try anaEnd.dial(admits: { _ in true }), try boEnd.acceptAnybody())
        wire.run()
        return wire
    }

    @Test("proves both keys, whatever the cuts", arguments: [1, 2, 7, 100, Int.max])
    func handshake(piece: Int) throws {
        var wire = Wire(try anaEnd.dial(admits: { _ in true }), try boEnd.acceptAnybody())
        wire.run(piece: piece)
        #expect(wire.diallerEvents == [.established(.key(bo.publicKey))])
        #expect(wire.acceptorEvents == [.established(.key(ana.publicKey))])
        #expect(!wire.dialler.wantsClose && !wire.acceptor.wantsClose)

        var source = SeededGenerator(seed: UInt64(truncatingIfNeeded: piece))
        let forward = source.bytes(40_000)
        let back = source.bytes(3)
        wire.dialler.send(forward)
        wire.acceptor.send(back)
        wire.run(piece: piece)
        #expect(wire.acceptorEvents.data == forward)
        #expect(wire.diallerEvents.data == back)
    }

    @Test("is small")
    func size() throws {
        let wire = try link()
        #expect(wire.bytesFromDialler < 1200)
        #expect(wire.bytesFromAcceptor < 1200)
    }

    @Test("is refused to a stranger, who is told why")
    func stranger() throws {
        let expected = try Identity.generate().publicKey
        var wire = Wire(
            try anaEnd.dial(admits: { _ in true }),
            try boEnd.accept(admits: { $0 == expected }, codeKey: { _ in nil }))
        wire.run()
        #expect(wire.acceptorEvents == [.failed(.stranger(ana.publicKey))])
        #expect(wire.acceptor.wantsClose)
        #expect(wire.diallerEvents.failure == .refusedByPeer(.unknownAuthority))
    }

    @Test("is refused by the dialler when another device answers")
    func unexpectedAcceptor() throws {
        let expected = try Identity.generate().publicKey
        var wire = Wire(
            try anaEnd.dial(admits: { $0 == expected }), try boEnd.acceptAnybody())
        wire.run()
        #expect(wire.diallerEvents == [.failed(.stranger(bo.publicKey))])
        #expect(wire.acceptorEvents == [.failed(.refusedByPeer(.unknownAuthority))])
    }

    @Test("exports the same bytes on both ends, others for other labels and links")
    func exporter() throws {
        let first = try link()
        let second = try link()
        func export(_ channel: SecureChannel, _ label: String, _ context: [UInt8]) throws -> [UInt8]
        {
            try channel.exporter(label: label, context: context, count: 32)
        }
        let bytes = try export(first.dialler, "EXPORTER-scored", [1])
        #expect(bytes.count == 32)
        #expect(try export(first.acceptor, "EXPORTER-scored", [1]) == bytes)
        #expect(try export(first.acceptor, "EXPORTER-scored", [2]) != bytes)
        #expect(try export(first.acceptor, "EXPORTER-other", [1]) != bytes)
        #expect(try export(second.dialler, "EXPORTER-scored", [1]) != bytes)
    }

    @Test("exports nothing before it is established")
    func exporterTooEarly() throws {
        let channel = try anaEnd.dial(admits: { _ in true })
        #expect(throws: TLSError.notEstablished) {
            try channel.exporter(label: "EXPORTER-scored", context: [], count: 32)
        }
    }

    @Test("ends in order, with all data before the end")
    func close() throws {
        var wire = try link()
        wire.dialler.send([1, 2, 3])
        wire.dialler.close()
        #expect(wire.dialler.wantsClose)
        wire.run()
        #expect(wire.acceptorEvents.suffix(2) == [.data([1, 2, 3]), .closed])
        #expect(wire.acceptor.wantsClose)
        wire.acceptor.send([4])
        #expect(wire.acceptor.takeOutput().isEmpty)
    }

    @Test("that is closed in the handshake says nothing more")
    func closeInHandshake() throws {
        let channel = try anaEnd.dial(admits: { _ in true })
        channel.close()
        #expect(channel.wantsClose && !channel.wantsInput)
        #expect(channel.takeEvents().isEmpty)
    }
}
