/// Names that people can type and say aloud: lower-case ASCII letters, digits and hyphens.
package enum Slug {
    /// The text as a slug: accented Latin letters lose their accents, everything else that is not a
    /// letter or digit of ASCII becomes one hyphen; `fallback` if nothing is left.
    package static func make(_ text: String, fallback: String) -> String {
        let words = plain(text).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? fallback : words.joined(separator: "-")
    }

    /// The text in lower case without accents on Latin letters; other scripts stay as they are.
    package static func plain(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            if character.isASCII {
                result.append(character)
            } else if let letters = special[character] {
                result += letters
            } else {
                result.append(accented[character] ?? character)
            }
        }
        return result
    }

    /// The first of `slug`, `slug-2`, `slug-3` … that is not taken, which it then is. `taken` holds
    /// for each slug the next number to try, so that thousands of one name cost no more each.
    package static func unique(_ slug: String, taken: inout [String: Int]) -> String {
        guard var number = taken[slug] else {
            taken[slug] = 2
            return slug
        }
        var candidate = "\(slug)-\(number)"
        while taken[candidate] != nil {
            number += 1
            candidate = "\(slug)-\(number)"
        }
        taken[slug] = number + 1
        taken[candidate] = 2
        return candidate
    }

    private static let special: [Character: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
        "ı": "i", "ħ": "h", "ŋ": "n", "ŧ": "t", "ə": "e", "ƒ": "f", "ĳ": "ij", "ŀ": "l", "ſ": "s",
    ]

    /// Letters with one or two marks. Characters are equal when they are canonically equivalent, so
    /// that one table serves text in every normal form.
    private static let accented: [Character: Character] = {
        let marks: [UInt32] = [
            0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30a, 0x30b, 0x30c,
            0x30f, 0x311, 0x31b, 0x323, 0x324, 0x325, 0x326, 0x327, 0x328, 0x32d, 0x32e, 0x330,
            0x331,
        ]
        let scalars = marks.compactMap(Unicode.Scalar.init)
        var table: [Character: Character] = [:]
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for first in scalars {
                let once = String(letter) + String(Character(first))
                table[Character(once)] = letter
                for second in scalars {
                    table[Character(once + String(Character(second)))] = letter
                }
            }
        }
        return table
    }()
}
