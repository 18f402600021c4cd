import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let watch = Command(
        CommandForm(
            "watch", .look, "a scoreboard in large digits for a whole hall",
            options: [OptionForm("game", "GAME", "this game, whichever is the current one")],
            details: [
                "It goes on by itself and follows the terminal's size, from 40 by 12 cells up; a",
                "smaller one says the score in words. It follows the current game, and says",
                "when a newer one is on: n shows the next newer game, p the one before. q or",
                "Escape leaves, ? shows the keys.",
            ])
    ) { invocation throws(ClientError) in
        let game = invocation.arguments.value("game")
        let (loop, screen) = try FullScreen.begin("watch", invocation)
        if let game {
            // A name that does not exist is said before the terminal is taken.
            _ = try invocation.client().get(.game, name: game, as: GameDocument.self)
        }
        let hall = HallViewModel(
            library: loop.library, timekeeper: loop.timekeeper, game: game)
        let sole = SoleScreen(hall, keys: hall.keys, timekeeper: loop.timekeeper)
        return try screen.run(sole, drawnBy: SoleScreenView(sole, showing: HallScreen(hall)))
    }
}
