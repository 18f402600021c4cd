import ViewModels

/// One row of any list: its text, and behind it the detail where there is room.
struct RowView {
    private let row: any RowViewModel
    private let isPicked: Bool

    /// Draws this view model.
    init(_ row: any RowViewModel, isPicked: Bool) {
        self.row = row
        self.isPicked = isPicked
    }

    /// Draws it on a line of the canvas; `textWidth` is the columns after which details begin.
    func draw(on canvas: inout Canvas, line: Int, textWidth: Int) {
        let look: Canvas.Look = isPicked ? [.reversed] : []
        canvas.writePick(isPicked, row: line, look: look)
        let hasDetail =
            !row.detail.isEmpty && Self.hasDetails(textWidth, columns: canvas.columns)
        canvas.write(
            row.text, row: line, column: Self.margin, width: hasDetail ? textWidth : nil,
            tone: row.tone, look: look)
        guard hasDetail else { return }
        let column = Self.margin + textWidth + Self.gap
        canvas.write(row.detail, row: line, column: column, tone: .faint)
    }

    /// The columns after which the details of these rows begin. The texts stand in full; only where
    /// there is much room a long one is shortened for the details.
    static func textWidth(of rows: [any RowViewModel], columns: Int) -> Int {
        let longest = rows.map { DisplayWidth.of(SafeText.line($0.text)) }.max() ?? 0
        return columns < wide ? longest : min(longest, columns * 3 / 5)
    }

    /// Whether details have room behind texts of this width.
    static func hasDetails(_ textWidth: Int, columns: Int) -> Bool {
        columns - margin - textWidth - gap >= detailWidthMin
    }

    private static let margin = 2
    private static let gap = 2
    /// A shorter detail says nothing.
    private static let detailWidthMin = 8
    /// Both halves of a row say something.
    private static let wide = 60
}
