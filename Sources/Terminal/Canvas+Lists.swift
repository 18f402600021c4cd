import ViewModels

/// What all lists draw alike.
extension Canvas {
    /// A text of a line with columns.
    struct ColumnText {
        let text: String
        /// Cells; nil in the one column that takes what the others leave.
        let width: Int?
        let isNumber: Bool

        init(_ text: String, _ width: Int?, isNumber: Bool = false) {
            self.text = text
            self.width = width
            self.isNumber = isNumber
        }
    }

    /// Writes what is said where a list is empty, as far as there is room.
    mutating func writePlaceholder(_ text: String, in rows: Range<Int>) {
        for (row, line) in zip(rows, WrappedText.lines(text, columns: columns)) {
            write(line, row: row, tone: .faint)
        }
    }

    /// Marks a line that is picked, in a way that needs no colour.
    mutating func writePick(_ isPicked: Bool, row: Int, look: Look) {
        write(isPicked ? ">" : " ", row: row, look: look)
    }

    /// Writes texts beside each other, each shortened to its width; the look covers what is between
    /// them too.
    mutating func write(
        columns texts: [ColumnText], row: Int, tone: Tone = .plain, look: Look = []
    ) {
        let gap = "  "
        let taken = texts.compactMap(\.width).reduce(gap.count * (texts.count - 1), +)
        let padded = texts.map { text in
            let width = text.width ?? max(1, columns - taken)
            return DisplayWidth.padded(
                DisplayWidth.truncated(SafeText.line(text.text), to: width), to: width,
                atStart: text.isNumber)
        }
        write(padded.joined(separator: gap), row: row, tone: tone, look: look)
    }
}
