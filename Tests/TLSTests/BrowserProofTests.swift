import MoveLog
import Seeds
import TLS
import Testing

@Suite("What a browser proves with: HMAC and ECDSA")
struct BrowserProofTests {
    /// A test case of RFC 4231 section 4; case 5 gives 128 bits of the tag.
    struct Tag: Sendable, CustomTestStringConvertible {
        let number: Int
        let key: [UInt8]
        let message: [UInt8]
        let tag: String
        var testDescription: String { "test case \(number)" }
    }

    static let tags = [
        Tag(
            number: 1, key: Array(repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            tag: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Tag(
            number: 2, key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            tag: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Tag(
            number: 3, key: Array(repeating: 0xaa, count: 20),
            message: Array(repeating: 0xdd, count: 50),
            tag: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Tag(
            number: 4, key: Array(1...25), message: Array(repeating: 0xcd, count: 50),
            tag: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Tag(
            number: 5, key: Array(repeating: 0x0c, count: 20),
            message: Array("Test With Truncation".utf8), tag: "a3b6167473100ee06e0c796c2955552b"),
        Tag(
            number: 6, key: Array(repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            tag: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Tag(
            number: 7, key: Array(repeating: 0xaa, count: 131),
            message: Array(
                ("This is a test using a larger than block-size key and a larger than block-size "
                    + "data. The key needs to be hashed before being used by the HMAC algorithm.")
                    .utf8),
            tag: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    @Test("HMAC-SHA256 gives the tags of RFC 4231", arguments: tags)
    func tag(of vector: Tag) {
        let tag = HMAC.sha256(key: vector.key, vector.message)
        #expect(tag.count == 32)
        #expect(hexadecimal(tag).hasPrefix(vector.tag))
    }

    @Test("HMAC-SHA256 takes an empty key and an empty message")
    func emptyTag() {
        // RFC 2104: a short key is filled up with zeros.
        #expect(HMAC.sha256(key: [], []) == HMAC.sha256(key: [0], []))
        #expect(HMAC.sha256(key: [], []) != HMAC.sha256(key: [1], []))
    }

    @Test("tags are equal where all bytes are", arguments: seeds(64))
    func equalTags(seed: UInt64) {
        var source = SeededGenerator(seed: seed)
        let one = source.bytes(Int(seed))
        #expect(HMAC.isEqual(one, one))
        #expect(!HMAC.isEqual(one, one + [0]) && !HMAC.isEqual(one + [0], one))
        for place in one.indices {
            var other = one
            other[place] ^= 1 << UInt8(source.next() & 7)
            #expect(!HMAC.isEqual(one, other))
        }
    }

    // MARK: ECDSA

    /// A signature by the key of RFC 6979 appendix A.2.5.
    struct Signed: Sendable, CustomTestStringConvertible {
        let name: String
        let message: String
        let r: String
        let s: String
        var testDescription: String { name }
        var signature: [UInt8] { bytes(hexadecimal: r + s) ?? [] }
    }

    /// The first two are those of the RFC; the others have another secret number.
    static let signatures = [
        Signed(
            name: "sample", message: "sample",
            r: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
            s: "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"),
        Signed(
            name: "test", message: "test",
            r: "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
            s: "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"),
        Signed(
            name: "r has 31 bytes", message: "sample",
            r: "00d9fe006b9451bada044d5bf30bada6263b8d9f21dcb064777c3c2c8d26c8fb",
            s: "d746f5ea79d231e6fd38d7e11db701ab25bd88f7a28457881dca62b810584b43"),
        Signed(
            name: "s has 30 bytes", message: "sample",
            r: "32ec450f60aa1fc0ebb3610716d7fb6a5279d92c7c207065d2024762a2a0e1a6",
            s: "00005fb37df3c53460ccbca5fa65f7c3b27c082a7cb17e49192fd35085213fc1"),
    ]

    static let x = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    static let y = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    let key: [UInt8]

    init() throws {
        key = try #require(bytes(hexadecimal: "04" + Self.x + Self.y))
    }

    @Test("P-256 with SHA-256 checks as in RFC 6979", arguments: signatures)
    func knownAnswer(signed: Signed) {
        let message = Array(signed.message.utf8)
        #expect(P256.isValid(signed.signature, of: message, by: key))
        #expect(!P256.isValid(signed.signature, of: message + [0], by: key))
        #expect(!P256.isValid(signed.signature, of: [], by: key))
    }

    @Test("no bit of a P-256 signature, message or key can be another", arguments: seeds(64))
    func alteration(part: Int) {
        let signed = Self.signatures[part % Self.signatures.count]
        let message = Array(signed.message.utf8)
        func altered(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            return bytes
        }
        for bit in stride(from: part, to: 512, by: 64) {
            #expect(!P256.isValid(altered(signed.signature, bit), of: message, by: key), "\(bit)")
        }
        for bit in stride(from: part, to: 8 * 65, by: 64) {
            #expect(
                !P256.isValid(signed.signature, of: message, by: altered(key, bit)), "\(bit)")
        }
        let bit = part % (8 * message.count)
        #expect(!P256.isValid(signed.signature, of: altered(message, bit), by: key), "\(bit)")
    }

    @Test("a P-256 signature has 64 bytes, a key 65", arguments: signatures)
    func lengths(signed: Signed) {
        let message = Array(signed.message.utf8)
        for count in 0..<64 {
            let part = Array(signed.signature.prefix(count))
            #expect(!P256.isValid(part, of: message, by: key))
        }
        #expect(!P256.isValid(signed.signature + [0], of: message, by: key))
        for count in 0..<65 {
            #expect(!P256.isValid(signed.signature, of: message, by: Array(key.prefix(count))))
        }
        #expect(!P256.isValid(signed.signature, of: message, by: key + [0]))
    }

    @Test("other forms of a point, and no points, are no key")
    func otherPoints() throws {
        let signed = Self.signatures[0]
        let message = Array(signed.message.utf8)
        let ones = String(repeating: "ff", count: 32)
        let zeros = String(repeating: "00", count: 32)
        // y is odd: 03 is the compressed form, 07 the hybrid one (SEC 1 section 2.3.3).
        let forms = [
            "03" + Self.x, "03" + Self.x + Self.y, "07" + Self.x + Self.y, "06" + Self.x + Self.y,
            "00" + Self.x + Self.y, "04" + Self.y + Self.x, "04" + zeros + zeros,
            "04" + ones + ones, "04" + Self.x + zeros, "00",
        ]
        for form in forms {
            let other = try #require(bytes(hexadecimal: form))
            #expect(!P256.isValid(signed.signature, of: message, by: other), "\(form)")
        }
    }

    @Test("r and s are above 0 and below the order")
    func ranges() throws {
        let signed = Self.signatures[0]
        let message = Array(signed.message.utf8)
        let zero = String(repeating: "00", count: 32)
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
        for number in [zero, order, String(repeating: "ff", count: 32)] {
            for text in [number + signed.s, signed.r + number, number + number] {
                let signature = try #require(bytes(hexadecimal: text))
                #expect(!P256.isValid(signature, of: message, by: key), "\(text)")
            }
        }
    }
}
