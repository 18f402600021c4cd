import Client
import Documents
import Net
import Scorebook

extension Command {
    static let new = Command(
        CommandForm(
            "new", .game, "create a game", operands: "HOME AWAY",
            options: [
                OptionForm("rules", "PRESET", "pickup, 3x3, fiba or nba"),
                OptionForm("home", "PLAYERS", "\"4 Ana, 7 Bo\""),
                OptionForm("away", "PLAYERS", "\"5 Cy, 11 Di\""),
                OptionForm("roster", "FILE", "lines of: home 4 Ana Berg"),
            ] + RulesOptions.all,
            details: [
                "A team that played at this table before keeps its last roster unless given one.",
                "Without --rules: those with which the two last met, pickup if they never did.",
                "The new game becomes the current one of this device.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let paper = try PaperRosters(arguments)
        let request = NewGameRequest(
            request: RequestName.random(),
            home: TeamRequest(name: try invocation.required(0), roster: paper.home),
            away: TeamRequest(name: try invocation.required(1), roster: paper.away),
            rules: try RulesOptions.read(arguments, preset: "rules"))
        return try invocation.show(
            invocation.client(isBeginning: true).post(.newGame, request, as: RecordedDocument.self))
    }
}

/// Rosters from the options of `new`; a side without one is nil.
struct PaperRosters {
    private(set) var home: [RosterPlayer]?
    private(set) var away: [RosterPlayer]?

    init(_ arguments: Arguments) throws(ClientError) {
        if let path = arguments.value("roster") {
            guard !arguments.has("home"), !arguments.has("away") else {
                throw arguments.misused("give either --roster or --home and --away")
            }
            try add(Self.file(path), path)
        }
        if let text = arguments.value("home") { try add(text, .home, "--home") }
        if let text = arguments.value("away") { try add(text, .away, "--away") }
    }

    private mutating func add(_ text: String, _ path: String) throws(ClientError) {
        let lines = try Self.wrapping(path) { () throws(Unreadable) in
            try RosterText.read(file: text)
        }
        home = Self.players(lines, of: .home)
        away = Self.players(lines, of: .away)
    }

    private mutating func add(
        _ text: String, _ side: Side, _ option: String
    ) throws(ClientError) {
        let lines = try Self.wrapping(option) { () throws(Unreadable) in
            try RosterText.read(text, side: side)
        }
        if side == .home { home = Self.players(lines, of: side) }
        if side == .away { away = Self.players(lines, of: side) }
    }

    private static func players(
        _ lines: [Scorebook.RosterLine], of side: Side
    ) -> [RosterPlayer]? {
        let players = lines.filter { $0.side == side }.map {
            RosterPlayer(number: $0.number.isEmpty ? nil : $0.number, name: $0.name)
        }
        return players.isEmpty ? nil : players
    }

    private static func file(_ path: String) throws(ClientError) -> String {
        do throws(NetError) {
            let bytes = try GivenFile.read(path, bytesMax: ClientLimits.fileBytesMax)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw .file(error)
        }
    }

    private static func wrapping(
        _ place: String, _ read: () throws(Unreadable) -> [Scorebook.RosterLine]
    ) throws(ClientError) -> [Scorebook.RosterLine] {
        do throws(Unreadable) {
            return try read()
        } catch {
            throw .unusable("\(place): \(error); nothing was recorded")
        }
    }
}
