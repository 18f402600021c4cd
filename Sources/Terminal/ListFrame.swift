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
