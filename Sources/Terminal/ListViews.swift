package import ViewModels

/// The log of a game as text.
package struct LogView: PlainView {
    private let log: LogViewModel

    /// Draws this view model.
    package init(_ log: LogViewModel) { self.log = log }

    package func lines(_ style: Style) -> [String] {
        let isNarrow = style.columns.map { $0 < LogLineView.wideWidth } ?? false
        let grid = isNarrow ? log.compact.value : log.grid.value
        let removed = log.removed.value.map { style.paint(SafeText.line($0), .attention) }
        return listed(grid, placeholder: log.placeholder.value, style)
            + (removed.isEmpty ? [] : [""] + removed)
    }
}

/// The moves that wait for an answer as text.
package struct HeldView: PlainView {
    private let held: HeldViewModel

    /// Draws this view model.
    package init(_ held: HeldViewModel) { self.held = held }

    package func lines(_ style: Style) -> [String] {
        let advice = SafeText.line(held.advice.value)
        return listed(held.grid.value, placeholder: held.placeholder.value, style)
            + (advice.isEmpty ? [] : ["  \(advice)"])
    }
}

/// The games of a table as text.
package struct GamesView: PlainView {
    private let games: GamesViewModel

    /// Draws this view model.
    package init(_ games: GamesViewModel) { self.games = games }

    package func lines(_ style: Style) -> [String] {
        listed(games.grid.value, placeholder: games.placeholder.value, style)
    }
}

/// The devices of a table as text.
package struct DevicesView: PlainView {
    private let devices: DevicesViewModel

    /// Draws this view model.
    package init(_ devices: DevicesViewModel) { self.devices = devices }

    package func lines(_ style: Style) -> [String] {
        let words = devices.joiningWords.value.map(SafeText.line)
        return GridView(devices.grid.value).lines(style) + (words.isEmpty ? [] : [""] + words)
    }
}

/// The rosters of a game as text.
package struct RosterView: PlainView {
    private let roster: RosterViewModel

    /// Draws this view model.
    package init(_ roster: RosterViewModel) { self.roster = roster }

    package func lines(_ style: Style) -> [String] {
        [style.paint(SafeText.line(roster.title.value), .faint), ""]
            + listed(roster.grid.value, placeholder: roster.placeholder.value, style)
    }
}

/// The box score of a game as text.
package struct BoxView: PlainView {
    private let box: BoxViewModel

    /// Draws this view model.
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

private func listed(_ grid: Grid, placeholder: String, _ style: Style) -> [String] {
    let lines = GridView(grid).lines(style)
    return lines.isEmpty ? [style.paint(SafeText.line(placeholder), .faint)] : lines
}
