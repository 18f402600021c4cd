package import ViewModels

/// The scoreboard for a screen on the wall: the score takes the rows that other lines leave, and
/// the game clock a quarter of the spare ones. A small screen shows the same as text.
package struct HallScreen: FullScreenView {
    private let hall: HallViewModel

    package init(_ hall: HallViewModel) { self.hall = hall }

    package func draw(on canvas: inout Canvas) {
        if canvas[hall.isEmpty] {
            canvas.write(canvas[hall.placeholder].text, row: canvas.rows / 2, look: .bold)
            line(canvas[hall.connection], canvas[hall.connectionTone], canvas.rows - 1, &canvas)
        } else if !drawLarge(on: &canvas) {
            drawWords(on: &canvas)
        }
    }

    // MARK: Large digits

    /// The optional lines around the score, and the rows left for it.
    private struct Frame {
        let hasTitle: Bool
        let hasFouls: Bool
        let hasLatest: Bool
        let hasAgreement: Bool
        let gap: Int
        let scoreRows: Int
        let timeRows: Int

        /// Lines are added in the order of their importance to spectators; the digits always keep
        /// five rows.
        init?(rows: Int, hasTime: Bool) {
            // The names, state and connection, and digits of the smallest size.
            var rest = rows - 3 - Self.digitRowsMin - (hasTime ? 1 : 0)
            guard rest >= 0 else { return nil }
            func reserve(_ count: Int) -> Bool {
                guard rest >= count else { return false }
                rest -= count
                return true
            }
            hasFouls = reserve(1)
            hasLatest = reserve(1)
            hasTitle = reserve(1)
            let isLarge = reserve(Self.gapCount + (hasTime ? Self.digitRowsMin - 1 : 0))
            gap = isLarge ? 1 : 0
            hasAgreement = isLarge && reserve(1)
            // The game clock gets a quarter of the spare rows.
            let forTime = isLarge && hasTime ? rest / 4 : 0
            timeRows = isLarge && hasTime ? Self.digitRowsMin + forTime : hasTime ? 1 : 0
            scoreRows = Self.digitRowsMin + rest - forTime
        }

        private static let digitRowsMin = 5
        /// Beneath the title and the names, above and beneath the game clock.
        private static let gapCount = 4
    }

    /// False if the canvas is too small.
    private func drawLarge(on canvas: inout Canvas) -> Bool {
        let (columns, rows) = (canvas.columns, canvas.rows)
        let scores = [canvas[hall.homeScore], canvas[hall.awayScore]]
        // Up to 99 the digits keep their size.
        let most = String(repeating: "8", count: max(2, scores.map(\.count).max() ?? 0))
        guard let frame = Frame(rows: rows, hasTime: !canvas[hall.time].isEmpty),
            let digits = BigDigits.largest(
                for: ["\(most):\(most)"], columns: columns - 4, rows: frame.scoreRows)
        else { return false }
        // The colon has a dot on both sides.
        let half = (columns - 3 * digits.width(of: ":")) / 2
        var row = 0
        if frame.hasTitle {
            centre(canvas[hall.title], .faint, [], row, 0..<columns, &canvas)
            row += 1 + frame.gap
        }
        let sides = [0..<half, columns - half..<columns]
        for (side, name) in zip(sides, [canvas[hall.homeTeam], canvas[hall.awayTeam]]) {
            centre(name, .plain, .bold, row, side, &canvas)
        }
        row += 1 + frame.gap
        // Vertically centred.
        let top = row + (frame.scoreRows - digits.rows) / 2
        for (side, score) in zip(sides, scores) {
            let left = side.lowerBound + (side.count - digits.width(of: score)) / 2
            digits.draw(score, on: &canvas, row: top, column: left)
        }
        digits.draw(":", on: &canvas, row: top, column: (columns - digits.width(of: ":")) / 2)
        row += frame.scoreRows
        if frame.hasFouls {
            let fouls = [
                (canvas[hall.homeFouls], canvas[hall.homeFoulsTone]),
                (canvas[hall.awayFouls], canvas[hall.awayFoulsTone]),
            ]
            for (side, (text, tone)) in zip(sides, fouls) {
                centre(text, tone, [], row, side, &canvas)
            }
            row += 1
        }
        drawTime(on: &canvas, row: row + frame.gap, rows: frame.timeRows)
        drawFoot(frame, on: &canvas)
        return true
    }

    private func drawTime(on canvas: inout Canvas, row: Int, rows: Int) {
        let whole = 0..<canvas.columns
        let time = canvas[hall.time]
        let period = canvas[hall.period]
        guard rows > 1,
            let digits = BigDigits.largest(
                for: [time], columns: canvas.columns - 2 * Self.sideWidth, rows: rows)
        else {
            let text = Self.joined([period, time, canvas[hall.motion]])
            return centre(text, .plain, .bold, row, whole, &canvas)
        }
        let width = digits.width(of: time)
        let left = (canvas.columns - width) / 2
        digits.draw(time, on: &canvas, row: row, column: left)
        // The period and the motion, on both sides of the digits.
        let middle = row + digits.rows / 2
        canvas.write(
            period, row: middle, column: max(0, left - 2 - DisplayWidth.of(period)), look: .bold)
        canvas.write(canvas[hall.motion], row: middle, column: left + width + 2)
    }

    /// Draws the state, the latest basket, the connection and the words of agreement on the last
    /// rows.
    private func drawFoot(_ frame: Frame, on canvas: inout Canvas) {
        let whole = 0..<canvas.columns
        var row = canvas.rows - 1
        if frame.hasAgreement {
            line(canvas[hall.agreement], .faint, row, &canvas)
            row -= 1
        }
        line(canvas[hall.connection], canvas[hall.connectionTone], row, &canvas)
        row -= 1
        if frame.hasLatest {
            centre(canvas[hall.latest], .plain, [], row, whole, &canvas)
            row -= 1
        }
        centre(canvas[hall.state], canvas[hall.tone], .bold, row, whole, &canvas)
    }

    // MARK: Text only

    private func drawWords(on canvas: inout Canvas) {
        let score = canvas[hall.score]
        let room = max(0, canvas.columns - DisplayWidth.of(score) - 2) / 2
        let home = DisplayWidth.truncated(canvas[hall.homeTeam], to: room)
        let away = DisplayWidth.truncated(canvas[hall.awayTeam], to: room)
        let lines: [(String, Tone, Canvas.Look)] = [
            ("\(home) \(score) \(away)", .plain, .bold),
            (
                Self.joined([canvas[hall.period], canvas[hall.time], canvas[hall.motion]]), .plain,
                []
            ),
            (canvas[hall.state], canvas[hall.tone], []),
            (canvas[hall.connection], canvas[hall.connectionTone], []),
            (canvas[hall.latest], .plain, []),
        ]
        let said = lines.filter { !$0.0.isEmpty }
        for (row, (text, tone, look)) in said.prefix(canvas.rows).enumerated() {
            canvas.write(text, row: row, tone: tone, look: look)
        }
    }

    // MARK: Lines

    /// Columns on each side of the game clock, for the period and the motion.
    private static let sideWidth = 12

    private static func joined(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func centre(
        _ text: String, _ tone: Tone, _ look: Canvas.Look, _ row: Int, _ columns: Range<Int>,
        _ canvas: inout Canvas
    ) {
        let shown = DisplayWidth.truncated(SafeText.line(text), to: columns.count)
        let left = columns.lowerBound + (columns.count - DisplayWidth.of(shown)) / 2
        canvas.write(shown, row: row, column: left, width: columns.count, tone: tone, look: look)
    }

    private func line(_ text: String, _ tone: Tone, _ row: Int, _ canvas: inout Canvas) {
        canvas.write(text, row: row, tone: tone, look: tone == .bad ? .bold : [])
    }
}
