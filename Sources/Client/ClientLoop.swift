import Net
package import ViewModels

/// One loop over the daemon's sockets, deadlines and signals, for a command that goes on: it reads all
/// that is ready, lets everybody have their turn, and writes once.
package final class ClientLoop {
    /// The clock of the view models.
    package let timekeeper = LoopTimekeeper()
    /// The daemon's data.
    package let library: RemoteLibrary

    let sources = LoopSources()

    /// Looks for the daemon of the home in the first turn; with a starter it is started if need be.
    package init(home: StateHome, starting starter: DaemonStarter?) {
        library = RemoteLibrary(
            home: home, starting: starter, in: sources, at: timekeeper.now)
    }

    /// One turn: waits until something is ready or due, at most until the deadline, and does all of
    /// it. `work` has its turn after the daemon's news, and what it asks for is sent in this turn.
    package func turn(
        until deadline: Duration? = nil, _ work: () throws(ClientError) -> Void = {}
    ) throws(ClientError) {
        let deadlines = [deadline, timekeeper.nextDeadline, library.nextDeadline]
        let due = deadlines.compactMap(\.self).min()
        do throws(NetError) {
            try sources.wait(timeout: due.map { max(.zero, $0 - Clocks.uptime) })
        } catch {
            throw .unreachable(error)
        }
        timekeeper.read()
        library.turn(at: timekeeper.now)
        try work()
        timekeeper.ring()
        library.write(at: timekeeper.now)
    }

    /// Turns until the daemon answers; throws when it does not, or could not be started.
    package func connect() throws(ClientError) {
        while !library.connection.value.isConnected {
            if let failure = library.failure { throw failure }
            try turn()
        }
    }

    /// Turns until the value is true, or until a signal ends it: for a command that prints lines.
    /// What is printed is its bindings' affair; a failure that they keep is thrown by `check`, which
    /// is asked in every turn.
    package func run(
        until isFinished: Dynamic<Bool>, check: () throws(ClientError) -> Void = {}
    ) throws(ClientError) -> ExitCode {
        let signals = try caught([.interrupt, .terminate, .hangUp])
        defer { sources.forget(signals.number) }
        while !isFinished.value {
            var ending: ExitCode?
            try turn { () throws(ClientError) in
                for signal in signals.drain() where ending == nil {
                    ending = ExitCode(endedBy: signal)
                }
                try check()
            }
            if let ending { return ending }
        }
        return .done
    }

    /// Catches signals, which wake the loop.
    func caught(_ signals: [Signal]) throws(ClientError) -> SignalPipe {
        do throws(NetError) {
            let pipe = try SignalPipe(catching: signals)
            sources.watch(pipe.number, .readable) { _ in }
            return pipe
        } catch {
            throw .unreachable(error)
        }
    }
}

extension ExitCode {
    /// What ends a program of ours, as a shell tells it; nil for a signal that does not.
    init?(endedBy signal: Signal) {
        switch signal {
        case .hangUp: self = .hungUp
        case .interrupt: self = .interrupted
        case .terminate: self = .terminated
        case .windowChanged, .stop, .resume: return nil
        }
    }
}
