package import ViewModels

/// The score in the middle, the game clock and the periods beneath.
struct ScoreboardView: PlainView {
    private let scoreboard: ScoreboardViewModel

    init(_ scoreboard: ScoreboardViewModel) { self.scoreboard = scoreboard }

    func lines(_ style: Style) -> [String] {
        guard !scoreboard.isEmpty.value else {
            return [style.paint(SafeText.line(scoreboard.placeholder.value), .faint)]
        }
        let home = SafeText.line(scoreboard.homeName.value)
        let away = SafeText.line(scoreboard.awayName.value)
        let numbers = "\(scoreboard.homeScore.value) : \(scoreboard.awayScore.value)"
        var lines = [
            style.paint(SafeText.line(scoreboard.title.value), .faint),
            "",
            "    " + style.paint("\(home)  \(SafeText.line(numbers))  \(away)", isBold: true),
            "",
        ]
        let state = style.paint(
            SafeText.line(scoreboard.state.value), scoreboard.tone.value)
        let clock = SafeText.line(scoreboard.clock.value)
        lines.append(clock.isEmpty ? state : "\(style.paint(clock, isBold: true)) · \(state)")
        let periods = GridView(scoreboard.periods.value, indent: 2).lines(style)
        return periods.isEmpty ? lines : lines + [""] + periods
    }
}

package struct GameDetailScreen: FullScreenView {
    private let game: GameDetailKeys

    package init(_ game: GameDetailKeys) { self.game = game }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [], echo: ListFrame.Text(text: game.notice.value, tone: .attention), keys: game.keys,
            on: &canvas)
        guard game.placeholder.value.isEmpty else {
            return canvas.writePlaceholder(game.placeholder.value, in: frame.body)
        }
        let lines = BoxView(game.box).lines(Style(columns: canvas.columns))
        let window = game.window(of: lines.count, rows: frame.body.count)
        for (row, line) in zip(frame.body, lines[window]) { canvas.write(line, row: row) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(game.version, game.scrolled, game.placeholder, game.notice, to: changed)
    }
}

package struct BoxView: PlainView {
    private let box: BoxViewModel

    package init(_ box: BoxViewModel) { self.box = box }

    package func lines(_ style: Style) -> [String] {
        let blocks = [
            ScoreboardView(box.scoreboard).lines(style),
            side(GridView(box.home.value), box.homeFouls.value, style),
            side(GridView(box.away.value), box.awayFouls.value, style),
            box.notes.value.map { style.paint(SafeText.line($0), .faint) },
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
        [style.paint(SafeText.line(roster.title.value), .faint), ""]
            + listed(roster.grid.value, placeholder: roster.placeholder.value, style)
    }
}
