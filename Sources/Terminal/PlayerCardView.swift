package import ViewModels

package struct PlayerCardView: PlainView {
    private let card: PlayerCardViewModel

    package init(_ card: PlayerCardViewModel) { self.card = card }

    package func lines(_ style: Style) -> [String] {
        var parts: [[String]] = []
        if !style[card.title].isEmpty {
            parts.append(
                [SafeText.line(style[card.title])] + GridView(style[card.facts]).lines(style))
        }
        if !style[card.latestTitle].isEmpty {
            parts.append(
                [style.paint(style[card.latestTitle], .faint)]
                    + GridView(style[card.latest]).lines(style))
        }
        for (text, tone) in Self.notes(card, style.reads) where !text.isEmpty {
            parts.append([style.paint(SafeText.line(text), tone)])
        }
        return Array(parts.joined(separator: [""]))
    }

    /// The hint for an empty input, and the reason why there is no player.
    fileprivate static func notes(
        _ card: PlayerCardViewModel, _ reads: Reads
    ) -> [(String, Tone)] {
        let loading = reads[card.loading]
        let hint = loading == .idle ? "type a player's number, slot or part of a name" : ""
        return [(hint, .faint), (loading.problem.text, .attention)]
    }
}

/// One player's card: an input line, the numbers, and the newest moves beside or beneath them.
package struct PlayerCardScreen: FullScreenView {
    private let card: PlayerCardKeys

    package init(_ card: PlayerCardKeys) { self.card = card }

    package func draw(on canvas: inout Canvas) {
        let typed = card.prompt + canvas[card.query]
        let frame = ListFrame(
            .title(typed), .init(canvas[card.title], look: .reversed), keys: card.keys, on: &canvas)
        // The problem is about what is being typed, so it is beneath the field.
        let notes = PlayerCardView.notes(card.model, canvas.reads).flatMap { text, tone in
            WrappedText.lines(text, columns: canvas.columns).map { ($0, tone) }
        }
        for (row, line) in zip(frame.body, notes) { canvas.write(line.0, row: row, tone: line.1) }
        let body = frame.body.dropFirst(notes.count)
        let isSideBySide = canvas.columns >= Self.twoPartColumns
        let left = isSideBySide ? Self.factColumns : canvas.columns
        let facts = GridView(canvas[card.facts]).lines(Style(columns: left - Self.gap))
        let moves = moves(canvas, columns: isSideBySide ? canvas.columns - left : canvas.columns)
        let texts = isSideBySide ? facts : facts + [""] + moves
        for (row, text) in zip(body, texts) { canvas.write(text, row: row, width: left) }
        if isSideBySide {
            for (row, text) in zip(body, moves) { canvas.write(text, row: row, column: left) }
        }
        // Without a visible input line there is no cursor.
        if let top = frame.body.first, top > 0 {
            canvas.cursor = (0, DisplayWidth.ofSafe(typed))
        }
    }

    private func moves(_ canvas: Canvas, columns: Int) -> [String] {
        [canvas[card.latestTitle]] + GridView(canvas[card.latest]).lines(Style(columns: columns))
    }

    /// From this width on, the moves are beside the numbers.
    private static let twoPartColumns = 76
    private static let factColumns = 30
    private static let gap = 2
}

extension Screen {
    static func playerCard(in place: Surroundings) -> Screen {
        let model = PlayerCardViewModel(
            library: place.library, timekeeper: place.timekeeper)
        return Screen(PlayerCardKeys(model), PlayerCardScreen.init)
    }
}
