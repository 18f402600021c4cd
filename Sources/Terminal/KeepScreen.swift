import ViewModels

/// The screen of `scored keep`. From top to bottom: the score, how this device compares to the
/// others, the players of both sides, the log with the newest line nearest to the input, the input,
/// the outcome of the last key, and the keys. A small screen leaves out first the keys, then lines,
/// then players.
package struct KeepScreen: FullScreenView {
    private let keep: KeepKeys

    package init(_ keep: KeepKeys) { self.keep = keep }

    package func draw(on canvas: inout Canvas) {
        let rows = canvas.rows
        var top = drawHead(on: &canvas)
        var bottom = rows
        if rows >= 8 {
            bottom -= 1
            let hints = ListFrame.hints(canvas[keep.keys], columns: canvas.columns)
            canvas.write(hints.first ?? "", row: bottom, tone: .faint)
        }
        bottom = drawMessage(on: &canvas, above: bottom)
        bottom -= 1
        drawPrompt(on: &canvas, row: bottom)
        if rows >= 12 {
            bottom -= 1
            drawRule(on: &canvas, row: bottom)
        }
        guard bottom > top else { return }
        if !canvas[keep.placeholder].isEmpty {
            return drawBeginning(on: &canvas, rows: top..<bottom)
        }
        let gap = rows >= 16 ? 1 : 0
        top += gap
        // Heights depend on the screen and on the players alone, so that nothing moves while lines
        // and notes come and go.
        let sides = KeepSidesView(
            home: canvas[keep.home], away: canvas[keep.away], columns: canvas.columns,
            reads: canvas.reads)
        top += drawLargeScore(
            on: &canvas, row: top, most: bottom - top - sides.listedRows - gap - Self.linesMin - 1)
        let room = max(0, bottom - top)
        let lineRows = min(max(2, rows / 5), room / 2)
        let sideRows =
            rows < 10
            ? min(room - min(1, room), 3)
            : max(
                room - gap - lineRows,
                min(sides.flowingRows, room - gap - 1))
        top += sides.draw(on: &canvas, rows: top..<top + max(0, sideRows))
        if bottom > top { top += gap }
        KeepLinesView(lines: canvas[keep.lines.lines], picked: canvas[keep.pickedLine])
            .draw(on: &canvas, rows: top..<bottom)
    }

    // MARK: The head

    /// Returns the row beneath. A verdict that does not fit beside the title of the game replaces
    /// it. A long bad one, with its remedy, also takes the place of the notes, except those about
    /// unrecorded moves.
    private func drawHead(on canvas: inout Canvas) -> Int {
        let clock = drawScore(on: &canvas)
        guard canvas.rows >= (canvas[keep.placeholder].isEmpty ? 5 : 8) else { return 1 }
        let (text, tone) = standing(beside: clock, on: canvas)
        let verdict = WrappedText.lines(
            text, columns: canvas.columns, atMost: tone == .bad && canvas.rows >= 10 ? 2 : 1)
        for (row, line) in verdict.enumerated() { canvas.write(line, row: 1 + row, tone: tone) }
        let title = canvas[keep.editor.title]
        let titleWidth = DisplayWidth.ofSafe(title)
        let taken = verdict.isEmpty ? 0 : DisplayWidth.of(verdict[0]) + Self.gap
        let room = min(titleWidth, canvas.columns - taken)
        if verdict.count < 2, room >= min(titleWidth, Self.titleWidthMin) {
            canvas.write(title, row: 1, column: canvas.columns - room, width: room, tone: .faint)
        }
        let row = 1 + max(1, verdict.count)
        let notes = canvas[keep.notes].filter { row == 2 || $0.tone == .bad }
        // The row of the notes is kept free where there is room.
        guard canvas.rows >= 10, !notes.isEmpty else { return canvas.rows >= 20 ? 3 : row }
        let texts = Self.texts(of: notes, columns: canvas.columns)
        var column = 0
        for (note, text) in zip(notes, texts) where column < canvas.columns {
            column = canvas.write(text, row: row, column: column, tone: note.tone) + Self.gap
        }
        return row + 1
    }

    /// How this device compares to the others; on a small screen, which has no notes, short and
    /// with the unrecorded moves. Begins with the game clock if that did not fit beside the score.
    private func standing(beside clock: [String], on canvas: Canvas) -> (String, Tone) {
        let unrecorded = canvas.rows < 10 ? canvas[keep.unrecorded] : ""
        let tone = unrecorded.isEmpty ? canvas[keep.verdict.tone] : .bad
        var text = canvas[keep.verdict.line]
        if canvas.rows < 10, canvas.columns < 30 {
            text = unrecorded.isEmpty ? canvas[keep.verdict.short] : unrecorded
        } else if !unrecorded.isEmpty {
            text = "\(unrecorded) · \(text)"
        }
        let room = canvas.columns - DisplayWidth.ofSafe(text) - 1
        let reading = clock.first { DisplayWidth.of($0) <= room } ?? clock.last
        return (reading.map { "\($0) \(text)" } ?? text, tone)
    }

    /// The full notes if all fit side by side, else the short ones.
    private static func texts(of notes: [KeepMessage], columns: Int) -> [String] {
        let full = notes.map(\.text)
        let width = full.map { DisplayWidth.ofSafe($0) + gap }.reduce(-gap, +)
        return width <= columns ? full : notes.map(\.short)
    }

    /// `Hawks 12 : 9 Owls`, the game clock and the state, in reverse video. The names are shortened
    /// for the state, then the clock. If the clock has no room, returns it in ever shorter forms.
    private func drawScore(on canvas: inout Canvas) -> [String] {
        let score = canvas[keep.editor.score]
        guard !score.isEmpty else { return [] }
        canvas.fill(" ", row: 0, look: .reversed)
        let clock = canvas[keep.gameClock]
        let reading = clock.split(separator: " ").dropLast().joined(separator: " ")
        let phase = canvas[keep.editor.phase]
        // Each with the least number of columns to which a longer name is shortened.
        let forms = [
            (canvas[keep.editor.state], clock, Int.max), (canvas[keep.editor.verdict], clock, .max),
            (phase, clock, 8), (phase, reading, 3), (phase, "", 3),
        ]
        let names = [canvas[keep.editor.homeTeam], canvas[keep.editor.awayTeam]]
            .map(DisplayWidth.ofSafe)
        let (state, time, _) =
            forms.first { state, clock, least in
                let room =
                    canvas.columns - 4 - DisplayWidth.of(score) - Self.width(of: state, clock)
                return names.reduce(0) { $0 + min($1, least) } <= room
            } ?? ("", "", 0)
        var end = canvas.columns - 1
        for text in [state, time] where !text.isEmpty {
            end -= DisplayWidth.ofSafe(text)
            canvas.write(
                text, row: 0, column: end, look: text == time ? [.bold, .reversed] : .reversed)
            end -= Self.gap
        }
        drawNames(beside: score, on: &canvas, within: end)
        let face = canvas[keep.editor.time]
        return clock.isEmpty || !time.isEmpty
            ? [] : [reading, face, String(face.prefix { $0 != "." })]
    }

    /// The width of the texts with a gap before each.
    private static func width(of texts: String...) -> Int {
        texts.map { $0.isEmpty ? 0 : DisplayWidth.ofSafe($0) + gap }.reduce(0, +)
    }

    /// The score between the names, in digits that can be read from across the table, in at most
    /// that many rows; returns the rows that it took. Up to 99 the digits keep size and place.
    private func drawLargeScore(on canvas: inout Canvas, row: Int, most: Int) -> Int {
        let numbers = [canvas[keep.editor.homeScore], canvas[keep.editor.awayScore]]
        let count = max(2, numbers.map(\.count).max() ?? 0)
        let digits = BigDigits.largest(
            for: [String(repeating: "8", count: count * 2) + ":"], columns: canvas.columns / 2,
            rows: min(most, max(5, canvas.rows / 6)))
        guard let digits else { return 0 }
        let text =
            DisplayWidth.padded(numbers[0], to: count, atStart: true) + ":"
            + DisplayWidth.padded(numbers[1], to: count)
        let left = (canvas.columns - digits.width(of: text)) / 2
        digits.draw(text, on: &canvas, row: row, column: left)
        let middle = row + digits.rows / 2
        let home = DisplayWidth.truncated(
            SafeText.line(canvas[keep.editor.homeTeam]), to: max(0, left - 3))
        canvas.write(home, row: middle, column: left - 2 - DisplayWidth.of(home), look: .bold)
        let right = left + digits.width(of: text) + 2
        canvas.write(
            canvas[keep.editor.awayTeam], row: middle, column: right,
            width: canvas.columns - right - 1, look: .bold)
        return digits.rows + 1
    }

    private func drawNames(beside score: String, on canvas: inout Canvas, within end: Int) {
        let numbers = DisplayWidth.of(score) + 2
        let room = max(0, end - 1 - numbers)
        let (homeTeam, awayTeam) = (canvas[keep.editor.homeTeam], canvas[keep.editor.awayTeam])
        let homeWidth = DisplayWidth.ofSafe(homeTeam)
        let awayWidth = DisplayWidth.ofSafe(awayTeam)
        // A name that needs less than half leaves the rest to the other.
        let home = min(homeWidth, max(room / 2, room - awayWidth))
        let away = min(awayWidth, room - home)
        let look: Canvas.Look = [.bold, .reversed]
        canvas.write(homeTeam, row: 0, column: 1, width: home, look: look)
        canvas.write(score, row: 0, column: home + 2, look: look)
        canvas.write(awayTeam, row: 0, column: home + numbers + 1, width: away, look: look)
    }

    // MARK: The first run

    /// The text shown instead of a game, and what can be done, in the middle of the rows.
    private func drawBeginning(on canvas: inout Canvas, rows: Range<Int>) {
        let begin = WrappedText.lines(
            canvas[keep.placeholder], columns: canvas.columns, atMost: rows.count)
        let steps = canvas[keep.steps]
        let hasSteps = !steps.isEmpty && begin.count + 1 + steps.count <= rows.count
        let height = begin.count + (hasSteps ? 1 + steps.count : 0)
        let top = rows.lowerBound + (rows.count - height) / 2
        for (row, line) in begin.enumerated() { canvas.write(line, row: top + row, look: .bold) }
        guard hasSteps else { return }
        for (index, step) in steps.enumerated() {
            let row = top + begin.count + 1 + index
            let tone: Tone = step.isDone ? .faint : .plain
            canvas.write(step.isDone ? "✓" : "\(index + 1)", row: row, column: 2, tone: tone)
            canvas.write(step.key, row: row, column: 5, tone: tone, look: .bold)
            canvas.write(step.text, row: row, column: 9, tone: tone)
        }
    }

    // MARK: Input and outcome

    /// Draws the message or the open question; returns the first row. The outcome of a later key is
    /// above the question, which waits while a note is written. The height is constant, so that the
    /// screen does not jump: a longer text also takes the row of the keys, at `bottom`. On a screen
    /// without keys the question takes the row of a line.
    private func drawMessage(on canvas: inout Canvas, above bottom: Int) -> Int {
        let message = canvas[keep.message]
        let question = canvas[keep.question]
        let isAsking = !question.isEmpty && !canvas[keep.isWriting]
        let look: Canvas.Look = isAsking ? [.bold, .reversed] : .bold
        let height = canvas.rows >= 20 || isAsking && (5..<8).contains(canvas.rows) ? 2 : 1
        let most = height + (canvas.rows >= 8 ? 1 : 0)
        let lines =
            isAsking
            ? Self.lines(question, after: message.text, columns: canvas.columns, atMost: most)
            : WrappedText.lines(message.text, columns: canvas.columns, atMost: most)
        let first = bottom - height
        for (row, line) in lines.enumerated() {
            canvas.clear(row: first + row)
            canvas.write(
                line, row: first + row, tone: isAsking ? .attention : message.tone, look: look)
        }
        return first
    }

    /// Never cuts off the answers: leaves out the message first, then shortens the question.
    private static func lines(
        _ question: KeepQuestion, after message: String, columns: Int, atMost most: Int
    ) -> [String] {
        let isNews = !message.isEmpty && !question.text.contains(message)
        let news = isNews ? "\(message) · " : ""
        for text in [news + question.line, question.line] {
            let lines = WrappedText.lines(text, columns: columns)
            if lines.count <= most { return lines }
        }
        let isLong = DisplayWidth.ofSafe(question.answers) > columns
        let answers = isLong ? question.shortAnswers : question.answers
        guard most > 1 else { return [answers] }
        return WrappedText.lines(question.text, columns: columns, atMost: most - 1) + [answers]
    }

    private func drawPrompt(on canvas: inout Canvas, row: Int) {
        let prompt = canvas[keep.prompt]
        guard !prompt.label.isEmpty else { return }
        let most = max(4, canvas.columns - 14)
        var column = canvas.write(
            prompt.label, row: row, width: min(most, canvas.columns * 2 / 3), look: .bold)
        column = canvas.write(" ❯ ", row: row, column: column, tone: .faint)
        // The end of a long text is what is being typed.
        let room = max(1, canvas.columns - column - 1)
        let typed = Self.end(of: prompt.typed, fitting: room)
        column = canvas.write(typed, row: row, column: column, look: .bold)
        canvas.cursor = (row, min(column, canvas.columns - 1))
        canvas.write(prompt.preview, row: row, column: column + Self.gap, tone: prompt.tone)
    }

    private func drawRule(on canvas: inout Canvas, row: Int) {
        canvas.fill("─", row: row, tone: .faint)
    }

    private static func end(of text: String, fitting columns: Int) -> String {
        var kept = Substring(text)
        while DisplayWidth.ofSafe(String(kept)) > columns { kept = kept.dropFirst() }
        return String(kept)
    }

    private static let gap = 2
    /// Lines of the log beneath large digits.
    private static let linesMin = 3
    /// A shorter part of a title says nothing.
    private static let titleWidthMin = 12
}

/// The newest lines, the newest at the bottom. The picked line is always visible.
struct KeepLinesView {
    let lines: [KeepLine]
    /// The entry of the picked line.
    let picked: String?

    func draw(on canvas: inout Canvas, rows: Range<Int>) {
        guard !rows.isEmpty, !lines.isEmpty else { return }
        let lines = listed(within: rows.count)
        let place = lines.firstIndex(where: isPicked) ?? 0
        let first = max(0, min(place, place - rows.count + 2, lines.count - rows.count))
        let shown = lines[first..<min(lines.count, first + rows.count)]
        let widths = Widths(Array(shown), columns: canvas.columns)
        for (offset, line) in shown.enumerated() {
            draw(line, widths, on: &canvas, row: rows.upperBound - 1 - offset)
        }
    }

    /// Refused moves, which the head counts, leave a row for the newest of the other lines.
    private func listed(within rows: Int) -> [KeepLine] {
        let count = lines.count { $0.refused != nil }
        guard count > 0, count < lines.count else { return lines }
        var room = rows - 1
        return lines.filter { line in
            guard line.refused != nil, !isPicked(line) else { return true }
            room -= 1
            return room >= 0
        }
    }

    private func isPicked(_ line: KeepLine) -> Bool { picked != nil && line.id == picked }

    private struct Widths {
        var isNarrow = false
        var clock = 0
        var text = 0
        var score = 0
        var entry = 0
        var state = 0

        init(_ lines: [KeepLine], columns: Int) {
            func widest(_ part: (KeepLine) -> String) -> Int {
                lines.map { DisplayWidth.ofSafe(part($0)) }.max() ?? 0
            }
            isNarrow = columns < 52
            state = min(widest(isNarrow ? \.shortState : \.state), max(12, columns / 4))
            entry = columns >= 40 ? min(widest(\.entry), columns / 2) : 0
            clock = isNarrow ? 0 : min(widest(\.clock), 10)
            let taken = [clock, entry, state].reduce(0) { $0 + ($1 == 0 ? 0 : $1 + 2) }
            text = columns - taken - 2
            // On a narrow screen the name of an entry, by which keepers speak of it, comes first.
            let width = min(widest(\.score), 9)
            if width > 0, columns >= 30, text - width - 2 >= min(widest(\.text), 18) {
                score = width
                text -= width + 2
            }
            text = max(8, text)
        }
    }

    private func draw(_ line: KeepLine, _ widths: Widths, on canvas: inout Canvas, row: Int) {
        let look = canvas.writePick(isPicked(line), row: row, columns: 0..<canvas.columns)
        let isFaint = line.tone == .faint
        var column = RowView.margin
        func put(
            _ text: String, _ width: Int, _ tone: Tone, isNumber: Bool = false, look: Canvas.Look
        ) {
            guard width > 0 else { return }
            let shown = DisplayWidth.ofSafe(text)
            let indent = isNumber ? max(0, width - shown) : 0
            canvas.write(
                text, row: row, column: column + indent, width: width - indent, tone: tone,
                look: look)
            column += width + 2
        }
        put(line.clock, widths.clock, .faint, isNumber: true, look: look)
        // A line without a score uses its columns for the text.
        let isLong = line.score.isEmpty && widths.score > 0
        put(
            line.text, widths.text + (isLong ? widths.score + 2 : 0), isFaint ? .faint : .plain,
            look: line.isMine ? look.union(.bold) : look)
        put(line.score, isLong ? 0 : widths.score, .plain, isNumber: true, look: look)
        put(EntryName.short(line.entry, to: widths.entry), widths.entry, .faint, look: look)
        put(widths.isNarrow ? line.shortState : line.state, widths.state, line.tone, look: look)
    }
}
