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
            .title(invitation.title), echo: .init(invitation.state.value, invitation.tone.value),
            keys: invitation.keyLine, on: &canvas)
        // The keeper waits for the device that joined and its words, so these come before the code.
        var lines = invitation.joined.value.map { ListFrame.Text.title($0.text, .good) }
        let code = invitation.code.value
        if !code.isEmpty {
            lines.append(.init(code, look: [.bold, .reversed]))
            lines += Commands.toJoin(with: code, at: invitation.addresses.value).map { .init($0) }
        }
        lines += invitation.warnings.value.map { .init($0) }
        let broken = lines.flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map {
                ListFrame.Text($0, line.tone, look: line.look)
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
