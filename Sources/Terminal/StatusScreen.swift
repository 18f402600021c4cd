package import ViewModels

/// `status` as a whole screen; what does not fit is scrolled to.
package struct StatusScreen: FullScreenView {
    private let screen: StatusScreenViewModel

    /// Draws this view model.
    package init(_ screen: StatusScreenViewModel) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let lines = StatusView(screen.status, isWhole: screen.isWhole).lines(
            Style(hasColor: true, columns: canvas.columns))
        let window = screen.window(of: lines.count, rows: canvas.rows)
        for (row, line) in lines[window].enumerated() { canvas.write(painted: line, row: row) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(screen.version, to: changed)
    }
}
