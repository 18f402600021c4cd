package import ViewModels

/// Questions with both sides, each with the command that answers it.
package struct HeldView: PlainView {
    private let held: HeldViewModel

    package init(_ held: HeldViewModel) { self.held = held }

    package func lines(_ style: Style) -> [String] {
        let rows = style[held.rows]
        guard !rows.isEmpty else {
            return [style.paint(SafeText.line(style[held.placeholder]), .faint)]
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
            rows: canvas[held.rows], picked: canvas[held.picked],
            placeholder: canvas[held.placeholder])
        let foot = canvas.rows < Self.footRowsMin ? [] : foot(canvas)
        let echo = canvas[held.echo]
        let frame = ListFrame(
            .title(canvas[held.title]), .init(canvas[held.heading], .faint), foot: foot,
            echo: foot.isEmpty
                ? body.echo(echo, canvas[held.tone], columns: canvas.columns)
                : .init(echo, canvas[held.tone]),
            keys: held.keyHints(canvas.reads), on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: held.window)
    }

    /// The picked question with what each key says.
    private func foot(_ canvas: Canvas) -> [ListFrame.Text] {
        guard let row = held.pickedRow(canvas.reads) else { return [] }
        let question = WrappedText.lines(row.question, columns: canvas.columns, atMost: 2)
        return question.map { .init($0, row.tone) }
            + row.answers.map { .init("\(held.key(of: $0.answer)) \($0.words)") }
    }

    /// A lower screen has only the list.
    private static let footRowsMin = 12
}

extension Screen {
    static func held(in place: Surroundings) -> Screen {
        let model = HeldScreenViewModel(library: place.library)
        return Screen(HeldKeys(model, keymap: place.keymap), HeldScreen.init)
    }
}
