import Net
import Terminal

/// The terminal while it belongs to a full-screen program: keys come raw, the alternate screen is
/// drawn on, and no write waits. Given back when it is released, whatever the reason.
final class OwnedTerminal {
    private let sources: LoopSources
    private let raw: RawMode
    private let output: TerminalOutput
    private var painter: ScreenPainter
    private var isOwned = false
    /// The newest frame, on its way.
    private var frame: [UInt8] = []
    private var written = 0

    /// Takes the terminal.
    init(hasColor: Bool, in sources: LoopSources) throws(NetError) {
        self.sources = sources
        output = try TerminalOutput()
        raw = try RawMode()
        painter = ScreenPainter(hasColor: hasColor)
        sources.watch(output.number, []) { _ in }
        acquire()
    }

    deinit {
        giveBack()
        sources.forget(output.number)
    }

    /// Whether the terminal has not taken the last frame yet. Another one is drawn only after it,
    /// and shows what is true then.
    var isBusy: Bool { written < frame.count }

    /// Draws the view, fit to the window.
    func draw(_ view: any FullScreenView) throws(NetError) {
        let size = TerminalDevice.size
        var canvas = Canvas(columns: size?.columns ?? 80, rows: size?.rows ?? 24)
        view.draw(on: &canvas)
        append(painter.bytes(for: canvas))
        try write()
    }

    /// Takes that the terminal may show anything: the next frame is drawn whole.
    func forget() { painter.forget() }

    /// Writes what the terminal takes; the loop is told when the rest can follow.
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
        var poller = Poller()
        poller.register(output.number, .writable, token: 0)
        // A terminal that is gone or stuck is no reason not to end.
        while (try? write()) != nil, isBusy, Clocks.uptime < deadline {
            _ = try? poller.wait(timeout: deadline - Clocks.uptime)
        }
        frame = []
        written = 0
        raw.suspend()
    }

    /// Acquires the terminal again, after it was given back or another program changed its settings.
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
