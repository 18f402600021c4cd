package import ViewModels

package struct DevicesView: PlainView {
    private let devices: DevicesViewModel

    package init(_ devices: DevicesViewModel) { self.devices = devices }

    package func lines(_ style: Style) -> [String] {
        let rows = style[devices.rows]
        let words = rows.joiningWords.map { SafeText.line($0.text) }
        return GridView(rows.grid).lines(style) + (words.isEmpty ? [] : [""] + words)
    }
}

package struct InvitationScreen: FullScreenView {
    private let invitation: InvitationKeys

    package init(_ invitation: InvitationKeys) { self.invitation = invitation }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(invitation.title),
            echo: .init(canvas[invitation.state], canvas[invitation.tone]),
            keys: invitation.keyHints(canvas.reads), on: &canvas)
        // The keeper waits for the device that joined and its words, so these come before the code.
        var lines = canvas[invitation.joined].map { ListFrame.Text.title($0.text, .good) }
        let code = canvas[invitation.code]
        if !code.isEmpty {
            lines.append(.init(code, look: [.bold, .reversed]))
            lines += Commands.toJoin(with: code, at: canvas[invitation.addresses]).map { .init($0) }
        }
        lines += canvas[invitation.warnings].map { .init($0) }
        let broken = lines.flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map {
                ListFrame.Text($0, line.tone, look: line.look)
            }
        }
        for (row, line) in zip(frame.body, broken) {
            canvas.write(line.text, row: row, tone: line.tone, look: line.look)
        }
    }
}

extension Screen {
    static func invitation(in place: Surroundings) -> Screen {
        let model = InvitationViewModel(
            library: place.library, timekeeper: place.timekeeper, names: place.names)
        return Screen(InvitationKeys(model, keymap: place.keymap), InvitationScreen.init)
    }
}
