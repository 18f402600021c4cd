import Foundation
import MoveLog
import Seeds
import TLS
import Testing

@Suite("The certificate for browsers", .timeLimit(.minutes(1)))
struct WebCertificateTests {
    /// 2026-01-02 03:04:05 UTC.
    static let now = 1_767_323_045
    let made: WebCertificate
    let keyPEM: [UInt8]
    let certificatePEM: [UInt8]

    init() throws {
        made = try WebCertificate(
            names: ["localhost", "Ana.local", "192.168.1.4", "fd00::1"], now: Self.now)
        keyPEM = try made.keyPEM()
        certificatePEM = try made.certificatePEM()
    }

    private func isUnusable(_ error: any Error) -> Bool {
        guard case .webFilesUnusable(let reason)? = error as? TLSError else { return false }
        return !reason.isEmpty
    }

    private func expectUnusable(
        _ key: [UInt8], _ certificate: [UInt8], _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            sourceLocation: location,
            performing: { try WebCertificate(keyPEM: key, certificatePEM: certificate) },
            throws: isUnusable)
    }

    @Test("is the same after a way through its files")
    func roundTrip() throws {
        let read = try WebCertificate(keyPEM: keyPEM, certificatePEM: certificatePEM)
        let names = ["localhost", "ana.local", "192.168.1.4", "fd00:0:0:0:0:0:0:1"]
        for one in [made, read] {
            #expect(one.names == names)
            #expect(one.notAfter == Self.now + 365 * 86_400)
            #expect(try one.fingerprint() == made.fingerprint())
            #expect(try one.keyPEM() == keyPEM)
            #expect(try one.certificatePEM() == certificatePEM)
        }
        #expect(
            String(decoding: keyPEM, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(
            String(decoding: certificatePEM, as: UTF8.self)
                .hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    }

    @Test("covers its names in every spelling, and no others")
    func names() {
        for name in ["LOCALHOST", "ana.local", "192.168.1.4", "FD00::1", "fd00:0::0:1"] {
            #expect(made.covers(name), "\(name)")
        }
        for name in ["ana", "local", "b.ana.local", "192.168.1.5", "fd00::2", "::1", "", "*"] {
            #expect(!made.covers(name), "\(name)")
        }
    }

    @Test(
        "is made for host names and IP addresses alone",
        arguments: [
            "", ".", "ana..local", "ana.local.", "ana local", "a,IP:10.0.0.1", "a\nb", "[fd00::1]",
            "fe80::1%2", "*.local", "m\u{fc}ller.local", "critical,a", "@a", "localhost:7423",
            String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "a",
        ])
    func noName(name: String) {
        #expect(throws: TLSError.webName(name)) {
            try WebCertificate(names: ["localhost", name], now: Self.now)
        }
    }

    @Test("can have the longest host name, and as many names as a machine has addresses")
    func manyNames() throws {
        let labels = Array(repeating: String(repeating: "a", count: 63), count: 3)
        let longest = (labels + [String(repeating: "b", count: 61)]).joined(separator: ".")
        let addresses = (0..<100).map { "10.0.0.\($0)" } + (1...100).map { "fd00::\($0)" }
        let one = try WebCertificate(names: [longest] + addresses, now: Self.now)
        let read = try WebCertificate(
            keyPEM: one.keyPEM(), certificatePEM: one.certificatePEM())
        #expect(read.names.count == 201)
        #expect(([longest] + addresses).allSatisfy(read.covers))
    }

    @Test("says what it is for (RFC 5280)")
    func fields() throws {
        let der = try Self.der(of: certificatePEM)
        func has(_ text: String, times: Int = 1) throws -> Bool {
            let part = try #require(bytes(hexadecimal: text))
            let count = der.indices.count { der[$0...].starts(with: part) }
            return count == times
        }
        // ecdsa-with-SHA256, inside and outside of what is signed; prime256v1.
        #expect(try has("300a06082a8648ce3d040302", times: 2))
        #expect(try has("06082a8648ce3d030107"))
        // Subject and issuer: CN=scored.
        #expect(try has("06035504030c0673636f726564", times: 2))
        // basicConstraints critical, no authority; keyUsage critical, digitalSignature alone.
        #expect(try has("300c0603551d130101ff04023000"))
        #expect(try has("300e0603551d0f0101ff040403020780"))
        // extKeyUsage: serverAuth alone.
        #expect(try has("30130603551d25040c300a06082b06010505070301"))
        // subjectAltName: two DNS names and two addresses.
        let alternatives =
            "82096c6f63616c686f73748209616e612e6c6f63616c8704c0a80104"
            + "8710fd000000000000000000000000000001"
        #expect(try has("0603551d11" + "0430302e" + alternatives))
        // Version 3, and a positive serial of 16 bytes.
        #expect(try has("a0030201020210"))
        let serial = try #require(bytes(hexadecimal: "a0030201020210"))
        let place = try #require(der.indices.first { der[$0...].starts(with: serial) })
        #expect(der[place + serial.count] < 0x80)
        // From a day before it was made: 260101030405Z to 270102030405Z.
        #expect(try has("301e170d3236303130313033303430355a170d3237303130323033303430355a"))
    }

    @Test("is another each time")
    func fresh() throws {
        let other = try WebCertificate(names: ["localhost"], now: Self.now)
        #expect(try other.fingerprint() != made.fingerprint())
        #expect(try other.keyPEM() != keyPEM)
        #expect(throws: TLSError.self) { try WebCertificate(names: [], now: Self.now) }
    }

    @Test("belongs to its key, a P-256 key")
    func otherKeys() throws {
        let other = try WebCertificate(names: ["localhost"], now: Self.now)
        let device = try Identity.generate().pem()
        for key in [try other.keyPEM(), device, certificatePEM] {
            expectUnusable(key, certificatePEM)
        }
        for (key, certificate) in [
            (Self.otherCurve, Self.otherCurveCertificate), (Self.issuer, Self.issued),
        ] {
            expectUnusable(Array(key.utf8), Array(certificate.utf8))
        }
        expectUnusable(keyPEM, keyPEM)
    }

    @Test("whose files are cut off is refused, wherever the end is")
    func cutFiles() throws {
        let fingerprint = try made.fingerprint()
        for count in 0..<certificatePEM.count {
            let part = Array(certificatePEM.prefix(count))
            try expectSame(fingerprint, "\(count)") {
                try WebCertificate(keyPEM: keyPEM, certificatePEM: part)
            }
        }
        for count in 0..<keyPEM.count {
            try expectSame(fingerprint, "\(count)") {
                try WebCertificate(
                    keyPEM: Array(keyPEM.prefix(count)), certificatePEM: certificatePEM)
            }
        }
        let long = Array(repeating: UInt8(ascii: "-"), count: ChannelLimits.webFileBytesMax + 1)
        expectUnusable(keyPEM, long)
    }

    @Test("whose files are damaged is refused or the same", arguments: seeds(400))
    func damagedFiles(seed: UInt64) throws {
        var source = SeededGenerator(seed: seed)
        var key = keyPEM
        var certificate = certificatePEM
        for _ in 0...(seed % 3) {
            let flip: UInt8 = 1 << UInt8(source.next() & 7)
            if seed & 1 == 0 {
                key[Int(source.next() % UInt64(key.count))] ^= flip
            } else {
                certificate[Int(source.next() % UInt64(certificate.count))] ^= flip
            }
        }
        try expectSame(try made.fingerprint(), "seed \(seed)") {
            try WebCertificate(keyPEM: key, certificatePEM: certificate)
        }
    }

    /// White space and unused bits may differ; of the content all or nothing is read.
    private func expectSame(
        _ fingerprint: Digest, _ comment: Comment, _ read: () throws -> WebCertificate
    ) throws {
        do {
            let certificate = try read()
            #expect(try certificate.fingerprint() == fingerprint, comment)
            var key = try Self.der(of: certificate.keyPEM())
            // OpenSSL reads any version of an ECPrivateKey (RFC 5915) as 1.
            key[33] = 1
            #expect(try key == Self.der(of: keyPEM), comment)
        } catch {
            #expect(isUnusable(error), "\(error), \(comment)")
        }
    }

    // Made by the program `openssl`: a P-384 key with its certificate, and a P-256 key with a
    // certificate that it signed for another key.

    private static let otherCurve = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBQ+iZNJn3sleGcLcfn
        gIMt6MVJ+sd9qnptZcnIAfESNktA+SO+ph0tX+OxbuWLQ5GhZANiAASMYqP89pD4
        gebpy6q5Qq397Q/f3pAqoqQ/rEjxgsrnj1IKE/wokfX+oaVhUCwpQf1VTQ0EaKFG
        STQWDOcLnjBujitxWtOVgN8TI3D8Hf+IPxDVcegeAsqsLGb0k78HNlY=
        -----END PRIVATE KEY-----

        """
    private static let otherCurveCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBtTCCATqgAwIBAgIUJ/2D8btLdHFBuak5ZqftjnjMXeIwCgYIKoZIzj0EAwIw
        EDEOMAwGA1UEAwwFY3VydmUwIBcNMjYxMTI2MTgyNTU5WhgPMjEyNjExMDIxODI1
        NTlaMBAxDjAMBgNVBAMMBWN1cnZlMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEjGKj
        /PaQ+IHm6cuquUKt/e0P396QKqKkP6xI8YLK549SChP8KJH1/qGlYVAsKUH9VU0N
        BGihRkk0FgznC54wbo4rcVrTlYDfEyNw/B3/iD8Q1XHoHgLKrCxm9JO/BzZWo1Mw
        UTAdBgNVHQ4EFgQUfubUqk28fj1JN1uPf/cIomKirswwHwYDVR0jBBgwFoAUfubU
        qk28fj1JN1uPf/cIomKirswwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNp
        ADBmAjEAyTru6rpml58PNr4GqH40hRbLYIxYDmCr+qjnlfmdwh9rZwrbhImQFBbK
        HhV5bOTDAjEA95e3r+4TFAQhsmSsV+Vb2iGnFacuZx5xWLG3Kiu81nmxy3Q557m7
        kZlNpGxo/Tba
        -----END CERTIFICATE-----

        """
    private static let issuer = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrm2hLboQ+jfCW/fm
        s5A6TeQlav3vDhIvX3AoHoclOU2hRANCAAR0iKns3nW1kUHMUnvy6krVUdTid1Xn
        ny0ZJ0B2aOL7RIe+MqOMBR9wcl0UXq4FZF3yTYlQb9qvremPYzXW+vfR
        -----END PRIVATE KEY-----

        """
    private static let issued = """
        -----BEGIN CERTIFICATE-----
        MIIBATCBqAIBATAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFhMCAXDTI2MTEyNjE4
        MjU1OVoYDzIxMjYxMTAyMTgyNTU5WjAMMQowCAYDVQQDDAFiMFkwEwYHKoZIzj0C
        AQYIKoZIzj0DAQcDQgAEWU4BtHwG2DnqXvbo/LgQbf2Nd+F23ZWtM/Y0lY5JjRIw
        nEWzqTMYaWM2ImUY7ohqWh8OFemx6NMrIIZ6yRts+DAKBggqhkjOPQQDAgNIADBF
        AiEAg7CMb4qQgqJpUtLwdjyW4/AjVWhc6eMdinZbiCzi2osCIFvUSGf9zsDR2Qcz
        qCVTgDa5cfMqlgwXIcQUqYRr36gk
        -----END CERTIFICATE-----

        """

    private static func der(of pem: [UInt8]) throws -> [UInt8] {
        let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
        let text = lines.filter { !$0.hasPrefix("-") }.joined()
        return [UInt8](try #require(Data(base64Encoded: text)))
    }
}
