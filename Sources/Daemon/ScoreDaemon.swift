package import LocalAPI
import Net
import Scorebook
import TLS

/// The daemon: puts the parts together and turns the loop. One thread owns everything.
///
/// A turn reads all that is ready, hands it to the core, makes what came of it durable with one
/// commit, and only then publishes, sends and answers.
package final class ScoreDaemon {
    /// The home that this daemon has.
    package let home: Home
    /// The log of the table, and what hangs on it.
    package let ledger: Ledger
    /// Devices, links, codes.
    package let peering: Peering
    /// Reads the clocks.
    package let clock: DeviceClock
    /// When the daemon began, as an uptime.
    package let startedAt: Duration

    let sources = Sources()
    let diagnostics: Diagnostics
    private let local: LocalServer
    private var answering: (any RequestAnswering)?
    private var isEnding = false

    /// Puts a daemon together: takes the home, opens its log or founds a table of one, listens.
    ///
    /// `answering` makes what answers the local API; it must not hold the daemon strongly.
    package init(
        _ options: DaemonOptions, clock: DeviceClock = .system,
        write: (([UInt8]) -> Void)? = nil,
        answering: (ScoreDaemon) -> any RequestAnswering = { _ in UnknownPath() }
    ) throws(DaemonError) {
        self.clock = clock
        startedAt = clock.uptime
        diagnostics = Diagnostics(uptime: { clock.uptime }, write: write)
        home = try Home(options.home)
        do throws(NetError) {
            local = try LocalServer(
                path: home.socketPath, sources: sources, diagnostics: diagnostics)
        } catch {
            throw .listening(error)
        }
        let identity = try home.identity()
        ledger = try Ledger(
            home: home, seal: identity, name: options.name, clock: clock)
        peering = Peering(ledger: ledger, home: home, clock: clock)
        let answering = answering(self)
        self.answering = answering
        local.answering = answering
    }

    /// Asks the loop to end after this turn, as SIGTERM does.
    package func stop() { isEnding = true }

    /// Turns the loop until a signal or `stop`. Returns the exit code.
    package func run() throws(DaemonError) -> Int32 {
        let signals: SignalPipe
        do throws(NetError) {
            signals = try SignalPipe(catching: [.interrupt, .terminate, .hangUp])
        } catch {
            throw .system(error)
        }
        _ = sources.watch(signals.number, .readable, as: .signals)
        defer { sources.forget(signals.number) }
        while !isEnding {
            try step(timeout: nil)
            for signal in signals.drain() where signal != .hangUp { isEnding = true }
        }
        return 0
    }

    /// One turn: waits at most for `timeout` (nil: until something is due), and does all that is
    /// ready.
    package func step(timeout: Duration?) throws(DaemonError) {
        let ready: [(source: Source, state: Poller.Readiness)]
        do throws(NetError) {
            ready = try sources.wait(timeout: patience(timeout))
        } catch {
            throw .system(error)
        }
        let now = clock.uptime
        for (source, state) in ready { hear(source, state, at: now) }
        ledger.tick()
        local.answerAll(at: now)
        let turn = ledger.turn()
        local.finishTurn(turn.changes, failure: turn.failure, at: clock.uptime)
        local.writeAll(at: clock.uptime)
    }

    private func patience(_ timeout: Duration?) -> Duration? {
        let now = clock.uptime
        let deadlines = [ledger.nextDeadline, local.nextDeadline(at: now)].compactMap(\.self)
        let due = deadlines.min().map { max(.zero, $0 - now) }
        guard let timeout else { return due }
        return min(timeout, due ?? timeout)
    }

    private func hear(_ source: Source, _ state: Poller.Readiness, at now: Duration) {
        switch source {
        case .localListener: local.accept(at: now)
        case .local(let id): local.ready(id, state, at: now)
        case .signals, .peerListener, .announcements, .link, .resolution: return
        }
    }
}

/// Answers where nothing else does: no path is known.
package final class UnknownPath: RequestAnswering {
    /// An answerer without paths.
    package init() {}

    package func answer(_ request: Request) -> Answer {
        .now(
            .error(
                .notFound, code: "unknown-path",
                message: "there is nothing at \(request.target.encoded)"))
    }

    package func openingEvents() -> [StreamEvent] { [] }

    package func events(after changes: TurnChanges) -> [StreamEvent] { [] }
}
