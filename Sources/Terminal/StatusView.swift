package import ViewModels

/// `scored status` as text. The short form fits a terminal of 24 rows: the verdict, the score, a
/// summary of each side, the most urgent warnings and the devices that are away. The long form has
/// everything.
package struct StatusView: PlainView {
    private let status: StatusViewModel
    private let isWhole: Bool

    package init(_ status: StatusViewModel, isWhole: Bool = false) {
        self.status = status
        self.isWhole = isWhole
    }

    package func lines(_ style: Style) -> [String] { isWhole ? whole(style) : short(style) }

    // MARK: The short form

    /// Each part has a maximum number of lines; the warnings get the rows that are left.
    private func short(_ style: Style) -> [String] {
        let verdict = status.verdict
        let head = clipped(style[verdict.line], style, atMost: 2).map {
            style.paint($0, style[verdict.tone], isBold: true)
        }
        let sides = [status.home, status.away].flatMap { side(style, $0) }
        let foot = [
            style[status.devices.rows].away, style[status.otherGamesSummary].text,
            style[status.place],
            style[verdict.agreement],
        ].flatMap { clipped($0, style, atMost: 1) }.map { style.paint($0, .faint) }
        let around = [head, score(style), sides, foot]
        let taken = around.reduce(0) { $0 + $1.count + ($1.isEmpty ? 0 : 1) }
        let warnings = warnings(style, rows: Self.shortRows - taken)
        return Self.joined([head, score(style), sides, warnings, foot])
    }

    /// The rows of the smallest usual terminal.
    private static let shortRows = 24

    /// The teams with the score and the game clock on one line, the state beneath.
    private func score(_ style: Style) -> [String] {
        let board = status.scoreboard
        guard !style[board.isEmpty] else {
            return clipped(style[board.placeholder].text, style, atMost: 2).map {
                style.paint($0, .faint)
            }
        }
        let clock = style[board.clock].isEmpty ? "" : "   " + SafeText.line(style[board.clock])
        let room = style.columns.map { $0 - 4 - DisplayWidth.of(clock) }
        let line = "    \(ScoreboardView(scoreboard: board).score(style, columns: room))\(clock)"
        return [
            style.paint(DisplayWidth.truncated(line, to: style.columns ?? .max), isBold: true)
        ]
            + clipped("\(style[board.state]) · \(style[board.title])", style, atMost: 2).map {
                style.paint($0, style[board.tone])
            }
    }

    private func side(_ style: Style, _ players: PlayersViewModel) -> [String] {
        clipped(style[players.heading], style, atMost: 1).map { style.paint($0, isBold: true) }
            + clipped(style[players.brief], style, atMost: 2, indent: "  ")
    }

    /// The most urgent warnings that fit, and the number of the others.
    private func warnings(_ style: Style, rows: Int) -> [String] {
        let blocks = style[status.warnings.linesAndHeld].map { warning in
            clipped("! \(warning.text)", style, atMost: 2).map { style.paint($0, .attention) }
                + clipped(warning.detail, style, atMost: 1, indent: "  ")
        }
        var lines: [String] = []
        for (index, block) in blocks.enumerated() {
            let isLast = index == blocks.count - 1
            guard lines.count + block.count + (isLast ? 0 : 1) <= rows else {
                let more = blocks.count - index
                let words = more == 1 ? "1 more warning" : "\(more) more warnings"
                return lines + [style.paint("! \(words): scored status --all", .attention)]
            }
            lines += block
        }
        return lines
    }

    // MARK: The long form

    private func whole(_ style: Style) -> [String] {
        var blocks = [verdict(style), ScoreboardView(scoreboard: status.scoreboard).lines(style)]
        for side in [status.home, status.away] {
            blocks.append(
                block(SafeText.line(style[side.heading]), GridView(style[side.grid]), style))
        }
        if !style[status.held.heading].isEmpty {
            blocks.append(
                [style.paint(style[status.held.heading], .attention, isBold: true)]
                    + HeldView(status.held).lines(style))
        }
        blocks.append(block("", GridView(style[status.devices.rows].peers), style))
        let games = status.otherGames.grid(of: style[status.otherGames.rows])
        blocks.append(block(otherGamesHeading(style), GridView(games), style))
        blocks.append(allWarnings(style))
        return Self.joined(blocks)
    }

    private func otherGamesHeading(_ style: Style) -> String {
        let heading = style[status.otherGamesHeading]
        guard let count = style[status.gamesNotListed] else { return heading }
        return "\(heading) (\(Advice("\(count) more", .listGames).text))"
    }

    private func verdict(_ style: Style) -> [String] {
        let verdict = status.verdict
        let beneath = [style[status.place], style[verdict.agreement]].filter { !$0.isEmpty }
        return wrapped(style[verdict.line], style).map {
            style.paint($0, style[verdict.tone], isBold: true)
        } + beneath.flatMap { wrapped($0, style).map { style.paint($0, .faint) } }
    }

    private func block(_ heading: String, _ view: GridView, _ style: Style) -> [String] {
        let lines = view.lines(style)
        guard !lines.isEmpty, !heading.isEmpty else { return lines }
        return [style.paint(heading, isBold: true)] + lines
    }

    private func allWarnings(_ style: Style) -> [String] {
        style[status.warnings.lines].flatMap { warning in
            let advice = SafeText.line(warning.detail)
            let text = wrapped("! \(warning.text)", style).map { style.paint($0, .attention) }
            return advice.isEmpty ? text : text + wrapped(advice, style, indent: "  ")
        }
    }

    // MARK: Lines

    /// Wraps at the width of the terminal; a pipe has none.
    private func wrapped(_ text: String, _ style: Style, indent: String = "") -> [String] {
        let line = SafeText.line(text)
        guard !line.isEmpty else { return [] }
        guard let columns = style.columns else { return [indent + line] }
        return WrappedText.lines(line, columns: max(1, columns - indent.count)).map { indent + $0 }
    }

    /// The first lines; the last one ends in `…` if the text is longer.
    private func clipped(
        _ text: String, _ style: Style, atMost most: Int, indent: String = ""
    ) -> [String] {
        guard let columns = style.columns else { return wrapped(text, style, indent: indent) }
        return WrappedText.lines(text, columns: max(1, columns - indent.count), atMost: most)
            .map { indent + $0 }
    }

    private static func joined(_ blocks: [[String]]) -> [String] {
        Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
    }
}

/// `scored status` as a screen that scrolls.
package struct StatusScreen: FullScreenView {
    private let screen: StatusKeys

    package init(_ screen: StatusKeys) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let lines = StatusView(screen.status, isWhole: canvas[screen.isWhole]).lines(
            canvas.style(columns: canvas.columns))
        // A text that does not fit leaves the last row for a note about that.
        let isLong = lines.count > canvas.rows && canvas.rows >= 3
        let window = screen.window(
            of: lines.count, rows: canvas.rows - (isLong ? 1 : 0), canvas.reads)
        if isLong, window.upperBound < lines.count {
            canvas.write("Down shows more", row: canvas.rows - 1, tone: .faint)
        }
        for (row, line) in lines[window].enumerated() { canvas.write(painted: line, row: row) }
    }
}
