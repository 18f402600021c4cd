package import ViewModels

/// Draws a program's one screen, and what is to be said of its keys on the last row.
package struct SoleScreenView: FullScreenView {
    private let screen: SoleScreen
    private let front: any FullScreenView

    /// Draws the view, whose view model takes the screen's keys.
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
