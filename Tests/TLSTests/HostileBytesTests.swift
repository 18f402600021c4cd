import MoveLog
import TLS
import Testing

@Suite("Bytes from somebody else", .timeLimit(.minutes(1)))
struct HostileBytesTests {
    let anaEnd: Endpoint
    let boEnd: Endpoint
    let code = InviteCode(seed: 7)

    init() throws {
        anaEnd = try Endpoint(identity: .generate())
        boEnd = try Endpoint(identity: .generate())
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

    /// What every end with noise must leave behind.
    private func expectCleanEnd(_ channel: SecureChannel, _ comment: Comment) {
        let events = channel.takeEvents()
        #expect(events.failure != nil, comment)
        #expect(channel.wantsClose && !channel.wantsInput, comment)
        #expect(channel.takeEvents().isEmpty, comment)
        channel.receive([1, 2, 3])
        channel.send([1])
        channel.close()
        #expect(channel.takeEvents().isEmpty, comment)
    }

    @Test("as a beginning fails in every role", arguments: 0..<50)
    func noiseFirst(seed: UInt64) throws {
        for role in Role.allCases {
            let channel = try channel(role)
            _ = channel.takeOutput()
            var source = SeededSource(seed: seed)
            var fed = 0
            while !channel.wantsClose && fed < 10_000_000 {
                channel.receive(source.bytes(4096))
                fed += 4096
            }
            // Noise that looks like the head of a long record is waited for, a record at most.
            #expect(fed <= ChannelLimits.handshakeBytesMax + 4096)
            #expect(channel.takeOutput().count < 1024)
            expectCleanEnd(channel, "seed \(seed), \(role)")
        }
    }

    @Test("in well-formed records ends in an alert", arguments: 0..<20)
    func noiseInRecords(seed: UInt64) throws {
        for role in Role.allCases {
            let channel = try channel(role)
            _ = channel.takeOutput()
            var source = SeededSource(seed: seed)
            channel.receive([22, 3, 3, 0, 200] + source.bytes(200))
            let output = channel.takeOutput()
            #expect(output.count == 7 && output.first == 21, "seed \(seed), \(role)")
            expectCleanEnd(channel, "seed \(seed), \(role)")
        }
    }

    @Test("in the middle of a handshake fail it, at whatever place", arguments: 0..<100)
    func alteredHandshake(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let dialler = seed & 1 == 0 ? try anaEnd.dial(admits: { _ in true }) : try anaEnd.join(code)
        let acceptor = try boEnd.accept(
            admits: { _ in true }, codeKey: { [code] in $0 == code.identity ? code.key : nil })
        // The hello is bound to the rest by the transcript, so a change of it shows at the end.
        var hello = dialler.takeOutput()
        let place = Int(source.next() % UInt64(hello.count))
        hello[place] ^= 1 << UInt8(source.next() & 7)
        acceptor.receive(hello)
        var wire = Wire(dialler, acceptor)
        wire.run(piece: 100)
        let isDone = wire.acceptorEvents.proof != nil
        // Only the record's version (RFC 8446 section 5.1) is outside of the transcript.
        #expect(!isDone || place < 5, "seed \(seed), place \(place)")
    }

    @Test("on an established link break it, and the peer is told", arguments: 0..<20)
    func alteredData(seed: UInt64) throws {
        var wire = Wire(try anaEnd.dial(admits: { _ in true }), try boEnd.acceptAnybody())
        wire.run()
        var source = SeededSource(seed: seed)
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
            expectCleanEnd(channel, "\(text.debugDescription)")
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
