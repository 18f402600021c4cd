import Client
import Documents
import Net

extension Command {
    static let bare = Command(
        CommandForm("", .look, "the first time: set up this device; afterwards: status")
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        guard home.isFresh else { return try StatusCommand.show(invocation) }
        guard TerminalDevice.isInputTerminal else {
            invocation.console.say("nothing was set up yet in \(home.path); run one of")
            invocation.console.say("  scored up --name YOUR-NAME      starts a table")
            invocation.console.say(
                "  scored join CODE                joins a table with a code")
            return .failed
        }
        return try FirstRun(invocation).run()
    }
}

/// Sets up a fresh device with two questions.
struct FirstRun {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() throws(ClientError) -> ExitCode {
        invocation.console.say("a table is the group of devices that keep score together")
        let answer = try firstAnswer()
        let name = try Self.name(invocation.console)
        let client = try invocation.client(
            options: name.isEmpty ? [] : ["--name", name], isBeginning: true)
        switch answer {
        case .join(let code): return try join(with: client, code)
        case .start: break
        }
        let status = try client.status()
        _ = try StatusCommand.show(status, invocation)
        invocation.console.say("for each other device: scored invite")
        Self.sayWhatIsNext(invocation)
        return .done
    }

    /// Asks again after a code that the daemon refuses: what comes next is usually the same code
    /// without the slip of the finger.
    private func join(
        with client: LocalClient, _ first: String?
    ) throws(ClientError) -> ExitCode {
        var pasted = first
        while true {
            var typed = pasted
            if typed == nil { typed = try Question.ask("The code from the other device:") }
            pasted = nil
            guard let code = typed, !code.isEmpty
            else { throw .unusable("nothing was joined: there is no code; scored join CODE") }
            do throws(ClientError) {
                let done = try JoinCommand.join(
                    JoinRequest(code: code), with: client, invocation)
                Self.sayWhatIsNext(invocation)
                return done
            } catch {
                guard case .refused = error else { throw error }
                for line in error.lines { invocation.console.say(line) }
            }
        }
    }

    private static func sayWhatIsNext(_ invocation: Invocation) {
        invocation.console.say("to score with single keys: scored keep; every command: scored help")
        invocation.console.say("a game: scored new HOME AWAY; to change games: scored use GAME")
    }

    private enum FirstAnswer {
        case start
        /// The code, where it was the answer.
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
                "type start or join, or paste the code; Enter alone starts a table")
        }
    }

    /// The keeper's name, asked until there is one; empty where the input ends. Who has a code at hand is quick to type
    /// it at the first question.
    static func name(_ console: Console) throws(ClientError) -> String {
        while let name = try Question.ask("Your name:") {
            guard !name.isEmpty else {
                console.say("the others see your name beside what you record: type one")
                continue
            }
            guard isCode(name) else { return name }
            console.say("that is a code: scored join asks for it; here goes your own name")
        }
        return ""
    }

    /// Whether a text has the form of an invite code: sixteen letters and digits, in groups or not.
    private static func isCode(_ text: String) -> Bool {
        let signs = text.filter { $0 != "-" && !$0.isWhitespace }
        return signs.count == 16 && signs.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && signs.contains(where: \.isNumber)
    }
}
