import Net

/// A listener in the loop. It shuts for a while when there is no room, since the poller would say
/// "readable" again and again of those who wait outside.
final class Doorway {
    let listener: Listener
    private let sources: Sources
    private var shutUntil: Duration?

    /// Opens the door.
    init(_ listener: Listener, as source: Source, in sources: Sources) {
        self.listener = listener
        self.sources = sources
        _ = sources.watch(listener.number, .readable, as: source)
    }

    /// Hands those who connected to `take`, as many as one turn may; it says whether there is room
    /// for one more. Shuts when there is none, and when the process has no descriptor left and
    /// `makingRoom` gave none back.
    func accept(
        at now: Duration, makingRoom: () -> Bool = { false }, _ take: (StreamSocket) -> Bool
    ) {
        for _ in 0..<Limits.acceptancesOfATurnMax {
            guard let acceptance = try? listener.accept() else { return shut(at: now) }
            switch acceptance {
            case .nothing: return
            case .exhausted: guard makingRoom() else { return shut(at: now) }
            case .accepted(let socket):
                guard take(socket) else { return shut(at: now) }
            }
        }
    }

    /// Opens again: a connection ended, so there is room.
    func reopen() {
        guard shutUntil != nil else { return }
        shutUntil = nil
        sources.update(listener.number, .readable)
    }

    /// Opens again when it was shut for long enough: others may have given descriptors back.
    func tick(at now: Duration) {
        if let shutUntil, now >= shutUntil { reopen() }
    }

    /// When `tick` has something to do.
    var nextDeadline: Duration? { shutUntil }

    /// Ends the watch, before the listener goes.
    func close() { sources.forget(listener.number) }

    private func shut(at now: Duration) {
        shutUntil = now + Limits.doorwayShutTime
        sources.update(listener.number, [])
    }
}
