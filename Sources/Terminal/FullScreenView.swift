package import ViewModels

/// A view of a whole screen. It draws its view model on a canvas and writes nothing.
package protocol FullScreenView {
    /// Draws on a blank canvas of any size.
    func draw(on canvas: inout Canvas)

    /// Calls `changed` for every change that affects the drawing, until the bindings end.
    func bind(_ changed: @escaping () -> Void) -> [Binding]
}

/// Binds one listener to several values, if it need not know which has changed.
func bindAll<each Value>(
    _ values: repeat Dynamic<each Value>, to changed: @escaping () -> Void
) -> [Binding] {
    var bindings: [Binding] = []
    for value in repeat each values { bindings.append(value.bind { _ in changed() }) }
    return bindings
}

/// The front screen beneath the verdict, with the notice about a key without meaning on the last
/// row.
package struct ScreenView: FullScreenView {
    private let screens: ScreenStack

    package init(_ screens: ScreenStack) { self.screens = screens }

    package func draw(on canvas: inout Canvas) {
        let verdict = verdict(on: canvas)
        for (row, line) in verdict.enumerated() {
            canvas.write(line, row: row, tone: screens.verdict.tone.value)
        }
        var front = Canvas(columns: canvas.columns, rows: canvas.rows - verdict.count)
        screens.current.value.draw(on: &front)
        canvas.draw(front, row: verdict.count)
        guard !screens.notice.value.isEmpty else { return }
        let row = canvas.rows - 1
        canvas.clear(row: row)
        canvas.write(screens.notice.value, row: row, tone: .attention)
        canvas.cursor = nil
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        // Replaced together with the front screen.
        var front = screens.current.value.bind(changed)
        let current = screens.current.bind { screen in
            front = screen.bind(changed)
            changed()
        }
        return [current, Binding { for binding in front { binding.end() } }]
            + bindAll(screens.notice, screens.verdict.line, screens.verdict.tone, to: changed)
    }

    /// The lines above the front screen. A lost connection is shown with its remedy; a small screen
    /// shows nothing else here. The keep screen has a place of its own for the verdict.
    private func verdict(on canvas: Canvas) -> [String] {
        let front = screens.current.value
        if front is KeepScreen || front is HelpScreen { return [] }
        let isBad = screens.verdict.tone.value == .bad
        guard canvas.rows >= 8 || isBad && canvas.rows >= 4 else { return [] }
        let lines = WrappedText.lines(
            screens.verdict.line.value, columns: canvas.columns,
            atMost: isBad && canvas.rows >= 10 ? 2 : 1)
        return lines.isEmpty ? [""] : lines
    }
}

/// The screen of a program with a single screen, with its notice on the last row.
package struct SoleScreenView: FullScreenView {
    private let screen: SoleScreen
    private let front: any FullScreenView

    package init(_ screen: SoleScreen, showing front: any FullScreenView) {
        self.screen = screen
        self.front = front
    }

    package func draw(on canvas: inout Canvas) {
        front.draw(on: &canvas)
        guard !screen.notice.value.isEmpty else { return }
        canvas.clear(row: canvas.rows - 1)
        canvas.write(screen.notice.value, row: canvas.rows - 1, tone: .attention)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        front.bind(changed) + bindAll(screen.notice, to: changed)
    }
}
