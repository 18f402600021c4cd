package import ViewModels

/// The scoreboard for a screen on the wall: the score takes the rows that other lines leave, and
/// the game clock a quarter of the spare ones. A small screen shows the same as text.
package struct HallScreen: FullScreenView {
    private let hall: HallViewModel

    package init(_ hall: HallViewModel) { self.hall = hall }

    package func draw(on canvas: inout Canvas) {
        if hall.isEmpty.value {
            canvas.write(hall.placeholder.value.text, row: canvas.rows / 2, look: .bold)
            line(hall.connection.value, hall.connectionTone.value, canvas.rows - 1, &canvas)
        } else if !drawLarge(on: &canvas) {
            drawWords(on: &canvas)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            hall.isEmpty, hall.placeholder, hall.title, hall.homeTeam, hall.awayTeam,
            hall.homeScore, hall.awayScore, hall.score, hall.homeFouls, hall.awayFouls, to: changed)
            + bindAll(
                hall.time, hall.period, hall.motion, hall.state, hall.tone, hall.latest,
                hall.connection, hall.connectionTone, hall.agreement, to: changed)
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
        let scores = [hall.homeScore.value, hall.awayScore.value]
        // Up to 99 the digits keep their size.
        let most = String(repeating: "8", count: max(2, scores.map(\.count).max() ?? 0))
        guard let frame = Frame(rows: rows, hasTime: !hall.time.value.isEmpty),
            let digits = BigDigits.largest(
                for: ["\(most):\(most)"], columns: columns - 4, rows: frame.scoreRows)
        else { return false }
        // The colon has a dot on both sides.
        let half = (columns - 3 * digits.width(of: ":")) / 2
        var row = 0
        if frame.hasTitle {
            centre(hall.title.value, .faint, [], row, 0..<columns, &canvas)
            row += 1 + frame.gap
        }
        let sides = [0..<half, columns - half..<columns]
        for (side, name) in zip(sides, [hall.homeTeam.value, hall.awayTeam.value]) {
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
                (hall.homeFouls.value, hall.homeFoulsTone.value),
                (hall.awayFouls.value, hall.awayFoulsTone.value),
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
        let time = hall.time.value
        let period = hall.period.value
        guard rows > 1,
            let digits = BigDigits.largest(
                for: [time], columns: canvas.columns - 2 * Self.sideWidth, rows: rows)
        else {
            let text = Self.joined([period, time, hall.motion.value])
            return centre(text, .plain, .bold, row, whole, &canvas)
        }
        let width = digits.width(of: time)
        let left = (canvas.columns - width) / 2
        digits.draw(time, on: &canvas, row: row, column: left)
        // The period and the motion, on both sides of the digits.
        let middle = row + digits.rows / 2
        canvas.write(
            period, row: middle, column: max(0, left - 2 - DisplayWidth.of(period)), look: .bold)
        canvas.write(hall.motion.value, row: middle, column: left + width + 2)
    }

    /// Draws the state, the latest basket, the connection and the words of agreement on the last
    /// rows.
    private func drawFoot(_ frame: Frame, on canvas: inout Canvas) {
        let whole = 0..<canvas.columns
        var row = canvas.rows - 1
        if frame.hasAgreement {
            line(hall.agreement.value, .faint, row, &canvas)
            row -= 1
        }
        line(hall.connection.value, hall.connectionTone.value, row, &canvas)
        row -= 1
        if frame.hasLatest {
            centre(hall.latest.value, .plain, [], row, whole, &canvas)
            row -= 1
        }
        centre(hall.state.value, hall.tone.value, .bold, row, whole, &canvas)
    }

    // MARK: Text only

    private func drawWords(on canvas: inout Canvas) {
        let score = hall.score.value
        let room = max(0, canvas.columns - DisplayWidth.of(score) - 2) / 2
        let home = DisplayWidth.truncated(hall.homeTeam.value, to: room)
        let away = DisplayWidth.truncated(hall.awayTeam.value, to: room)
        let lines: [(String, Tone, Canvas.Look)] = [
            ("\(home) \(score) \(away)", .plain, .bold),
            (
                Self.joined([hall.period.value, hall.time.value, hall.motion.value]), .plain,
                []
            ),
            (hall.state.value, hall.tone.value, []),
            (hall.connection.value, hall.connectionTone.value, []),
            (hall.latest.value, .plain, []),
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
