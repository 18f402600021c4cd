package import ViewModels

/// One player's card as lines.
package struct PlayerCardView: PlainView {
    private let card: PlayerCardViewModel

    /// Draws this view model.
    package init(_ card: PlayerCardViewModel) { self.card = card }

    package func lines(_ style: Style) -> [String] {
        var parts: [[String]] = []
        if !card.title.value.isEmpty {
            parts.append(
                [SafeText.line(card.title.value)] + GridView(card.facts.value).lines(style))
        }
        if !card.latestTitle.value.isEmpty {
            parts.append(
                [style.paint(card.latestTitle.value, .faint)]
                    + GridView(card.latest.value).lines(style))
        }
        for (text, tone) in [
            (card.placeholder.value, Tone.faint), (card.problem.value, .attention),
        ] where !text.isEmpty {
            parts.append([style.paint(SafeText.line(text), tone)])
        }
        return Array(parts.joined(separator: [""]))
    }
}
