package import ViewModels

/// A timeline over the whole screen: newest at the top, as many columns as fit.
package struct TimelineScreen: FullScreenView {
    private let timeline: TimelineViewModel

    /// Draws this view model.
    package init(_ timeline: TimelineViewModel) { self.timeline = timeline }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            title: timeline.title.value, note: timeline.note.value,
            problem: timeline.problem.value, placeholder: timeline.placeholder.value,
            keys: timeline.keys)
        let places = frame.draw(on: &canvas)
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
            let rest = canvas.columns - 64
            let state = min(34, max(16, rest / 2))
            cells = [
                (row.name, 10, false), (row.keeper, 10, false), (row.clock, 8, false),
                (row.text, rest - state, false), (row.score, 7, true), (row.state, state, false),
                (row.copies, 13, false),
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

/// What stands around a list on a whole screen: a title, a problem, the keys.
struct ListFrame {
    let title: String
    var note = ""
    let problem: String
    let placeholder: String
    let keys: String

    /// Draws it, and says which rows are left for the list.
    func draw(on canvas: inout Canvas) -> Range<Int> {
        let end = canvas.write(title, row: 0, look: .bold)
        if !note.isEmpty, end + 2 < canvas.columns {
            canvas.write(note, row: 0, column: end + 2, tone: .attention)
        }
        var first = 1
        if !problem.isEmpty {
            canvas.write(problem, row: first, tone: .bad)
            first += 1
        }
        var last = canvas.rows
        // On a very low screen the entries matter more.
        if canvas.rows > 5 {
            last -= 1
            canvas.write(keys, row: last, tone: .faint)
        }
        if !placeholder.isEmpty, first < last {
            canvas.write(placeholder, row: first, tone: .faint)
        }
        return min(first, last)..<last
    }
}
