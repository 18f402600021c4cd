import Client
import Documents
import Net

extension Command {
    static let bare = Command(
        "", .look, "set up this device the first time; later show the status"
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        guard home.isFresh else { return try StatusCommand.show(invocation) }
        guard TerminalDevice.isInputTerminal else {
            for line in [
                "nothing is set up in \(home.path) yet; run one of",
                "  scored up --name YOUR-NAME      starts a table",
                "  scored join CODE                joins a table with a code",
            ] { invocation.console.say(line) }
            return .failed
        }
        return try FirstRun(invocation: invocation).run()
    }
}

/// Sets up a fresh device with two questions.
struct FirstRun {
    let invocation: Invocation

    func run() throws(ClientError) -> ExitCode {
        invocation.console.say("a table is the group of devices that keep score together")
        if case .join(let code) = try firstAnswer() { return try join(code) }
        let name = try Self.name(invocation.console)
        let client = try invocation.client(
            options: name.isEmpty ? [] : ["--name", name], isBeginning: true)
        let status = try client.status()
        _ = try StatusCommand.show(status, invocation)
        invocation.console.say("for each other device: scored invite")
        Self.sayWhatIsNext(invocation)
        return .done
    }

    /// Asks for a code, then for a name; asks again after a code that is refused, most likely
    /// mistyped.
    private func join(_ first: String?) throws(ClientError) -> ExitCode {
        var typed = first
        var name: String?
        while true {
            if typed == nil { typed = try Question.ask(JoinCommand.question) }
            guard let code = typed, !code.isEmpty else {
                throw .unusable("no table was joined: no code was given; try scored join CODE")
            }
            typed = nil
            do throws(ClientError) {
                try JoinCommand.check(code)
            } catch {
                for line in error.lines { invocation.console.say(line) }
                continue
            }
            if name == nil { name = try Self.name(invocation.console) }
            do throws(ClientError) {
                let done = try JoinCommand.join(JoinRequest(code: code), as: name, invocation)
                Self.sayWhatIsNext(invocation)
                return done
            } catch {
                guard case .refused = error else { throw error }
                for line in error.lines { invocation.console.say(line) }
            }
        }
    }

    private static func sayWhatIsNext(_ invocation: Invocation) {
        invocation.console.say("to score with single keys: scored keep; all commands: scored help")
        invocation.console.say(
            "to create a game: scored new HOME AWAY; to change games: scored use GAME")
    }

    private enum FirstAnswer {
        case start
        /// With the code, if that was the answer.
        case join(String?)
    }

    private func firstAnswer() throws(ClientError) -> FirstAnswer {
        while true {
            let question = "Start a new scorers' table, or join one with a code? [START/join]"
            guard let answer = try Question.ask(question) else {
                throw .unusable("nothing was set up")
            }
            let word = answer.lowercased()
            if ["start", "begin"].contains(where: { $0.hasPrefix(word) }) { return .start }
            if "join".hasPrefix(word) { return .join(nil) }
            if Self.isCode(answer) { return .join(answer) }
            invocation.console.say(
                "type start or join, or paste a code; Enter alone starts a table")
        }
    }

    /// Asks until the keeper gives a name that is no invite code; empty at the end of input.
    static func name(_ console: Console) throws(ClientError) -> String {
        while let name = try Question.ask("Your name:") {
            guard !name.isEmpty else {
                console.say("type a name: the others see it beside what you record")
                continue
            }
            guard isCode(name) || name.lowercased().hasPrefix("scored ") else { return name }
            console.say(
                "that is an invite code or a command, for a later time; type your own name here")
        }
        return ""
    }

    /// True for the form of an invite code: sixteen letters and digits, grouped or not.
    private static func isCode(_ text: String) -> Bool {
        let groups = text.split { $0 == "-" || $0.isWhitespace }
        let signs = groups.joined()
        return signs.count == 16 && signs.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && (signs.contains(where: \.isNumber) || groups.map(\.count) == [4, 4, 4, 4])
    }
}
