package import LocalAPI
package import MoveLog

/// Answers the requests of the local API. Called on the daemon's thread, one request at a time;
/// must not block.
package protocol RequestAnswering: AnyObject {
    /// Answers a complete request. Entries that it records are durable before an `.afterCommit`
    /// closure is called. `isReadOnly` refuses every request that changes anything.
    func answer(_ request: Request, isReadOnly: Bool) -> Answer

    /// The first events of a new subscriber: the present state.
    func openingEvents() -> [StreamEvent]

    /// The events about a turn's changes, for all subscribers. Called once a turn, and only if
    /// there are subscribers.
    func events(after changes: TurnChanges) -> [StreamEvent]

    /// The status after the changes; sent after the events because it takes longer to build.
    func outcome() -> [StreamEvent]
}

package enum Answer {
    /// At once: nothing was recorded.
    case now(Response)
    /// After the turn's commit: the closure is called when all entries recorded in this turn are
    /// durable and in the book, so it can show score and names. If the commit fails it is not
    /// called, and the client receives an error that nothing was recorded (503, or 507 for a full
    /// disk).
    case afterCommit(() -> Response)
    /// When the closure returns a response: it is called after every turn, or if it takes long after
    /// every third, and at least every quarter of a second, while the client stays connected.
    case later(() -> Response?)
    /// In steps: the closure is called after the commit of a turn and after those of later ones,
    /// as long as a turn has time and the client takes what is made, until it returns the end. It
    /// is released at the end, and as soon as the client is gone.
    case inSteps(() -> AnswerStep)
    /// With the event stream, which begins with `openingEvents()`.
    case stream
}

/// The product of a step of a long answer. A step takes a few milliseconds at most.
package enum AnswerStep {
    /// Nothing yet: there is more work.
    case working
    /// Nothing yet: the next turn must come first.
    case waiting
    /// The whole answer, which ends it.
    case whole(Response)
    /// The head of an answer in parts, without a body.
    case head(Response)
    /// Some of the body; only after the head.
    case part([UInt8])
    /// The end of the body.
    case end
}

extension AnswerStep {
    /// Takes all steps at once, where nobody else waits and no turn is needed. A body in parts is handed to `take`, and
    /// is then not in the response; without it the response has all.
    package static func response(
        of step: () -> AnswerStep, take: (([UInt8]) -> Void)? = nil
    ) -> Response {
        var response: Response?
        while true {
            switch step() {
            case .working, .waiting: continue
            case .whole(let whole): return whole
            case .head(let head): response = head
            case .part(let bytes): if let take { take(bytes) } else { response?.body += bytes }
            case .end: return response ?? Response(.ok)
            }
        }
    }
}

package struct StreamEvent: Sendable {
    package var event: ServerSentEvent
    /// A slow reader receives only the newest event of a key; nil for an event that must not be
    /// dropped.
    package var coalescingKey: String?

    package init(_ event: ServerSentEvent, coalescingKey: String? = nil) {
        self.event = event
        self.coalescingKey = coalescingKey
    }
}

/// The changes of a turn, durable and in the book.
package struct TurnChanges: Sendable {
    /// Entries added to the log, in order of arrival; empty if `isRebuilt`.
    package var admitted: [Admitted] = []
    /// True if the book was rebuilt: any entry may have come, gone or moved.
    package var isRebuilt = false
    /// True if a peer, a link or the entries that a peer holds changed.
    package var arePeersChanged = false
    /// True if other parts of status changed: the syncing switch, the current game, a disk problem,
    /// the table.
    package var isStateChanged = false

    package init() {}

    /// Subscribers read everything again: the disk has or had a problem.
    static var rebuilt: TurnChanges {
        var changes = TurnChanges()
        changes.isRebuilt = true
        changes.isStateChanged = true
        return changes
    }

    package var isEmpty: Bool {
        admitted.isEmpty && !isRebuilt && !arePeersChanged && !isStateChanged
    }
}
