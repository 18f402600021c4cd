import Client
import Documents
import LocalAPI

extension Command {
    static let export = Command(
        "export", .files, "write a game or the whole log to a file",
        operands: "FORMAT [GAME]", choices: ExportFormat.all.map(\.name),
        options: [
            OptionForm("to", "FILE", "the file; without it, or with -, the standard output"),
            overwriteOption, OptionForm("game", "GAME", "the same as GAME"),
        ],
        details: ["FORMAT is one of"]
            + ExportFormat.all.map { "  \(padded($0.name)) \($0.summary)" }
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let name = try invocation.required(0)
        guard let format = ExportFormat.all.first(where: { $0.name == name }) else {
            throw arguments.unknown("format", name, among: ExportFormat.all.map(\.name))
        }
        try invocation.write(to: arguments.value("to")) { append throws(ClientError) in
            var (bytes, lines) = (0, 0)
            try format.get(invocation) { part throws(ClientError) in
                bytes += part.count
                lines += part.count { $0 == 0x0A }
                try append(part)
            }
            return "wrote \(format.count(bytes: bytes, lines: lines)) to"
        }
        return .done
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 11 - name.count))
    }
}

/// A format of `scored export`.
private struct ExportFormat: Sendable {
    let name: String
    /// One line of the command's help.
    let summary: String
    /// The name of a line, for the message; nil for a format that is no text.
    let line: (one: String, several: String)?
    let route: Route

    /// In the order of the help.
    static let all = [
        ExportFormat(
            name: "box", summary: "the box score of a game as CSV, for a spreadsheet",
            line: ("line", "lines"), route: .boxCSV),
        ExportFormat(
            name: "plays",
            summary: "the play-by-play of a game as CSV: every entry, counted or not",
            line: ("line", "lines"), route: .playsCSV),
        ExportFormat(
            name: "plays-jsonl", summary: "the same as JSON, one entry a line",
            line: ("entry", "entries"), route: .plays),
        ExportFormat(
            name: "gamelog",
            summary: "what counts in a game as gamelog/1, which scored import reads",
            line: ("line", "lines"), route: .gamelog),
        ExportFormat(
            name: "entries",
            summary:
                "every entry as JSON, one a line, with author, order and text",
            line: ("entry", "entries"), route: .export),
        ExportFormat(
            name: "log", summary: "the whole log of the table, signed, for scored import elsewhere",
            line: nil, route: .exportLog),
    ]

    /// `84 lines`, for the message.
    func count(bytes: Int, lines: Int) -> String {
        guard let line else { return "\(bytes) bytes" }
        return "\(lines) \(lines == 1 ? line.one : line.several)"
    }

    /// Gets the export from the daemon, part by part: of the named game, else of the current one,
    /// else of the newest.
    func get(
        _ invocation: Invocation, _ take: @escaping ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        let game = invocation.arguments.operand(1) ?? invocation.game
        let client = try invocation.lookingClient()
        switch route {
        case .exportLog:
            guard game == nil else {
                throw invocation.arguments.misused("log holds all games of the table; give no GAME")
            }
            try client.download(route, take: take)
        case .export:
            let query = game.map { [Target.QueryItem("game", $0)] } ?? []
            try client.download(route, query: query, take: take)
        default:
            try client.download(route, name: GameReading.name(game, client), take: take)
        }
    }
}
