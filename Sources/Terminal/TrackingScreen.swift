package import ViewModels

/// Who tracks whom.
package struct TrackingScreen: FullScreenView {
    private let tracking: TrackingViewModel

    /// Draws this view model.
    package init(_ tracking: TrackingViewModel) { self.tracking = tracking }

    package func draw(on canvas: inout Canvas) {
        let body = ListBody(
            tracking.rows.value, picked: tracking.picked.value,
            placeholder: tracking.placeholder.value)
        let frame = ListFrame(
            [
                ListFrame.Text(
                    text: tracking.title.value, tone: tracking.titleTone.value, look: .bold)
            ], echo: body.echo(tracking.echo.value, tracking.tone.value, columns: canvas.columns),
            keys: tracking.keys, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: tracking.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            tracking.title, tracking.titleTone, tracking.rows, tracking.picked,
            tracking.placeholder, tracking.echo, tracking.tone, to: changed)
    }
}
