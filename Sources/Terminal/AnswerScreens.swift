package import ViewModels

/// The moves that wait for an answer.
package struct HeldScreen: FullScreenView {
    private let held: HeldScreenViewModel

    /// Draws this view model.
    package init(_ held: HeldScreenViewModel) { self.held = held }

    package func draw(on canvas: inout Canvas) {
        let body = ListBody(
            held.rows.value, picked: held.picked.value, placeholder: held.placeholder.value)
        let frame = ListFrame(
            [
                ListFrame.Text(text: held.title.value, look: .bold),
                ListFrame.Text(text: held.heading.value, tone: .faint),
            ], echo: body.echo(held.echo.value, held.tone.value, columns: canvas.columns),
            keys: held.keys, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: held.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            held.title, held.heading, held.rows, held.picked, held.placeholder, held.echo,
            held.tone, to: changed)
    }
}

/// Who tracks whom.
package struct TrackingScreen: FullScreenView {
    private let tracking: TrackingScreenViewModel

    /// Draws this view model.
    package init(_ tracking: TrackingScreenViewModel) { self.tracking = tracking }

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

/// A code for another device.
package struct InvitationScreen: FullScreenView {
    private let invitation: InvitationScreenViewModel

    /// Draws this view model.
    package init(_ invitation: InvitationScreenViewModel) { self.invitation = invitation }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [ListFrame.Text(text: invitation.title, look: .bold)],
            echo: ListFrame.Text(text: invitation.state.value, tone: invitation.tone.value),
            keys: invitation.keys, on: &canvas)
        var lines: [ListFrame.Text] = []
        // Who joined and the words are what a keeper waits for; then the code.
        lines += invitation.joined.value.map { ListFrame.Text(text: $0, tone: .good, look: .bold) }
        if !invitation.code.value.isEmpty {
            lines.append(ListFrame.Text(text: invitation.code.value, look: [.bold, .reversed]))
        }
        lines += invitation.instructions.value.map { ListFrame.Text(text: $0) }
        let broken = lines.flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map {
                ListFrame.Text(text: $0, tone: line.tone, look: line.look)
            }
        }
        for (row, line) in zip(frame.body, broken) {
            canvas.write(line.text, row: row, tone: line.tone, look: line.look)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            invitation.code, invitation.instructions, invitation.state, invitation.tone,
            invitation.joined, to: changed)
    }
}
