import Net
package import Terminal
package import ViewModels

/// Shows a full-screen program: keys in, frames out, between the turns of a loop. One frame a turn
/// at most, and only when something that is drawn changed.
///
/// However it ends, the terminal is as it was before, but for a crash of the program itself. The
/// daemon goes on in any case.
package final class ScreenLoop {
    private let loop: ClientLoop
    private let hasColor: Bool
    private var keys = KeyReader()
    private var isTyped = false
    private var isChanged = true

    /// Throws a usage error of the command where there is no terminal for keys and frames.
    package init(_ loop: ClientLoop, console: Console, command: String) throws(ClientError) {
        let others = "without one there are scored status and scored move"
        for (isTerminal, name) in [
            (TerminalDevice.isInputTerminal, "input"), (TerminalDevice.isOutputTerminal, "output"),
        ] where !isTerminal {
            throw .usage(
                "\(command) needs a terminal, and the standard \(name) is none; \(others)",
                command: command)
        }
        guard console.canMoveCursor else {
            throw .usage(
                "\(command) needs a terminal that can move its cursor, and this one cannot "
                    + "(TERM=dumb); \(others)", command: command)
        }
        self.loop = loop
        hasColor = console.style.hasColor
    }

    /// Runs until the program is finished, the terminal is gone, or a signal ends it. The terminal is
    /// taken once the daemon answers. The keys go to the root, and the view draws what it shows. What
    /// was ordered last is waited for, however it ends; throws if it stays without an answer.
    package func run(
        _ root: any ScreenRoot, drawnBy view: any FullScreenView
    ) throws(ClientError) -> ExitCode {
        try loop.connect()
        let signals = try loop.caught(Signal.allCases)
        let terminal: OwnedTerminal
        do throws(NetError) {
            terminal = try OwnedTerminal(hasColor: hasColor, in: loop.sources)
        } catch {
            throw .output(error)
        }
        loop.sources.watch(TerminalDevice.inputNumber, .readable) { [weak self] _ in
            self?.isTyped = true
        }
        defer {
            loop.sources.forget(TerminalDevice.inputNumber)
            loop.sources.forget(signals.number)
            terminal.giveBack()
        }
        isChanged = true
        let bindings = view.bind { [unowned self] in isChanged = true }
        defer { for binding in bindings { binding.end() } }
        while !root.isFinished.value {
            guard let ending = try turn(root, view, signals, terminal) else { continue }
            try finish()
            return ending
        }
        try finish()
        return .done
    }

    /// One turn and its frame; how the program ends, if it does.
    private func turn(
        _ root: any ScreenRoot, _ view: any FullScreenView, _ signals: SignalPipe,
        _ terminal: OwnedTerminal
    ) throws(ClientError) -> ExitCode? {
        var ending: ExitCode?
        do throws(NetError) {
            try terminal.write()
            if isChanged, !terminal.isBusy {
                isChanged = false
                try terminal.draw(view)
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

    /// A key once pressed counts, also the last one before the end.
    private func finish() throws(ClientError) {
        let deadline = Clocks.uptime + ClientLimits.farewellTime
        while loop.library.unansweredOrderCount > 0, Clocks.uptime < deadline {
            try loop.turn(until: deadline)
        }
        let count = loop.library.unansweredOrderCount
        guard count > 0 else { return }
        throw .unusable(
            "the daemon did not answer to the last \(count == 1 ? "key" : "\(count) keys"); "
                + "look with scored log whether they are recorded")
    }
}
