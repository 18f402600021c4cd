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

/// All commands by their words, in the order of the help. A command is made when it is asked for: a
/// run needs one of them, and the help all.
enum CommandTable {
    private static let all: [(word: String, make: @Sendable () -> Command)] = [
        ("", { .bare }), ("invite", { .invite }), ("join", { .join }), ("leave", { .leave }),
        ("table", { .table }), ("devices", { .devices }), ("keeper", { .keeper }),
        ("offline", { .offline }), ("online", { .online }), ("new", { .new }),
        ("games", { .games }), ("use", { .use }), ("rules", { .rules }), ("roster", { .roster }),
        ("track", { .track }), ("untrack", { .untrack }), ("keep", { .keep }),
        ("watch", { .watch }), ("clock", { .clock }), ("move", { .move }), ("undo", { .undo }),
        ("redo", { .redo }), ("void", { .void }), ("fix", { .fix }), ("accept", { .accept }),
        ("sub", { .sub }), ("lineup", { .lineup }), ("note", { .note }), ("end", { .end }),
        ("sign", { .sign }), ("reopen", { .reopen }), ("status", { .status }), ("held", { .held }),
        ("box", { .box }), ("player", { .player }), ("log", { .log }), ("search", { .search }),
        ("chart", { .chart }), ("import", { .importFile }), ("export", { .export }),
        ("replay", { .replay }), ("up", { .up }), ("down", { .down }), ("daemon", { .daemon }),
        ("doctor", { .doctor }), ("verify", { .verify }), ("version", { .version }),
        ("completions", { .completions }), ("help", { .help }),
    ]

    /// The words, in the order of the help; empty for `scored` alone.
    static let words = all.map(\.word)

    /// What can be written, of every command.
    static var forms: [CommandForm] {
        all.map { entry in
            let form = entry.make().form
            precondition(form.name == entry.word, "a command under another's word")
            return form
        }
    }

    /// The command of a word.
    static func command(_ word: String) -> Command? {
        all.first { $0.word == word }?.make()
    }
}
