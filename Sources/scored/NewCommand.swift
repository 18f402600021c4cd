import Client
import Documents
import Net
import Scorebook

extension Command {
    static let new = Command(
        "new", .game, "create a game", operands: "HOME AWAY",
        options: [
            OptionForm("rules", "PRESET", "pickup, 3x3, fiba or nba"),
            OptionForm("home", "PLAYERS", "\"4 Ana, 7 Bo\""),
            OptionForm("away", "PLAYERS", "\"5 Cy, 11 Di\""),
            OptionForm("roster", "FILE", "a file with lines such as: home 4 Ana Berg"),
        ] + RulesOptions.all,
        details: [
            "Players whose last name comes first take semicolons: \"4 Berg, Ana; 7 Dahl, Bo\".",
            "A team that has played at this table keeps its last roster unless given another.",
            "Without --rules the game takes the rules of the last game of these two teams, or",
            "pickup if they have not played yet.",
            "The new game becomes the current one of this device.",
        ]
    ) { invocation throws(ClientError) in
        let rosters = try PaperRosters(invocation.arguments)
        let request = NewGameRequest(
            request: RequestName.random(),
            home: TeamRequest(name: try invocation.required(0), roster: rosters[.home]),
            away: TeamRequest(name: try invocation.required(1), roster: rosters[.away]),
            rules: try RulesOptions.read(invocation.arguments, preset: "rules"))
        return try invocation.record(
            .newGame, request, with: invocation.client(isBeginning: true))
    }
}

/// The rosters that the options of `new` give.
struct PaperRosters {
    private var lines: [Scorebook.RosterLine] = []

    fileprivate init(_ arguments: Arguments) throws(ClientError) {
        if let path = arguments.value("roster") {
            guard !arguments.has("home"), !arguments.has("away") else {
                throw arguments.misused("--roster excludes --home and --away")
            }
            let bytes = try ClientError.rethrowing(
                ClientError.file, GivenFile.read(path, bytesMax: ClientLimits.fileBytesMax))
            lines = try Self.read(path, RosterText.read(file: GivenText.read(bytes)))
        }
        for (option, side) in [("home", Side.home), ("away", .away)] {
            guard let text = arguments.value(option) else { continue }
            lines += try Self.read("--" + option, RosterText.read(text, side: side))
        }
    }

    /// The players of a side; nil without any.
    fileprivate subscript(side: Side) -> [RosterPlayer]? {
        let players = Self.players(lines.filter { $0.side == side })
        return players.isEmpty ? nil : players
    }

    static func players(_ lines: [Scorebook.RosterLine]) -> [RosterPlayer] {
        lines.map { RosterPlayer(number: $0.number.isEmpty ? nil : $0.number, name: $0.name) }
    }

    /// Reads a roster; `place` names it in the error.
    static func read(
        _ place: String, _ lines: @autoclosure () throws(Unreadable) -> [Scorebook.RosterLine]
    ) throws(ClientError) -> [Scorebook.RosterLine] {
        try ClientError.rethrowing(
            { (error: Unreadable) in .unusable("\(place): \(error); nothing was recorded") },
            lines())
    }
}
