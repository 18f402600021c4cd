import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let games = Command(
        CommandForm("games", .game, "the games of the table")
    ) { invocation throws(ClientError) in
        let answer = try invocation.lookingClient().get(.games, as: GamesDocument.self)
        try invocation.console.show(answer) { document in
            let model = GamesViewModel()
            model.receive(document)
            return GamesView(model)
        }
        return .done
    }

    static let use = Command(
        CommandForm("use", .game, "make a game the current one of this device", operands: "GAME")
    ) { invocation throws(ClientError) in
        let request = UseRequest(game: try invocation.required(0))
        return try invocation.show(
            invocation.client().post(.use, request, as: DoneDocument.self))
    }
}

/// The option of every command that works on one game.
let gameOption = OptionForm("game", "GAME", "another game than the current one")
