import Client
import Documents
import Net
import Terminal
import ViewModels

extension Command {
    static let status = Command(
        CommandForm(
            "status", .look, "sync, score, game clock, players, peers, warnings",
            operands: "[GAME]",
            options: [
                OptionForm("all", "every player, device, game and warning"),
                OptionForm("watch", "show it again whenever something changes"),
                OptionForm("check", "say what waits for somebody; the exit code tells of it"),
                gameOption,
            ],
            details: [
                "The short form fits 24 lines: how this device stands to the others, the score,",
                "the most urgent warnings. GAME shows another game and changes nothing.",
                "Without a daemon the log is read from the disk; the verdict says: offline view.",
                "--check prints each reason on a line, and nothing else. It exits",
                "  0  nothing waits for anybody",
                "  3  no daemon runs",
                "  4  this device was removed from its table (also without --check)",
                "  5  the disk or the log is damaged: nothing can be recorded, or some was lost",
                "  6  something waits for a person: a warning of status (a keeper away, a",
                "     newer game, a possible duplicate), a held move of any game, a game that is",
                "     over and not signed here, moves that are only on this device although",
                "     other devices have joined",
                "--watch starts the daemon and shows the current game.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let game = arguments.operand(0) ?? arguments.value("game")
        if game != nil, let other = ["check", "watch"].first(where: arguments.has) {
            throw arguments.misused("--\(other) is about the current game, so it takes no GAME")
        }
        if arguments.has("check") { return try StatusCommand.check(invocation) }
        if arguments.has("watch") {
            let isScreen =
                TerminalDevice.isInputTerminal && TerminalDevice.isOutputTerminal
                && invocation.console.canMoveCursor && !invocation.console.isJSON
            return isScreen
                ? try StatusWatch.full(invocation) : try StatusWatch(invocation).run()
        }
        return try StatusCommand.show(invocation, game: game)
    }
}

enum StatusCommand {
    static func show(
        _ invocation: Invocation, game: String? = nil
    ) throws(ClientError) -> ExitCode {
        try show(invocation.lookingClient(isSaid: false).status(of: game), invocation)
    }

    static func show(
        _ answer: LocalClient.Answer<StatusDocument>, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        try invocation.console.show(answer) {
            view(of: $0, isWhole: invocation.arguments.has("all"))
        }
        return answer.document.identity?.removal == nil ? .done : .removed
    }

    static func view(of status: StatusDocument, isWhole: Bool) -> StatusView {
        let model = StatusViewModel()
        model.receive(status)
        return StatusView(model, isWhole: isWhole)
    }

    static func check(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let client = try invocation.presentClient()
        let answer = try client.get(.health, as: HealthDocument.self)
        if invocation.console.isJSON { try invocation.console.show(document: answer.bytes) }
        let health = answer.document
        if health.isRemoved == true {
            invocation.console.say("scored: " + (health.problem ?? "this device was removed"))
            return .removed
        }
        if health.isDegraded || !health.isRecording {
            invocation.console.say("scored: " + (health.problem ?? "nothing can be recorded now"))
            return .degraded
        }
        let reasons = try client.status().document.reasonsToLook
        for reason in reasons { invocation.console.say("scored: \(reason)") }
        return reasons.isEmpty ? .done : .attention
    }
}

/// `status --watch`: on a terminal a whole screen, elsewhere the status anew after every change and
/// while the game clock runs.
struct StatusWatch {
    private let invocation: Invocation
    private let model = StatusViewModel()

    init(_ invocation: Invocation) { self.invocation = invocation }

    static func full(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let (loop, screen) = try FullScreen.begin("status", invocation)
        let status = StatusScreenViewModel(
            library: loop.library, timekeeper: loop.timekeeper,
            isWhole: invocation.arguments.has("all"))
        let sole = SoleScreen(status, keys: status.keys, timekeeper: loop.timekeeper)
        return try screen.run(
            sole, drawnBy: SoleScreenView(sole, showing: StatusScreen(status)))
    }

    func run() throws(ClientError) -> ExitCode {
        _ = try invocation.followingClient()
        let home = try invocation.home()
        while true {
            do throws(ClientError) {
                let feed = try EventFeed(connecting: home.connect)
                try follow(feed, client: LocalClient(connecting: home.connect))
            } catch {
                guard error.isAbsence else { throw error }
                model.receive(lost: error.lines.first ?? "")
                if !invocation.console.isJSON { try draw() }
                try Pause.wait(ClientLimits.streamInterval)
            }
        }
    }

    private func follow(_ feed: EventFeed, client: LocalClient) throws(ClientError) {
        var isRunning = false
        while true {
            let deadline = isRunning ? Clocks.uptime + .seconds(1) : nil
            switch try feed.next(until: deadline) {
            case .status(let status, let bytes):
                isRunning = status.game?.clock?.isRunning ?? false
                try show(status, bytes)
            case .entry: break
            case nil:
                let answer = try client.status()
                isRunning = answer.document.game?.clock?.isRunning ?? false
                try show(answer.document, answer.bytes)
            }
        }
    }

    private func show(_ status: StatusDocument, _ bytes: [UInt8]) throws(ClientError) {
        if invocation.console.isJSON {
            try invocation.console.show(document: bytes)
        } else {
            model.receive(status)
            try draw()
        }
    }

    private func draw() throws(ClientError) {
        let lines = StatusView(model, isWhole: invocation.arguments.has("all"))
            .lines(invocation.console.style)
        try invocation.console.write(Array((lines.joined(separator: "\n") + "\n\n").utf8))
    }
}

/// Waiting on purpose.
enum Pause {
    static func wait(_ time: Duration) throws(ClientError) {
        var poller = Poller()
        do throws(NetError) {
            _ = try poller.wait(timeout: time)
        } catch {
            throw .unreachable(error)
        }
    }
}
