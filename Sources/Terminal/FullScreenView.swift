package import ViewModels

/// A view of a whole screen. It draws its view model on a canvas and writes nothing. It reads every
/// output through the canvas, as `canvas[model.title]`, and is drawn again when one of these has
/// changed.
package protocol FullScreenView {
    /// Draws on a blank canvas of any size.
    func draw(on canvas: inout Canvas)
}

extension FullScreenView {
    /// A drawing of that size, of which `reads` knows when it is due again.
    package func canvas(columns: Int, rows: Int, reads: Reads) -> Canvas {
        reads.draw {
            var canvas = Canvas(columns: columns, rows: rows, reads: reads)
            draw(on: &canvas)
            return canvas
        }
    }
}

/// The front screen beneath the verdict, with the notice about a key without meaning on the last
/// row.
package struct ScreenView: FullScreenView {
    private let screens: ScreenStack

    package init(_ screens: ScreenStack) { self.screens = screens }

    package func draw(on canvas: inout Canvas) {
        let verdict = verdict(on: canvas)
        if verdict.isEmpty {
            canvas[screens.current].draw(on: &canvas)
        } else {
            draw(beneath: verdict, on: &canvas)
        }
        guard !canvas[screens.notice].isEmpty else { return }
        let row = canvas.rows - 1
        canvas.clear(row: row)
        canvas.write(canvas[screens.notice], row: row, tone: .attention)
        canvas.cursor = nil
    }

    private func draw(beneath verdict: [String], on canvas: inout Canvas) {
        for (row, line) in verdict.enumerated() {
            canvas.write(line, row: row, tone: canvas[screens.verdict.tone])
        }
        var front = Canvas(
            columns: canvas.columns, rows: canvas.rows - verdict.count, reads: canvas.reads)
        canvas[screens.current].draw(on: &front)
        canvas.draw(front, row: verdict.count)
    }

    /// The lines above the front screen. A lost connection is shown with its remedy; a small screen
    /// shows nothing else here. The keep screen has a place of its own for the verdict.
    private func verdict(on canvas: Canvas) -> [String] {
        let front = canvas[screens.current]
        if front is KeepScreen || front is HelpScreen { return [] }
        let isBad = canvas[screens.verdict.tone] == .bad
        guard canvas.rows >= 8 || isBad && canvas.rows >= 4 else { return [] }
        let lines = WrappedText.lines(
            canvas[screens.verdict.line], columns: canvas.columns,
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
        guard !canvas[screen.notice].isEmpty else { return }
        canvas.clear(row: canvas.rows - 1)
        canvas.write(canvas[screen.notice], row: canvas.rows - 1, tone: .attention)
    }
}
