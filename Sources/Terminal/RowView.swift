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
        canvas.write(isPicked ? ">" : " ", row: line, look: look)
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

/// One section of any kind as lines: its title, its rows, and what is to be said of them.
struct SectionView {
    /// A line of a list of sections.
    enum Line {
        case title(String)
        case row(any RowViewModel, textWidth: Int, isPicked: Bool)
        case more(String, isPicked: Bool)
        case note(String)
        case blank
    }

    private let section: any Section

    /// Draws this view model.
    init(_ section: any Section) { self.section = section }

    /// The section as it stands in the home. The row picked by name; nil for none, `.some(nil)` for
    /// the line that opens all of it.
    func lines(columns: Int, picked: String??) -> [Line] {
        let width = RowView.textWidth(of: section.top, columns: columns)
        var lines: [Line] = [.title(section.title)]
        var isFound = false
        for row in section.top {
            // Of several rows of one name the first one is picked.
            let isPicked = !isFound && picked == .some(row.name)
            isFound = isFound || isPicked
            lines.append(.row(row, textWidth: width, isPicked: isPicked))
        }
        if !section.more.isEmpty {
            lines.append(.more(section.more, isPicked: picked == .some(nil)))
        }
        if !section.problem.value.isEmpty { lines.append(.note(section.problem.value)) }
        return lines
    }
}

extension SectionView.Line {
    /// Whether the pick is on it.
    var isPicked: Bool {
        switch self {
        case .row(_, _, let isPicked), .more(_, let isPicked): isPicked
        case .title, .note, .blank: false
        }
    }

    /// Draws it on a line of the canvas.
    func draw(on canvas: inout Canvas, line: Int) {
        switch self {
        case .title(let text): canvas.write(text, row: line, look: .bold)
        case .row(let row, let width, let isPicked):
            RowView(row, isPicked: isPicked).draw(on: &canvas, line: line, textWidth: width)
        case .more(let text, let isPicked):
            let look: Canvas.Look = isPicked ? [.reversed] : []
            canvas.write(isPicked ? ">" : " ", row: line, look: look)
            canvas.write(text, row: line, column: 2, tone: .faint, look: look)
        case .note(let text): canvas.write("! \(text)", row: line, tone: .attention)
        case .blank: break
        }
    }
}
