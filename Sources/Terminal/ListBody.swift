import ViewModels

/// The rows of a list that scrolls, with the one row view.
struct ListBody {
    private let rows: [any RowViewModel]
    private let picked: Int?
    private let placeholder: String

    /// Draws these rows, or the placeholder where there is none.
    init(_ rows: [any RowViewModel], picked: Int?, placeholder: String) {
        self.rows = rows
        self.picked = picked
        self.placeholder = placeholder
    }

    /// Draws what `window` chooses for the lines there are.
    func draw(on canvas: inout Canvas, lines: Range<Int>, window: (Int) -> Range<Int>) {
        guard !lines.isEmpty else { return }
        guard !rows.isEmpty else {
            let text = WrappedText.lines(placeholder, columns: canvas.columns)
            for (line, text) in zip(lines, text) { canvas.write(text, row: line, tone: .faint) }
            return
        }
        let width = RowView.textWidth(of: rows, columns: canvas.columns)
        for (line, index) in zip(lines, window(lines.count)) {
            RowView(rows[index], isPicked: index == picked)
                .draw(on: &canvas, line: line, textWidth: width)
        }
    }
}
