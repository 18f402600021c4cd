package import ViewModels

package struct DevicesView: PlainView {
    private let devices: DevicesViewModel

    package init(_ devices: DevicesViewModel) { self.devices = devices }

    package func lines(_ style: Style) -> [String] {
        let words = devices.joiningWords.map { SafeText.line($0.text) }
        return GridView(devices.grid).lines(style) + (words.isEmpty ? [] : [""] + words)
    }
}

package struct InvitationScreen: FullScreenView {
    private let invitation: InvitationKeys

    package init(_ invitation: InvitationKeys) { self.invitation = invitation }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [ListFrame.Text(text: invitation.title, look: .bold)],
            echo: ListFrame.Text(text: invitation.state.value, tone: invitation.tone.value),
            keys: invitation.keyLine, on: &canvas)
        var lines: [ListFrame.Text] = []
        // The keeper waits for the device that joined and its words, so these come before the code.
        lines += invitation.joined.value.map {
            ListFrame.Text(text: $0.text, tone: .good, look: .bold)
        }
        let code = invitation.code.value
        if !code.isEmpty {
            lines.append(ListFrame.Text(text: code, look: [.bold, .reversed]))
            lines += Commands.toJoin(with: code, at: invitation.addresses.value).map {
                ListFrame.Text(text: $0)
            }
        }
        lines += invitation.warnings.value.map { ListFrame.Text(text: $0) }
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
            invitation.code, invitation.addresses, invitation.warnings, invitation.state,
            invitation.tone, invitation.joined, to: changed)
    }
}
