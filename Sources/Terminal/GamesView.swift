package import ViewModels

package struct GamesView: PlainView {
    private let games: GamesViewModel

    package init(_ games: GamesViewModel) { self.games = games }

    package func lines(_ style: Style) -> [String] {
        listed(
            games.grid(of: style[games.rows]), placeholder: style[games.loading].placeholder.text,
            style)
    }
}

package struct GameListScreen: FullScreenView {
    private let games: GameListKeys

    package init(_ games: GameListKeys) { self.games = games }

    package func draw(on canvas: inout Canvas) {
        let loading = canvas[games.loading]
        let problem = loading.problem.text
        let frame = ListFrame(
            .title(games.title),
            echo: problem.isEmpty
                ? .init(canvas[games.notice.text], canvas[games.notice.tone])
                : .init(problem, .bad),
            keys: games.keyHints(canvas.reads), on: &canvas)
        ListBody(
            rows: canvas[games.rows], picked: canvas[games.picked],
            placeholder: loading.placeholder.text
        )
        .draw(on: &canvas, lines: frame.body, window: games.window)
    }
}

extension Screen {
    static func games(in place: Surroundings) -> Screen {
        let model = GameListViewModel(
            library: place.library, navigator: place.navigator, names: place.names)
        return Screen(GameListKeys(model, keymap: place.keymap), GameListScreen.init)
    }
}
