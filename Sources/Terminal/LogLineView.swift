package import ViewModels

/// One entry as a line of a log that grows: each stands beneath the one before it, because the
/// widths of its columns follow from the terminal's alone.
package struct LogLineView: PlainView {
    private let row: Grid.Row

    /// Draws a row of `LogViewModel.newest`.
    package init(_ row: Grid.Row) { self.row = row }

    package func lines(_ style: Style) -> [String] {
        let cells = row.cells.map(SafeText.line)
        guard cells.count == LogViewModel.columns.count else { return [] }
        let columns = style.columns ?? Self.pipeWidth
        var parts: [(text: String, width: Int, isNumber: Bool)]
        if columns >= Self.wideWidth {
            let rest = columns - 49 - Self.stateWidth
            let widths = [12, 10, 9, max(24, min(rest, 60)), 8, Self.stateWidth]
            parts = zip(cells, widths).enumerated().map { index, cell in
                (cell.0, cell.1, LogViewModel.columns[index].isNumber)
            }
        } else {
            let cells = LogViewModel.compact(Grid.Row(cells)).cells
            // A game without a clock leaves its room to what is said.
            let text = cells[1].isEmpty ? cells[2] : "\(cells[1])  \(cells[2])"
            parts = [
                (cells[0], 9, false), (text, max(8, columns - 20), false), (cells[3], 7, true),
            ]
        }
        var line = ""
        for part in parts {
            if !line.isEmpty { line += "  " }
            line += DisplayWidth.padded(
                DisplayWidth.truncated(part.text, to: part.width), to: part.width,
                atStart: part.isNumber)
        }
        while line.last == " " { line.removeLast() }
        let shown = style.columns.map { DisplayWidth.truncated(line, to: $0) } ?? line
        return [style.paint(shown, row.tone)]
    }

    private static let pipeWidth = 110
    /// Below this a line has no room for a keeper and a state of their own.
    static let wideWidth = 96
    private static let stateWidth = 16
}

/// A timeline as lines that are written once and stay: what is there, oldest first, then each entry
/// as it arrives.
package struct TimelineLines {
    private let timeline: TimelineViewModel

    /// Writes this view model.
    package init(_ timeline: TimelineViewModel) { self.timeline = timeline }

    /// Hands over the lines of each entry, until the binding ends.
    package func bind(_ style: Style, _ write: @escaping ([String]) -> Void) -> Binding {
        timeline.arrived.bind { row in
            if let row { write(LogLineView(row.cells(hasCopies: false)).lines(style)) }
        }
    }
}
