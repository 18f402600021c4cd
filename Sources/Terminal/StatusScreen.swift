package import ViewModels

/// `status` as a whole screen, as many of its lines as fit.
package struct StatusScreen: FullScreenView {
    private let screen: StatusScreenViewModel

    /// Draws this view model.
    package init(_ screen: StatusScreenViewModel) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let lines = StatusView(screen.status).lines(Style(columns: canvas.columns))
        for (row, line) in lines.prefix(canvas.rows).enumerated() {
            canvas.write(line, row: row)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(screen.version, to: changed)
    }
}
