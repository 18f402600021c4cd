package import LocalAPI
package import MoveLog

/// Answers the requests of the local API. The server calls it on the daemon's thread, one request at
/// a time; nothing in it may wait.
package protocol RequestAnswering: AnyObject {
    /// Answers a complete request. What it records is durable before any answer of its kind
    /// `.afterCommit` is asked for.
    func answer(_ request: Request) -> Answer

    /// What a new subscriber of the event stream is told first: the present state.
    func openingEvents() -> [StreamEvent]

    /// What every subscriber is told first after a turn that changed something: what happened. Asked
    /// once a turn, and only if there are subscribers.
    func events(after changes: TurnChanges) -> [StreamEvent]

    /// What they are told then, once the events are on their way: what came of it, which takes longer
    /// to be put into words.
    func outcome() -> [StreamEvent]
}

/// How a request is answered.
package enum Answer {
    /// At once: nothing was recorded.
    case now(Response)
    /// After the turn's commit: the closure is called when everything that `Ledger.record` took in
    /// this turn is durable and in the book, so it can show score and names. If the commit fails it
    /// is not called, and the client is told that nothing was recorded (503, or 507 for a full
    /// disk).
    case afterCommit(() -> Response)
    /// When the closure gives a response: it is asked after every turn, and at least every quarter
    /// of a second, for as long as the client stays.
    case later(() -> Response?)
    /// With the stream of events, beginning with `openingEvents()`.
    case stream
}

/// One event for the subscribers of the stream.
package struct StreamEvent: Sendable {
    /// The event.
    package var event: ServerSentEvent
    /// Of events with the same key a slow reader gets the newest alone; nil for one that must
    /// arrive.
    package var coalescingKey: String?

    /// Joins the two.
    package init(_ event: ServerSentEvent, coalescingKey: String? = nil) {
        self.event = event
        self.coalescingKey = coalescingKey
    }
}

/// What a turn changed, once it is durable and in the book.
package struct TurnChanges: Sendable {
    /// Entries that became part of the log, in the order of their arrival; empty when `isRebuilt`.
    package var admitted: [Admitted] = []
    /// Whether the book was folded anew: any entry may have come, gone or moved.
    package var isRebuilt = false
    /// Whether a peer, a link, or what a peer holds has changed.
    package var arePeersChanged = false
    /// Whether anything else that status shows has changed: the switch for syncing, the current
    /// game, a problem of the disk, the table itself.
    package var isStateChanged = false

    /// No change.
    package init() {}

    /// Whether there is nothing to tell.
    package var isEmpty: Bool {
        admitted.isEmpty && !isRebuilt && !arePeersChanged && !isStateChanged
    }
}
