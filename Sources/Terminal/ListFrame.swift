import ViewModels

/// The lines above and beneath a list, and the rows left for the list. A small screen leaves out
/// first the keys, then the lines above.
struct ListFrame {
    struct Text {
        let text: String
        let tone: Tone
        let look: Canvas.Look

        init(_ text: String, _ tone: Tone = .plain, look: Canvas.Look = []) {
            self.text = text
            self.tone = tone
            self.look = look
        }

        static func title(_ text: String, _ tone: Tone = .plain) -> Text {
            Text(text, tone, look: .bold)
        }
    }

    /// The rows for the list.
    let body: Range<Int>

    /// Empty texts take no row. The first text of the head is the title. The echo has as many lines
    /// as it needs, so that a remedy at its end is not cut off; each text of the foot, above it, has
    /// one.
    init(
        _ head: Text..., foot: [Text] = [], echo: Text = Text(""), keys: [String],
        on canvas: inout Canvas
    ) {
        let rows = canvas.rows
        let head = head.filter { !$0.text.isEmpty }.prefix(rows < 4 ? 0 : rows < 8 ? 1 : 3)
        for (row, line) in head.enumerated() {
            canvas.write(line.text, row: row, tone: line.tone, look: line.look)
        }
        var bottom = rows
        if rows >= 6 {
            let lines = Self.hints(keys, columns: canvas.columns, atMost: rows < 16 ? 1 : 2)
            bottom -= lines.count
            for (row, line) in lines.enumerated() {
                canvas.write(line, row: bottom + row, tone: .faint)
            }
        }
        let lines =
            rows < 2
            ? []
            : WrappedText.lines(
                echo.text, columns: canvas.columns, atMost: rows < 8 ? 1 : rows < 16 ? 2 : 3)
        bottom -= lines.count
        for (row, line) in lines.enumerated() {
            canvas.write(line, row: bottom + row, tone: echo.tone, look: echo.look)
        }
        bottom -= foot.count
        for (row, line) in foot.enumerated() {
            canvas.write(line.text, row: bottom + row, tone: line.tone, look: line.look)
        }
        // A blank row above and beneath the list if there is room.
        let top = head.count + (rows >= 16 ? 1 : 0)
        body = top..<max(top, bottom - (rows >= 16 ? 1 : 0))
    }
}

extension ListFrame {
    /// The hints, separated by dots, in lines. A hint is not split if it fits on a line.
    static func hints(_ keys: [String], columns: Int) -> [String] {
        lines(of: keys.map(Hint.init), columns: columns)
    }

    /// In at most that many lines: the least important hints are left out, the way back last.
    private static func hints(_ keys: [String], columns: Int, atMost most: Int) -> [String] {
        var hints = keys.map(Hint.init)
        var back = hints.firstIndex { $0.text.hasPrefix(KeyName.text(.escape)) }
        while lineCount(of: hints, columns: columns) > most, hints.count > 1 {
            if let place = back, place > 1 || place == hints.count - 1 {
                hints.remove(at: place - 1)
                back = place - 1
            } else {
                hints.removeLast()
            }
        }
        return lines(of: hints, columns: columns)
    }

    private struct Hint {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = DisplayWidth.of(text)
        }
    }

    private static func lineCount(of hints: [Hint], columns: Int) -> Int {
        var (count, width) = (0, columns)
        for hint in hints { place(hint, &width, &count, columns) }
        return count
    }

    private static func lines(of hints: [Hint], columns: Int) -> [String] {
        var lines: [String] = []
        var (count, width) = (0, columns)
        for hint in hints {
            place(hint, &width, &count, columns)
            if count > lines.count {
                lines.append(hint.text)
            } else {
                lines[count - 1] += separator + hint.text
            }
        }
        return lines
    }

    /// Puts a hint on the last of `count` lines, which has that width, or on another.
    private static func place(
        _ hint: Hint, _ width: inout Int, _ count: inout Int, _ columns: Int
    ) {
        let longer = width + separatorWidth + hint.width
        if count > 0, longer <= columns {
            width = longer
        } else {
            width = hint.width
            count += 1
        }
    }

    private static let separator = " · "
    private static let separatorWidth = 3
}

/// The rows of a list that scrolls.
struct ListBody {
    let rows: [any RowViewModel]
    let picked: Int?
    let placeholder: String

    /// The detail of the picked row if details have no room; else empty.
    func hiddenDetail(columns: Int) -> String {
        guard let picked, rows.indices.contains(picked) else { return "" }
        let width = RowView.textWidth(of: rows, columns: columns)
        return RowView.hasDetails(width, columns: columns) ? "" : rows[picked].detail
    }

    /// The last line above the keys: the text, or the hidden detail of the picked row.
    func echo(_ text: String, _ tone: Tone, columns: Int) -> ListFrame.Text {
        text.isEmpty
            ? ListFrame.Text(hiddenDetail(columns: columns), .faint)
            : ListFrame.Text(text, tone)
    }

    /// Draws the rows that `window` selects.
    func draw(
        on canvas: inout Canvas, lines: Range<Int>, window: (Int, Reads) -> Range<Int>
    ) {
        guard !lines.isEmpty else { return }
        guard !rows.isEmpty else { return canvas.writePlaceholder(placeholder, in: lines) }
        let width = RowView.textWidth(of: rows, columns: canvas.columns)
        for (line, index) in zip(lines, window(lines.count, canvas.reads)) {
            RowView(row: rows[index], isPicked: index == picked)
                .draw(on: &canvas, line: line, columns: 0..<canvas.columns, textWidth: width)
        }
    }
}

/// One row of a list: its text and figure, then its detail if there is room. A figure is never
/// shortened for the text or the detail.
struct RowView {
    let row: any RowViewModel
    let isPicked: Bool

    /// Draws within `columns`; `textWidth` is the number of columns before the details.
    func draw(on canvas: inout Canvas, line: Int, columns: Range<Int>, textWidth: Int) {
        let look = canvas.writePick(isPicked, row: line, columns: columns)
        let start = columns.lowerBound + Self.margin
        let hasDetail = !row.detail.isEmpty && Self.hasDetails(textWidth, columns: columns.count)
        let end = hasDetail ? start + textWidth : columns.upperBound
        let figureWidth = Self.width(of: row.figure)
        let room = end - start - (figureWidth == 0 ? 0 : figureWidth + Self.gap)
        var next = start
        if room > 0 {
            next = canvas.write(
                row.text, row: line, column: start, width: room, tone: row.tone, look: look)
            next += Self.gap
        }
        if figureWidth > 0 {
            canvas.write(
                row.figure, row: line, column: next, width: end - next, tone: row.tone, look: look)
        }
        guard hasDetail else { return }
        canvas.write(
            row.detail, row: line, column: end + Self.gap,
            width: columns.upperBound - end - Self.gap,
            tone: .faint, look: look)
    }

    /// The columns before the details of these rows. Texts are shown in full; only a wide screen
    /// shortens them for the details.
    static func textWidth(of rows: [any RowViewModel], columns: Int) -> Int {
        let longest =
            rows.map { row in
                let figure = width(of: row.figure)
                return width(of: row.text) + (figure == 0 ? 0 : gap + figure)
            }.max() ?? 0
        return columns < wide ? longest : min(longest, columns * 3 / 5)
    }

    /// True if there is room for details after texts of this width.
    static func hasDetails(_ textWidth: Int, columns: Int) -> Bool {
        columns - margin - textWidth - gap >= detailWidthMin
    }

    private static func width(of text: String) -> Int { DisplayWidth.ofSafe(text) }

    /// The columns before every row, for the mark of the picked one.
    static let margin = 2
    private static let gap = 2
    /// A shorter detail says nothing.
    private static let detailWidthMin = 8
    /// From this width on, both halves of a row are readable.
    private static let wide = 60
}
