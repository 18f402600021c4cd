import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let keep = Command(
        CommandForm(
            "keep", .score, "score with single keys on a full screen",
            options: [OptionForm("game", "GAME", "make this game the current one first")],
            details: [
                "The player comes first and the kind second: 7k is two points for 7. Tab changes",
                "the side, u undoes, ? shows all keys, q leaves; the daemon goes on.",
                "",
                "The file keys in the home (SCORED_HOME, else ~/.local/state/scored) gives",
                "actions other keys, a line each, as in: foul z",
                "A key that is in use is free once its own action has another line. The actions:",
            ] + KeepCommand.actions)
    ) { invocation throws(ClientError) in
        let (loop, screen) = try FullScreen.begin("keep", invocation)
        if let game = invocation.arguments.value("game") {
            _ = try invocation.client().post(
                .use, UseRequest(game: game), as: DoneDocument.self)
        }
        let screens = try ScreenStack(
            library: loop.library, timekeeper: loop.timekeeper, start: .keep,
            keymap: invocation.home().keymap())
        return try screen.run(screens, drawnBy: ScreenView(screens))
    }
}

private enum KeepCommand {
    /// The words of the file `keys`, in lines that fit beside each other on a narrow terminal.
    static var actions: [String] {
        var lines: [String] = []
        for word in KeyAction.allCases.map(\.rawValue) {
            if let last = lines.last, last.count + 1 + word.count <= 78 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append("  \(word)")
            }
        }
        return lines
    }
}
