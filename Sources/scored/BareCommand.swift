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
            invocation.console.say("  scored up --name YOUR-NAME      begins a table")
            invocation.console.say(
                "  scored join CODE                joins a table that invited you")
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
        let isJoining = try asksToJoin()
        let name = try Self.name()
        let client = try invocation.client(options: name.isEmpty ? [] : ["--name", name])
        if isJoining {
            guard let code = try Question.ask("The code from the other device:"), !code.isEmpty
            else { throw .unusable("nothing was joined: there is no code; scored join CODE") }
            return try JoinCommand.join(JoinRequest(code: code), with: client, invocation)
        }
        let status = try client.get(.status, as: StatusDocument.self)
        _ = try StatusCommand.show(status, invocation)
        invocation.console.say("begin a game with scored new HAWKS OWLS, or scored invite others")
        return .done
    }

    private func asksToJoin() throws(ClientError) -> Bool {
        while true {
            let question = "Begin a new table, or join one that invited you? [begin/join]"
            guard let answer = try Question.ask(question) else {
                throw .unusable("nothing was set up")
            }
            if answer.isEmpty || "begin".hasPrefix(answer.lowercased()) { return false }
            if "join".hasPrefix(answer.lowercased()) { return true }
        }
    }

    /// The keeper's name, asked at the terminal; may be empty.
    static func name() throws(ClientError) -> String {
        try Question.ask("Your name:") ?? ""
    }
}
