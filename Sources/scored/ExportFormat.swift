import Client
import Documents
import LocalAPI

/// A format in which `scored export` writes: one row a format.
struct ExportFormat: Sendable {
    /// The word behind `export`.
    let name: String
    /// One line of the command's help.
    let summary: String
    /// What a line holds, for the message: `entry`, `entries`; nil for what is no text.
    let line: (one: String, several: String)?
    /// Asks the daemon for the whole of it.
    let bytes: @Sendable (Invocation) throws(ClientError) -> [UInt8]

    /// Every format, in the order of the help.
    static let all = [box, plays, playLines, gamelog, entries, log]

    /// What was written, for people.
    func count(of bytes: [UInt8]) -> String {
        guard let line else { return "\(bytes.count) bytes" }
        let lines = bytes.count { $0 == 0x0A }
        return "\(lines) \(lines == 1 ? line.one : line.several)"
    }
}

extension ExportFormat {
    private static let box = ExportFormat(
        name: "box", summary: "the box score of a game as CSV, for a spreadsheet",
        line: ("line", "lines"), bytes: ofOneGame(.boxCSV))

    private static let plays = ExportFormat(
        name: "plays", summary: "the play-by-play of a game as CSV: every entry, counted or not",
        line: ("line", "lines"), bytes: ofOneGame(.playsCSV))

    private static let playLines = ExportFormat(
        name: "plays-jsonl", summary: "the same with a JSON line an entry",
        line: ("entry", "entries"), bytes: ofOneGame(.plays))

    private static let gamelog = ExportFormat(
        name: "gamelog", summary: "what counts in a game as gamelog/1, which scored import reads",
        line: ("line", "lines"), bytes: ofOneGame(.gamelog))

    /// The game that is named, else the current one, else the newest.
    private static func ofOneGame(
        _ route: Route
    ) -> @Sendable (Invocation) throws(ClientError) -> [UInt8] {
        { invocation throws(ClientError) in
            let client = try invocation.lookingClient()
            return try client.getBytes(
                route, name: GameReading.name(invocation.exportedGame, client))
        }
    }

    /// Every entry alone, for programs that do their own sums.
    private static let entries = ExportFormat(
        name: "entries",
        summary: "a JSON line an entry: author, sequence, order, words, if it counts",
        line: ("entry", "entries")
    ) { invocation throws(ClientError) in
        try invocation.lookingClient().getBytes(.export, query: invocation.gameQuery)
    }
}

extension ExportFormat {
    /// The table's whole log, for another device or a safe place.
    private static let log = ExportFormat(
        name: "log",
        summary: "the whole log of the table, signed, for scored import elsewhere",
        line: nil
    ) { invocation throws(ClientError) in
        guard invocation.exportedGame == nil else {
            throw invocation.arguments.misused("log is all of the table's games at once")
        }
        return try invocation.client().getBytes(.exportLog)
    }
}

extension Invocation {
    /// The game behind the format, or the one that `--game` names.
    fileprivate var exportedGame: String? { arguments.operand(1) ?? arguments.value("game") }

    /// The game that was named; nothing without it.
    var gameQuery: [Target.QueryItem] {
        exportedGame.map { [Target.QueryItem("game", $0)] } ?? []
    }
}
