package import ViewModels

package struct DevicesView: PlainView {
    private let devices: DevicesViewModel

    package init(_ devices: DevicesViewModel) { self.devices = devices }

    package func lines(_ style: Style) -> [String] {
        let words = devices.joiningWords.value.map { SafeText.line($0.text) }
        return GridView(devices.grid.value).lines(style) + (words.isEmpty ? [] : [""] + words)
    }
}

/// The commands that the texts of views name.
package enum Commands {
    /// The commands for the other device, and the addresses of this one.
    package static func toJoin(with code: String, at addresses: [String]) -> [String] {
        var lines = ["on the other device: scored join \(code)"]
        guard let first = addresses.first else { return lines }
        lines.append("if it is not found:  scored join \(code) --via \(first)")
        let rest = addresses.prefix(TerminalLimits.addressesMax).dropFirst()
            .joined(separator: " ")
        if !rest.isEmpty { lines.append("this device listens at \(rest) too") }
        return lines
    }

    fileprivate static func text(_ remedy: Remedy) -> String {
        switch remedy {
        case .createGame(let orJoin):
            "scored new HAWKS OWLS" + (orJoin ? "; to join a table: scored join CODE" : "")
        case .listGames: "scored games"
        case .addPlayers: "scored roster add home \"4 Ana\""
        case .leaveTable: "scored leave"
        case .removeDevice(let name): "scored devices remove \(name ?? "NAME")"
        }
    }
}

extension Advice {
    /// The words, and the command that follows them: `no game yet: scored new HAWKS OWLS`.
    package var text: String {
        remedy.map { "\(words): \(Commands.text($0))" } ?? words
    }
}

package struct InvitationScreen: FullScreenView {
    private let invitation: InvitationKeys

    package init(_ invitation: InvitationKeys) { self.invitation = invitation }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [ListFrame.Text(text: invitation.title, look: .bold)],
            echo: ListFrame.Text(text: invitation.state.value, tone: invitation.tone.value),
            keys: invitation.keys, on: &canvas)
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
