import Net
package import Terminal
import ViewModels

/// Runs a full-screen program between the turns of a loop: keys in, frames out. Draws at most one
/// frame a turn, and only if something that is shown has changed.
///
/// Restores the terminal however the program ends, except by a crash. The daemon goes on.
package final class ScreenLoop {
    private let loop: ClientLoop
    private let hasColor: Bool
    private var keys = KeyReader()
    private var isTyped = false
    /// True if the whole window is to be drawn, whatever has changed.
    private var isChanged = true
    private let reads = Reads()

    /// Throws a usage error of the command without a terminal for keys and frames.
    package init(_ loop: ClientLoop, console: Console, command: String) throws(ClientError) {
        let others = "without one use scored status, scored move PLAYER KIND"
        for (isTerminal, name) in [
            (TerminalDevice.isInputTerminal, "input"), (TerminalDevice.isOutputTerminal, "output"),
        ] where !isTerminal {
            throw .usage(
                "\(command) needs a terminal, but the standard \(name) is not one; \(others)",
                command: command)
        }
        guard console.canMoveCursor else {
            throw .usage(
                "\(command) needs a terminal that can move its cursor, but this one cannot "
                    + "(TERM=dumb); \(others)", command: command)
        }
        self.loop = loop
        hasColor = console.style.hasColor
    }

    /// Runs until the program is finished, the terminal is gone or a signal ends it. Takes the
    /// terminal once the daemon answers; keys go to the root, and the view draws. At the end it
    /// waits for the answers to the last orders, and throws if they do not come.
    package func run(
        _ root: any ScreenRoot, drawnBy view: any FullScreenView
    ) throws(ClientError) -> ExitCode {
        try loop.connect()
        let signals = try loop.caught(Signal.allCases)
        let terminal = try ClientError.rethrowing(
            ClientError.output, OwnedTerminal(hasColor: hasColor, in: loop.sources))
        loop.sources.watch(TerminalDevice.inputNumber, .readable) { [weak self] in
            self?.isTyped = true
        }
        defer {
            loop.sources.forget(TerminalDevice.inputNumber)
            loop.sources.forget(signals.number)
            terminal.giveBack()
        }
        isChanged = true
        var ending: ExitCode?
        while ending == nil, !root.isFinished.value {
            ending = try turn(root, view, signals, terminal)
        }
        try finish()
        return ending ?? .done
    }

    /// One turn and its frame. Returns how the program ends, nil while it goes on.
    private func turn(
        _ root: any ScreenRoot, _ view: any FullScreenView, _ signals: SignalPipe,
        _ terminal: OwnedTerminal
    ) throws(ClientError) -> ExitCode? {
        var ending: ExitCode?
        do throws(NetError) {
            try terminal.write()
            if isChanged || reads.isDue, !terminal.isBusy {
                isChanged = false
                try terminal.draw(view, reads)
            }
        } catch {
            return .hungUp
        }
        try loop.turn(until: keys.deadline) {
            ending = readKeys(root, terminal)
        }
        for signal in signals.drain() where ending == nil {
            ending = hear(signal, signals, terminal)
        }
        return ending
    }

    private func readKeys(_ root: any ScreenRoot, _ terminal: OwnedTerminal) -> ExitCode? {
        let now = loop.timekeeper.now
        var typed: [Key] = []
        if isTyped {
            isTyped = false
            switch try? TerminalDevice.read() {
            case .bytes(let bytes): typed = keys.receive(bytes, at: now)
            case .wouldBlock: break
            case .end, nil: return .hungUp
            }
        } else {
            typed = keys.tick(at: now)
        }
        for key in typed where !root.isFinished.value {
            if key == .control("l") {
                terminal.forget()
                isChanged = true
            } else {
                root.press(key)
            }
        }
        return nil
    }

    private func hear(
        _ signal: Signal, _ signals: SignalPipe, _ terminal: OwnedTerminal
    ) -> ExitCode? {
        switch signal {
        case .windowChanged:
            terminal.forget()
            isChanged = true
        case .stop:
            terminal.giveBack()
            signals.stopProcess()
            return acquireAgain(terminal)
        case .resume:
            return acquireAgain(terminal)
        case .hangUp, .interrupt, .terminate:
            return ExitCode(endedBy: signal)
        }
        return nil
    }

    private func acquireAgain(_ terminal: OwnedTerminal) -> ExitCode? {
        isChanged = true
        return (try? terminal.acquireAgain()) == nil ? .hungUp : nil
    }

    /// Waits for the answers to the last keys.
    private func finish() throws(ClientError) {
        let deadline = Clocks.uptime + ClientLimits.farewellTime
        while loop.library.unansweredOrderCount > 0, Clocks.uptime < deadline {
            try loop.turn(until: deadline)
        }
        let count = loop.library.unansweredOrderCount
        guard count > 0 else { return }
        throw .unusable(
            "the daemon did not answer the last \(count == 1 ? "key" : "\(count) keys"); "
                + "check with scored log what was recorded")
    }
}

/// The terminal while a full-screen program has it: raw keys, the alternate screen, writes that do
/// not wait. Restored at `deinit` at the latest.
private final class OwnedTerminal {
    private let sources: ClientSources
    private let raw: RawMode
    private let output: TerminalOutput
    private var painter: ScreenPainter
    private var isOwned = false
    /// Bytes of the newest frame; `written` of them are out.
    private var frame: [UInt8] = []
    private var written = 0

    init(hasColor: Bool, in sources: ClientSources) throws(NetError) {
        self.sources = sources
        output = try TerminalOutput()
        raw = try RawMode()
        painter = ScreenPainter(hasColor: hasColor)
        sources.watch(output.number, []) {}
        acquire()
    }

    deinit {
        giveBack()
        sources.forget(output.number)
    }

    /// True until the terminal has accepted the last frame. The next one is drawn only then.
    var isBusy: Bool { written < frame.count }

    /// Draws the view at the size of the window.
    func draw(_ view: any FullScreenView, _ reads: Reads) throws(NetError) {
        let size = TerminalDevice.size
        append(
            painter.bytes(
                for: view.canvas(
                    columns: size?.columns ?? 80, rows: size?.rows ?? 24, reads: reads)))
        try write()
    }

    /// Makes the next frame a full repaint.
    func forget() { painter.forget() }

    /// Writes as much as the terminal takes; the loop then waits until the rest can follow.
    func write() throws(NetError) {
        while isBusy, case .wrote(let count) = try output.write(frame, from: written) {
            written += count
        }
        sources.update(output.number, isBusy ? .writable : [])
    }

    /// Leaves the screen and restores the terminal, as before Ctrl-Z and at the end.
    func giveBack() {
        guard isOwned else { return }
        isOwned = false
        frame = ScreenPainter.leave
        written = 0
        let deadline = Clocks.uptime + ClientLimits.terminalTime
        let room = EventLoop<Void>()
        room.watch(output.number, .writable, as: ())
        // A terminal that is gone or stuck must not keep the program from ending.
        while (try? write()) != nil, isBusy, Clocks.uptime < deadline {
            _ = try? room.wait(timeout: deadline - Clocks.uptime)
        }
        frame = []
        written = 0
        raw.suspend()
    }

    /// Takes the terminal again, after `giveBack` or after another program changed its settings.
    func acquireAgain() throws(NetError) {
        try raw.resume()
        acquire()
    }

    private func acquire() {
        isOwned = true
        painter.forget()
        append(ScreenPainter.enter)
    }

    private func append(_ bytes: [UInt8]) {
        frame = isBusy ? Array(frame[written...]) + bytes : bytes
        written = 0
    }
}
