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

    /// What is drawn nowhere else: the picked row's detail where details have no room.
    func hiddenDetail(columns: Int) -> String {
        guard let picked, rows.indices.contains(picked) else { return "" }
        let width = RowView.textWidth(of: rows, columns: columns)
        return RowView.hasDetails(width, columns: columns) ? "" : rows[picked].detail
    }

    /// The last line above the keys: what is to be said, else the picked row's hidden detail.
    func echo(_ text: String, _ tone: Tone, columns: Int) -> ListFrame.Text {
        text.isEmpty
            ? ListFrame.Text(text: hiddenDetail(columns: columns), tone: .faint)
            : ListFrame.Text(text: text, tone: tone)
    }

    /// Draws what `window` chooses for the lines there are.
    func draw(on canvas: inout Canvas, lines: Range<Int>, window: (Int) -> Range<Int>) {
        guard !lines.isEmpty else { return }
        guard !rows.isEmpty else {
            return canvas.writePlaceholder(placeholder, in: lines)
        }
        let width = RowView.textWidth(of: rows, columns: canvas.columns)
        for (line, index) in zip(lines, window(lines.count)) {
            RowView(rows[index], isPicked: index == picked)
                .draw(on: &canvas, line: line, textWidth: width)
        }
    }
}
