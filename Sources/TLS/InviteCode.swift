import MoveLog

/// The code that a keeper reads aloud to let one device join: 16 Crockford base-32 characters, 80
/// random bits.
package struct InviteCode: Hashable, Sendable, CustomStringConvertible {
    /// The 16 canonical characters: digits and upper-case letters without I, L, O, U.
    private let characters: [UInt8]

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 16

    /// Draws a code. `random` must return the requested number of unpredictable bytes, which is 10.
    package init(random: (_ count: Int) -> [UInt8]) {
        let bytes = random(10)
        precondition(bytes.count == 10, "a code is made of ten random bytes")
        // Two groups of five bytes are eight characters of five bits each.
        characters = [bytes.prefix(5), bytes.suffix(5)].flatMap { group in
            let word = group.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return (0..<8).map { Self.alphabet[Int(word >> (35 - 5 * UInt64($0)) & 31)] }
        }
    }

    /// Reads a code as people type it: in either case, with spaces and dashes anywhere, O for 0, I
    /// and L for 1.
    package init(parsing text: String) throws(TLSError) {
        guard text.utf8.count <= ChannelLimits.codeTextBytesMax else {
            throw .codeLength(text.count)
        }
        var characters: [UInt8] = []
        for (index, character) in text.enumerated() where !Self.isSeparator(character) {
            guard let value = Self.canonical(character) else {
                throw .codeCharacter(character, place: index + 1)
            }
            characters.append(value)
        }
        guard characters.count == Self.count else { throw .codeLength(characters.count) }
        self.characters = characters
    }

    /// The code as displayed: `XXXX-XXXX-XXXX-XXXX`.
    package var description: String {
        stride(from: 0, to: Self.count, by: 4)
            .map { String(decoding: characters[$0..<($0 + 4)], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// Names the invite in the clear on the network: 8 bytes that do not reveal the code.
    package var identity: [UInt8] {
        Array(SHA256.digest(Array("scored invite id 1\0".utf8) + characters).bytes.prefix(8))
    }

    /// The external PSK, 32 bytes.
    package var key: [UInt8] {
        SHA256.digest(Array("scored invite psk 1\0".utf8) + characters).bytes
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || character == "-" || character == "\u{2013}"
    }

    /// The canonical character for a typed one.
    private static func canonical(_ character: Character) -> UInt8? {
        guard let typed = character.asciiValue else { return nil }
        let upper =
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(typed) ? typed - 32 : typed
        switch upper {
        case UInt8(ascii: "O"): return UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
        default: return alphabet.contains(upper) ? upper : nil
        }
    }
}
