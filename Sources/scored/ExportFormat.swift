import Client
import Documents
import LocalAPI

/// A format in which `scored export` writes: one row a format.
struct ExportFormat: Sendable {
    /// The word behind `export`.
    let name: String
    /// One line of the command's help.
    let summary: String
    /// What a line holds, for the message: `entry`, `entries`.
    let line: (one: String, several: String)
    /// Asks the daemon for the whole of it.
    let bytes: @Sendable (Invocation) throws(ClientError) -> [UInt8]

    /// Every format, in the order of the help.
    static let all = [entries]

    /// What was written, for people.
    func count(of bytes: [UInt8]) -> String {
        let lines = bytes.count { $0 == 0x0A }
        return "\(lines) \(lines == 1 ? line.one : line.several)"
    }
}

extension ExportFormat {
    /// Every entry alone, for programs that do their own sums.
    private static let entries = ExportFormat(
        name: "entries",
        summary: "a JSON line an entry: author, sequence, order, what it says, if it counts",
        line: ("entry", "entries")
    ) { invocation throws(ClientError) in
        try invocation.client().getBytes(.export, query: invocation.gameQuery)
    }
}

extension Invocation {
    /// The game that `--game` names; nothing without it.
    var gameQuery: [Target.QueryItem] {
        arguments.value("game").map { [Target.QueryItem("game", $0)] } ?? []
    }
}
