import Client
import Documents
import Net
import ViewModels

extension Command {
    static let join = Command(
        "join", .table, "join a table with a code", operands: "[CODE]...",
        options: [
            OptionForm("via", "HOST[:PORT]", "the address of the inviting device"),
            OptionForm("bring", "record this device's games again at the new table"),
            OptionForm("force", "even if entries exist only here: they stay in the archive"),
            OptionForm("name", "NAME", "your name"),
        ],
        details: [
            "Without --bring the log of a device that recorded alone goes to its archive; if",
            "it has moves that no other device has, give --bring or --force.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        var code = invocation.text
        if code.isEmpty, TerminalDevice.isInputTerminal {
            code = try Question.ask(JoinCommand.question) ?? ""
        }
        guard !code.isEmpty else { throw arguments.misused("missing CODE") }
        if let via = arguments.value("via") { _ = try DaemonArguments.place(via, arguments, "via") }
        let request = JoinRequest(
            code: code, via: arguments.value("via"), bring: invocation.flag("bring"),
            force: invocation.flag("force"))
        let options = try JoinCommand.nameOptions(invocation)
        return try JoinCommand.join(
            request, with: invocation.client(options: options, isBeginning: true), invocation)
    }
}

enum JoinCommand {
    static let question = "The code from the other device:"

    static func join(
        _ request: JoinRequest, with client: LocalClient, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        // A search takes seconds: a person is told, a script is not.
        if !invocation.console.isJSON, TerminalDevice.isInputTerminal {
            invocation.console.say("looking for the device that showed this code …")
        }
        let answer = try client.post(
            .join, request, .never, as: JoinDocument.self, within: ClientLimits.joinTime)
        let inviter = answer.document.inviter
        try invocation.show(answer) { joined in
            let name = joined.table.name.isEmpty ? "the table of \(inviter)" : joined.table.name
            return Invocation.view(of: [
                ("joined", name), ("invited by", inviter), ("joining words", joined.words),
                ("moves brought", joined.brought > 0 ? "\(joined.brought)" : ""),
                ("former log", joined.archive ?? ""),
            ])
        }
        if !invocation.console.isJSON {
            invocation.console.say(
                "compare: `scored devices` at \(inviter) must show the same joining words; if they "
                    + "differ: scored leave")
        }
        try awaitTable(invocation.home())
        return .done
    }

    /// Waits for the entries of the table, so that the next command sees them; they nearly always
    /// come at once. Otherwise the status gives the reason.
    private static func awaitTable(_ home: StateHome) {
        let loop = ClientLoop(home: home, starting: nil)
        let deadline = Clocks.uptime + ClientLimits.arrivalTime
        while Clocks.uptime < deadline, loop.library.status.value?.sync.state != .inSync,
            (try? loop.turn(until: deadline)) != nil
        {}
    }

    /// The option for a new daemon on a fresh device; on another the keeper is renamed at once.
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
