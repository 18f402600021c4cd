import Client
import Documents
import Net
import Terminal
import ViewModels

extension Command {
    static let status = Command(
        CommandForm(
            "status", .look, "sync, score, game clock, players, peers, warnings",
            options: [
                OptionForm("watch", "show it again whenever something changes"),
                OptionForm("check", "exit 5 when something is wrong, 3 without a daemon"),
            ],
            details: [
                "Without a daemon the log is read from the disk; the verdict says: offline view.",
                "--check prints the problem and nothing else; --watch starts the daemon.",
                "A device that was removed from its table exits 4, with and without --check.",
            ])
    ) { invocation throws(ClientError) in
        if invocation.arguments.has("check") { return try StatusCommand.check(invocation) }
        if invocation.arguments.has("watch") {
            let isScreen =
                TerminalDevice.isInputTerminal && TerminalDevice.isOutputTerminal
                && invocation.console.canMoveCursor && !invocation.console.isJSON
            return isScreen
                ? try StatusWatch.full(invocation) : try StatusWatch(invocation).run()
        }
        return try StatusCommand.show(invocation)
    }
}

enum StatusCommand {
    static func show(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        try show(invocation.lookingClient(isSaid: false).status(), invocation)
    }

    static func show(
        _ answer: LocalClient.Answer<StatusDocument>, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        try invocation.console.show(answer) { view(of: $0) }
        return answer.document.identity?.removal == nil ? .done : .removed
    }

    static func view(of status: StatusDocument) -> StatusView {
        let model = StatusViewModel()
        model.receive(status)
        return StatusView(model)
    }

    static func check(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let answer = try invocation.presentClient().get(.health, as: HealthDocument.self)
        if invocation.console.isJSON { try invocation.console.show(document: answer.bytes) }
        let health = answer.document
        if health.isRemoved == true {
            invocation.console.say("scored: " + (health.problem ?? "this device was removed"))
            return .removed
        }
        guard health.isDegraded || !health.isRecording else { return .done }
        invocation.console.say("scored: " + (health.problem ?? "nothing can be recorded now"))
        return .degraded
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
        let status = StatusScreenViewModel(library: loop.library, timekeeper: loop.timekeeper)
        let sole = SoleScreen(status, keys: status.keys, timekeeper: loop.timekeeper)
        return try screen.run(
            sole, drawnBy: SoleScreenView(sole, showing: StatusScreen(status)))
    }

    func run() throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        _ = try client.get(.health, as: HealthDocument.self)
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
        let lines = StatusView(model).lines(invocation.console.style)
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
