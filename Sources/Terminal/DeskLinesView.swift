import ViewModels

/// The newest lines, the newest at the bottom: going up is going back. The picked line is always
/// among those shown.
struct DeskLinesView {
    let lines: [DeskLine]

    /// Draws as many lines as there are rows.
    func draw(on canvas: inout Canvas, rows: Range<Int>) {
        guard !rows.isEmpty, !lines.isEmpty else { return }
        let picked = lines.firstIndex { $0.isPicked } ?? 0
        let first = max(0, min(picked - rows.count + 2, lines.count - rows.count))
        let shown = lines[first..<min(lines.count, first + rows.count)]
        let widths = Widths(Array(shown), columns: canvas.columns)
        for (offset, line) in shown.enumerated() {
            draw(line, widths, on: &canvas, row: rows.upperBound - 1 - offset)
        }
    }

    private struct Widths {
        var clock = 0
        var text = 0
        var score = 0
        var entry = 0
        var state = 0

        init(_ lines: [DeskLine], columns: Int) {
            func widest(_ part: (DeskLine) -> String) -> Int {
                lines.map { DisplayWidth.of(SafeText.line(part($0))) }.max() ?? 0
            }
            state = min(widest(\.state), max(12, columns / 4))
            score = min(widest(\.score), 9)
            entry = columns >= 64 ? min(widest(\.entry), 14) : 0
            clock = columns >= 52 ? min(widest(\.clock), 10) : 0
            let taken = [clock, score, entry, state].reduce(0) { $0 + ($1 == 0 ? 0 : $1 + 2) }
            text = max(8, columns - taken - 2)
        }
    }

    private func draw(_ line: DeskLine, _ widths: Widths, on canvas: inout Canvas, row: Int) {
        let look: Canvas.Look = line.isPicked ? .reversed : []
        if line.isPicked {
            canvas.write(
                String(repeating: " ", count: canvas.columns), row: row, look: .reversed)
        }
        let isFaint = line.tone == .faint
        canvas.write(line.isPicked ? "▸" : " ", row: row, look: look)
        var column = 2
        func put(
            _ text: String, _ width: Int, _ tone: Tone, isNumber: Bool = false, look: Canvas.Look
        ) {
            guard width > 0 else { return }
            let shown = DisplayWidth.of(SafeText.line(text))
            let indent = isNumber ? max(0, width - shown) : 0
            canvas.write(
                text, row: row, column: column + indent, width: width - indent, tone: tone,
                look: look)
            column += width + 2
        }
        put(line.clock, widths.clock, .faint, isNumber: true, look: look)
        put(
            line.text, widths.text, isFaint ? .faint : .plain,
            look: line.isMine ? look.union(.bold) : look)
        put(line.score, widths.score, .plain, isNumber: true, look: look)
        put(line.entry, widths.entry, .faint, look: look)
        put(line.state, widths.state, line.tone, look: look)
    }
}
