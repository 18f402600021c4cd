package import ViewModels

package struct HeldView: PlainView {
    private let held: HeldViewModel

    package init(_ held: HeldViewModel) { self.held = held }

    package func lines(_ style: Style) -> [String] {
        let advice = held.rows.value.first.map { SafeText.line(Commands.toAnswer($0.id)) }
        return listed(held.grid, placeholder: held.placeholder.value, style)
            + (advice.map { ["  \($0)"] } ?? [])
    }
}

package struct HeldScreen: FullScreenView {
    private let held: HeldKeys

    package init(_ held: HeldKeys) { self.held = held }

    package func draw(on canvas: inout Canvas) {
        let body = ListBody(
            rows: held.rows.value, picked: held.picked.value, placeholder: held.placeholder.value)
        let frame = ListFrame(
            .title(held.title.value), .init(held.heading.value, .faint),
            echo: body.echo(held.echo.value, held.tone.value, columns: canvas.columns),
            keys: held.keyLine, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: held.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            held.title, held.heading, held.rows, held.picked, held.placeholder, held.echo,
            held.tone, to: changed)
    }
}
