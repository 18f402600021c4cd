/// Lines of text: in a pipe as they are, on a terminal broken between words where it ends.
package struct TextView: PlainView {
    private let text: [String]

    /// Lines from anywhere.
    package init(_ text: [String]) { self.text = text }

    package func lines(_ style: Style) -> [String] {
        let lines = text.map(SafeText.line)
        guard let columns = style.columns else { return lines }
        return lines.flatMap { WrappedText.hanging($0, columns: columns) }
    }
}

/// Text in lines of whole words.
enum WrappedText {
    /// The text, made harmless, in lines of at most so many columns; a longer word is broken.
    static func lines(_ text: String, columns: Int) -> [String] {
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

    /// A harmless line broken between words, its other spaces kept. Text after a gap of spaces, as
    /// a summary does in a list, goes on beneath its beginning. A word that is wider than a line stays
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

    /// Columns before the further lines: those before the text after the first gap, if that begins in the
    /// left half, else those before the line itself.
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
