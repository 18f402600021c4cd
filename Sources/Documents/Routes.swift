/// A route of the local API: a method and a path, shared by the daemon, the client and
/// `Protocol/openapi.yaml`.
package struct Route: Hashable, Sendable {
    /// `GET` or `POST`.
    package let method: String
    /// Begins with `/v1/`; `{name}` stands for one segment of the path.
    package let path: String

    private init(_ method: String, _ path: String) {
        self.method = method
        self.path = path
    }

    /// The path with its `{name}` replaced by an encoded segment: bytes other than the unreserved
    /// of RFC 3986 as `%XX`.
    package func path(name: String) -> String {
        guard let range = Self.parameter(in: path) else { return path }
        return path[..<range.lowerBound] + Self.encoded(name) + path[range.upperBound...]
    }

    /// What stands at `{name}` in a decoded path of this route; an empty text for a route without;
    /// nil when the path is another route's.
    package func match(_ decodedPath: String) -> String? {
        guard let range = Self.parameter(in: path) else { return decodedPath == path ? "" : nil }
        let head = path[..<range.lowerBound]
        let tail = path[range.upperBound...]
        guard decodedPath.hasPrefix(head), decodedPath.hasSuffix(tail),
            decodedPath.utf8.count > head.utf8.count + tail.utf8.count
        else { return nil }
        let name = decodedPath.dropFirst(head.count).dropLast(tail.count)
        return name.utf8.contains(UInt8(ascii: "/")) ? nil : String(name)
    }

    private static func parameter(in path: String) -> Range<String.Index>? {
        guard let open = path.firstIndex(of: "{"), let close = path.firstIndex(of: "}") else {
            return nil
        }
        return open..<path.index(after: close)
    }

    private static func encoded(_ segment: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for byte in segment.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text.append("%")
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
        return text
    }
}

extension Route {
    /// -> `StatusDocument`; query `game` shows that game in the place of the current one.
    package static let status = Route("GET", "/v1/status")
    /// -> `HealthDocument`; never waits for the disk.
    package static let health = Route("GET", "/v1/health")
    /// -> `DaemonReport`.
    package static let doctor = Route("GET", "/v1/doctor")
    /// `DoctorRequest` -> `DoneDocument`.
    package static let repair = Route("POST", "/v1/doctor")
    /// -> server-sent events named as in `EventName`; the present state comes first.
    package static let events = Route("GET", "/v1/events")
    /// -> `GamesDocument`.
    package static let games = Route("GET", "/v1/games")
    /// `NewGameRequest` -> `RecordedDocument`.
    package static let newGame = Route("POST", "/v1/games")
    /// -> `GameDocument`.
    package static let game = Route("GET", "/v1/games/{name}")
    /// -> `LogDocument`; query `keeper` takes one keeper's entries, `player` one player's moves,
    /// `before` and `after` those on that side of the entry of this name, `since` those that came
    /// later than the entries of these names, `only` these alone, `limit` the newest so many of all
    /// that.
    package static let gameLog = Route("GET", "/v1/games/{name}/log")
    /// -> comma-separated values: the box score, a row a player, team and total.
    package static let boxCSV = Route("GET", "/v1/games/{name}/box.csv")
    /// -> comma-separated values: every entry of the game, in the table's order.
    package static let playsCSV = Route("GET", "/v1/games/{name}/plays.csv")
    /// -> one `PlayDocument` a line, of the same.
    package static let plays = Route("GET", "/v1/games/{name}/plays.jsonl")
    /// -> a `gamelog/1` file: the live moves alone, for any program that reads the format.
    package static let gamelog = Route("GET", "/v1/games/{name}/gamelog.jsonl")
    /// -> `ChartDocument`.
    package static let chart = Route("GET", "/v1/games/{name}/chart")
    /// -> `LogDocument` of the current game, or of the one that the query `game` names.
    package static let log = Route("GET", "/v1/log")
    /// -> `SearchDocument` for the query `query`; `limit` takes so many results of each kind.
    package static let search = Route("GET", "/v1/search")
    /// `UseRequest` -> `DoneDocument`.
    package static let use = Route("POST", "/v1/use")
    /// `MoveRequest` -> `RecordedDocument`.
    package static let moves = Route("POST", "/v1/moves")
    /// `UndoRequest` -> `RecordedDocument`.
    package static let undo = Route("POST", "/v1/undo")
    /// `UndoRequest` -> `RecordedDocument`.
    package static let redo = Route("POST", "/v1/redo")
    /// `EntriesRequest` -> `RecordedDocument`; entries that are void already are passed over.
    package static let void = Route("POST", "/v1/void")
    /// `FixRequest` -> `RecordedDocument`.
    package static let fix = Route("POST", "/v1/fix")
    /// -> `HeldDocument` of the current game, or of the one that the query `game` names.
    package static let held = Route("GET", "/v1/held")
    /// `EntriesRequest` -> `RecordedDocument`; moves that count already are passed over.
    package static let accept = Route("POST", "/v1/accept")
    /// `ClockRequest` -> `RecordedDocument`.
    package static let clock = Route("POST", "/v1/clock")
    /// `TrackRequest` -> `RecordedDocument`.
    package static let track = Route("POST", "/v1/track")
    /// `TrackRequest` -> `RecordedDocument`.
    package static let untrack = Route("POST", "/v1/untrack")
    /// `RosterRequest` -> `RecordedDocument`.
    package static let roster = Route("POST", "/v1/roster")
    /// `RulesChangeRequest` -> `RecordedDocument`.
    package static let rules = Route("POST", "/v1/rules")
    /// `LineupRequest` -> `RecordedDocument`.
    package static let lineups = Route("POST", "/v1/lineups")
    /// `SubstitutionRequest` -> `RecordedDocument`.
    package static let substitutions = Route("POST", "/v1/substitutions")
    /// `NoteRequest` -> `RecordedDocument`.
    package static let notes = Route("POST", "/v1/notes")
    /// `EndRequest` -> `RecordedDocument`.
    package static let end = Route("POST", "/v1/end")
    /// `ReopenRequest` -> `RecordedDocument`.
    package static let reopen = Route("POST", "/v1/reopen")
    /// `SignRequest` -> `RecordedDocument`.
    package static let sign = Route("POST", "/v1/sign")
    /// `AbsenceRequest` -> `RecordedDocument`.
    package static let lost = Route("POST", "/v1/lost")
    /// `AbsenceRequest` -> `RecordedDocument`.
    package static let found = Route("POST", "/v1/found")
    /// `ImportRequest` -> `RecordedDocument`.
    package static let importGame = Route("POST", "/v1/import")
    /// -> one `ExportLine` a line; query `game` takes one game's entries.
    package static let export = Route("GET", "/v1/export")
    /// -> the table's log as a file: the frames of `peer.md` 15.
    package static let exportLog = Route("GET", "/v1/export/log")
    /// A part of such a file -> `LogImportDocument`. Query: `file`, 32 hexadecimal digits chosen at random; `from`, the
    /// offset of the part; `last=true` with the last one, before which nothing is done.
    package static let importLog = Route("POST", "/v1/import/log")
    /// `InviteRequest` -> `InviteDocument`.
    package static let invitations = Route("POST", "/v1/invitations")
    /// `JoinRequest` -> `JoinDocument`; may take as long as the inviter.
    package static let join = Route("POST", "/v1/join")
    /// `LeaveRequest` -> `DoneDocument`.
    package static let leave = Route("POST", "/v1/leave")
    /// -> `TableDocument`.
    package static let table = Route("GET", "/v1/table")
    /// `TableRequest` -> `DoneDocument`.
    package static let nameTable = Route("POST", "/v1/table")
    /// -> `DevicesDocument`.
    package static let devices = Route("GET", "/v1/devices")
    /// `RemovalRequest` -> `RemovalAnswer`.
    package static let removeDevice = Route("POST", "/v1/devices/remove")
    /// `DeputyRequest` -> `DoneDocument`.
    package static let nameDeputy = Route("POST", "/v1/devices/deputy")
    /// `KeeperRequest` -> `DoneDocument`.
    package static let keeper = Route("POST", "/v1/keeper")
    /// `SyncSwitchRequest` -> `DoneDocument`.
    package static let sync = Route("POST", "/v1/sync")
    /// `ShutdownRequest` -> `DoneDocument`.
    package static let shutdown = Route("POST", "/v1/shutdown")

    /// Every route, in the order above.
    package static let all: [Route] = [
        .status, .health, .doctor, .repair, .events, .games, .newGame, .game, .gameLog, .boxCSV,
        .playsCSV,
        .plays, .gamelog, .chart, .log, .search, .use, .moves, .undo,
        .redo, .void, .fix, .held, .accept, .clock, .track, .untrack, .roster, .rules, .lineups,
        .substitutions, .notes, .end, .reopen,
        .sign, .lost, .found, .importGame, .export, .exportLog, .importLog, .invitations, .join,
        .leave, .table,
        .nameTable, .devices, .removeDevice, .nameDeputy, .keeper, .sync, .shutdown,
    ]
}
