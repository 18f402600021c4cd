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
    package static func word(_ text: some StringProtocol) -> String? {
        ascii(text)?.lowercased()
    }

    /// The same with case kept.
    static func ascii(_ text: some StringProtocol) -> String? {
        guard text.utf8.prefix(Limits.wordBytesMax + 1).count <= Limits.wordBytesMax,
            text.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        return String(text)
    }

    /// A text from outside to compare with names of people in any script: cleaned, bounded, in
    /// lower case.
    package static func name(_ text: String) -> String {
        clean(text, max: Limits.nameScalarsMax).lowercased()
    }

    /// Nil for other characters. Comparing characters compares texts: one may have any number of
    /// marks.
    static func ascii(_ character: Character) -> UInt8? {
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
            if marks > Limits.combiningMarksMax || (marks > 0 && count == 0) { continue }
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
