package import LocalAPI
package import MoveLog

/// Answers the requests of the local API. Called on the daemon's thread, one request at a time;
/// must not block.
package protocol RequestAnswering: AnyObject {
    /// Answers a complete request. Entries that it records are durable before an `.afterCommit`
    /// closure is called. `isReadOnly` refuses every request that changes anything.
    func answer(_ request: Request, isReadOnly: Bool) -> Answer

    /// Tells of a turn's changes, which may be none, before events are asked for.
    func note(_ changes: TurnChanges)
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
    /// With an event stream, as long as the client stays connected.
    case stream(any EventSource)
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

/// The events of one stream. Each is asked for when the client has taken the one before it, so that what changes
/// meanwhile is told at once.
package protocol EventSource: AnyObject {
    /// True if `next` has something to tell, or may have.
    var isDue: Bool { get }

    /// False if that is about other devices alone, which often follows a move within some milliseconds.
    var isUrgent: Bool { get }

    /// The changes since the last event; the first is the present state. Nil if nothing changed.
    func next() -> ServerSentEvent?
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
