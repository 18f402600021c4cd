package import ViewModels

/// The score in the middle of its lines, the game clock and the periods beneath.
package struct ScoreboardView: PlainView {
    private let scoreboard: ScoreboardViewModel

    /// Draws this view model.
    package init(_ scoreboard: ScoreboardViewModel) { self.scoreboard = scoreboard }

    package func lines(_ style: Style) -> [String] {
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
