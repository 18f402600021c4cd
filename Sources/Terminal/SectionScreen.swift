package import ViewModels

/// All of one section.
package struct SectionScreen: FullScreenView {
    private let screen: SectionViewModel

    /// Draws this view model.
    package init(_ screen: SectionViewModel) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let section = screen.section
        let body = ListBody(
            section.rows.value, picked: screen.picked.value, placeholder: section.emptyText)
        let frame = ListFrame(
            [
                ListFrame.Text(text: section.title, look: .bold),
                ListFrame.Text(text: screen.verdict.line.value, tone: screen.verdict.tone.value),
            ], echo: body.echo(section.problem.value, .attention, columns: canvas.columns),
            keys: screen.keys, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: screen.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            screen.picked, screen.version, screen.verdict.line, screen.verdict.tone, to: changed)
    }
}
