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
        let texts: [Canvas.ColumnText]
        switch canvas.columns {
        case Self.wideWidth...:
            texts = [
                .init(row.name, 10), .init(row.keeper, 10), .init(row.clock, 8),
                .init(row.text, nil), .init(row.score, 7, isNumber: true),
                .init(row.outcome, min(36, max(24, canvas.columns / 3 - 15))),
            ]
        case Self.middleWidth...:
            texts = [
                .init(row.name, 10), .init(row.clock, 8), .init(row.marked, nil),
                .init(row.score, 6, isNumber: true), .init(row.copies, 12),
            ]
        case Self.scoreWidth...:
            texts = [
                .init(row.name, 8), .init(row.marked, nil), .init(row.score, 6, isNumber: true),
            ]
        default:
            texts = [.init(row.name, 7), .init(row.marked, nil)]
        }
        canvas.write(columns: texts, row: place, tone: row.tone, look: look)
    }

    /// From here on what became of an entry has a column of its own.
    private static let wideWidth = 100
    /// From here on the game clock and the copies have columns.
    private static let middleWidth = 64
    /// From here on the score has a column.
    private static let scoreWidth = 40
}
