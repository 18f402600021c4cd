package import ViewModels

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
            canvas.write(keep.keys.value, row: bottom, tone: .faint)
        }
        bottom = drawMessage(on: &canvas, above: bottom, from: top)
        bottom -= 1
        drawPrompt(on: &canvas, row: bottom)
        if rows >= 12 {
            bottom -= 1
            drawRule(on: &canvas, row: bottom)
        }
        guard bottom > top else { return }
        if !keep.placeholder.value.isEmpty {
            canvas.write(keep.placeholder.value, row: top + (bottom - top) / 2, look: .bold)
            return
        }
        if rows >= 16 { top += 1 }
        if rows >= Self.largeRows { top += drawLargeScore(on: &canvas, row: top) }
        let linesWanted = min(keep.lines.lines.value.count, max(2, rows / 5))
        let sides = KeepSidesView(home: keep.home.value, away: keep.away.value)
        let room = max(0, bottom - top)
        let sideRows = rows < 10 ? min(room, 3) : room - min(linesWanted, room / 2)
        top += sides.draw(on: &canvas, rows: top..<top + sideRows)
        if rows >= 16, bottom > top { top += 1 }
        KeepLinesView(lines: keep.lines.lines.value, picked: keep.pickedLine.value)
            .draw(on: &canvas, rows: top..<bottom)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            keep.scoreLine, keep.gameClock, keep.editor.state, keep.editor.verdict,
            keep.editor.title, to: changed)
            + bindAll(keep.editor.tone, to: changed)
            + bindAll(keep.verdict.line, keep.verdict.tone, keep.notes, to: changed)
            + bindAll(keep.home, keep.away, keep.lines.lines, keep.placeholder, to: changed)
            + bindAll(
                keep.prompt, keep.message, keep.question, keep.keys, keep.pickedLine,
                to: changed)
    }

    // MARK: The head

    /// Returns the row beneath.
    private func drawHead(on canvas: inout Canvas) -> Int {
        drawScore(on: &canvas)
        guard canvas.rows >= 8 else { return 1 }
        let title = keep.editor.title.value
        let titleWidth = min(DisplayWidth.of(SafeText.line(title)), canvas.columns / 2)
        let isWide = canvas.columns >= 60 && !title.isEmpty
        if isWide {
            canvas.write(
                title, row: 1, column: canvas.columns - titleWidth, width: titleWidth,
                tone: .faint)
        }
        canvas.write(
            keep.verdict.line.value, row: 1,
            width: canvas.columns - (isWide ? titleWidth + Self.gap : 0),
            tone: keep.verdict.tone.value)
        let notes = keep.notes.value
        guard canvas.rows >= 10, !notes.isEmpty else { return 2 }
        let texts = Self.texts(of: notes, columns: canvas.columns)
        var column = 0
        for (note, text) in zip(notes, texts) where column < canvas.columns {
            column = canvas.write(text, row: 2, column: column, tone: note.tone) + Self.gap
        }
        return 3
    }

    /// The full notes if all fit side by side, else the short ones.
    private static func texts(of notes: [KeepMessage], columns: Int) -> [String] {
        let full = notes.map(\.text)
        let width = full.map { DisplayWidth.of(SafeText.line($0)) + gap }.reduce(-gap, +)
        return width <= columns ? full : notes.map(\.short)
    }

    /// `Hawks 12 : 9 Owls`, the game clock and the state, in reverse video.
    private func drawScore(on canvas: inout Canvas) {
        canvas.write(
            String(repeating: " ", count: canvas.columns), row: 0, look: .reversed)
        let (score, clock) = (keep.scoreLine.value, keep.gameClock.value)
        let clockWidth = DisplayWidth.of(SafeText.line(clock))
        var end = canvas.columns - 1
        let scoreWidth = score.width
        // Without room for the reasons, only the verdict is shown.
        for state in [keep.editor.state.value, keep.editor.verdict.value] {
            let width = DisplayWidth.of(SafeText.line(state))
            guard scoreWidth + width + clockWidth + 3 * Self.gap <= canvas.columns else {
                continue
            }
            canvas.write(state, row: 0, column: end - width, look: .reversed)
            end -= width + Self.gap
            break
        }
        if clockWidth > 0,
            scoreWidth + clockWidth + 2 * Self.gap <= canvas.columns
                || clockWidth < canvas.columns / 3
        {
            canvas.write(clock, row: 0, column: end - clockWidth, look: [.bold, .reversed])
            end -= clockWidth + Self.gap
        }
        drawNames(score, on: &canvas, within: end)
    }

    /// The score again, in digits that can be read from across the table; returns the rows that it
    /// took.
    private func drawLargeScore(on canvas: inout Canvas, row: Int) -> Int {
        let text = keep.scoreLine.value.score.filter { $0 != " " }
        let digits = BigDigits.largest(
            for: [text], columns: canvas.columns / 2, rows: canvas.rows / 6)
        guard let digits else { return 0 }
        digits.draw(
            text, on: &canvas, row: row, column: (canvas.columns - digits.width(of: text)) / 2)
        return digits.rows + 1
    }

    private func drawNames(_ score: KeepScore, on canvas: inout Canvas, within end: Int) {
        let numbers = DisplayWidth.of(score.score) + 2
        let room = max(0, end - 1 - numbers)
        let homeWidth = DisplayWidth.of(SafeText.line(score.home))
        let awayWidth = DisplayWidth.of(SafeText.line(score.away))
        // A name that needs less than half leaves the rest to the other.
        let home = min(homeWidth, max(room / 2, room - awayWidth))
        let away = min(awayWidth, room - home)
        let look: Canvas.Look = [.bold, .reversed]
        canvas.write(score.home, row: 0, column: 1, width: home, look: look)
        canvas.write(score.score, row: 0, column: home + 2, look: look)
        canvas.write(score.away, row: 0, column: home + numbers + 1, width: away, look: look)
    }

    // MARK: Input and outcome

    /// Draws the message or the open question on as many lines as there is room for; returns the
    /// first row.
    private func drawMessage(on canvas: inout Canvas, above bottom: Int, from top: Int) -> Int {
        let message = keep.message.value
        let question = keep.question.value
        let isAsking = !question.isEmpty
        let text = isAsking ? question : message.text
        let look: Canvas.Look = isAsking ? [.bold, .reversed] : .bold
        // The height is constant, so that the screen does not jump with every key.
        let most = canvas.rows >= 20 ? 3 : canvas.rows >= 10 ? 2 : 1
        var lines = WrappedText.lines(text, columns: canvas.columns)
        if lines.isEmpty { lines = [""] }
        if lines.count > most {
            lines = Array(lines.prefix(most - 1)) + [lines[(most - 1)...].joined(separator: " ")]
        }
        let height = max(lines.count, canvas.rows >= 20 ? 2 : 1)
        let first = bottom - height
        for (row, line) in lines.enumerated() {
            canvas.write(
                line, row: first + row, tone: isAsking ? .attention : message.tone, look: look)
        }
        return first
    }

    private func drawPrompt(on canvas: inout Canvas, row: Int) {
        let prompt = keep.prompt.value
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
        canvas.write(String(repeating: "─", count: canvas.columns), row: row, tone: .faint)
    }

    private static func end(of text: String, fitting columns: Int) -> String {
        var kept = Substring(text)
        while DisplayWidth.of(SafeText.line(String(kept))) > columns { kept = kept.dropFirst() }
        return String(kept)
    }

    private static let gap = 2
    /// Room for large digits, large players and ten lines.
    private static let largeRows = 36
}

extension KeepScore {
    /// The columns of names and score in one row.
    fileprivate var width: Int {
        DisplayWidth.of(SafeText.line(home)) + DisplayWidth.of(SafeText.line(away))
            + DisplayWidth.of(score) + 4
    }
}

/// The newest lines, the newest at the bottom. The picked line is always visible.
struct KeepLinesView {
    let lines: [KeepLine]
    /// The entry of the picked line.
    let picked: String?

    func draw(on canvas: inout Canvas, rows: Range<Int>) {
        guard !rows.isEmpty, !lines.isEmpty else { return }
        let place = lines.firstIndex(where: isPicked) ?? 0
        let first = max(0, min(place - rows.count + 2, lines.count - rows.count))
        let shown = lines[first..<min(lines.count, first + rows.count)]
        let widths = Widths(Array(shown), columns: canvas.columns)
        for (offset, line) in shown.enumerated() {
            draw(line, widths, on: &canvas, row: rows.upperBound - 1 - offset)
        }
    }

    private func isPicked(_ line: KeepLine) -> Bool { picked != nil && line.entry == picked }

    private struct Widths {
        var clock = 0
        var text = 0
        var score = 0
        var entry = 0
        var state = 0

        init(_ lines: [KeepLine], columns: Int) {
            func widest(_ part: (KeepLine) -> String) -> Int {
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

    private func draw(_ line: KeepLine, _ widths: Widths, on canvas: inout Canvas, row: Int) {
        let look: Canvas.Look = isPicked(line) ? .reversed : []
        if isPicked(line) {
            canvas.write(
                String(repeating: " ", count: canvas.columns), row: row, look: .reversed)
        }
        let isFaint = line.tone == .faint
        canvas.write(isPicked(line) ? "▸" : " ", row: row, look: look)
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
