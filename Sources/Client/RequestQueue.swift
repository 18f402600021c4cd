import LocalAPI
import ViewModels

/// What was asked of the daemon and is not answered, in the order asked; the answers come in the same
/// order.
struct RequestQueue {
    /// Whoever waits for an answer; nobody once the binding has ended.
    final class Waiting {
        /// Takes the answer.
        private var give: ((Result<Response, LibraryError>) -> Void)?

        init(_ give: @escaping (Result<Response, LibraryError>) -> Void) { self.give = give }

        var isGone: Bool { give == nil }

        func leave() { give = nil }

        /// Gives the answer, once.
        func answer(_ result: Result<Response, LibraryError>) {
            let give = give
            self.give = nil
            give?(result)
        }
    }

    private struct Item {
        var request: Request
        /// What is sent instead on another connection; nil for the same.
        let late: Request?
        /// It is kept until it is answered.
        let isOrder: Bool
        let waiting: Waiting
    }

    private var items: [Item] = []
    /// How many of them, from the first, are on their way.
    private(set) var sentCount = 0

    /// Adds a request at the end; false, and it is not added, when too many of its kind wait.
    /// `late` is sent in its place should it have to be sent on another connection.
    mutating func append(
        _ request: Request, late: Request? = nil, isOrder: Bool, _ waiting: Waiting
    ) -> Bool {
        // A question that nobody waits for any more need not be asked.
        if items.count > sentCount {
            items[sentCount...].removeAll { !$0.isOrder && $0.waiting.isGone }
        }
        let limit = isOrder ? ClientLimits.ordersKeptMax : ClientLimits.questionsWaitingMax
        guard items.count(where: { $0.isOrder == isOrder }) < limit else { return false }
        items.append(Item(request: request, late: late, isOrder: isOrder, waiting: waiting))
        return true
    }

    /// The next request to be sent, if one may be; it counts as sent from now on.
    mutating func takeUnsent() -> Request? {
        while sentCount < items.count, sentCount < ClientLimits.pipelineMax {
            let item = items[sentCount]
            if !item.isOrder, item.waiting.isGone {
                items.remove(at: sentCount)
                continue
            }
            sentCount += 1
            return item.request
        }
        return nil
    }

    /// Takes away the first one sent, which is answered now; nil if none was sent.
    mutating func takeAnswered() -> Waiting? {
        guard sentCount > 0 else { return nil }
        sentCount -= 1
        return items.removeFirst().waiting
    }

    /// All is to be sent, what was sent already again, on another connection.
    mutating func restart() {
        for index in items.indices {
            if let late = items[index].late { items[index].request = late }
        }
        sentCount = 0
    }

    /// Takes the questions away, and keeps the orders to be sent again.
    mutating func takeQuestions() -> [Waiting] {
        restart()
        let questions = items.filter { !$0.isOrder }.map(\.waiting)
        items.removeAll { !$0.isOrder }
        return questions
    }

    /// Orders that are not answered.
    var orderCount: Int { items.count(where: \.isOrder) }
}
