import MoveLog
import TLS
import Testing

@Suite(
    "A real openssl s_client", .enabled(if: RealPeer.isInstalled), .timeLimit(.minutes(2)),
    .serialized)
struct RealPeerTests {
    let endpoint: TLSContext
    let identity: Identity

    init() throws {
        identity = try .generate()
        endpoint = try TLSContext(identity: identity)
    }

    private static let makeKeys = """
        openssl genpkey -algorithm ed25519 -out own.pem &&
        openssl req -new -x509 -key own.pem -subj /CN=own -out own.crt &&
        openssl genpkey -algorithm ed25519 -out other.pem &&
        openssl req -new -key other.pem -subj /CN=other -out other.csr &&
        openssl x509 -req -in other.csr -CA own.crt -CAkey own.pem -set_serial 1 -out other.crt &&
        openssl ecparam -name prime256v1 -genkey -noout -out curve.pem &&
        openssl req -new -x509 -key curve.pem -subj /CN=curve -out curve.crt
        """

    @Test("without a certificate is told that one is required (alert 116)")
    func noCertificate() throws {
        let peer = try RealPeer("")
        let events = peer.serve(try endpoint.acceptAnybody()) { _ in false }
        let output = peer.finish()
        #expect(events == [.failed(.certificateMissing)])
        #expect(output.contains("SSL alert number 116"))
        // The handshake is done as far as the client knows, and it saw this certificate.
        #expect(output.contains("New, TLSv1.3, Cipher is TLS_AES_128_GCM_SHA256"))
        #expect(output.contains("CN = scored") || output.contains("CN=scored"))
        #expect(output.contains("X25519"))
    }

    @Test("is shown a certificate whose times outlast every clock")
    func certificateTimes() throws {
        let peer = try RealPeer("-showcerts")
        _ = peer.serve(try endpoint.acceptAnybody()) { _ in false }
        let output = peer.finish()
        #expect(output.contains("NotBefore: Jan  2 00:00:00 1970 GMT"))
        #expect(output.contains("NotAfter: Dec 31 23:59:59 9999 GMT"))
        #expect(output.contains("ED25519"))
    }

    @Test("gets no ticket and no early data")
    func noTicket() throws {
        let peer = try RealPeer("-cert own.crt -key own.pem", after: Self.makeKeys)
        let channel = try endpoint.acceptAnybody()
        let events = peer.serve(channel) { $0.proof != nil }
        channel.send(Array("hello".utf8))
        channel.close()
        _ = peer.serve(channel) { _ in false }
        let output = peer.finish()
        guard case .key? = events.proof else {
            Issue.record("no link: \(events), \(output)")
            return
        }
        #expect(output.contains("hello"))
        #expect(!output.contains("New Session Ticket"))
        #expect(output.contains("Early data was not sent"))
    }

    @Test(
        "with a certificate that is not self-signed Ed25519 is refused",
        arguments: [
            ("other", TLSError.certificateUnusable), ("curve", .certificateMissing),
        ])
    func otherCertificate(name: String, error: TLSError) throws {
        let peer = try RealPeer("-cert \(name).crt -key \(name).pem", after: Self.makeKeys)
        let events = peer.serve(try endpoint.acceptAnybody()) { _ in false }
        let output = peer.finish()
        #expect(events == [.failed(error)])
        #expect(output.contains("SSL alert number"))
    }

    @Test(
        "of an older version, or with other suites, groups or signatures than ours is refused",
        arguments: [
            ("-tls1_2", "SSL alert number 70"), ("-no_tls1_3", "SSL alert number 70"),
            ("-ciphersuites TLS_CHACHA20_POLY1305_SHA256", "SSL alert number"),
            ("-groups P-256", "SSL alert number"),
            ("-sigalgs ecdsa_secp256r1_sha256", "SSL alert number"),
        ])
    func refused(flags: String, alert: String) throws {
        let peer = try RealPeer(flags)
        let events = peer.serve(try endpoint.acceptAnybody()) { _ in false }
        let output = peer.finish()
        #expect(events.failure != nil && events.proof == nil)
        #expect(output.contains(alert))
    }

    @Test("with a code pairs, even if it shows a certificate as well")
    func code() throws {
        let key = Array("0123456789abcdef0123456789abcdef".utf8)
        let peer = try RealPeer(
            "-psk_identity invite -psk \(hexadecimal(key)) -cert own.crt -key own.pem",
            after: Self.makeKeys)
        let channel = try endpoint.accept(
            admits: { _ in true }, codeKey: { $0 == Array("invite".utf8) ? key : nil })
        let events = peer.serve(channel) { $0.proof != nil }
        channel.close()
        _ = peer.serve(channel) { _ in false }
        let output = peer.finish()
        #expect(events == [.established(.code(identity: Array("invite".utf8)))])
        #expect(output.contains("Reused, TLSv1.3"))
    }

    @Test("that asks for new keys without end is dropped")
    func keyFlood() throws {
        let peer = try RealPeer("-cert own.crt -key own.pem", after: Self.makeKeys)
        let channel = try endpoint.acceptAnybody()
        peer.expectFlood(of: channel) { $0.proof != nil }
    }
}
