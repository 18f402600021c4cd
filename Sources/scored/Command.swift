import Client

/// A command: what can be written behind it, and what it does.
struct Command: Sendable {
    /// Does what the words say.
    typealias Run = @Sendable (Invocation) throws(ClientError) -> ExitCode

    let form: CommandForm
    let run: Run

    init(_ form: CommandForm, _ run: @escaping Run) {
        self.form = form
        self.run = run
    }
}

/// All commands, in the order of the help.
enum CommandTable {
    static let all: [Command] = [
        .bare, .invite, .join, .leave, .table, .devices, .keeper, .offline, .online, .new, .games,
        .use, .rules, .roster, .track, .untrack, .keep, .watch, .clock, .move, .undo, .redo,
        .void, .fix, .accept, .sub, .lineup, .note, .end, .sign, .reopen, .status, .held, .box,
        .player, .log, .search, .chart, .importFile, .export, .replay, .up, .down, .daemon,
        .doctor, .verify, .version, .completions, .help,
    ]

    static var forms: [CommandForm] { all.map(\.form) }

    /// The command of a word that the argument reader accepted.
    static func command(_ name: String) -> Command {
        all.first { $0.form.name == name } ?? .help
    }
}
