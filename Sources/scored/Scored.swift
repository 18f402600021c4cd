import Client
import Documents
import Foundation
import Net

/// The program: reads the command line, runs the command, ends with its exit code.
@main
enum Scored {
    static func main() {
        exit(run(ProcessEnvironment.arguments).rawValue)
    }

    private static func run(_ given: [[UInt8]]) -> ExitCode {
        var console = Console(isJSON: false, isPlain: true, environment: { _ in nil })
        do throws(ClientError) {
            let words = try words(given)
            if words == ["--version"] {
                return try Command.version.run(Invocation(Arguments(command: "version"), console))
            }
            let reader = ArgumentReader(words: CommandTable.words) {
                CommandTable.command($0)?.form
            }
            let arguments = try reader.read(words)
            console = Console(
                isJSON: arguments.has("json"), isPlain: arguments.has("no-color"),
                home: arguments.value("state").map { NamedHome($0, commands: CommandTable.words) },
                environment: ProcessEnvironment.value)
            let invocation = Invocation(arguments, console)
            if arguments.has("help") { return try HelpCommand.show(arguments.command, invocation) }
            return try (CommandTable.command(arguments.command) ?? .help).run(invocation)
        } catch {
            return end(error, console)
        }
    }

    private static func words(_ given: [[UInt8]]) throws(ClientError) -> [String] {
        var words: [String] = []
        for (index, bytes) in given.enumerated() {
            words.append(
                try ClientError.rethrowing(
                    { (error: Unreadable) in
                        .unusable("argument \(index + 1): \(error); nothing was done")
                    }, GivenText.read(bytes)))
        }
        return words
    }

    private static func end(_ error: ClientError, _ console: Console) -> ExitCode {
        // The reader of a pipe has closed it, as `head` does.
        switch error {
        case .output(let reason) where reason.number?.rawValue == EPIPE,
            .unwritten(let reason, _) where reason.number?.rawValue == EPIPE:
            return .done
        default: break
        }
        for (index, line) in error.lines.enumerated() {
            console.say(index == 0 ? "scored: \(line)" : line)
        }
        return error.exitCode
    }
}

/// A command: its form on the command line, and what it does.
struct Command: Sendable {
    typealias Run = @Sendable (Invocation) throws(ClientError) -> ExitCode

    let form: CommandForm
    let run: Run

    /// A command whose form has these parts (`CommandForm.init`).
    init(
        _ name: String, _ group: CommandForm.Group, _ summary: String, operands: String = "",
        choices: [String] = [], options: [OptionForm] = [], details: [String] = [],
        isAdvanced: Bool = false, _ run: @escaping Run
    ) {
        form = CommandForm(
            name, group, summary, operands: operands, choices: choices, options: options,
            details: details, isAdvanced: isAdvanced)
        self.run = run
    }
}

/// All commands, in the order of the help. Each is made on demand: a run needs one of them.
enum CommandTable {
    /// To add a command: one file in this folder, and its word here. Parser, help and completions
    /// follow from its `CommandForm`.
    private static let all: [(word: String, make: @Sendable () -> Command)] = [
        ("", { .bare }), ("invite", { .invite }), ("join", { .join }), ("leave", { .leave }),
        ("table", { .table }), ("devices", { .devices }), ("phone", { .phone }),
        ("phones", { .phones }), ("keeper", { .keeper }),
        ("offline", { .offline }), ("online", { .online }), ("new", { .new }),
        ("games", { .games }), ("use", { .use }), ("rules", { .rules }), ("roster", { .roster }),
        ("team", { .team }), ("swap", { .swap }), ("transfer", { .transfer }),
        ("unite", { .unite }),
        ("track", { .track }), ("untrack", { .untrack }), ("keep", { .keep }),
        ("watch", { .watch }), ("web", { .web }), ("clock", { .clock }), ("move", { .move }),
        ("undo", { .undo }),
        ("redo", { .redo }), ("void", { .void }), ("fix", { .fix }), ("accept", { .accept }),
        ("settle", { .settle }),
        ("sub", { .sub }), ("lineup", { .lineup }), ("note", { .note }), ("end", { .end }),
        ("sign", { .sign }), ("reopen", { .reopen }), ("status", { .status }), ("held", { .held }),
        ("box", { .box }), ("player", { .player }), ("log", { .log }), ("search", { .search }),
        ("chart", { .chart }), ("import", { .importFile }), ("export", { .export }),
        ("backup", { .backup }), ("restore", { .restore }),
        ("up", { .up }), ("down", { .down }), ("daemon", { .daemon }),
        ("service", { .service }),
        ("doctor", { .doctor }), ("verify", { .verify }), ("version", { .version }),
        ("completions", { .completions }), ("manual", { .manual }), ("help", { .help }),
    ]

    /// The words of the commands; the empty word is `scored` alone.
    static let words = all.map(\.word)

    static var forms: [CommandForm] {
        all.map { entry in
            let form = entry.make().form
            precondition(form.name == entry.word, "a command under the word of another")
            return form
        }
    }

    static func command(_ word: String) -> Command? {
        all.first { $0.word == word }?.make()
    }
}

/// The option of every command that works on one game.
let gameOption = OptionForm("game", "GAME", "this game instead of the current one")

/// The option of every command that writes a file.
let overwriteOption = OptionForm("force", "overwrite an existing file")
