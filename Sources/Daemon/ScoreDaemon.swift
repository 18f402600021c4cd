package import Documents
import MoveLog
package import Net
import Scorebook
import TLS

/// The daemon: puts the parts together and runs the loop. One thread owns everything.
///
/// A turn reads all that is ready, hands it to the core, makes the resulting entries durable with
/// one commit, and only then publishes, sends and answers.
package final class ScoreDaemon {
    /// The home of this daemon, locked by it.
    package let home: Home
    /// The log of the table, with its store, replica and book.
    package let ledger: Ledger
    /// Devices, links, codes.
    package let peering: Peering
    package let clock: DeviceClock
    /// The uptime at which the daemon began.
    package let startedAt: Duration

    let sources = Sources()
    let diagnostics: Diagnostics
    let local: LocalServer
    private let options: DaemonOptions
    private let supervisor: Supervisor?
    private var isEnding = false
    private var turns = TurnWatch()

    /// Builds a daemon: takes the home, opens its log or founds a table of one, listens.
    ///
    /// `answering` makes the answers of the local API; it must not hold the daemon strongly.
    /// `supervisor` is told of opening, turns and end; `journal` gets the diagnostics too.
    package init(
        _ options: DaemonOptions, clock: DeviceClock = .system, supervisor: Supervisor? = nil,
        journal: @escaping (Int, String) -> Void = { _, _ in },
        write: (([UInt8]) -> Void)? = nil,
        answering: (ScoreDaemon) -> any RequestAnswering
    ) throws(DaemonError) {
        self.clock = clock
        self.options = options
        self.supervisor = supervisor
        startedAt = clock.uptime
        diagnostics = Self.diagnostics(options, clock: clock, journal: journal, write: write)
        home = try Home(options.home)
        // Before the socket: a client that finds the socket demands a home with a key.
        let identity = try home.identity()
        do throws(NetError) {
            local = try LocalServer(
                path: home.socketPath, viewPath: home.viewSocketPath, sources: sources,
                diagnostics: diagnostics, clock: clock)
        } catch {
            throw .listening(error)
        }
        ledger = try Ledger(
            home: home, seal: identity, name: options.name, clock: clock,
            aroundOpening: Self.saying(to: supervisor))
        peering = try Peering(
            ledger: ledger, home: home, identity: identity, options: options, sources: sources,
            diagnostics: diagnostics)
        local.answering = answering(self)
    }

    /// Tells the service manager when an opening of the log begins and ends: it may take longer than a
    /// watchdog waits.
    private static func saying(to supervisor: Supervisor?) -> (Bool) -> Void {
        { isBeginning in
            if isBeginning {
                supervisor?.willWork(
                    atMost: DaemonLimits.openingTime, "reads the log of the table")
            } else {
                supervisor?.hasWorked()
            }
        }
    }

    /// The diagnostics of a daemon with these options, which may not have opened its log.
    package static func diagnostics(
        _ options: DaemonOptions, clock: DeviceClock = .system,
        journal: @escaping (Int, String) -> Void, write: (([UInt8]) -> Void)? = nil
    ) -> Diagnostics {
        Diagnostics(
            clock: clock, journal: journal,
            write: write ?? (options.isInBackground ? intoFile(options.home) : nil))
    }

    /// Writes to standard error, which is a file of the home that must not grow without bound.
    private static func intoFile(_ home: String) -> ([UInt8]) -> Void {
        let file = GrowingOutput(
            home + "/" + GrowingOutput.diagnosticsName,
            keeping: home + "/" + GrowingOutput.olderDiagnosticsName,
            bytesMax: DaemonLimits.diagnosticsFileBytesMax)
        return { bytes in
            file.renew()
            try? TerminalDevice.writeError(bytes)
        }
    }

    /// Asks the loop to end after this turn, as SIGTERM does.
    package func stop() { isEnding = true }

    /// Runs the loop until a signal or `stop`, then ends in order.
    package func run() throws(DaemonError) {
        let signals = try failing(as: DaemonError.system) { () throws(NetError) in
            try SignalPipe(catching: [.interrupt, .terminate, .hangUp])
        }
        _ = sources.watch(signals.number, .readable, as: .signals)
        defer { sources.forget(signals.number) }
        say()
        supervisor?.isReady()
        while !isEnding {
            try step(timeout: nil)
            supervisor?.turned(at: clock.uptime) { state }
            for signal in signals.drain() {
                if signal == .hangUp && options.isInBackground { continue }
                isEnding = true
            }
        }
        try end()
    }

    /// One turn: waits at most for `timeout` (nil: until something is due), and does all that is
    /// ready.
    package func step(timeout: Duration?) throws(DaemonError) {
        let ready = try wait(timeout: patience(timeout))
        turns.begin(at: clock.uptime, processor: Clocks.processorTime)
        guard !home.isRemoved else { throw leaveRemovedHome() }
        // The table changes only here, where nothing waits for a commit.
        peering.performOrders()
        if let fault = peering.fault { throw fault }
        turns.mark(.orders, at: clock.uptime)
        for (source, state) in ready { hear(source, state, at: clock.uptime) }
        ledger.tick()
        peering.tick(at: clock.uptime)
        local.keepReachable(at: clock.uptime)
        turns.mark(.reading, at: clock.uptime)
        local.answerAll(at: clock.uptime)
        ledger.compareWaitingWallClocks()
        turns.mark(.answering, at: clock.uptime)
        let changes = finishTurn()
        if isMemoryDue {
            ledger.returnMemory()
            local.hasFreedMuch = false
        }
        turns.mark(.tidying, at: clock.uptime)
        let slow = turns.end(
            local.takeTally(), entries: changes.admitted.reduce(0) { $0 + $1.count }, at: clock.now,
            processor: Clocks.processorTime)
        if let slow { diagnostics.say(.warning, of: "a turn", "a turn took \(slow.text)") }
    }

    /// The longest turn of the last hour.
    package var longestTurn: TurnReport? { turns.longest(at: clock.uptime) }

    /// The turn of the last hour that took most processor time.
    package var busiestTurn: TurnReport? { turns.busiest(at: clock.uptime) }

    package var readings: LoopReadings {
        LoopReadings(
            turns: turns.all, connections: local.connections.count, streams: local.streamCount)
    }

    /// True if much memory was freed and no answer is being written: a good time to return it.
    private var isMemoryDue: Bool {
        (ledger.hasFreedMuch || local.hasFreedMuch) && !local.isWriting
    }

    /// Commits, and only then informs others: first the peers, which have commits of their own to
    /// make, then the waiting requests, then the event stream, whose events take longest to build.
    @discardableResult
    private func finishTurn() -> TurnChanges {
        let turn = ledger.turn { orders in
            turns.mark(.disk, at: clock.uptime)
            peering.tell(orders)
            turns.mark(.sending, at: clock.uptime)
        }
        turns.mark(turn.failure == nil ? .folding : .disk, at: clock.uptime)
        peering.finish(turn)
        peering.links.writeAll(at: clock.uptime)
        turns.mark(.sending, at: clock.uptime)
        local.giveAnswers(failure: turn.failure, at: clock.uptime)
        local.writeAll(at: clock.uptime)
        turns.mark(.replying, at: clock.uptime)
        local.tell(turn.changes, at: clock.uptime)
        turns.mark(.telling, at: clock.uptime)
        return turn.changes
    }

    /// Ends in order: says good-bye, gives the last answers, removes the socket's file. Only once.
    package func end() throws(DaemonError) {
        supervisor?.willEnd()
        peering.end(at: clock.uptime)
        let deadline = clock.uptime + DaemonLimits.lastAnswersTime
        // The last answers may have recorded: a signature is answered only after its commit.
        for _ in 0..<2 {
            repeat { finishTurn() } while local.isLaterDue && clock.uptime < deadline
        }
        try sayFarewell()
        diagnostics.say(.note, "ended; every move recorded here is on the disk")
    }

    /// Ends after the home was deleted: no command reaches this daemon, and its entries are on no
    /// disk here, so it is no copy for peers. Saves entries held only here beside the home.
    private func leaveRemovedHome() -> DaemonError {
        let unsynced = ledger.unsynced
        let kept = unsynced > 0 ? home.rescue(ledger, at: clock.now) : nil
        peering.end(at: clock.uptime)
        // No commit: the disk is gone.
        peering.links.perform(ledger.replica.takeEffects(), at: clock.uptime)
        peering.links.writeAll(at: clock.uptime)
        try? sayFarewell()
        return .homeRemoved(home.path, moves: unsynced, keptAt: kept)
    }

    private func sayFarewell() throws(DaemonError) {
        local.end(at: clock.uptime)
        local.writeAll(at: clock.uptime)
        let deadline = clock.uptime + DaemonLimits.farewellTime
        while clock.uptime < deadline, local.isWriting || peering.links.isFarewellPending {
            _ = try wait(timeout: DaemonLimits.farewellInterval)
            peering.links.writeAll(at: clock.uptime)
            local.writeAll(at: clock.uptime)
        }
    }

    private func wait(
        timeout: Duration?
    ) throws(DaemonError) -> [(source: Source, state: Readiness)] {
        try failing(as: DaemonError.system) { () throws(NetError) in
            try sources.wait(timeout: timeout)
        }
    }

    /// The state in a line, without names.
    private var state: String {
        let held = Phrases.entries(ledger.log.entryCount)
        guard peering.isOnline else { return "\(held); offline" }
        let peers = ledger.replica.peers
        let synced = peers.count { $0.state == .inSync }
        return peers.isEmpty
            ? "\(held); alone at the table"
            : "\(held); in sync with \(synced) of \(Phrases.count(peers.count, "other device"))"
    }

    private func say() {
        for warning in home.warnings { diagnostics.say(.warning, warning) }
        for finding in ledger.damage { diagnostics.say(.warning, finding) }
        if let story = ledger.openingStory { diagnostics.say(.warning, story) }
        for finding in ledger.unfinished { diagnostics.say(.note, finding) }
        let place = peering.links.listening.map { "listens on \($0)" } ?? "is offline"
        diagnostics.say(.note, "\(home.path): \(ledger.log.entryCount) entries; \(place)")
    }

    func patience(_ timeout: Duration?) -> Duration? {
        let now = clock.uptime
        let deadlines = [
            ledger.nextDeadline, local.nextDeadline(at: now), peering.nextDeadline,
            supervisor?.nextDeadline,
        ]
        let isDue = isMemoryDue || ledger.isComparisonDue || ledger.isFolding
        let soonest = isDue ? now : deadlines.compactMap(\.self).min()
        let due = soonest.map { max(.zero, $0 - now) }
        guard let timeout else { return due }
        return min(timeout, due ?? timeout)
    }

    private func hear(_ source: Source, _ state: Readiness, at now: Duration) {
        switch source {
        case .signals: return
        case .peerListener: peering.links.accept(at: now)
        case .localListener(let isReadOnly): local.accept(at: now, isReadOnly: isReadOnly)
        case .announcements: peering.hearAnnouncements(at: now)
        case .link(let id): peering.links.ready(id, state, at: now)
        case .local(let id): local.ready(id, state, at: now)
        case .resolution(let number): peering.resolved(number)
        }
    }
}

/// The descriptors that the loop waits on.
typealias Sources = EventLoop<Source>

/// The owner of a descriptor that the loop waits on.
enum Source: Hashable {
    case signals
    case peerListener
    case localListener(isReadOnly: Bool)
    case announcements
    case link(LinkID)
    case local(Int)
    case resolution(Int32)
}
