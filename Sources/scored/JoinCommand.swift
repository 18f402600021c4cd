import Client
import Documents
import Net

extension Command {
    static let join = Command(
        CommandForm(
            "join", .table, "join the table that gave you a code", operands: "[CODE]...",
            options: [
                OptionForm("via", "HOST[:PORT]", "where the inviting device listens"),
                OptionForm("bring", "record this device's own games again at the new table"),
                OptionForm("force", "also when moves exist only here: they are archived"),
                OptionForm("name", "NAME", "your name"),
            ],
            details: [
                "Without --bring the log of a device that recorded alone is put into its archive;",
                "where moves are in it that no other device has, say --bring or --force.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        var code = arguments.operands.joined(separator: " ")
        if code.isEmpty {
            guard TerminalDevice.isInputTerminal else {
                throw arguments.misused("missing CODE")
            }
            code = try Question.ask("The code from the other device:") ?? ""
        }
        guard !code.isEmpty else { throw arguments.misused("missing CODE") }
        if let via = arguments.value("via") { _ = try DaemonArguments.place(via, arguments, "via") }
        let request = JoinRequest(
            code: code, via: arguments.value("via"), bring: arguments.has("bring") ? true : nil,
            force: arguments.has("force") ? true : nil)
        let options = try JoinCommand.nameOptions(invocation)
        return try JoinCommand.join(
            request, with: invocation.client(options: options, isBeginning: true),
            invocation)
    }
}

enum JoinCommand {
    static func join(
        _ request: JoinRequest, with client: LocalClient, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        // It takes a person's patience; a script wants nothing but what went wrong.
        if !invocation.console.isJSON, TerminalDevice.isInputTerminal {
            invocation.console.say("looking for the device that showed this code …")
        }
        let answer = try client.post(
            .join, request, .never, as: JoinDocument.self, within: ClientLimits.joinTime)
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
        } else {
            let joined = answer.document
            let inviter = joined.inviter
            let name = joined.table.name.isEmpty ? "the table of \(inviter)" : joined.table.name
            try invocation.show(facts: [
                ("joined", name), ("invited by", inviter), ("joining words", joined.words),
                ("moves brought", joined.brought > 0 ? "\(joined.brought)" : ""),
                ("former log", joined.archive ?? ""),
            ])
            invocation.console.say(
                "compare: `scored devices` at \(inviter) must show the same joining words; if they "
                    + "differ: scored leave")
        }
        try awaitTable(invocation.home())
        return .done
    }

    /// What the table holds comes right behind the joining: whoever asks next sees it. Where it does not
    /// come soon, the status says why.
    private static func awaitTable(_ home: StateHome) {
        let deadline = Clocks.uptime + ClientLimits.arrivalTime
        guard let feed = try? EventFeed(connecting: home.connect) else { return }
        while let news = try? feed.next(until: deadline) {
            if case .status(let status, _) = news, status.sync.state == .inSync { return }
        }
    }

    /// A fresh device is told its keeper's name when it starts; another is told at once.
    fileprivate static func nameOptions(_ invocation: Invocation) throws(ClientError) -> [String] {
        let home = try invocation.home()
        var name = invocation.arguments.value("name")
        if name == nil, home.isFresh, TerminalDevice.isInputTerminal {
            name = try FirstRun.name(invocation.console)
        }
        guard let name, !name.isEmpty else { return [] }
        if !home.isFresh {
            _ = try invocation.client()
                .post(.keeper, KeeperRequest(name: name), as: DoneDocument.self)
        }
        return ["--name", name]
    }
}
