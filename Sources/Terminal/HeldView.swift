package import ViewModels

/// Questions with both sides, each with the command that answers it.
package struct HeldView: PlainView {
    private let held: HeldViewModel

    package init(_ held: HeldViewModel) { self.held = held }

    package func lines(_ style: Style) -> [String] {
        let rows = held.rows.value
        guard !rows.isEmpty else {
            return [style.paint(SafeText.line(held.placeholder.value), .faint)]
        }
        return rows.enumerated().flatMap { place, row in
            (place == 0 ? [] : [""]) + lines(of: row, style)
        }
    }

    private func lines(of row: HeldRow, _ style: Style) -> [String] {
        let question = TextView(["\(row.id): \(row.question)"]).lines(style)
        let answers = row.answers.map { "  \($0.answer.word)  \($0.words)" }
        let command = Commands.toAnswer(row.id, row.answers.map(\.answer.word))
        return question.map { style.paint($0, row.tone) }
            + TextView(answers + ["  \(command)"]).lines(style)
    }
}

package struct HeldScreen: FullScreenView {
    private let held: HeldKeys

    package init(_ held: HeldKeys) { self.held = held }

    package func draw(on canvas: inout Canvas) {
        let body = ListBody(
            rows: held.rows.value, picked: held.picked.value, placeholder: held.placeholder.value)
        let foot = canvas.rows < Self.footRowsMin ? [] : foot(columns: canvas.columns)
        let echo = held.echo.value
        let frame = ListFrame(
            .title(held.title.value), .init(held.heading.value, .faint), foot: foot,
            echo: foot.isEmpty
                ? body.echo(echo, held.tone.value, columns: canvas.columns)
                : .init(echo, held.tone.value),
            keys: held.keyLine, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: held.window)
    }

    /// The picked question with what each key says.
    private func foot(columns: Int) -> [ListFrame.Text] {
        guard let row = held.pickedRow else { return [] }
        let question = WrappedText.lines(row.question, columns: columns, atMost: 2)
        return question.map { .init($0, row.tone) }
            + row.answers.map { .init("\(held.key(of: $0.answer)) \($0.words)") }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            held.title, held.heading, held.rows, held.picked, held.placeholder, held.echo,
            held.tone, to: changed)
    }

    /// A lower screen has only the list.
    private static let footRowsMin = 12
}
