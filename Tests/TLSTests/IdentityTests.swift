import MoveLog
import Seeds
import TLS
import Testing

@Suite("Identity, signatures and digests")
struct IdentityTests {
    @Test(
        "SHA-256 gives the digests of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func digest(text: String, expected: String) {
        #expect(SHA256.digest(Array(text.utf8)).description == expected)
    }

    @Test("SHA-256 of a million letters a")
    func longDigest() {
        let bytes: [UInt8] = Array(repeating: 0x61, count: 1_000_000)
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(SHA256.digest(bytes).description == expected)
    }

    @Test("SHA-256 of the starts of bytes, taken in once")
    func digestsOfStarts() throws {
        let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0) }
        let ends = [0, 0, 1, 55, 56, 63, 64, 65, 128, 2999, 3000, 3000]
        let expected = ends.map { SHA256.digest(Array(bytes[..<$0])) }
        #expect(SHA256.digests(ofStartsOf: bytes, upTo: ends) == expected)
        #expect(SHA256.digests(ofStartsOf: [], upTo: [0]) == [SHA256.digest([])])
        #expect(try Identity.generate().digests(ofStartsOf: bytes, upTo: ends) == expected)
    }

    /// A test vector of RFC 8032 section 7.1.
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let secret: String
        let key: String
        let message: String
        let signature: String
        var testDescription: String { name }
    }

    static let vectors = [
        Vector(
            name: "TEST 1",
            secret: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        Vector(
            name: "TEST 2",
            secret: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        Vector(
            name: "TEST 3",
            secret: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
    ]

    @Test("Ed25519 signs and checks as in RFC 8032", arguments: vectors)
    func knownAnswer(vector: Vector) throws {
        let secret = try #require(bytes(hexadecimal: vector.secret))
        let message = try #require(bytes(hexadecimal: vector.message))
        let identity = try Identity(pem: Self.pem(secret: secret))
        #expect(identity.publicKey.description == vector.key)
        #expect(hexadecimal(identity.sign(message)) == vector.signature)
        let signature = try #require(bytes(hexadecimal: vector.signature))
        #expect(identity.isValid(signature, of: message, by: identity.publicKey))
        #expect(Signature.isValid(signature, of: message, by: identity.publicKey))
    }

    @Test("a signature holds for its message, its key and its 64 bytes alone", arguments: seeds(64))
    func alteration(index: Int) throws {
        let identity = try Identity.generate()
        let message = Array("thirteen all".utf8)
        let signature = identity.sign(message)
        #expect(Signature.isValid(signature, of: message, by: identity.publicKey))

        var altered = signature
        altered[index] ^= 1 << (index % 8)
        #expect(!Signature.isValid(altered, of: message, by: identity.publicKey))
        var other = message
        other[index % message.count] ^= 1
        #expect(!Signature.isValid(signature, of: other, by: identity.publicKey))
        #expect(
            !Signature.isValid(Array(signature.prefix(index)), of: message, by: identity.publicKey))
        #expect(!Signature.isValid(signature + [0], of: message, by: identity.publicKey))
        #expect(!Signature.isValid(signature, of: message, by: try Identity.generate().publicKey))
    }

    @Test("bytes that are no public key make nothing valid")
    func notAKey() throws {
        let key = try #require(PublicKey(Array(repeating: 0xff, count: 32)))
        #expect(!Signature.isValid(Array(repeating: 0, count: 64), of: [], by: key))
    }

    @Test("a key is the same after a way through its file")
    func pemRoundTrip() throws {
        let identity = try Identity.generate()
        let pem = try identity.pem()
        #expect(pem.count == 119)
        #expect(String(decoding: pem, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let again = try Identity(pem: pem)
        #expect(again.publicKey == identity.publicKey)
        #expect(again.sign([1, 2, 3]) == identity.sign([1, 2, 3]))
        #expect(try again.pem() == pem)
    }

    @Test("one identity serves many threads at once")
    func threads() async throws {
        let identity = try Identity.generate()
        let message = Array("thirteen all".utf8)
        let expected = identity.sign(message)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    identity.sign(message) == expected
                        && identity.isValid(expected, of: message, by: identity.publicKey)
                        && identity.digest(message) == SHA256.digest(message)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("a file that holds no key says so")
    func unreadable() throws {
        let damaged = Array(try Identity.generate().pem().dropLast(60))
        for bytes in [[], Array("hello".utf8), damaged, Array(repeating: 0x2d, count: 5000)] {
            #expect {
                try Identity(pem: bytes)
            } throws: { error in
                guard case .keyUnreadable(let reason)? = error as? TLSError else { return false }
                return !reason.isEmpty
            }
        }
    }

    @Test("a key of another kind is refused")
    func otherKind() {
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VuBCIEIFANGpbCqDxEZB0e20YVJ+0yDfMHBbf1a7z2ucnWi6Zt
            -----END PRIVATE KEY-----

            """
        #expect(throws: TLSError.keyOfOtherKind) { try Identity(pem: Array(pem.utf8)) }
    }

    /// A PKCS #8 file (RFC 8410 section 7) around 32 secret bytes.
    static func pem(secret: [UInt8]) -> [UInt8] {
        let der = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20] + secret
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let base64 = stride(from: 0, to: der.count, by: 3).flatMap { start -> [UInt8] in
            let word = der[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) }
            return [18, 12, 6, 0].map { alphabet[word >> $0 & 63] }
        }
        return Array("-----BEGIN PRIVATE KEY-----\n".utf8) + base64
            + Array("\n-----END PRIVATE KEY-----\n".utf8)
    }
}
