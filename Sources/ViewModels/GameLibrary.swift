package import Documents

/// The injected source of games: all that a view model knows of the daemon. One thread.
package protocol GameLibrary: AnyObject {
    /// What this device knows and shows now; nil until it is first known. It stays while the
    /// connection is lost.
    var status: Dynamic<StatusDocument?> { get }

    /// Each entry as it becomes durable on this device, whoever recorded it, in the order of arrival;
    /// nil before the first. What became durable while the connection was lost is not told.
    var newest: Dynamic<EntryDocument?> { get }

    /// Whether the daemon is there. `connected` is told after `status` is true again.
    var connection: Dynamic<LibraryConnection> { get }

    /// Asks the daemon. The answer comes once, after this call, unless the binding has ended by then.
    /// A request that records is sent again under its own request ID when the connection breaks
    /// before its answer, until it has one, also after its binding ended: a key once pressed counts
    /// once. A question is refused as `unavailable` where there is no daemon.
    func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding
}

/// Whether there is a daemon behind a library.
package enum LibraryConnection: Hashable, Sendable {
    /// It was not reached yet.
    case connecting
    /// What the library says is as the daemon knows it.
    case connected
    /// It went away, and is being called back; the reason for people.
    case lost(String)

    /// True while what is shown is as the daemon knows it.
    package var isConnected: Bool { self == .connected }
}

/// Why there is no answer.
package enum LibraryError: Error, Hashable, Sendable {
    /// The daemon refused; nothing was recorded.
    case refused(Refusal)
    /// The daemon cannot be asked; the reason for people.
    case unavailable(String)

    /// For people: what failed and what to do.
    package var text: String {
        switch self {
        case .refused(let refusal): refusal.text
        case .unavailable(let reason): reason
        }
    }

    /// True if the daemon itself refused: its text then says that nothing was recorded.
    var isOfDaemon: Bool {
        if case .refused(let refusal) = self { ErrorCode(rawValue: refusal.code) != nil } else { false }
    }
}

/// What a daemon says when it does not do what it was asked.
package struct Refusal: Hashable, Sendable {
    /// For programs: a raw value of `ErrorCode`, or one of a newer version.
    package let code: String
    /// For people: what failed, on what, what to do.
    package let text: String
    /// What failed and on what, for a question that says itself what to do.
    package let reason: String
    /// What the words could have meant, as they can be typed.
    package let candidates: [String]

    /// Joins the parts.
    package init(
        code: String, text: String, reason: String? = nil, candidates: [String] = []
    ) {
        self.code = code
        self.text = text
        self.reason = reason ?? text
        self.candidates = candidates
    }
}
