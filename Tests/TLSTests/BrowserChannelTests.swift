import MoveLog
import Seeds
import TLS
import Testing

@Suite("A browser's channel", .timeLimit(.minutes(1)))
struct BrowserChannelTests {
    let channel: SecureChannel

    init() throws {
        let certificate = try WebCertificate(names: ["localhost"], now: 1_767_323_045)
        channel = try WebContext(certificate).accept()
    }

    @Test("says nothing before the browser does, and nothing to one that goes")
    func quiet() {
        #expect(channel.takeOutput().isEmpty && channel.takeEvents().isEmpty)
        #expect(channel.wantsInput && !channel.wantsClose && !channel.isEstablished)
        channel.close()
        #expect(channel.wantsClose && channel.takeOutput().isEmpty)
    }

    @Test("fails for noise instead of a hello", arguments: seeds(50))
    func noise(seed: UInt64) {
        var source = SeededGenerator(seed: seed)
        if seed & 1 == 0 { channel.receive([22, 3, 3, 0, 200] + source.bytes(200)) }
        channel.expectEnd(byNoiseOf: &source)
        channel.expectCleanEnd(nil, "seed \(seed)")
    }

    @Test(
        "fails for a request without TLS", arguments: ["GET /k HTTP/1.1\r\n\r\n", "PRI * HTTP/2"])
    func plainRequest(text: String) {
        channel.receive(Array(text.utf8))
        channel.expectCleanEnd()
    }

    @Test("gathers no hello without end")
    func endlessHello() {
        channel.receiveHelloWithoutEnd()
        channel.expectCleanEnd(.flood(.handshake))
    }

    @Test("is none for a device, which is told so", arguments: [false, true], seeds(20))
    func device(joins: Bool, seed: UInt64) throws {
        let context = try TLSContext(identity: .generate())
        let device =
            joins
            ? try context.join(InviteCode(seed: seed)) : try context.dial(admits: { _ in true })
        var source = SeededGenerator(seed: seed)
        var wire = Wire(device, channel)
        wire.run(piece: 1 + Int(source.next() % 300))
        #expect(wire.diallerEvents.proof == nil && wire.acceptorEvents.proof == nil)
        #expect(wire.acceptorEvents.failure != nil)
        #expect(wire.diallerEvents.failure.isRefusal, "\(wire.diallerEvents)")
    }
}

@Suite(
    "A browser in the place of a real openssl s_client", .enabled(if: RealPeer.isInstalled),
    .timeLimit(.minutes(2)), .serialized)
struct RealBrowserTests {
    let certificate: WebCertificate
    let context: WebContext

    init() throws {
        certificate = try WebCertificate(names: ["localhost", "127.0.0.1"], now: 1_767_323_045)
        context = try WebContext(certificate)
    }

    private func lines(_ count: Int, _ source: inout SeededGenerator) -> [String] {
        (0..<count).map { _ in hexadecimal(source.bytes(1 + Int(source.next() % 100))) }
    }

    @Test(
        "is carried in any division, both ways",
        arguments: ["-tls1_2", "-tls1_3"], seeds(8))
    func data(version: String, seed: UInt64) throws {
        var source = SeededGenerator(seed: seed)
        let peer = try RealPeer(version)
        let channel = try context.accept()
        let asked = lines(200, &source)
        for line in asked { peer.type(line) }
        let question = Array(asked.map { $0 + "\n" }.joined().utf8)
        let piece = 1 + Int(source.next() % 700)
        var events = peer.serve(channel, piece: piece) { $0.data.count >= question.count }
        #expect(events.data == question, "seed \(seed)")
        // Nothing is proved, and nothing is said to be.
        #expect(events.proof == nil && channel.isEstablished && !channel.wantsClose)

        let answer = lines(200, &source).joined()
        var rest = Array(answer.utf8)[...]
        while !rest.isEmpty {
            let part = rest.prefix(1 + Int(source.next() % 5000))
            channel.send(Array(part))
            rest = rest.dropFirst(part.count)
        }
        channel.close()
        events = peer.serve(channel, piece: piece) { _ in false }
        let output = peer.finish()
        #expect(events.isEmpty && channel.wantsClose && !channel.isEstablished)
        let isWhole = output.contains(answer)
        #expect(isWhole, "seed \(seed)")
        #expect(output.contains(version == "-tls1_2" ? "New, TLSv1.2," : "New, TLSv1.3,"))
        #expect(output.contains("Peer signature type: ECDSA"))
        #expect(!output.lowercased().contains("session ticket"))
        #expect(output.contains("Compression: NONE"))
    }

    @Test("ends in order, with all data before the end", arguments: ["-tls1_2", "-tls1_3"])
    func end(version: String) throws {
        let peer = try RealPeer(version)
        let channel = try context.accept()
        peer.type("hello")
        let question = peer.serve(channel) { !$0.data.isEmpty }
        // To end is a command of the program where it begins what was typed.
        peer.type("Q")
        let events = peer.serve(channel) { _ in false }
        _ = peer.finish()
        #expect(question.data == Array("hello\n".utf8) && events == [.closed])
        #expect(channel.wantsClose && !channel.isEstablished)
        channel.send([1])
        #expect(channel.takeOutput().isEmpty)
    }

    @Test(
        "finds the certificate good where its person trusts it, under its names alone",
        arguments: [
            ("-verify_hostname localhost", true), ("-verify_ip 127.0.0.1", true),
            ("-verify_hostname example.org", false), ("-verify_ip 127.0.0.2", false),
        ])
    func trust(name: String, isRight: Bool) throws {
        let pem = String(decoding: try certificate.certificatePEM(), as: UTF8.self)
        let peer = try RealPeer(
            "-CAfile web.crt -verify_return_error -attime 1767323046 -x509_strict \(name)",
            after: "cat >web.crt <<'END'\n\(pem)END\n:")
        let (events, output) = peer.hello(try context.accept())
        #expect(events.data == (isRight ? Array("hello\n".utf8) : []), "\(output)")
        #expect(output.contains("Verify return code: 0 (ok)") == isRight, "\(output)")
        if !isRight { #expect(events.failure.isRefusal, "\(events)") }
    }

    @Test("gets HTTP/1.1 where it asks for a protocol, and none of another")
    func protocols() throws {
        for (offer, isChosen) in [("h2,http/1.1", true), ("http/1.1", true), ("h2", false)] {
            let peer = try RealPeer("-alpn \(offer)")
            let (events, output) = peer.hello(try context.accept())
            #expect(events.data.isEmpty != isChosen, "\(offer)")
            #expect(output.contains("ALPN protocol: http/1.1") == isChosen, "\(offer)")
            #expect(output.contains("SSL alert number 120") != isChosen, "\(offer)")
        }
    }

    @Test(
        "of an older version, or without forward secrecy, is refused",
        arguments: [
            ("-tls1_1 -cipher DEFAULT@SECLEVEL=0", "SSL alert number 70"),
            ("-tls1_2 -cipher AES128-GCM-SHA256", "SSL alert number 40"),
            ("-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA256", "SSL alert number 40"),
            ("-groups P-521", "SSL alert number 40"),
        ])
    func refused(flags: String, alert: String) throws {
        let peer = try RealPeer(flags)
        let channel = try context.accept()
        let events = peer.serve(channel) { _ in false }
        let output = peer.finish()
        #expect(events.count == 1 && events.failure != nil && !channel.isEstablished)
        #expect(output.contains(alert), "\(output)")
    }

    @Test("that asks for new keys without end is dropped")
    func keyFlood() throws {
        let peer = try RealPeer("-tls1_3")
        let channel = try context.accept()
        peer.type("hello")
        peer.expectFlood(of: channel) { !$0.data.isEmpty }
    }

    @Test("gets no new handshake on an old channel")
    func renegotiation() throws {
        let peer = try RealPeer("-tls1_2")
        let channel = try context.accept()
        peer.type("hello")
        _ = peer.serve(channel) { !$0.data.isEmpty }
        peer.type("R")
        let events = peer.serve(channel) { _ in false }
        let output = peer.finish()
        #expect(events.data.isEmpty && !events.isEmpty)
        #expect(output.contains("no renegotiation"), "\(output)")
    }
}
