package import ViewModels

package struct GamesView: PlainView {
    private let games: GamesViewModel

    package init(_ games: GamesViewModel) { self.games = games }

    package func lines(_ style: Style) -> [String] {
        listed(
            games.grid(of: style[games.rows]), placeholder: style[games.placeholder].text, style)
    }
}

package struct GameListScreen: FullScreenView {
    private let games: GameListKeys

    package init(_ games: GameListKeys) { self.games = games }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(games.title), echo: .init(canvas[games.notice], canvas[games.tone]),
            keys: games.keyLine(canvas.reads), on: &canvas)
        ListBody(
            rows: canvas[games.rows], picked: canvas[games.picked],
            placeholder: canvas[games.placeholder].text
        )
        .draw(on: &canvas, lines: frame.body, window: games.window)
    }
}
