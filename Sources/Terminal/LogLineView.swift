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
        let (number, entry, keeper, clock) = (cells[0], cells[1], cells[2], cells[3])
        let (what, score, state) = (cells[4], cells[5], cells[6])
        let columns = style.columns ?? Self.pipeWidth
        var parts: [(text: String, width: Int, isNumber: Bool)]
        if columns >= Self.wideWidth {
            let rest = columns - 55 - Self.stateWidth
            parts = [
                (number, 4, true), (entry, 12, false), (keeper, 10, false), (clock, 9, false),
                (what, max(24, min(rest, 60)), false), (score, 8, true),
                (state, Self.stateWidth, false),
            ]
        } else {
            // Who recorded it stands in the entry's name, and a state that matters before the rest.
            let words = state.isEmpty ? what : "[\(state)] \(what)"
            parts = [
                (entry, 9, false), (clock, 8, false), (words, max(8, columns - 30), false),
                (score, 7, true),
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
    private static let wideWidth = 96
    private static let stateWidth = 16
}
