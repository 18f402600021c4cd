import Client
import Documents
import Scorebook
import Terminal
import ViewModels

extension Command {
    static let roster = Command(
        "roster", .game, "show the rosters, or change them", operands: "[ACTION] [VALUE]...",
        choices: RosterAction.allCases.map(\.rawValue), options: [gameOption],
        details: [
            "scored roster                        shows both rosters",
            "scored roster add SIDE \"4 Ana, 7 Bo\" adds players to home, away or a team",
            "scored roster rename PLAYER NAME     changes the name; no move is changed",
            "scored roster number PLAYER N|none   changes or removes the number",
            "scored roster inactive|active PLAYER the player sits out, or plays again",
            "scored roster merge FROM INTO        for a person who was entered twice: all",
            "                                     moves of FROM count for INTO",
        ]
    ) { invocation throws(ClientError) in
        guard let word = invocation.arguments.operand(0) else {
            let answer = try GameReading.game(invocation.game, invocation.lookingClient())
            return try invocation.show(answer) { RosterView(RosterViewModel($0)) }
        }
        var request = try RosterCommand.request(word, invocation.arguments)
        let client = try invocation.client()
        if request.action == .add {
            request.side = try GameReading.side(
                invocation.arguments.operand(1) ?? "", invocation, client)
        }
        return try invocation.record(.roster, request, with: client)
    }
}

private enum RosterCommand {
    static func request(
        _ word: String, _ arguments: Arguments
    ) throws(ClientError) -> RosterRequest {
        guard let action = RosterAction(rawValue: word) else {
            // Moves of a player stay in the log, so no player is ever removed.
            if ["remove", "delete"].contains(word) {
                throw arguments.misused("unknown action '\(word)'; did you mean `roster inactive`?")
            }
            throw arguments.unknown("action", word, among: RosterAction.allCases.map(\.rawValue))
        }
        let words = Array(arguments.operands.dropFirst())
        var request = RosterRequest(
            request: RequestName.random(), game: arguments.value("game"), action: action)
        func demand(_ isRight: Bool, _ form: String) throws(ClientError) {
            guard isRight else { throw arguments.misused("\(word) takes \(form)") }
        }
        switch action {
        case .add:
            let form = "home, away or a team, then players: \"4 Ana, 7 Bo\""
            try demand(words.count > 1, form)
            let text = words.dropFirst().joined(separator: " ")
            // The side follows from the team's name once the game is known.
            let lines = try PaperRosters.read("roster add", RosterText.read(text, side: .home))
            try demand(!lines.isEmpty, form)
            request.players = PaperRosters.players(lines)
        case .rename:
            try demand(words.count > 1, "PLAYER NAME")
            request.player = words[0]
            request.name = words.dropFirst().joined(separator: " ")
        case .number:
            try demand(words.count == 2, "PLAYER N, or PLAYER none")
            request.player = words[0]
            request.number = words[1] == "none" ? "" : words[1]
        case .inactive, .active:
            try demand(words.count == 1, "one PLAYER")
            request.player = words[0]
        case .merge:
            try demand(words.count == 2, "two players: FROM INTO")
            request.player = words[0]
            request.into = words[1]
        }
        return request
    }
}
