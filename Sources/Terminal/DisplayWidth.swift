/// The columns of a text on a terminal: two for East Asian wide characters and emoji, none for
/// combining marks (Unicode Standard Annexes 11 and 29). Ambiguous characters have one.
package enum DisplayWidth {
    /// The text must not contain control characters.
    package static func of(_ text: String) -> Int {
        if let width = ofPlain(text) { return width }
        var width = 0
        for character in text { width += of(character) }
        return width
    }

    package static func of(_ text: Substring) -> Int { of(String(text)) }

    /// The columns of any text as `SafeText` shows it.
    static func ofSafe(_ text: String) -> Int { ofPlain(text) ?? of(SafeText.line(text)) }

    /// The columns of a text that is safe as it is, and of which each scalar is a character of one
    /// column, as in most languages with Latin letters; nil for another.
    static func ofPlain(_ text: String) -> Int? {
        let bytes = text.utf8Span.span
        for place in bytes.indices where !(0x20...0x7E).contains(bytes[place]) {
            var width = 0
            for scalar in text.unicodeScalars {
                let isPlain = (0x20...0x7E).contains(scalar.value) || isNarrow(scalar.value)
                // A space that does not break a line is shown as another.
                guard isPlain, scalar.value != 0xA0 else { return nil }
                width += 1
            }
            return width
        }
        return bytes.count
    }

    /// The columns of an extended grapheme cluster: two for an emoji of any number of scalars, else
    /// the sum of the scalars.
    package static func of(_ character: Character) -> Int {
        // The fast path: most text is ASCII, and every key redraws a screen.
        if character.isASCII { return character.utf8.count }
        let scalars = character.unicodeScalars
        if let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
            isNarrow(scalar.value)
        {
            return 1
        }
        var width = 0
        var isEmoji = false
        for scalar in scalars {
            // U+FE0F selects the emoji form of the character before it.
            if scalar == "\u{FE0F}", width > 0 { isEmoji = true }
            isEmoji = isEmoji || scalar.properties.isEmojiPresentation
            width += of(scalar)
        }
        return isEmoji ? 2 : width
    }

    /// Latin letters, punctuation such as dashes and `…`, lines and blocks: all of one column.
    private static func isNarrow(_ value: UInt32) -> Bool {
        switch value {
        case 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2500...0x259F: true
        default: false
        }
    }

    /// True if all terminals agree with `of` on the width of a scalar that stands alone: of common
    /// scripts. They differ on joined emoji, flags, marks and rare scripts.
    static func isUndisputed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: return true
        case 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA,
            0x620...0x64A, 0x1E00...0x1EFF, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF,
            0x2190...0x21FF, 0x2500...0x259F, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFC, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0xFFFD:
            return !scalar.properties.isEmoji
        default: return false
        }
    }

    /// The longest prefix of whole characters that fits, with `…` if it is shortened.
    package static func truncated(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = ""
        var width = 0
        for character in text {
            let next = of(character)
            guard width + next < columns else { break }
            kept.append(character)
            width += next
        }
        return kept + "…"
    }

    /// The longest suffix of whole characters that fits, with `…` if it is shortened.
    static func tail(_ text: String, of columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var count = 0
        var width = 0
        for character in text.reversed() {
            let next = of(character)
            guard width + next < columns else { break }
            count += 1
            width += next
        }
        return "…" + text.suffix(count)
    }

    /// The text with spaces up to the width; a longer text is returned unchanged.
    package static func padded(_ text: String, to columns: Int, atStart: Bool = false) -> String {
        let missing = columns - of(text)
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return atStart ? spaces + text : text + spaces
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if isConjoining(scalar.value) { return 0 }
        return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
    }

    /// Hangul vowels and final consonants, which join the syllable before them.
    private static func isConjoining(_ value: UInt32) -> Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if value > wide[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// The wide (W) and full-width (F) blocks of EastAsianWidth.txt, ascending; other emoji come
    /// from the property Emoji_Presentation.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5,
        0x2FF0...0x303E, 0x3041...0x3096, 0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E,
        0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247, 0x3250...0xA48C, 0xA490...0xA4C6,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52,
        0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
        0x16FF0...0x16FF1, 0x17000...0x18CD5, 0x18CFF...0x18D08, 0x1AFF0...0x1B2FB,
        0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F200...0x1F202, 0x1F210...0x1F23B,
        0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}
