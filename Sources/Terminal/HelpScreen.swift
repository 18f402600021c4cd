import ViewModels

/// The groups of keys, in as many columns as show every line in full.
package struct HelpScreen: FullScreenView {
    private let help: HelpKeys

    package init(_ help: HelpKeys) { self.help = help }

    package func draw(on canvas: inout Canvas) {
        let width = canvas.columns
        var row = 0
        func write(_ text: String, tone: Tone, look: Canvas.Look, on canvas: inout Canvas) {
            for line in WrappedText.lines(text, columns: width) where row < canvas.rows {
                canvas.write(line, row: row, tone: tone, look: look)
                row += 1
            }
        }
        write(help.title, tone: .plain, look: .bold, on: &canvas)
        for problem in help.problems {
            write("! \(problem)", tone: .attention, look: [], on: &canvas)
        }
        // Many mistakes in the file still leave room for the keys.
        row = min(row, max(1, canvas.rows - Self.keyRowsMin))
        for blank in row..<canvas.rows {
            canvas.write(String(repeating: " ", count: width), row: blank)
        }
        let columns = arranged(within: width)
        let longest = columns.map(\.lines.count).max() ?? 0
        var bottom = canvas.rows
        if longest > bottom - row - 1 {
            bottom -= 1
            canvas.write(help.more, row: bottom, tone: .faint)
        } else {
            row += 1
            if row + longest + 1 < bottom {
                canvas.write(help.advice, row: bottom - 1, tone: .faint)
            }
        }
        guard row < bottom else { return }
        let window = help.window(of: longest, rows: bottom - row, canvas.reads)
        var start = 0
        for column in columns {
            for (offset, index) in window.enumerated() where index < column.lines.count {
                draw(
                    column.lines[index], on: &canvas, row: row + offset, column: start,
                    width: width - start)
            }
            start += column.width + Self.gap
        }
    }

    private static let gap = 2
    private static let keyWidth = 10
    private static let keyRowsMin = 12

    private enum Line {
        case title(String)
        case key(KeyHelp.Row)
        case blank

        var width: Int {
            switch self {
            case .title(let text): DisplayWidth.ofSafe(text)
            case .key(let row): HelpScreen.keyWidth + DisplayWidth.ofSafe(row.text)
            case .blank: 0
            }
        }
    }

    private struct Column {
        var lines: [Line] = []

        var width: Int { lines.map(\.width).max() ?? 0 }

        mutating func add(_ group: KeyHelp) {
            if !lines.isEmpty { lines.append(.blank) }
            lines.append(.title(group.title))
            lines += group.rows.map(Line.key)
        }
    }

    /// The groups in order, in the largest number of columns that fit; a single column may be cut
    /// off.
    private func arranged(within width: Int) -> [Column] {
        for count in stride(from: help.groups.count, to: 1, by: -1) {
            let columns = spread(over: count)
            let taken = columns.map(\.width).reduce(0, +) + (columns.count - 1) * Self.gap
            if taken <= width { return columns }
        }
        return spread(over: 1)
    }

    /// The groups in order, in columns of about the same height.
    private func spread(over count: Int) -> [Column] {
        let whole = help.groups.map { $0.rows.count + 2 }.reduce(0, +)
        var columns = [Column()]
        for group in help.groups {
            let height = columns[columns.count - 1].lines.count + 1
            if height >= whole / count, columns.count < count { columns.append(Column()) }
            columns[columns.count - 1].add(group)
        }
        return columns
    }

    private func draw(_ line: Line, on canvas: inout Canvas, row: Int, column: Int, width: Int) {
        switch line {
        case .title(let text):
            canvas.write(text, row: row, column: column, width: width, look: .bold)
        case .key(let key):
            canvas.write(key.key, row: row, column: column, width: Self.keyWidth)
            canvas.write(
                key.text, row: row, column: column + Self.keyWidth,
                width: max(0, width - Self.keyWidth), tone: .faint)
        case .blank: break
        }
    }
}
