package import ViewModels

package struct LogView: PlainView {
    private let log: LogViewModel

    package init(_ log: LogViewModel) { self.log = log }

    package func lines(_ style: Style) -> [String] {
        let isNarrow = style.columns.map { $0 < LogLineView.wideWidth } ?? false
        let grid = isNarrow ? log.compact : log.grid
        let removed = log.removed.map { style.paint(SafeText.line($0), .attention) }
        return listed(grid, placeholder: log.placeholder, style)
            + (removed.isEmpty ? [] : [""] + removed)
    }
}

/// One entry as a line of a growing log, without the number of devices, which would change. The
/// widths of its columns depend only on the terminal, so that lines written one by one align.
package struct LogLineView: PlainView {
    private let row: TimelineRow
    private let hasGame: Bool

    /// `hasGame` puts the game first, for a log of all games.
    package init(_ row: TimelineRow, hasGame: Bool = false) {
        self.row = row
        self.hasGame = hasGame
    }

    package func lines(_ style: Style) -> [String] {
        let total = style.columns ?? Self.pipeWidth
        let columns = total - (hasGame ? Self.gameWidth + 2 : 0)
        var parts: [(text: String, width: Int, isNumber: Bool)]
        if total >= Self.wideWidth {
            let rest = columns - 49 - Self.stateWidth
            parts = [
                (row.name, 12, false), (row.keeper, 10, false), (row.clock, 9, false),
                (row.text, max(24, min(rest, 60)), false), (row.score, 8, true),
                (row.state, Self.stateWidth, false),
            ]
        } else {
            // In a game without a clock the text takes its room.
            let text = row.clock.isEmpty ? row.marked : "\(row.clock)  \(row.marked)"
            parts = [
                (row.name, 9, false), (text, max(8, columns - 20), false), (row.score, 7, true),
            ]
        }
        if hasGame { parts.insert((row.game, Self.gameWidth, false), at: 0) }
        var line = ""
        for part in parts {
            if !line.isEmpty { line += "  " }
            line += DisplayWidth.padded(
                DisplayWidth.truncated(SafeText.line(part.text), to: part.width), to: part.width,
                atStart: part.isNumber)
        }
        while line.last == " " { line.removeLast() }
        let shown = style.columns.map { DisplayWidth.truncated(line, to: $0) } ?? line
        return [style.paint(shown, row.tone)]
    }

    private static let pipeWidth = 110
    /// Below this width there are no columns for keeper and state.
    static let wideWidth = 96
    private static let stateWidth = 16
    private static let gameWidth = 12
}

/// A timeline as lines that are written once: the present entries, oldest first, then each as it
/// arrives.
package struct TimelineLines {
    private let timeline: TimelineViewModel

    package init(_ timeline: TimelineViewModel) { self.timeline = timeline }

    /// Passes the lines of each entry to `write`, until the binding ends.
    package func bind(_ style: Style, _ write: @escaping ([String]) -> Void) -> Binding {
        timeline.arrived.bind { [timeline] row in
            guard let row else { return }
            // The number of devices would change later.
            write(LogLineView(row, hasGame: style[timeline.isOfAllGames]).lines(style))
        }
    }
}

/// A timeline, newest at the top, with as many columns as fit.
package struct TimelineScreen: FullScreenView {
    private let timeline: TimelineKeys

    package init(_ timeline: TimelineKeys) { self.timeline = timeline }

    package func draw(on canvas: inout Canvas) {
        let loading = canvas[timeline.loading]
        let frame = ListFrame(
            .title(canvas[timeline.title]), .init(loading.problem.text, .bad),
            echo: .init(canvas[timeline.note], .attention), keys: timeline.keyHints(canvas.reads),
            on: &canvas)
        let places = frame.body
        let rows = canvas[timeline.rows]
        if rows.isEmpty { canvas.writePlaceholder(loading.placeholder.text, in: places) }
        let shown = timeline.window(rows: places.count, canvas.reads)
        let widths = Widths(
            rows[shown], columns: canvas.columns,
            ofAllGames: canvas[timeline.isOfAllGames])
        for (place, index) in zip(places, shown) {
            draw(
                rows[index], widths, on: &canvas, row: place,
                isPicked: canvas[timeline.picked] == index)
        }
    }

    /// The widths of columns that grow with their texts; names are short or long for all lines.
    private struct Widths {
        let name: Int
        /// 0 if the rows are of one game, and on a narrow screen.
        let game: Int
        let keeper: Int
        let clock: Int
        let score: Int
        let outcome: Int

        init(_ rows: ArraySlice<TimelineRow>, columns: Int, ofAllGames: Bool) {
            func width(_ least: Int, _ most: Int, _ text: (TimelineRow) -> String) -> Int {
                let longest = rows.map { DisplayWidth.ofSafe(text($0)) }.max() ?? 0
                return max(least, min(longest, most))
            }
            name = width(columns >= middleWidth ? 10 : columns >= scoreWidth ? 8 : 7, columns / 6) {
                $0.name
            }
            game = ofAllGames && columns >= scoreWidth ? width(4, columns / 5) { $0.game } : 0
            keeper = width(10, columns / 8) { $0.keeper }
            clock = width(8, 10) { $0.clock }
            score = width(6, 9) { $0.score }
            outcome = width(24, columns / 4) { $0.outcome }
        }
    }

    private func draw(
        _ row: TimelineRow, _ widths: Widths, on canvas: inout Canvas, row place: Int,
        isPicked: Bool
    ) {
        let name = Canvas.ColumnText(EntryName.short(row.name, to: widths.name), widths.name)
        let score = Canvas.ColumnText(row.score, widths.score, isNumber: true)
        var texts: [Canvas.ColumnText]
        switch canvas.columns {
        case Self.wideWidth...:
            texts = [
                name, .init(row.keeper, widths.keeper), .init(row.clock, widths.clock),
                .init(row.text, nil), score, .init(row.outcome, widths.outcome),
            ]
        case Self.middleWidth...:
            texts = [
                name, .init(row.clock, widths.clock), .init(row.marked, nil), score,
                .init(row.copies, 12),
            ]
        case Self.scoreWidth...: texts = [name, .init(row.marked, nil), score]
        default: texts = [name, .init(row.marked, nil)]
        }
        if widths.game > 0 { texts.insert(.init(row.game, widths.game), at: 1) }
        canvas.write(columns: texts, row: place, isPicked: isPicked, tone: row.tone)
    }

    /// From this width on, there is a column for the outcome.
    private static let wideWidth = 100
    /// From this width on, there are columns for the game clock and the copies.
    private static let middleWidth = 64
    /// From this width on, there is a column for the score.
    private static let scoreWidth = 40
}
