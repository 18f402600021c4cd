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
}
