package import ViewModels

/// A timeline over the whole screen: newest at the top, as many columns as fit.
package struct TimelineScreen: FullScreenView {
    private let timeline: TimelineViewModel

    /// Draws this view model.
    package init(_ timeline: TimelineViewModel) { self.timeline = timeline }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [
                ListFrame.Text(text: timeline.title.value, look: .bold),
                ListFrame.Text(text: timeline.problem.value, tone: .bad),
            ], echo: ListFrame.Text(text: timeline.note.value, tone: .attention),
            keys: timeline.keys, on: &canvas)
        let places = frame.body
        canvas.writePlaceholder(timeline.placeholder.value, in: places)
        let shown = timeline.window(rows: places.count)
        for (place, index) in zip(places, shown) {
            draw(
                timeline.rows.value[index], on: &canvas, row: place,
                isPicked: timeline.picked.value == index)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            timeline.rows, timeline.picked, timeline.title, timeline.note, timeline.placeholder,
            timeline.problem, to: changed)
    }

    private func draw(_ row: TimelineRow, on canvas: inout Canvas, row place: Int, isPicked: Bool) {
        let look: Canvas.Look = isPicked ? .reversed : []
        let cells: [(text: String, width: Int, isNumber: Bool)]
        switch canvas.columns {
        case Self.wideWidth...:
            let rest = canvas.columns - 45
            let outcome = min(36, max(24, rest / 3))
            cells = [
                (row.name, 10, false), (row.keeper, 10, false), (row.clock, 8, false),
                (row.text, rest - outcome, false), (row.score, 7, true),
                (row.outcome, outcome, false),
            ]
        case Self.middleWidth...:
            cells = [
                (row.name, 10, false), (row.clock, 8, false),
                (row.marked, canvas.columns - 46, false), (row.score, 6, true),
                (row.copies, 12, false),
            ]
        case 40...:
            cells = [
                (row.name, 8, false), (row.marked, canvas.columns - 18, false),
                (row.score, 6, true),
            ]
        default:
            cells = [(row.name, 7, false), (row.marked, max(1, canvas.columns - 9), false)]
        }
        canvas.writeCells(cells, row: place, tone: row.tone, look: look)
    }

    /// From here on what became of an entry has a column of its own.
    private static let wideWidth = 100
    /// From here on the game clock and the copies have columns.
    private static let middleWidth = 64
}

extension Canvas {
    /// Writes what is said where a list is empty, as far as there is room.
    mutating func writePlaceholder(_ text: String, in rows: Range<Int>) {
        for (row, line) in zip(rows, WrappedText.lines(text, columns: columns)) {
            write(line, row: row, tone: .faint)
        }
    }

    /// Writes texts beside each other, two cells apart, each shortened to its width; the look covers
    /// what is between them too.
    mutating func writeCells(
        _ cells: [(text: String, width: Int, isNumber: Bool)], row: Int, tone: Tone = .plain,
        look: Look = []
    ) {
        let padded = cells.map { cell in
            DisplayWidth.padded(
                DisplayWidth.truncated(SafeText.line(cell.text), to: cell.width), to: cell.width,
                atStart: cell.isNumber)
        }
        write(padded.joined(separator: "  "), row: row, tone: tone, look: look)
    }
}
