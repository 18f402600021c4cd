import Client
import Documents
import LocalAPI
import Net

extension Command {
    static let replay = Command(
        CommandForm(
            "replay", .files, "record some players' moves of a gamelog/1 file",
            operands: "FILE",
            options: [
                OptionForm("game", "GAME", "the game to record into (import --roster-only)"),
                OptionForm("players", "SLOTS", "h#1,h#2,... or home, away, all"),
                OptionForm(
                    "team", "SIDE", "home or away: the moves of no player", isRepeated: true),
                OptionForm("force", "also moves that are in the game already"),
                OptionForm("rate", "N", "moves a second; as fast as possible without"),
            ],
            details: [
                "As a keeper would: one request a move, through the local API, in the order of",
                "the file. Of several keepers who replay one file each player and each team",
                "belongs to one; then nothing is lost and nothing is there twice.",
            ], isAdvanced: true)
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let file = try GamelogFile(path: invocation.required(0))
        let players = (arguments.value("players") ?? "").split(separator: ",").map(String.init)
        let part = try ReplayPart(
            of: file, players: players, teams: Replay.teams(arguments))
        guard !part.moves.isEmpty else {
            throw arguments.misused("no move is chosen; name --players or --team")
        }
        let rate = try arguments.number("rate", in: 1...10_000)
        return try Replay(part, rate: rate, invocation).run()
    }
}

/// Sends the moves of a part, one after the other.
struct Replay {
    private let part: ReplayPart
    private let rate: Int?
    private let invocation: Invocation

    init(_ part: ReplayPart, rate: Int?, _ invocation: Invocation) {
        self.part = part
        self.rate = rate
        self.invocation = invocation
    }

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
        let game = try GameReading.game(invocation.arguments.value("game"), client).document
        if !invocation.arguments.has("force") { try demandNew(in: game.name, client) }
        let start = Clocks.uptime
        var last: LocalClient.Answer<RecordedDocument>?
        for (index, move) in part.moves.enumerated() {
            if let rate {
                let due = start + .seconds(index) / rate
                if due > Clocks.uptime { try Pause.wait(due - Clocks.uptime) }
            }
            last = try record(move, at: index, in: game.name, client)
        }
        try finish(last, game: game.name, time: Clocks.uptime - start)
        return .done
    }

    /// Throws where moves of this part are in the game already: replayed twice they would count twice.
    private func demandNew(in game: String, _ client: LocalClient) throws(ClientError) {
        let log = try GamelogFile(bytes: client.getBytes(.gamelog, name: game), name: game)
        let known = Set(
            try ReplayPart(of: log, players: ["all"], teams: Set(SideName.allCases)).moves)
        let count = part.moves.count { known.contains($0) }
        guard count > 0 else { return }
        throw .unusable(
            "\(count) of these \(Phrases.count(part.moves.count, "move")) are in \(game) already; "
                + "nothing was recorded; to record them once more: --force")
    }

    private func record(
        _ move: MoveRequest, at index: Int, in game: String, _ client: LocalClient
    ) throws(ClientError) -> LocalClient.Answer<RecordedDocument> {
        var request = move
        request.request = RequestName.random()
        request.game = game
        // The file is what happened; whether the game was decided by then is its own affair.
        request.force = true
        do throws(ClientError) {
            return try client.post(.moves, request)
        } catch {
            invocation.console.say(
                "\(index) of \(part.moves.count) moves were recorded; then \(move.player) "
                    + "\(move.kind) was not:")
            throw error
        }
    }

    private func finish(
        _ last: LocalClient.Answer<RecordedDocument>?, game: String, time: Duration
    ) throws(ClientError) {
        if invocation.console.isJSON {
            let summary = ReplaySummary(
                game: game, moves: part.moves.count, others: part.others, marks: part.marks,
                milliseconds: Int(time / .milliseconds(1)))
            try invocation.console.show(document: JSON.encode(summary))
            return
        }
        let score = last.flatMap { answer in
            answer.document.home.flatMap { home in
                answer.document.away.map { "\(home) - \($0)" }
            }
        }
        try invocation.show(facts: [
            ("game", game), ("recorded", Phrases.count(part.moves.count, "move")),
            ("skipped (other keepers)", part.others > 0 ? "\(part.others)" : ""),
            ("not moves", part.marks > 0 ? "\(part.marks)" : ""),
            ("score here", score ?? ""),
        ])
    }
}

/// What `replay --json` prints.
struct ReplaySummary: Codable {
    var schema = 1
    let game: String
    let moves: Int
    let others: Int
    let marks: Int
    let milliseconds: Int
}
