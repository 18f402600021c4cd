package import ViewModels

/// The score in the middle, the game clock and the periods beneath.
struct ScoreboardView: PlainView {
    let scoreboard: ScoreboardViewModel

    func lines(_ style: Style) -> [String] {
        guard !style[scoreboard.isEmpty] else {
            return [style.paint(SafeText.line(style[scoreboard.placeholder].text), .faint)]
        }
        var lines = [
            style.paint(SafeText.line(style[scoreboard.title]), .faint), "",
            "    "
                + style.paint(score(style, columns: style.columns.map { $0 - 4 }), isBold: true),
            "",
        ]
        // Signatures and the words of the result are wrapped, never cut.
        let state = SafeText.line(style[scoreboard.state])
        let clock = SafeText.line(style[scoreboard.clock])
        let length = DisplayWidth.of(state) + (clock.isEmpty ? 0 : DisplayWidth.of(clock) + 3)
        if let columns = style.columns, length > columns {
            if !clock.isEmpty { lines.append(style.paint(clock, isBold: true)) }
            lines += WrappedText.lines(state, columns: columns).map {
                style.paint($0, style[scoreboard.tone])
            }
        } else {
            let painted = style.paint(state, style[scoreboard.tone])
            lines.append(
                clock.isEmpty ? painted : "\(style.paint(clock, isBold: true)) · \(painted)")
        }
        let periods = GridView(style[scoreboard.periods], indent: 2).lines(style)
        return periods.isEmpty ? lines : lines + [""] + periods
    }

    /// `Hawks  12 : 9  Owls`: the names are shortened to the width, never the score.
    func score(_ style: Style, columns: Int?) -> String {
        let numbers = SafeText.line(style[scoreboard.score])
        let room = columns.map { max(2, ($0 - 4 - DisplayWidth.of(numbers)) / 2) }
        let teams = [style[scoreboard.homeName], style[scoreboard.awayName]].map { name in
            DisplayWidth.truncated(SafeText.line(name), to: room ?? .max)
        }
        return "\(teams[0])  \(numbers)  \(teams[1])"
    }
}

package struct GameDetailScreen: FullScreenView {
    private let game: GameDetailKeys

    package init(_ game: GameDetailKeys) { self.game = game }

    package func draw(on canvas: inout Canvas) {
        let loading = canvas[game.loading]
        let frame = ListFrame(
            .title(canvas[game.title]), echo: .init(loading.problem.text, .attention),
            keys: game.keyHints(canvas.reads), on: &canvas)
        guard !canvas[game.box.scoreboard.isEmpty] else {
            return canvas.writePlaceholder(loading.placeholder.text, in: frame.body)
        }
        let lines = BoxView(game.box).lines(canvas.style(columns: canvas.columns))
        let window = game.window(of: lines.count, rows: frame.body.count, canvas.reads)
        for (row, line) in zip(frame.body, lines[window]) { canvas.write(painted: line, row: row) }
    }
}

package struct BoxView: PlainView {
    private let box: BoxViewModel

    package init(_ box: BoxViewModel) { self.box = box }

    package func lines(_ style: Style) -> [String] {
        let blocks = [
            ScoreboardView(scoreboard: box.scoreboard).lines(style),
            side(GridView(style[box.home]), style[box.homeFouls], style),
            side(GridView(style[box.away]), style[box.awayFouls], style),
            style[box.notes].map { style.paint(SafeText.line($0), .faint) },
        ]
        return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func side(_ grid: GridView, _ fouls: String, _ style: Style) -> [String] {
        let lines = grid.lines(style)
        return fouls.isEmpty ? lines : lines + [style.paint(SafeText.line(fouls), .faint)]
    }
}

package struct RosterView: PlainView {
    private let roster: RosterViewModel

    package init(_ roster: RosterViewModel) { self.roster = roster }

    package func lines(_ style: Style) -> [String] {
        [style.paint(SafeText.line(roster.title), .faint), ""]
            + listed(roster.grid, placeholder: roster.placeholder.text, style)
    }
}
