import Client
import Documents
import Scorebook
import Terminal
import ViewModels

extension Command {
    static let roster = Command(
        CommandForm(
            "roster", .game, "show the rosters, or change them", operands: "[ACTION] [VALUE]...",
            choices: RosterAction.allCases.map(\.rawValue), options: [gameOption],
            details: [
                "scored roster                        shows both rosters",
                "scored roster add SIDE \"4 Ana, 7 Bo\" further players, of home, away or a team",
                "scored roster rename PLAYER NAME     another name; no move is touched",
                "scored roster number PLAYER N|none   another number, or none",
                "scored roster inactive|active PLAYER takes no part, takes part again",
                "scored roster merge FROM INTO        one person who was entered twice: all that",
                "                                     FROM counted becomes INTO's",
            ])
    ) { invocation throws(ClientError) in
        guard let word = invocation.arguments.operand(0) else {
            return try RosterCommand.show(invocation)
        }
        var request = try RosterCommand.request(word, invocation.arguments)
        let client = try invocation.client()
        if request.action == .add {
            request.side = try GameReading.side(
                invocation.arguments.operand(1) ?? "", invocation.arguments, client)
        }
        return try invocation.show(client.post(.roster, request, as: RecordedDocument.self))
    }
}

enum RosterCommand {
    static func show(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let answer = try GameReading.game(
            invocation.arguments.value("game"), invocation.lookingClient())
        try invocation.console.show(answer) { game in
            let model = RosterViewModel()
            model.receive(game)
            return RosterView(model)
        }
        return .done
    }

    static func request(
        _ word: String, _ arguments: Arguments
    ) throws(ClientError) -> RosterRequest {
        guard let action = RosterAction(rawValue: word) else {
            let actions = RosterAction.allCases.map(\.rawValue).joined(separator: ", ")
            // What was counted stays, so that nobody is ever removed.
            throw arguments.misused(
                "unknown roster action '\(word)'; "
                    + (["remove", "delete"].contains(word)
                        ? "did you mean `roster inactive`?" : "the actions are \(actions)"))
        }
        let words = Array(arguments.operands.dropFirst())
        var request = RosterRequest(
            request: RequestName.random(), game: arguments.value("game"), action: action)
        switch action {
        case .add: try add(words, &request, arguments)
        case .rename:
            guard words.count > 1 else { throw arguments.misused("rename takes PLAYER NAME") }
            request.player = words[0]
            request.name = words.dropFirst().joined(separator: " ")
        case .number:
            try demand(words, 2, "number takes PLAYER N, or PLAYER none", arguments)
            request.player = words[0]
            request.number = words[1] == "none" ? "" : words[1]
        case .inactive, .active:
            try demand(words, 1, "\(word) takes one PLAYER", arguments)
            request.player = words[0]
        case .merge:
            try demand(words, 2, "merge takes two players: FROM INTO", arguments)
            request.player = words[0]
            request.into = words[1]
        }
        return request
    }

    private static func demand(
        _ words: [String], _ count: Int, _ problem: String, _ arguments: Arguments
    ) throws(ClientError) {
        guard words.count == count else { throw arguments.misused(problem) }
    }

    private static func add(
        _ words: [String], _ request: inout RosterRequest, _ arguments: Arguments
    ) throws(ClientError) {
        guard words.count > 1 else {
            throw arguments.misused("add takes home, away or a team and players: \"4 Ana, 7 Bo\"")
        }
        let text = words.dropFirst().joined(separator: " ")
        let lines: [Scorebook.RosterLine]
        do throws(Unreadable) {
            // The side is found by the team's name once the game is known.
            lines = try RosterText.read(text, side: .home)
        } catch {
            throw .unusable("roster add: \(error); nothing was recorded")
        }
        guard !lines.isEmpty else {
            throw arguments.misused("add takes players behind the side: \"4 Ana, 7 Bo\"")
        }
        request.players = lines.map {
            RosterPlayer(number: $0.number.isEmpty ? nil : $0.number, name: $0.name)
        }
    }
}
