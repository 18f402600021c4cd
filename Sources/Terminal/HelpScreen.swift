package import ViewModels

/// The keys in as many columns as fit, groups beneath each other where they do not.
package struct HelpScreen: FullScreenView {
    private let help: HelpViewModel

    /// Draws this view model.
    package init(_ help: HelpViewModel) { self.help = help }

    package func draw(on canvas: inout Canvas) {
        var row = 0
        canvas.write(help.title, row: row, look: .bold)
        row += 1
        for problem in help.problems.prefix(max(0, canvas.rows - 4)) {
            canvas.write("! \(problem)", row: row, tone: .attention)
            row += 1
        }
        row += 1
        let columns = placed(in: canvas.columns)
        let longest = columns.map { Self.height(of: $0) }.max() ?? 0
        let room = max(1, canvas.rows - row)
        let top = min(help.top.value, max(0, longest - room))
        let width = canvas.columns / max(1, columns.count)
        for (index, groups) in columns.enumerated() {
            draw(
                groups, on: &canvas, rows: min(row, canvas.rows)..<canvas.rows,
                column: index * width,
                width: width - (index + 1 < columns.count ? Self.gap : 0), skipping: top)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(help.top, to: changed)
    }

    private static let gap = 2
    /// A key's name, a space and what it does, in words that still say it.
    private static let readableWidth = 25
    private static let keyWidth = 8

    /// The groups in order, spread over columns of about the same height.
    private func placed(in width: Int) -> [[KeyHelp]] {
        let count = max(1, min(help.groups.count, width / Self.readableWidth))
        let whole = Self.height(of: help.groups)
        var columns: [[KeyHelp]] = [[]]
        for group in help.groups {
            let isFull = Self.height(of: columns[columns.count - 1]) >= whole / count
            if isFull, columns.count < count { columns.append([]) }
            columns[columns.count - 1].append(group)
        }
        return columns
    }

    private static func height(of groups: [KeyHelp]) -> Int {
        groups.reduce(0) { $0 + $1.rows.count + 2 }
    }

    private func draw(
        _ groups: [KeyHelp], on canvas: inout Canvas, rows: Range<Int>, column: Int, width: Int,
        skipping: Int
    ) {
        var row = rows.lowerBound - skipping
        func isVisible() -> Bool { rows.contains(row) }
        for group in groups {
            if isVisible() {
                canvas.write(group.title, row: row, column: column, width: width, look: .bold)
            }
            row += 1
            for line in group.rows {
                if isVisible() {
                    canvas.write(line.key, row: row, column: column, width: Self.keyWidth)
                    canvas.write(
                        line.text, row: row, column: column + Self.keyWidth,
                        width: width - Self.keyWidth, tone: .faint)
                }
                row += 1
            }
            row += 1
        }
    }
}
