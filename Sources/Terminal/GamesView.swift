package import ViewModels

package struct GamesView: PlainView {
    private let games: GamesViewModel

    package init(_ games: GamesViewModel) { self.games = games }

    package func lines(_ style: Style) -> [String] {
        listed(games.grid, placeholder: games.placeholder.value.text, style)
    }
}

package struct GameListScreen: FullScreenView {
    private let games: GameListKeys

    package init(_ games: GameListKeys) { self.games = games }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(games.title), echo: .init(games.notice.value, games.tone.value),
            keys: games.keyLine, on: &canvas)
        ListBody(
            rows: games.rows.value, picked: games.picked.value,
            placeholder: games.placeholder.value.text
        )
        .draw(on: &canvas, lines: frame.body, window: games.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(games.rows, games.picked, games.placeholder, games.notice, games.tone, to: changed)
    }
}
