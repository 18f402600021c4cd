/// Names to type and say aloud: lower-case ASCII letters, digits and hyphens.
package enum Slug {
    /// Removes accents from Latin letters and replaces each run of other characters by a hyphen;
    /// `fallback` if nothing remains.
    package static func make(_ text: String, fallback: String) -> String {
        let words = plain(text).split { character in
            switch PlainText.ascii(character) ?? 0 {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: false
            default: true
            }
        }
        return words.isEmpty ? fallback : words.joined(separator: "-")
    }

    /// Lower case without accents on Latin letters; other scripts are kept.
    package static func plain(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            if character.utf8.allSatisfy({ $0 < 0x80 }) {
                result.append(character)
            } else if let letters = special(character) {
                result += letters
            } else {
                result.append(unmarked(character) ?? character)
            }
        }
        return result
    }

    /// The first of `slug`, `slug-2`, `slug-3` … that is not taken; takes it. `taken` has the next
    /// number to try for each slug, so that thousands of equal names cost no more each.
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

    /// Looks up a single scalar: a character may have any number of marks.
    private static func special(_ character: Character) -> String? {
        let scalars = character.unicodeScalars
        guard let scalar = scalars.first, scalars.dropFirst().isEmpty else { return nil }
        return letters[scalar]
    }

    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
        "ı": "i", "ħ": "h", "ŋ": "n", "ŧ": "t", "ə": "e", "ƒ": "f", "ĳ": "ij", "ŀ": "l", "ſ": "s",
    ]

    /// The letter without one or two marks, in every normal form; nil for other characters.
    private static func unmarked(_ character: Character) -> Character? {
        var letter: Unicode.Scalar?
        var count = 0
        for scalar in character.unicodeScalars {
            if letter != nil {
                guard marks.contains(scalar.value) else { return nil }
                // One scalar for a diaeresis and an acute accent.
                count += scalar.value == 0x344 ? 2 : 1
            } else if let known = composed[scalar] {
                letter = known.letter
                count = known.marks
            } else {
                guard scalar >= "a", scalar <= "z" else { return nil }
                letter = scalar
            }
        }
        return count <= 2 ? letter.map(Character.init) : nil
    }

    private static let marks: Set<UInt32> = [
        0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30a, 0x30b, 0x30c, 0x30f,
        0x311, 0x31b, 0x323, 0x324, 0x325, 0x326, 0x327, 0x328, 0x32d, 0x32e, 0x330, 0x331, 0x340,
        0x341, 0x344,
    ]

    /// Unicode's precomposed lower-case letters: the first letter of each word is the base of the
    /// others. The table is small because the first name with an accent builds it.
    private static let composed: [Unicode.Scalar: (letter: Unicode.Scalar, marks: Int)] = {
        var composed: [Unicode.Scalar: (letter: Unicode.Scalar, marks: Int)] = [:]
        for (words, marks) in [(withOneMark, 1), (withTwoMarks, 2)] {
            for word in words.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                guard let letter = word.first else { continue }
                for scalar in word.dropFirst() { composed[scalar] = (letter, marks) }
            }
        }
        return composed
    }()

    private static let withOneMark = """
        aàáâãäåāăąǎȁȃȧḁạả bḃḅḇ cçćĉċč dďḋḍḏḑḓ eèéêëēĕėęěȅȇȩḙḛẹẻẽ fḟ gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖ
        iìíîïĩīĭįǐȉȋḭỉị jĵǰ kķǩḱḳḵ lĺļľḷḻḽ mḿṁṃ nñńņňǹṅṇṉṋ oòóôõöōŏőơǒǫȍȏȯọỏ pṕṗ rŕŗřȑȓṙṛṟ
        sśŝşšșṡṣ tţťțṫṭṯṱẗ uùúûüũūŭůűųưǔȕȗṳṵṷụủ vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ
        """

    private static let withTwoMarks = """
        aǟǡǻấầẩẫậắằẳẵặ cḉ eḕḗḝếềểễệ iḯ lḹ oǭȫȭȱṍṏṑṓốồổỗộớờởỡợ rṝ sṥṧṩ uǖǘǚǜṹṻứừửữự
        """
}
