package import Documents

/// The source of games: all that a view model knows of the daemon. Injected; confined to one
/// thread.
package protocol GameLibrary: AnyObject {
    /// The latest status; nil before the first. Kept while the connection is lost.
    var status: Dynamic<StatusDocument?> { get }

    /// The entry that became durable on this device last, of any author, in the order of arrival;
    /// nil before the first. Entries that became durable while the connection was lost are not
    /// delivered.
    var newest: Dynamic<EntryDocument?> { get }

    /// `connected` is delivered after `status` is current again.
    var connection: Dynamic<LibraryConnection> { get }

    /// Opens a window on the newest entries of a log. It changes in the same turn as `status`, before it.
    func follow(_ request: WindowRequest) -> LogFeed

    /// Asks the daemon. The answer is delivered once, never during the call, unless the binding has
    /// ended by then. An order is sent again under the same request ID if the connection breaks
    /// before its answer, even after its binding has ended: a deed counts exactly once. A question
    /// without a daemon fails with `unavailable`.
    func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding
}

extension GameLibrary {
    /// Calls the listener with the status, if there is one, and with each later one.
    package func eachStatus(_ listener: @escaping (StatusDocument) -> Void) -> Binding {
        status.bindAndFire { if let status = $0 { listener(status) } }
    }

    /// Calls the listener for each later entry.
    func eachEntry(_ listener: @escaping (EntryDocument) -> Void) -> Binding {
        newest.bind { if let entry = $0 { listener(entry) } }
    }

    /// Calls the listener whenever the library is up to date again.
    func eachConnection(_ listener: @escaping () -> Void) -> Binding {
        connection.bind { if $0.isConnected { listener() } }
    }
}

package enum LibraryConnection: Hashable, Sendable {
    /// Not reached yet.
    case connecting
    /// The library is up to date.
    case connected
    /// Lost, and being reconnected; with the reason for people.
    case lost(String)

    package var isConnected: Bool { self == .connected }
}

/// The reason why a request failed.
package enum LibraryError: Error, Hashable, Sendable {
    /// The daemon refused the request; nothing was recorded.
    case refused(APIError)
    /// The daemon cannot be asked; with the reason for people.
    case unavailable(String)

    /// For people: what failed and what to do.
    package var text: String {
        switch self {
        case .refused(let error): error.message
        case .unavailable(let reason): reason
        }
    }

    /// True if the code is one of the daemon's own: its texts say themselves that nothing was
    /// recorded.
    var isOfDaemon: Bool {
        if case .refused(let error) = self { ErrorCode(rawValue: error.code) != nil } else { false }
    }
}

/// The clock of the view models: tells the time and schedules calls. A program's loop waits for the
/// next deadline; a test advances the time by hand.
package protocol Timekeeper: AnyObject {
    /// Monotonic; the origin is fixed while the program runs.
    var now: Duration { get }

    /// Calls `body` once, when `now` has reached the deadline, but never during this call. A
    /// deadline in the past is due at once. Calls are made in the order of their deadlines, equal
    /// ones in the order of scheduling. Ending or releasing the binding cancels the call.
    func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding
}
