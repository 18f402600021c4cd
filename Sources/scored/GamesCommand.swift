import Client
import Documents
import Net
import Terminal
import ViewModels

extension Command {
    static let games = Command(
        CommandForm("games", .game, "the games of the table")
    ) { invocation throws(ClientError) in
        let answer = try invocation.lookingClient().get(.games, as: GamesDocument.self)
        try invocation.console.show(answer) { document in
            let model = GamesViewModel(zoneOffset: Clocks.zoneOffset)
            model.receive(document)
            return GamesView(model)
        }
        return .done
    }

    static let use = Command(
        CommandForm(
            "use", .game, "make a game the current one of this device", operands: "GAME",
            details: [
                "The current game is the one that commands mean when they name none. A game",
                "that you use or create stays the current one until it is over and a newer one",
                "is on; then this device goes on to the newer one, and never back by itself.",
                "Without `use` it is the newest open game that you track players in, else the",
                "one of your last move, else the newest. A game that is over already when you",
                "`use` it stays the current one until you use another.",
                "While a newer game is on, `status`, `watch`, `keep` and every answer that",
                "records say so. --game GAME names another game for one command.",
            ])
    ) { invocation throws(ClientError) in
        let request = UseRequest(game: try invocation.required(0))
        return try invocation.show(
            invocation.client().post(.use, request, as: DoneDocument.self))
    }
}

/// The option of every command that works on one game.
let gameOption = OptionForm("game", "GAME", "another game than the current one")

/// The option of every command that writes a file.
let overwriteOption = OptionForm("force", "write over a file that is there")
