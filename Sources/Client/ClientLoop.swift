package import Net
package import ViewModels

/// The loop of a long-running command: it waits for the daemon's sockets, the terminal, deadlines
/// and signals at once. Each turn reads everything that is ready, acts once and writes once.
package final class ClientLoop {
    /// The clock of the view models.
    package let timekeeper = LoopTimekeeper()
    /// The daemon's data.
    package let library: RemoteLibrary

    /// The data of other daemons, beside it.
    private var others: [RemoteLibrary] = []

    /// The descriptors that the loop waits on.
    package let sources = ClientSources()
    private var failure: ClientError?

    /// Looks for the daemon of the home in the first turn; a starter may start it.
    package init(home: StateHome, starting starter: DaemonStarter?) {
        library = RemoteLibrary(home: home, starting: starter, in: sources, at: timekeeper.now)
    }

    /// One turn: waits until something is ready or due, or until the deadline (an uptime). Handles
    /// the daemon's news, runs `work`, calls due alarms, then sends the requests of all three.
    package func turn(
        until deadline: Duration? = nil, _ work: () throws(ClientError) -> Void = {}
    ) throws(ClientError) {
        let deadlines =
            [deadline, timekeeper.nextDeadline] + ([library] + others).map(\.nextDeadline)
        try sources.turn(until: deadlines.compactMap(\.self).min())
        timekeeper.read()
        for library in [library] + others { library.turn(at: timekeeper.now) }
        try work()
        timekeeper.ring()
        for library in [library] + others { library.write(at: timekeeper.now) }
    }

    /// Adds a library for the daemon of another home; this loop serves it until `remove`.
    func add(_ home: StateHome, starting starter: DaemonStarter?) -> RemoteLibrary {
        let library = RemoteLibrary(
            home: home, starting: starter, in: sources, at: timekeeper.now)
        others.append(library)
        return library
    }

    /// Ends the connection of a library. Orders without an answer get none.
    func remove(_ library: RemoteLibrary) {
        library.end()
        others.removeAll { $0 === library }
    }

    /// Turns until the daemon has answered; throws if it does not, or could not be started.
    package func connect() throws(ClientError) {
        while !library.connection.value.isConnected {
            if let failure = library.failure { throw failure }
            try turn()
        }
    }

    /// Turns until the value is true or a signal ends the program; bindings of the command print.
    package func run(until isFinished: Dynamic<Bool>) throws(ClientError) -> ExitCode {
        let signals = try caught([.interrupt, .terminate, .hangUp])
        defer { sources.forget(signals.number) }
        while !isFinished.value {
            var ending: ExitCode?
            try turn {
                for signal in signals.drain() where ending == nil {
                    ending = ExitCode(endedBy: signal)
                }
            }
            if let failure { throw failure }
            if let ending { return ending }
        }
        return .done
    }

    /// Runs the body of a binding; `run` throws its error at the end of the turn.
    package func attempt(_ body: () throws(ClientError) -> Void) {
        do throws(ClientError) { try body() } catch { failure = failure ?? error }
    }

    /// Catches signals; each wakes the loop. `forget` the pipe's number before closing the pipe.
    package func caught(_ signals: [Signal]) throws(ClientError) -> SignalPipe {
        let pipe = try ClientError.rethrowing(
            ClientError.unreachable, SignalPipe(catching: signals))
        sources.watch(pipe.number, .readable) {}
        return pipe
    }
}

/// The clock of a loop: it is read once a turn, so that all of a turn happens at one instant.
package final class LoopTimekeeper: Timekeeper {
    private struct Alarm {
        let id: Int
        let deadline: Duration
        let body: () -> Void
    }

    /// The uptime at which the turn began.
    package private(set) var now: Duration

    private let clock: () -> Duration
    /// By deadline; equal deadlines in the order of scheduling.
    private var alarms: [Alarm] = []
    private var nextID = 0

    /// A clock that reads `uptime`.
    package init(reading uptime: @escaping () -> Duration = { Clocks.uptime }) {
        clock = uptime
        now = uptime()
    }

    /// Calls the body in the turn in which the deadline is reached.
    package func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding {
        let id = nextID
        nextID += 1
        let place = alarms.firstIndex { $0.deadline > deadline } ?? alarms.count
        alarms.insert(Alarm(id: id, deadline: deadline, body: body), at: place)
        return Binding { [weak self] in self?.forget(id) }
    }

    /// The deadline of the first alarm.
    package var nextDeadline: Duration? { alarms.first?.deadline }

    /// Begins a turn.
    package func read() { now = max(now, clock()) }

    /// Calls every due alarm, including those set meanwhile; at most
    /// `ClientLimits.alarmsOfATurnMax`: an alarm that reschedules itself cannot block the loop.
    package func ring() {
        for _ in 0..<ClientLimits.alarmsOfATurnMax {
            guard let first = alarms.first, first.deadline <= now else { return }
            alarms.removeFirst()
            first.body()
        }
    }

    private func forget(_ id: Int) {
        guard let place = alarms.firstIndex(where: { $0.id == id }) else { return }
        // Releasing the body may end other alarms; the list is consistent by then.
        _ = alarms.remove(at: place)
    }
}
