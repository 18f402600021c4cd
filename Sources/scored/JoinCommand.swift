import Client
import Documents
import Net
import TLS
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
        try JoinCommand.check(code)
        if let via = arguments.value("via") { _ = try DaemonArguments.place(via, arguments, "via") }
        let request = JoinRequest(
            code: code, via: arguments.value("via"), bring: invocation.flag("bring"),
            force: invocation.flag("force"))
        let isFresh = try invocation.home().isFresh
        let name = try JoinCommand.name(invocation, isAsked: isFresh)
        let done = try JoinCommand.join(request, as: isFresh ? name : nil, invocation)
        // A device that has a name already changes it once the join has succeeded.
        if !isFresh, let name {
            _ = try invocation.client()
                .post(.keeper, KeeperRequest(name: name), as: DoneDocument.self)
        }
        return done
    }
}

enum JoinCommand {
    static let question = "The code from the other device:"

    /// Throws for a text that is no invite code, before anything is asked for or set up.
    static func check(_ code: String) throws(ClientError) {
        _ = try ClientError.rethrowing(
            { (error: TLSError) in .unusable("\(error); nothing was changed") },
            InviteCode(parsing: code))
    }

    /// Joins as a new device of this name, or as the device that is there. A refusal leaves a home
    /// as it was before.
    static func join(
        _ request: JoinRequest, as name: String?, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let fresh = FreshHome(try invocation.home())
        let client = try invocation.client(
            options: name.map { $0.isEmpty ? [] : ["--name", $0] } ?? [], isBeginning: true)
        guard let fresh else { return try join(request, with: client, invocation) }
        do throws(ClientError) {
            return try client.interruptible { () throws(ClientError) in
                try join(request, with: client, invocation)
            }
        } catch {
            switch error {
            case .refused, .interrupted: try clear(fresh, client)
            default: break
            }
            throw error
        }
    }

    /// Ends the daemon and removes what it has made, unless somebody has begun a game meanwhile.
    private static func clear(
        _ home: FreshHome, _ client: LocalClient
    ) throws(ClientError) {
        let status = try client.status().document
        let games = try client.get(.games, as: GamesDocument.self).document.games
        guard games.isEmpty, status.peers.isEmpty else { return }
        let processID = try client.get(.health, as: HealthDocument.self).document.processID
        _ = try client.post(
            .shutdown, ShutdownRequest(now: true), .never, as: DoneDocument.self,
            within: ClientLimits.endTime)
        try DownCommand.await(processID)
        try home.restore()
    }

    private static func join(
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

    /// The name that was given, or else is asked for; nil without one.
    fileprivate static func name(
        _ invocation: Invocation, isAsked: Bool
    ) throws(ClientError) -> String? {
        if let name = invocation.arguments.value("name") { return name.isEmpty ? nil : name }
        guard isAsked, TerminalDevice.isInputTerminal else { return nil }
        return try FirstRun.name(invocation.console)
    }
}
