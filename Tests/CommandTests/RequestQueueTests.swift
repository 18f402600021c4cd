import Documents
import LocalAPI
import Testing
import ViewModels

@testable import Client

/// What is asked of the daemon goes out in order, and an order again until it is answered.
struct RequestQueueTests {
    private var queue = RequestQueue()

    private static func request(_ body: String) -> Request {
        var request = Request(.moves)
        request.body = Array(body.utf8)
        return request
    }

    private mutating func order(_ body: String, late: String? = nil) {
        let isTaken = queue.append(
            Self.request(body), late: late.map(Self.request), isOrder: true,
            RequestQueue.Waiting { _ in })
        #expect(isTaken)
    }

    private mutating func sent() -> [String] {
        var sent: [String] = []
        while let request = queue.takeUnsent() {
            sent.append(String(decoding: request.body, as: UTF8.self))
        }
        return sent
    }

    @Test mutating func whatIsSentAgainSaysWhatWasSeenAtTheKey() {
        order("a", late: "a at 61")
        order("b")
        #expect(sent() == ["a", "b"])
        order("c", late: "c at 66")
        queue.restart()
        // The third one waited to be sent, and is late as well.
        #expect(sent() == ["a at 61", "b", "c at 66"])
        #expect(queue.takeAnswered() != nil)
        _ = queue.takeQuestions()
        #expect(sent() == ["b", "c at 66"])
    }
}
