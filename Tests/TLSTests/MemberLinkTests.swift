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

@Suite("Pairing by invite code", .timeLimit(.minutes(1)))
struct PairingTests {
    let inviter: TLSContext
    let joiner: TLSContext
    let code = InviteCode(seed: 1)

    init() throws {
        inviter = try TLSContext(identity: .generate())
        joiner = try TLSContext(identity: .generate())
    }

    @Test("proves the code on both ends, whatever the cuts", arguments: [1, 64, Int.max])
    func success(piece: Int) throws {
        var wire = Wire(try joiner.join(code), try inviter.accept(inviting: code))
        wire.run(piece: piece)
        let proof = SecureChannel.Proof.code(identity: code.identity)
        #expect(wire.diallerEvents == [.established(proof)])
        #expect(wire.acceptorEvents == [.established(proof)])

        wire.dialler.send(Array("join".utf8))
        wire.acceptor.send(Array("welcome".utf8))
        wire.run(piece: piece)
        #expect(wire.acceptorEvents.data == Array("join".utf8))
        #expect(wire.diallerEvents.data == Array("welcome".utf8))
        let label = "EXPORTER-scored-pairing"
        #expect(
            try wire.dialler.exporter(label: label, context: [], count: 32)
                == wire.acceptor.exporter(label: label, context: [], count: 32))
    }

    @Test("serves the next joiner of the same code, with other secrets")
    func again() throws {
        var exports: Set<[UInt8]> = []
        for _ in 0..<2 {
            var wire = Wire(try joiner.join(code), try inviter.accept(inviting: code))
            wire.run()
            exports.insert(try wire.dialler.exporter(label: "EXPORTER-x", context: [], count: 32))
        }
        #expect(exports.count == 2)
    }

    @Test("is never a member's link, even where everybody is admitted")
    func neverMember() throws {
        let acceptor = try inviter.accept(
            admits: { _ in true }, codeKey: { [code] in $0 == code.identity ? code.key : nil })
        var wire = Wire(try joiner.join(code), acceptor)
        wire.run()
        #expect(wire.acceptorEvents.proof == .code(identity: code.identity))
    }

    @Test("fails with a wrong code for an open invite, and both ends know")
    func wrongKey() throws {
        let wrong = InviteCode(seed: 2)
        let acceptor = try inviter.accept(
            admits: { _ in true }, codeKey: { [code] _ in code.key })
        var wire = Wire(try joiner.join(wrong), acceptor)
        wire.run()
        #expect(wire.acceptorEvents == [.failed(.codeWrong)])
        // RFC 8446 leaves open which alert it is: OpenSSL says illegal_parameter.
        #expect(wire.diallerEvents.failure.isRefusal, "\(wire.diallerEvents)")
    }

    @Test("fails with an invite that is not open: no certificate stands in for the code")
    func unknownIdentity() throws {
        var wire = Wire(try joiner.join(InviteCode(seed: 2)), try inviter.accept(inviting: code))
        wire.run()
        #expect(wire.diallerEvents == [.failed(.codeUnproven)])
        #expect(wire.diallerEvents.proof == nil)
        #expect(wire.acceptorEvents == [.failed(.codeUnknown)])
    }

    @Test("refuses an impostor that ignores the code, before a byte is said to it")
    func impostor() throws {
        let impostor = try TLSContext(identity: .generate())
        var wire = Wire(try joiner.join(code), try impostor.acceptAnybody())
        wire.run()
        #expect(wire.diallerEvents == [.failed(.codeUnproven)])
        #expect(wire.acceptorEvents.proof == nil)
    }

    @Test("leaves a member's link on the same acceptor what it is")
    func memberBesideInvite() throws {
        let member = try Identity.generate()
        let dialler = try TLSContext(identity: member).dial(admits: { _ in true })
        let acceptor = try inviter.accept(
            admits: { $0 == member.publicKey },
            codeKey: { [code] in $0 == code.identity ? code.key : nil })
        var wire = Wire(dialler, acceptor)
        wire.run()
        #expect(wire.acceptorEvents == [.established(.key(member.publicKey))])
    }
}
