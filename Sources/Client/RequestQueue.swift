import LocalAPI
import ViewModels

/// The requests to the daemon without an answer, in order; answers come in the same order.
struct RequestQueue {
    /// The receiver of an answer, until its binding ends.
    final class Waiting {
        private var give: ((Result<Response, LibraryError>) -> Void)?

        init(_ give: @escaping (Result<Response, LibraryError>) -> Void) { self.give = give }

        var isGone: Bool { give == nil }

        func leave() { give = nil }

        /// Delivers the answer; at most once.
        func answer(_ result: Result<Response, LibraryError>) {
            let give = give
            self.give = nil
            give?(result)
        }
    }

    private struct Item {
        var request: Request
        /// The form of the request for another connection; nil for the same form.
        let late: Request?
        /// An order is kept until it is answered.
        let isOrder: Bool
        let waiting: Waiting
    }

    private var items: [Item] = []
    /// The number of items, from the first, that were sent.
    private(set) var sentCount = 0

    /// Appends a request; false if too many of its kind wait. Another connection sends `late`.
    mutating func append(
        _ request: Request, late: Request? = nil, isOrder: Bool, _ waiting: Waiting
    ) -> Bool {
        // A question without a receiver is not sent.
        if items.count > sentCount {
            items[sentCount...].removeAll { !$0.isOrder && $0.waiting.isGone }
        }
        let limit = isOrder ? ClientLimits.ordersKeptMax : ClientLimits.questionsWaitingMax
        guard items.count(where: { $0.isOrder == isOrder }) < limit else { return false }
        items.append(Item(request: request, late: late, isOrder: isOrder, waiting: waiting))
        return true
    }

    /// Marks the next request as sent and returns it; nil if none may be sent now.
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

    /// Removes the oldest request sent, for its answer; nil if none was sent.
    mutating func takeAnswered() -> Waiting? {
        guard sentCount > 0 else { return nil }
        sentCount -= 1
        return items.removeFirst().waiting
    }

    /// Marks all as unsent, for another connection.
    mutating func restart() {
        for index in items.indices {
            if let late = items[index].late { items[index].request = late }
        }
        sentCount = 0
    }

    /// Removes the questions; keeps the orders to be sent again.
    mutating func takeQuestions() -> [Waiting] {
        restart()
        let questions = items.filter { !$0.isOrder }.map(\.waiting)
        items.removeAll { !$0.isOrder }
        return questions
    }

    var orderCount: Int { items.count(where: \.isOrder) }
}
