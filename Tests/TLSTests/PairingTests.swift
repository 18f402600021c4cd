import MoveLog
import TLS
import Testing

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
        #expect(wire.diallerEvents.areRefusal, "\(wire.diallerEvents)")
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
