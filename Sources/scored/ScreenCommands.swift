import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let keep = Command(
        "keep", .score, "score with single keys on a full screen",
        options: [OptionForm("game", "GAME", "keep this game, whichever is the current one")],
        details: [
            "Type the player, then the kind of move: 7k is two points for 7. Tab changes the",
            "side, u undoes, ? shows all keys, q quits; the daemon keeps running.",
            "With --game two screens of one device can keep two games. A screen that goes",
            "to another game follows the current one from then on.",
            "",
            "The file keys in the home (SCORED_HOME, else ~/.local/state/scored) assigns",
            "other keys to actions, one a line, such as: foul z",
            "To use a key that is taken, give its own action another key. The actions:",
        ] + FullScreen.actions
    ) { invocation throws(ClientError) in
        let (loop, screen) = try FullScreen.begin("keep", invocation)
        if let game = invocation.game {
            // An unknown name is an error before the terminal is taken.
            let document = try invocation.client().get(.game, name: game, as: GameDocument.self)
            loop.library.show(document.document.name)
        }
        let screens = try ScreenStack(
            library: loop.library, timekeeper: loop.timekeeper, start: .keep,
            keymap: invocation.home().keymap())
        return try screen.run(screens, drawnBy: ScreenView(screens))
    }

    static let watch = Command(
        "watch", .look, "show a scoreboard in large digits for a hall",
        options: [gameOption],
        details: [
            "It updates by itself and fits the terminal, from 40 by 12 cells up; in a smaller",
            "one the score is text. It follows the current game and says when a newer one is",
            "on: right shows the next newer game, left the previous one. q or Escape quits,",
            "? shows the keys.",
            "",
            "After scored use the final score of the game before stays until a move or a",
            "start of the game clock follows in the new game, at most two minutes.",
        ]
    ) { invocation throws(ClientError) in
        let (loop, screen) = try FullScreen.begin("watch", invocation)
        if let game = invocation.game {
            // An unknown name is an error before the terminal is taken.
            _ = try invocation.client().get(.game, name: game, as: GameDocument.self)
        }
        let hall = HallViewModel(
            library: loop.library, timekeeper: loop.timekeeper, game: invocation.game,
            names: Keymap().names)
        let sole = SoleScreen(HallKeys(hall), timekeeper: loop.timekeeper)
        return try screen.run(sole, drawnBy: SoleScreenView(sole, showing: HallScreen(hall)))
    }
}

/// The beginning of every full-screen command.
enum FullScreen {
    /// The loop around the daemon's data, and the terminal. Throws a usage error without a
    /// terminal, and an error if no device was ever set up.
    static func begin(
        _ command: String, _ invocation: Invocation
    ) throws(ClientError) -> (loop: ClientLoop, screen: ScreenLoop) {
        let loop = try invocation.loop()
        let screen = try ScreenLoop(loop, console: invocation.console, command: command)
        try invocation.demandDevice(in: invocation.home())
        return (loop, screen)
    }

    /// The action words of the file `keys`, in lines for a narrow terminal.
    fileprivate static var actions: [String] {
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
