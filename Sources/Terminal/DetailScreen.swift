package import ViewModels

/// All of one device or one warning.
package struct DetailScreen: FullScreenView {
    private let detail: DetailViewModel

    /// Draws this view model.
    package init(_ detail: DetailViewModel) { self.detail = detail }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [ListFrame.Text(text: detail.title, look: .bold)],
            echo: ListFrame.Text(text: detail.problem.value, tone: .attention),
            keys: detail.keys.value, on: &canvas)
        let lines = detail.lines.value.flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map { ($0, line.tone) }
        }
        for (row, line) in zip(frame.body, lines) { canvas.write(line.0, row: row, tone: line.1) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(detail.lines, detail.problem, detail.keys, to: changed)
    }
}
