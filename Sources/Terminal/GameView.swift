package import ViewModels

/// The score in the middle, the game clock and the periods beneath.
struct ScoreboardView: PlainView {
    let scoreboard: ScoreboardViewModel

    func lines(_ style: Style) -> [String] {
        guard !scoreboard.isEmpty.value else {
            return [style.paint(SafeText.line(scoreboard.placeholder.value.text), .faint)]
        }
        var lines = [
            style.paint(SafeText.line(scoreboard.title.value), .faint), "",
            "    " + style.paint(score(columns: style.columns.map { $0 - 4 }), isBold: true), "",
        ]
        // Signatures and the words of the result are wrapped, never cut.
        let state = SafeText.line(scoreboard.state.value)
        let clock = SafeText.line(scoreboard.clock.value)
        let length = DisplayWidth.of(state) + (clock.isEmpty ? 0 : DisplayWidth.of(clock) + 3)
        if let columns = style.columns, length > columns {
            if !clock.isEmpty { lines.append(style.paint(clock, isBold: true)) }
            lines += WrappedText.lines(state, columns: columns).map {
                style.paint($0, scoreboard.tone.value)
            }
        } else {
            let painted = style.paint(state, scoreboard.tone.value)
            lines.append(
                clock.isEmpty ? painted : "\(style.paint(clock, isBold: true)) · \(painted)")
        }
        let periods = GridView(scoreboard.periods.value, indent: 2).lines(style)
        return periods.isEmpty ? lines : lines + [""] + periods
    }

    /// `Hawks  12 : 9  Owls`: the names are shortened to the width, never the score.
    func score(columns: Int?) -> String {
        let numbers = SafeText.line(scoreboard.score.value)
        let room = columns.map { max(2, ($0 - 4 - DisplayWidth.of(numbers)) / 2) }
        let teams = [scoreboard.homeName.value, scoreboard.awayName.value].map { name in
            DisplayWidth.truncated(SafeText.line(name), to: room ?? .max)
        }
        return "\(teams[0])  \(numbers)  \(teams[1])"
    }
}

package struct GameDetailScreen: FullScreenView {
    private let game: GameDetailKeys

    package init(_ game: GameDetailKeys) { self.game = game }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(game.title.value), echo: .init(game.notice.value, .attention),
            keys: game.keyLine, on: &canvas)
        guard game.placeholder.value.isEmpty else {
            return canvas.writePlaceholder(game.placeholder.value.text, in: frame.body)
        }
        let lines = BoxView(game.box).lines(Style(hasColor: true, columns: canvas.columns))
        let window = game.window(of: lines.count, rows: frame.body.count)
        for (row, line) in zip(frame.body, lines[window]) { canvas.write(painted: line, row: row) }
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
            ScoreboardView(scoreboard: box.scoreboard).lines(style),
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
            + listed(roster.grid.value, placeholder: roster.placeholder.value.text, style)
    }
}
