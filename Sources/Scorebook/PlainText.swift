/// Makes text from others safe to show on one line: names and notes are data.
package enum PlainText {
    /// Drops control characters, direction overrides, invisible characters and excess combining
    /// marks; collapses white space; keeps at most `max` Unicode scalars. Depends on the scalars
    /// alone, not on a Unicode version.
    package static func clean(_ text: String, max: Int) -> String {
        isClean(text.utf8, max: max) ? text : cleaned(text, max: max)
    }

    /// A text from outside in lower case, to compare with command words and with names of devices,
    /// games and entries, all of which are ASCII; nil if it cannot be one. ASCII compares byte by
    /// byte; comparing other text is not linear, since a character may have any number of marks.
    package static func word(_ text: some StringProtocol) -> String? { ascii(text)?.lowercased() }

    /// The same with case kept.
    package static func ascii(_ text: some StringProtocol) -> String? {
        guard
            text.utf8.prefix(ScorebookLimits.wordBytesMax + 1).count
                <= ScorebookLimits.wordBytesMax,
            text.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        return String(text)
    }

    /// True for ASCII digits only; also for an empty text.
    package static func isDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// A text from outside to compare with names of people in any script: cleaned, bounded, in
    /// lower case.
    package static func name(_ text: String) -> String {
        clean(text, max: ScorebookLimits.nameScalarsMax).lowercased()
    }

    /// Nil for other characters. Comparing characters compares texts: one may have any number of
    /// marks.
    package static func ascii(_ character: Character) -> UInt8? {
        character.utf8.count == 1 ? character.utf8.first : nil
    }

    /// True for nearly every name: printable ASCII, with single spaces only between words.
    private static func isClean(_ text: String.UTF8View, max: Int) -> Bool {
        var count = 0
        var isBehindSpace = true
        for byte in text {
            let isSpace = byte == 0x20
            guard byte >= 0x20, byte < 0x7f, !(isSpace && isBehindSpace) else { return false }
            isBehindSpace = isSpace
            count += 1
        }
        return count <= max && (count == 0 || !isBehindSpace)
    }

    private static func cleaned(_ text: String, max: Int) -> String {
        var kept = String.UnicodeScalarView()
        var count = 0
        var marks = 0
        var pendingSpace = false
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                pendingSpace = count > 0
                continue
            }
            if isDangerous(scalar) { continue }
            if isJoiner(scalar) {
                guard let last = kept.last, !last.isASCII, !isJoiner(last), !pendingSpace else {
                    continue
                }
            }
            marks = isCombiningMark(scalar) ? marks + 1 : 0
            if marks > ScorebookLimits.combiningMarksMax || (marks > 0 && count == 0) { continue }
            if count + (pendingSpace ? 2 : 1) > max { break }
            if pendingSpace {
                kept.append(" ")
                count += 1
                pendingSpace = false
            }
            kept.append(scalar)
            count += 1
        }
        return String(kept)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f,
            0x205f, 0x3000:
            true
        default: false
        }
    }

    /// Controls, direction marks and overrides, invisible operators and fillers, tags, interlinear
    /// marks and noncharacters.
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5,
            0x180b...0x180f, 0x200b, 0x200e, 0x200f, 0x202a...0x202e, 0x2060...0x206f, 0x2800,
            0x3164, 0xfdd0...0xfdef, 0xfeff, 0xffa0, 0xfff0...0xffff, 0x1bca0...0x1bca3,
            0x1d173...0x1d17a, 0xe0000...0xe0fff:
            true
        case let value: value & 0xfffe == 0xfffe
        }
    }

    /// Some scripts and emoji need joiners between their characters.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200c || scalar.value == 0x200d
    }

    private static func isCombiningMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36f, 0x483...0x489, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff,
            0xfe00...0xfe0f, 0xfe20...0xfe2f:
            true
        default: false
        }
    }
}

/// Names to type and say aloud: lower-case ASCII letters, digits and hyphens.
package enum Slug {
    /// Removes accents from Latin letters and replaces each run of other characters by a hyphen;
    /// `fallback` if nothing remains.
    package static func make(_ text: String, fallback: String) -> String {
        let plain = plain(text)
        if plain.utf8.allSatisfy({ $0 < 0x80 }) {
            let words = Array(plain.utf8).split { !isLetterOrDigit($0) }
            return words.isEmpty
                ? fallback
                : String(decoding: Array(words.joined(separator: "-".utf8)), as: UTF8.self)
        }
        let words = plain.split { character in
            !isLetterOrDigit(PlainText.ascii(character) ?? 0)
        }
        return words.isEmpty ? fallback : words.joined(separator: "-")
    }

    /// Lower case without accents on Latin letters; other scripts are kept.
    package static func plain(_ text: String) -> String {
        // Byte by byte where that says the same: names of all games of a season are compared.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return String(decoding: bytes, as: UTF8.self)
        }
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

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
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
