/// Lines of text: unchanged in a pipe, wrapped at spaces on a terminal.
package struct TextView: PlainView {
    private let text: [String]

    package init(_ text: [String]) { self.text = text }

    package func lines(_ style: Style) -> [String] {
        let lines = text.map(SafeText.line)
        guard let columns = style.columns else { return lines }
        return lines.flatMap { WrappedText.hanging($0, columns: columns) }
    }
}

enum WrappedText {
    /// Makes the text safe and wraps it at spaces; a longer word is split.
    static func lines(_ text: String, columns: Int) -> [String] {
        // Most texts are plain and fit.
        if let width = DisplayWidth.ofPlain(text), width <= columns, isTight(text) {
            return text.isEmpty ? [] : [text]
        }
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in SafeText.line(text).split(separator: " ") {
            let needed = DisplayWidth.of(word)
            if width > 0, width + 1 + needed > columns {
                lines.append(line)
                (line, width) = ("", 0)
            }
            if width > 0 {
                line += " "
                width += 1
            }
            guard width + needed > columns else {
                line += word
                width += needed
                continue
            }
            for character in word {
                let next = DisplayWidth.of(character)
                if width + next > columns, width > 0 {
                    lines.append(line)
                    (line, width) = ("", 0)
                }
                line.append(character)
                width += next
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// True if a space is between two words everywhere.
    private static func isTight(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        var isSpace = true
        for place in bytes.indices {
            let wasSpace = isSpace
            isSpace = bytes[place] == 0x20
            if isSpace, wasSpace { return false }
        }
        return !isSpace || text.isEmpty
    }

    /// The first lines; the last one ends in `…` if the text is longer.
    static func lines(_ text: String, columns: Int, atMost most: Int) -> [String] {
        let lines = lines(text, columns: columns)
        guard lines.count > most, most > 0 else { return lines }
        let rest = lines[(most - 1)...].joined(separator: " ")
        return lines[..<(most - 1)] + [DisplayWidth.truncated(rest, to: columns)]
    }

    /// Wraps a safe line at spaces, and keeps its other spaces. If the text is after a gap, as a
    /// summary in a list is, later lines are indented to its start. A word wider than a line stays
    /// whole, so that a path can be copied.
    static func hanging(_ text: String, columns: Int) -> [String] {
        guard DisplayWidth.of(text) > columns else { return [text] }
        let indent = String(repeating: " ", count: hang(of: text, columns: columns))
        var lines: [String] = []
        var line = ""
        var hasWord = false
        var rest = text[...]
        while !rest.isEmpty {
            let gap = rest.prefix { $0 == " " }
            let word = rest.dropFirst(gap.count).prefix { $0 != " " }
            rest = rest.dropFirst(gap.count + word.count)
            if hasWord, DisplayWidth.of(line + gap + word) > columns {
                lines.append(line)
                line = indent + word
            } else {
                line += gap + word
            }
            hasWord = true
        }
        return lines + [line]
    }

    /// The indentation of later lines: that of the text after the first gap if it begins in the
    /// left half, else that of the line.
    private static func hang(of text: String, columns: Int) -> Int {
        var lead: Int?
        var (width, spaces) = (0, 0)
        for character in text {
            if character == " " {
                spaces += 1
            } else {
                if let lead, spaces > 1 { return width <= columns / 2 ? width : lead }
                lead = lead ?? width
                spaces = 0
            }
            width += DisplayWidth.of(character)
        }
        return lead ?? 0
    }
}
