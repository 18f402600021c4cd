import Client
import Documents

extension Command {
    static let up = Command(
        CommandForm(
            "up", .daemon, "start the daemon in the background", options: DaemonArguments.forms,
            details: [
                "Every command that records starts it; up is for the options. Diagnostics, each",
                "line with its time, go to diagnostics.txt in its home; diagnostics.old.txt is",
                "the part before.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let home = try invocation.home()
        // Wrong options are told here, not in the diagnostics of a process that ended.
        _ = try DaemonArguments.options(arguments, home: home.path)
        if try UpCommand.isRunning(home) {
            return try UpCommand.meet(invocation)
        }
        let isFresh = home.isFresh
        let client = try invocation.client(
            options: DaemonArguments.words(arguments), isBeginning: true)
        let answer = try client.get(.health, as: HealthDocument.self)
        let name = isFresh ? nil : arguments.value("name")
        try UpCommand.show(
            answer, "the daemon runs" + (name.map { "; its keeper is called \($0) now" } ?? ""),
            invocation)
        return .done
    }
}

enum UpCommand {
    static func isRunning(_ home: StateHome) throws(ClientError) -> Bool {
        do throws(ClientError) {
            _ = try home.connect()
            return true
        } catch {
            switch error {
            case .notRunning: return false
            case .busy: return true
            default: throw error
            }
        }
    }

    /// A daemon runs already: a name it can take, other options not.
    static func meet(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        let late = ["listen", "peer", "no-discovery", "discovery", "discovery-port"].filter(
            arguments.has)
        guard late.isEmpty else {
            let options = late.map { "--\($0)" }.joined(separator: " and ")
            throw .unusable(
                "the daemon runs already, without a change; \(options) can be given when it "
                    + "starts: scored down, then scored up")
        }
        let client = try invocation.presentClient()
        var text = "the daemon runs already"
        if let name = arguments.value("name") {
            let named = try client.post(.keeper, KeeperRequest(name: name), as: DoneDocument.self)
            text += "; \(named.document.text)"
        }
        let answer = try client.get(.health, as: HealthDocument.self)
        try show(answer, text, invocation)
        return .done
    }

    static func show(
        _ answer: LocalClient.Answer<HealthDocument>, _ text: String, _ invocation: Invocation
    ) throws(ClientError) {
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
        } else {
            invocation.console.say("\(text) (process \(answer.document.processID))")
        }
    }
}
