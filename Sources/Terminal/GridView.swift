package import ViewModels

/// A grid as aligned columns, shortened to the width there is.
package struct GridView: PlainView {
    private let grid: Grid
    private let indent: Int

    /// Draws the grid so many columns to the right.
    package init(_ grid: Grid, indent: Int = 0) {
        self.grid = grid
        self.indent = indent
    }

    package func lines(_ style: Style) -> [String] {
        guard !grid.isEmpty else { return [] }
        let titles = grid.columns.map { SafeText.line($0.title) }
        let cells = grid.rows.map { $0.cells.map(SafeText.line) }
        let widths = widths(of: [titles] + cells, within: style.columns)
        var lines: [String] = []
        if titles.contains(where: { !$0.isEmpty }) {
            lines.append(style.paint(line(titles, widths, style), .faint))
        }
        for (row, cells) in zip(grid.rows, cells) {
            lines.append(style.paint(line(cells, widths, style), row.tone))
        }
        return lines
    }

    private static let gap = 2
    /// Below this a shortened name tells nobody who is meant.
    private static let flexibleWidthMin = 6

    private func widths(of rows: [[String]], within columns: Int?) -> [Int] {
        var widths = grid.columns.indices.map { column in
            rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        guard let columns else { return widths }
        var excess = widths.reduce(indent + Self.gap * max(0, widths.count - 1), +) - columns
        while excess > 0 {
            let candidates = grid.columns.indices.filter {
                grid.columns[$0].isFlexible && widths[$0] > Self.flexibleWidthMin
            }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int], _ style: Style) -> String {
        var line = String(repeating: " ", count: indent)
        for (index, width) in widths.enumerated() {
            let cell = DisplayWidth.truncated(index < cells.count ? cells[index] : "", to: width)
            if index > 0 { line += String(repeating: " ", count: Self.gap) }
            line += DisplayWidth.padded(cell, to: width, atStart: grid.columns[index].isNumber)
        }
        while line.last == " " { line.removeLast() }
        return style.columns.map { DisplayWidth.truncated(line, to: $0) } ?? line
    }
}
