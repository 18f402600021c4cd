package import ViewModels

/// `status` as text: the verdict, the score, the players of each side, the peers, the warnings.
package struct StatusView: PlainView {
    private let status: StatusViewModel

    /// Draws this view model.
    package init(_ status: StatusViewModel) { self.status = status }

    package func lines(_ style: Style) -> [String] {
        var blocks = [verdict(style), ScoreboardView(status.scoreboard).lines(style)]
        for side in [status.home, status.away] {
            blocks.append(
                block(SafeText.line(side.heading.value), GridView(side.grid.value), style))
        }
        if !status.held.heading.value.isEmpty {
            blocks.append(
                [style.paint(status.held.heading.value, .attention, isBold: true)]
                    + HeldView(status.held).lines(style))
        }
        blocks.append(block("", GridView(status.peers.grid.value), style))
        blocks.append(
            block(status.otherGamesHeading.value, GridView(status.otherGames.grid.value), style))
        blocks.append(warnings(style))
        return blocks.reduce(into: []) { lines, block in
            if !lines.isEmpty, !block.isEmpty { lines.append("") }
            lines += block
        }
    }

    private func verdict(_ style: Style) -> [String] {
        let verdict = status.verdict
        let beneath = [status.place.value, verdict.agreement.value].filter { !$0.isEmpty }
        return wrapped(verdict.line.value, style).map {
            style.paint($0, verdict.tone.value, isBold: true)
        } + beneath.flatMap { wrapped($0, style).map { style.paint($0, .faint) } }
    }

    /// Broken between words where the terminal ends; a pipe has no end.
    private func wrapped(_ text: String, _ style: Style, indent: String = "") -> [String] {
        let line = SafeText.line(text)
        guard let columns = style.columns else { return [indent + line] }
        return WrappedText.lines(line, columns: max(1, columns - indent.count)).map { indent + $0 }
    }

    private func block(_ heading: String, _ view: GridView, _ style: Style) -> [String] {
        let lines = view.lines(style)
        guard !lines.isEmpty, !heading.isEmpty else { return lines }
        return [style.paint(heading, isBold: true)] + lines
    }

    private func warnings(_ style: Style) -> [String] {
        status.warnings.lines.value.flatMap { warning in
            let advice = SafeText.line(warning.advice)
            let text = wrapped("! \(warning.text)", style).map { style.paint($0, .attention) }
            return advice.isEmpty ? text : text + wrapped(advice, style, indent: "  ")
        }
    }
}
