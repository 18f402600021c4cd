import ViewModels

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
            canvas.writePick(isPicked, row: line, look: look)
            canvas.write(text, row: line, column: 2, tone: .faint, look: look)
        case .note(let text): canvas.write("! \(text)", row: line, tone: .attention)
        case .blank: break
        }
    }
}
