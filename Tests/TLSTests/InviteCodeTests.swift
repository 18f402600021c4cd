import MoveLog
import Seeds
import TLS
import Testing

@Suite("Invite codes")
struct InviteCodeTests {
    private static let alphabet = Set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    @Test("are read back as they are printed, however they are typed", arguments: seeds(200))
    func roundTrip(seed: UInt64) throws {
        let code = InviteCode(seed: seed)
        let shown = code.description
        #expect(shown.split(separator: "-").map(\.count) == [4, 4, 4, 4])
        #expect(shown.allSatisfy { $0 == "-" || Self.alphabet.contains($0) })
        #expect(try InviteCode(parsing: shown) == code)
        #expect(try InviteCode(parsing: sloppy(shown, seed: seed)) == code)
    }

    /// The code as a person in a hurry types it: any case, separators anywhere, O for 0, I or l for 1.
    private func sloppy(_ shown: String, seed: UInt64) -> String {
        var source = SeededGenerator(seed: seed)
        var text = ""
        for character in shown where character != "-" {
            var typed = String(character)
            let chance = source.next()
            if character == "0" && chance & 1 == 0 { typed = "o" }
            if character == "1" { typed = ["1", "i", "L", "l"][Int(chance >> 1 & 3)] }
            text += chance & 8 == 0 ? typed.lowercased() : typed
            text += ["", "", " ", "-", "\t", "– "][Int((chance >> 8) % 6)]
        }
        return "  " + text + "\n"
    }

    @Test("differ for different random bytes, and so do what is made of them")
    func distinct() {
        let codes = (0..<200).map { InviteCode(seed: UInt64($0)) }
        #expect(Set(codes).count == 200)
        #expect(Set(codes.map(\.identity)).count == 200)
        #expect(Set(codes.map(\.key)).count == 200)
        #expect(codes.allSatisfy { $0.identity.count == 8 && $0.key.count == 32 })
    }

    @Test("take all 80 bits, most significant first")
    func bits() {
        let code = InviteCode { _ in [0x00, 0x44, 0x32, 0x14, 0xc7, 0xff, 0xff, 0xff, 0xff, 0xfe] }
        #expect(code.description == "0123-4567-ZZZZ-ZZZY")
    }

    @Test("have the identity and the key that any other implementation computes")
    func vector() throws {
        let code = try InviteCode(parsing: "0123-4567-89AB-CDEF")
        #expect(hexadecimal(code.identity) == "36f847775eeebe15")
        #expect(
            hexadecimal(code.key)
                == "db4f8a08d8fb7f279da5a6f733370e8e5c0675176323e44b32d35b5b1cc092a5")
    }

    @Test(
        "say what is wrong with what was typed",
        arguments: [
            ("", TLSError.codeLength(0)),
            ("0123-4567-89AB-CDE", .codeLength(15)),
            ("0123-4567-89AB-CDEF0", .codeLength(17)),
            ("0123-4567-89AB-CDEU", .codeCharacter("U", place: 19)),
            ("u123", .codeCharacter("u", place: 1)),
            ("0123é", .codeCharacter("é", place: 5)),
            ("0123\u{1b}[2J", .codeCharacter("\u{1b}", place: 5)),
        ])
    func wrong(text: String, error: TLSError) {
        #expect(throws: error) { try InviteCode(parsing: text) }
    }

    @Test("bound what is read")
    func tooLong() {
        let text = String(repeating: "0", count: 100_000)
        #expect(throws: TLSError.codeLength(100_000)) { try InviteCode(parsing: text) }
    }

    @Test("put no control character into a message")
    func message() {
        let text = TLSError.codeCharacter("\u{1b}", place: 5).description
        #expect(text.contains("U+1B") && !text.contains("\u{1b}"))
        let override = TLSError.codeCharacter("\u{202e}", place: 1).description
        #expect(override.contains("U+202E") && !override.contains("\u{202e}"))
    }
}

@Suite("What a failure says to people")
struct MessageTests {
    @Test("is one line of plain text, and no two failures say the same")
    func messages() throws {
        let key = try #require(PublicKey(Array(repeating: 0xab, count: 32)))
        let errors: [TLSError] = [
            .library(doing: "make a new key", reason: "no memory"),
            .keyUnreadable(reason: "no start line"), .keyOfOtherKind, .codeLength(15),
            .codeCharacter("U", place: 4), .refusedByPeer(.certificateRequired),
            .refusedByPeer(.unknownAuthority), .closedInHandshake, .certificateUnusable,
            .certificateMissing, .stranger(key), .codeWrong, .codeUnknown, .codeUnproven,
            .handshake(reason: "wrong version number"), .broken(reason: "bad record mac"),
            .flood(.handshake), .flood(.lateMessages), .flood(.data), .outputFull, .notEstablished,
            .webFilesUnusable(reason: "no start line"),
            .webName("m\u{fc}\n" + String(repeating: "a", count: 300)),
        ]
        let messages = errors.map(\.description)
        #expect(Set(messages).count == errors.count)
        for message in messages {
            #expect(message.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "\(message)")
            #expect(message.utf8.count <= 200, "\(message)")
        }
        #expect(messages[5].contains("alert 116"))
        #expect(messages[10].contains("abababababababab"))
    }
}
