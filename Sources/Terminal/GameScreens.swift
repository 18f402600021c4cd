package import ViewModels

/// The games of the table.
package struct GameListScreen: FullScreenView {
    private let games: GameListViewModel

    /// Draws this view model.
    package init(_ games: GameListViewModel) { self.games = games }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [ListFrame.Text(text: games.title, look: .bold)],
            echo: ListFrame.Text(text: games.notice.value, tone: games.tone.value),
            keys: games.keys, on: &canvas)
        ListBody(games.rows.value, picked: games.picked.value, placeholder: games.placeholder.value)
            .draw(on: &canvas, lines: frame.body, window: games.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(games.rows, games.picked, games.placeholder, games.notice, games.tone, to: changed)
    }
}

/// One game with its box score.
package struct GameDetailScreen: FullScreenView {
    private let game: GameDetailViewModel

    /// Draws this view model.
    package init(_ game: GameDetailViewModel) { self.game = game }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [], echo: ListFrame.Text(text: game.notice.value, tone: .attention), keys: game.keys,
            on: &canvas)
        guard game.placeholder.value.isEmpty else {
            let lines = WrappedText.lines(game.placeholder.value, columns: canvas.columns)
            for (row, line) in zip(frame.body, lines) { canvas.write(line, row: row, tone: .faint) }
            return
        }
        let lines = BoxView(game.box).lines(Style(columns: canvas.columns))
        let window = game.window(of: lines.count, rows: frame.body.count)
        for (row, line) in zip(frame.body, lines[window]) { canvas.write(line, row: row) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(game.version, game.placeholder, game.notice, to: changed)
    }
}
