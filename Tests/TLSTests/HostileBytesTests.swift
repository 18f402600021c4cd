import MoveLog
import Seeds
import TLS
import Testing

@Suite("Bytes from somebody else", .timeLimit(.minutes(1)))
struct HostileBytesTests {
    let anaEnd: TLSContext
    let boEnd: TLSContext
    let code = InviteCode(seed: 7)

    init() throws {
        anaEnd = try TLSContext(identity: .generate())
        boEnd = try TLSContext(identity: .generate())
    }

    private enum Role: CaseIterable {
        case accept
        case dial
        case join
    }

    private func channel(_ role: Role) throws -> SecureChannel {
        switch role {
        case .accept: try anaEnd.accept(inviting: code)
        case .dial: try anaEnd.dial(admits: { _ in true })
        case .join: try anaEnd.join(code)
        }
    }

    @Test("as a beginning fails in every role", arguments: seeds(50))
    func noiseFirst(seed: UInt64) throws {
        for role in Role.allCases {
            let channel = try channel(role)
            _ = channel.takeOutput()
            var source = SeededGenerator(seed: seed)
            channel.expectEnd(byNoiseOf: &source)
            channel.expectCleanEnd(nil, "seed \(seed), \(role)")
        }
    }

    @Test("in well-formed records ends in an alert", arguments: seeds(20))
    func noiseInRecords(seed: UInt64) throws {
        for role in Role.allCases {
            let channel = try channel(role)
            _ = channel.takeOutput()
            var source = SeededGenerator(seed: seed)
            channel.receive([22, 3, 3, 0, 200] + source.bytes(200))
            let output = channel.takeOutput()
            #expect(output.count == 7 && output.first == 21, "seed \(seed), \(role)")
            channel.expectCleanEnd(nil, "seed \(seed), \(role)")
        }
    }

    @Test("in the middle of a handshake fail it, at whatever place", arguments: seeds(300))
    func alteredHandshake(seed: UInt64) throws {
        var source = SeededGenerator(seed: seed)
        let dialler = seed & 1 == 0 ? try anaEnd.dial(admits: { _ in true }) : try anaEnd.join(code)
        let acceptor = try boEnd.accept(
            admits: { _ in true }, codeKey: { [code] in $0 == code.identity ? code.key : nil })
        let flight = Int(source.next() % 3)
        var place = 0
        for number in 0...flight {
            let (from, to) = number == 1 ? (acceptor, dialler) : (dialler, acceptor)
            var bytes = from.takeOutput()
            if number == flight {
                place = Int(source.next() % UInt64(bytes.count))
                bytes[place] ^= 1 << UInt8(source.next() & 7)
            }
            to.receive(bytes)
        }
        var wire = Wire(dialler, acceptor)
        wire.run(piece: 100)
        let isDone = wire.acceptorEvents.proof != nil
        // Both hellos are bound to the rest by the transcript, and what follows is encrypted: only
        // the version in the head of a hello's record (RFC 8446 section 5.1) may be anything.
        let isFree = flight < 2 && (1...2).contains(place)
        #expect(!isDone || isFree, "seed \(seed), flight \(flight), place \(place)")
    }

    @Test("that announce a hello without end are not gathered")
    func endlessHello() throws {
        let channel = try channel(.accept)
        channel.receiveHelloWithoutEnd()
        #expect(channel.takeEvents() == [.failed(.flood(.handshake))])
    }

    @Test("that name many invites cost a few look-ups", arguments: [1, 4, 5, 300])
    func manyIdentities(count: Int) throws {
        var lookups = 0
        let acceptor = try boEnd.accept(
            admits: { _ in true },
            codeKey: { _ in
                lookups += 1
                return nil
            })
        acceptor.receive(hello(offering: count, from: try anaEnd.join(code).takeOutput()))
        #expect(lookups == min(count, ChannelLimits.codeLookupsMax))
        #expect(!acceptor.takeOutput().isEmpty)
    }

    /// A joiner's hello that offers its code several times over; the pre_shared_key extension (RFC
    /// 8446 section 4.2.11) comes last.
    private func hello(offering count: Int, from hello: [UInt8]) -> [UInt8] {
        let offerBytes = 2 + 14 + 2 + 33
        let body = Array(hello.dropFirst(9))
        let head = body.dropLast(offerBytes + 4)
        let offer = Array(body.suffix(offerBytes))
        let identities = (0..<count).flatMap { _ in offer[2..<16] }
        let binders = (0..<count).flatMap { _ in offer[18...] }
        let offers =
            twoBytes(identities.count) + identities + twoBytes(binders.count) + binders
        var longer = Array(head) + [0, 0x29] + twoBytes(offers.count) + offers
        // version 2, random 32, no session, one or two suites, one compression: then all extensions.
        let extensions = 2 + 32 + 1 + 2 + (Int(longer[35]) << 8 | Int(longer[36])) + 2
        let size = twoBytes(longer.count - extensions - 2)
        longer.replaceSubrange(extensions..<(extensions + 2), with: size)
        let message = [1, 0] + twoBytes(longer.count) + longer
        return stride(from: 0, to: message.count, by: 0x4000).flatMap { start in
            let part = message[start..<min(start + 0x4000, message.count)]
            return [22, 3, 1] + twoBytes(part.count) + part
        }
    }

    private func twoBytes(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

    @Test("on an established link break it, and the peer is told", arguments: seeds(20))
    func alteredData(seed: UInt64) throws {
        var wire = Wire(try anaEnd.dial(admits: { _ in true }), try boEnd.acceptAnybody())
        wire.run()
        var source = SeededGenerator(seed: seed)
        wire.dialler.send(source.bytes(300))
        var record = wire.dialler.takeOutput()
        record[5 + Int(source.next() % UInt64(record.count - 5))] ^= 1
        wire.acceptor.receive(record)
        wire.run()
        guard case .broken = wire.acceptorEvents.failure else {
            Issue.record("the altered record passed: \(wire.acceptorEvents)")
            return
        }
        #expect(wire.acceptorEvents.data.isEmpty)
        #expect(wire.diallerEvents.failure == .refusedByPeer(Alert(code: 20)))
    }

    @Test("that others' protocols begin with are refused")
    func otherProtocols() throws {
        for text in [
            "GET / HTTP/1.1\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n", "\u{0}\u{0}\u{0}\u{0}\u{0}",
        ] {
            let channel = try channel(.accept)
            channel.receive(Array(text.utf8))
            channel.expectCleanEnd(nil, "\(text.debugDescription)")
        }
    }

    @Test("that end the handshake early say so")
    func closedInHandshake() throws {
        let channel = try channel(.dial)
        _ = channel.takeOutput()
        channel.receive([21, 3, 3, 0, 2, 1, 0])
        #expect(channel.takeEvents() == [.failed(.closedInHandshake)])
    }

    @Test("held back by nobody are not held without bound")
    func undelivered() throws {
        var wire = Wire(try anaEnd.dial(admits: { _ in true }), try boEnd.acceptAnybody())
        wire.run()
        let piece: [UInt8] = Array(repeating: 7, count: 512 * 1024)
        for _ in 0..<2 {
            #expect(wire.acceptor.wantsInput)
            wire.dialler.send(piece)
            wire.acceptor.receive(wire.dialler.takeOutput())
        }
        #expect(!wire.acceptor.wantsInput && !wire.acceptor.wantsClose)
        #expect(wire.acceptor.takeEvents().data.count == 2 * piece.count)
        #expect(wire.acceptor.wantsInput)
        for _ in 0..<9 {
            wire.dialler.send(piece)
            wire.acceptor.receive(wire.dialler.takeOutput())
        }
        #expect(wire.acceptor.wantsClose)
        #expect(wire.acceptor.takeEvents().failure == .flood(.data))
    }

    @Test("that nobody carries away are not made without bound")
    func untaken() throws {
        var wire = Wire(try anaEnd.dial(admits: { _ in true }), try boEnd.acceptAnybody())
        wire.run()
        let piece: [UInt8] = Array(repeating: 7, count: 1024 * 1024)
        for _ in 0..<9 { wire.dialler.send(piece) }
        #expect(wire.dialler.takeEvents() == [.failed(.outputFull)])
        #expect(wire.dialler.outputBytes <= ChannelLimits.outputBytesMax + 64 * 1024)
    }
}
