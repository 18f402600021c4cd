import Client
import Documents
import LocalAPI
import Net

extension Command {
    static let replay = Command(
        "replay", .files, "record some players' moves from a gamelog/1 file",
        operands: "FILE",
        options: [
            OptionForm("game", "GAME", "the game to record into (import --roster-only)"),
            OptionForm("players", "SLOTS", "h#1,h#2,... or home, away, all"),
            OptionForm(
                "team", "SIDE", "home or away: the moves of the team itself", isRepeated: true),
            OptionForm("force", "also moves that are in the game already"),
            OptionForm("rate", "N", "moves a second; without it as fast as possible"),
        ],
        details: [
            "Sends one request a move, as a keeper would, in the order of the file. If",
            "several keepers replay one file, give each player and each team to one of them:",
            "then nothing is lost and nothing counts twice.",
        ], isAdvanced: true
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let file = try GamelogFile(path: invocation.required(0))
        let players = (arguments.value("players") ?? "").split(separator: ",").map(String.init)
        let part = try ReplayPart(
            of: file, players: players, teams: Replay.teams(arguments))
        guard !part.moves.isEmpty else {
            throw arguments.misused("no moves are chosen; give --players or --team")
        }
        let rate = try arguments.number("rate", in: 1...10_000)
        return try Replay(part: part, rate: rate, invocation: invocation).run()
    }
}

/// Sends the moves of a part, one after the other.
private struct Replay {
    let part: ReplayPart
    let rate: Int?
    let invocation: Invocation

    static func teams(_ arguments: Arguments) throws(ClientError) -> Set<SideName> {
        var teams: Set<SideName> = []
        for word in arguments.values("team").flatMap({ $0.split(separator: ",") }) {
            guard let side = SideName(rawValue: String(word)) else {
                throw arguments.misused("--team takes home or away, not '\(word)'")
            }
            teams.insert(side)
        }
        return teams
    }

    func run() throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        let game = try GameReading.game(invocation.game, client).document
        if !invocation.arguments.has("force") { try demandNew(in: game.name, client) }
        let start = Clocks.uptime
        var last: RecordedDocument?
        let loop = ClientSources()
        for (index, move) in part.moves.enumerated() {
            if let rate {
                let due = start + .seconds(index) / rate
                while Clocks.uptime < due { try loop.turn(until: due) }
            }
            last = try record(move, at: index, in: game.name, client)
        }
        try finish(last, game: game.name, time: Clocks.uptime - start)
        return .done
    }

    /// Throws if moves of this part are in the game already: they would count twice.
    private func demandNew(in game: String, _ client: LocalClient) throws(ClientError) {
        let log = try GamelogFile(bytes: client.getBytes(.gamelog, name: game), name: game)
        let known = Set(
            try ReplayPart(of: log, players: ["all"], teams: Set(SideName.allCases)).moves)
        let count = part.moves.count { known.contains($0) }
        guard count > 0 else { return }
        throw .unusable(
            "\(count) of these \(Phrases.count(part.moves.count, "move")) are in \(game) already; "
                + "nothing was recorded; to record them again: --force")
    }

    private func record(
        _ move: MoveRequest, at index: Int, in game: String, _ client: LocalClient
    ) throws(ClientError) -> RecordedDocument {
        var request = move
        request.request = RequestName.random()
        request.game = game
        // The file is a record: a basket counts even if the game was already decided.
        request.force = true
        do throws(ClientError) {
            return try client.post(.moves, request, as: RecordedDocument.self).document
        } catch {
            invocation.console.say(
                "\(index) of \(part.moves.count) moves were recorded; the next one, "
                    + "\(move.player) \(move.kind), was not:")
            throw error
        }
    }

    private func finish(
        _ last: RecordedDocument?, game: String, time: Duration
    ) throws(ClientError) {
        let summary = ReplaySummary(
            game: game, moves: part.moves.count, others: part.others, marks: part.marks,
            milliseconds: Int(time / .milliseconds(1)))
        var score = ""
        if let home = last?.home, let away = last?.away { score = "\(home) - \(away)" }
        try invocation.show(
            summary,
            as: Invocation.view(of: [
                ("game", game), ("recorded", Phrases.count(part.moves.count, "move")),
                ("skipped (other keepers)", part.others > 0 ? "\(part.others)" : ""),
                ("not moves", part.marks > 0 ? "\(part.marks)" : ""),
                ("score here", score),
            ]))
    }
}

/// The document of `replay --json`.
private struct ReplaySummary: Codable {
    var schema = 1
    let game: String
    let moves: Int
    let others: Int
    let marks: Int
    let milliseconds: Int
}
