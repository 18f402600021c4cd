import ViewModels

/// What stands above and beneath a list on a whole screen, and the rows that remain for the list. A
/// small screen leaves out the keys first, then what stands above.
struct ListFrame {
    /// A text with its tone.
    struct Text {
        let text: String
        var tone = Tone.plain
        var look: Canvas.Look = []
    }

    /// The canvas' rows for the list.
    let body: Range<Int>

    /// Draws all but the list. Texts that are empty take no row; the first of the head is the title.
    init(_ head: [Text], echo: Text = Text(text: ""), keys: String, on canvas: inout Canvas) {
        let rows = canvas.rows
        let head = head.filter { !$0.text.isEmpty }.prefix(rows < 4 ? 0 : rows < 8 ? 1 : 3)
        for (row, line) in head.enumerated() {
            canvas.write(line.text, row: row, tone: line.tone, look: line.look)
        }
        var bottom = rows
        if rows >= 6 {
            let lines = Self.hints(keys, columns: canvas.columns)
                .prefix(rows < 16 ? 1 : 2)
            bottom -= lines.count
            for (row, line) in lines.enumerated() {
                canvas.write(line, row: bottom + row, tone: .faint)
            }
        }
        if !echo.text.isEmpty, rows >= 2 {
            bottom -= 1
            canvas.write(echo.text, row: bottom, tone: echo.tone, look: echo.look)
        }
        // Air where there is room for it.
        let top = head.count + (rows >= 16 ? 1 : 0)
        body = top..<max(top, bottom - (rows >= 16 ? 1 : 0))
    }
}

extension ListFrame {
    /// The hints between the dots in lines, none of them torn apart where it fits on a line.
    static func hints(_ keys: String, columns: Int) -> [String] {
        var lines: [String] = []
        for hint in keys.split(separator: separator) {
            let longer = (lines.last.map { $0 + separator } ?? "") + hint
            if !lines.isEmpty, DisplayWidth.of(longer) <= columns {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(hint))
            }
        }
        return lines
    }

    private static let separator = " · "
}
