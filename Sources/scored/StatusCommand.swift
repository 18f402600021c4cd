import Client
import Documents
import LocalAPI
import Net
import Terminal
import ViewModels

extension Command {
    static let status = Command(
        "status", .look, "show sync, score, players, peers and warnings",
        operands: "[GAME]",
        options: [
            OptionForm("all", "list every player, device, game and warning"),
            OptionForm("watch", "update it whenever something changes"),
            OptionForm("check", "print only what needs attention, and set the exit code"),
            gameOption,
        ],
        details: [
            "The short form fits 24 lines: sync with the other devices, the score, the most",
            "urgent warnings. GAME shows another game and changes nothing.",
            "Without a daemon the log is read from the disk: an offline view.",
            "--check prints each reason on a line, and nothing else. It exits",
            "  0  nothing needs attention",
            "  3  no daemon runs",
            "  4  this device was removed from its table (also without --check)",
            "  5  the disk or the log is damaged: nothing can be recorded, or some was lost",
            "  6  something needs a person: a warning of status (a keeper away, a newer game,",
            "     a possible duplicate), an open question of any game, a game that is over",
            "     and not signed here, entries that exist only here although other devices",
            "     have joined",
            "--watch starts the daemon and shows the current game.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let game = arguments.operand(0) ?? invocation.game
        if game != nil, let other = ["check", "watch"].first(where: arguments.has) {
            throw arguments.misused("--\(other) shows the current game and takes no GAME")
        }
        if arguments.has("check") { return try StatusCommand.check(invocation) }
        if arguments.has("watch") {
            let isScreen =
                TerminalDevice.isInputTerminal && TerminalDevice.isOutputTerminal
                && invocation.console.canMoveCursor && !invocation.console.isJSON
            return isScreen
                ? try StatusCommand.screen(invocation) : try StatusWatch(invocation).run()
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
        var answer = answer
        answer.document.warnings = answer.document.warnings.map(invocation.advising)
        _ = try invocation.show(answer, in: StatusViewModel(), StatusViewModel.receive) {
            StatusView($0, isWhole: invocation.arguments.has("all"))
        }
        return answer.document.identity?.removal == nil ? .done : .removed
    }

    fileprivate static func screen(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let (loop, screen) = try FullScreen.begin("status", invocation)
        let status = StatusKeys(
            StatusScreenViewModel(library: loop.library, timekeeper: loop.timekeeper),
            isWhole: invocation.arguments.has("all"))
        let sole = SoleScreen(status, timekeeper: loop.timekeeper)
        return try screen.run(
            sole, drawnBy: SoleScreenView(sole, showing: StatusScreen(status)))
    }

    fileprivate static func check(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let client = try invocation.presentClient()
        let answer = try client.get(.health, as: HealthDocument.self)
        if invocation.console.isJSON { try invocation.console.show(document: answer.bytes) }
        let health = answer.document
        if health.isRemoved == true {
            return try say([health.problem ?? "this device was removed"], .removed, invocation)
        }
        if health.isDegraded || !health.isRecording {
            return try say(
                [health.problem ?? "nothing can be recorded now"], .degraded, invocation)
        }
        let reasons = try client.status().document.reasonsToLook
        return try say(reasons, reasons.isEmpty ? .done : .attention, invocation)
    }

    /// Prints a reason on a line; beside a document they go to the standard error.
    private static func say(
        _ reasons: [String], _ code: ExitCode, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        for reason in reasons {
            try invocation.console.isJSON
                ? invocation.console.say(reason) : invocation.console.show(line: reason)
        }
        return code
    }
}

/// `status --watch` without a screen: prints the status after every change, and every second while
/// the game clock runs.
private final class StatusWatch {
    private let invocation: Invocation
    private let loop: ClientLoop
    private let model = StatusViewModel()
    private var bindings: [Binding] = []
    private var alarm: Binding?
    private var question: Binding?

    init(_ invocation: Invocation) throws(ClientError) {
        self.invocation = invocation
        _ = try invocation.followingClient()
        loop = ClientLoop(home: try invocation.home(), starting: nil)
    }

    func run() throws(ClientError) -> ExitCode {
        bindings = [
            loop.library.status.bind { [unowned self] in
                if let status = $0 { show(status) }
            },
            loop.library.connection.bind { [unowned self] in
                guard case .lost(let reason) = $0 else { return }
                alarm = nil
                model.receive(lost: reason)
                if !invocation.console.isJSON { draw() }
            },
        ]
        return try loop.run(until: Dynamic(false))
    }

    private func show(_ status: StatusDocument) {
        if invocation.console.isJSON {
            write(JSON.encode(status) + [0x0A])
        } else {
            model.receive(status)
            draw()
        }
        guard status.game?.clock?.isRunning == true else {
            alarm = nil
            return
        }
        alarm = loop.timekeeper.wake(at: loop.timekeeper.now + .seconds(1)) { [unowned self] in
            question = loop.library.ask(.status) { [unowned self] result in
                if case .success(let status) = result { show(status) }
            }
        }
    }

    private func draw() {
        let lines = StatusView(model, isWhole: invocation.arguments.has("all"))
            .lines(invocation.console.style)
        write(Array((lines.joined(separator: "\n") + "\n\n").utf8))
    }

    private func write(_ bytes: [UInt8]) {
        loop.attempt { () throws(ClientError) in try invocation.console.write(bytes) }
    }
}
