import Client
import Foundation
import Net

/// The program: reads the words, runs the command, tells the shell how it went.
@main
enum Scored {
    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) -> ExitCode {
        var console = Console(isJSON: false, isPlain: true, environment: { _ in nil })
        do throws(ClientError) {
            if words == ["--version"] { return try Command.version.run(Invocation(words, console)) }
            let reader = ArgumentReader(words: CommandTable.words) {
                CommandTable.command($0)?.form
            }
            let arguments = try reader.read(words)
            console = Console(
                isJSON: arguments.has("json"), isPlain: arguments.has("no-color"),
                environment: ProcessEnvironment.value)
            let invocation = Invocation(arguments, console)
            if arguments.has("help") { return try HelpCommand.show(arguments.command, invocation) }
            return try (CommandTable.command(arguments.command) ?? .help).run(invocation)
        } catch {
            return end(error, console)
        }
    }

    private static func end(_ error: ClientError, _ console: Console) -> ExitCode {
        // Whoever read the output has seen enough, as `head` has.
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
