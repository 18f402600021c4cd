package import ViewModels

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
            return canvas.writePlaceholder(game.placeholder.value, in: frame.body)
        }
        let lines = BoxView(game.box).lines(Style(columns: canvas.columns))
        let window = game.window(of: lines.count, rows: frame.body.count)
        for (row, line) in zip(frame.body, lines[window]) { canvas.write(line, row: row) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(game.version, game.placeholder, game.notice, to: changed)
    }
}
