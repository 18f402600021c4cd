import Documents
import LocalAPI
import Testing
import ViewModels

@testable import API
@testable import Daemon

/// The library of a screen at a bench. Requests go through the real router in the daemon's next
/// turn; answers, entries and the status come back in the order of the real daemon, all as JSON.
final class BenchLibrary: GameLibrary {
    private final class Listener {
        var isGone = false
    }

    private struct Asked {
        let request: Request
        let listener: Listener
        let give: (Response) -> Void
    }

    let status = Dynamic<StatusDocument?>(nil)
    let newest = Dynamic<EntryDocument?>(nil)
    let connection = Dynamic(LibraryConnection.connecting)

    private let bench: APIBench
    private var stream: (any EventSource)?
    private var watched = WatchDocument()
    private lazy var feeds = LogFeeds { [unowned self] in areFeedsDue = true }
    private var areFeedsDue = false
    private var asked: [Asked] = []
    /// Requests whose answers wait for a later turn.
    private var waiting: [(answer: () -> Response?, give: (Response) -> Void)] = []
    private var orderCount = 0

    init(_ bench: APIBench) { self.bench = bench }

    /// True until the daemon has heard every request.
    var isAsking: Bool { !asked.isEmpty }

    func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        let listener = Listener()
        let segments = request.route.path.split(separator: "/").map {
            $0 == "{name}" ? request.name : String($0)
        }
        let query = request.parameters.map { Target.QueryItem($0.name, $0.value) }
        var body: [UInt8] = []
        if let order = request.body {
            orderCount += 1
            let number = String(orderCount, radix: 16)
            let name = String(repeating: "0", count: 32 - number.count) + number
            body = JSON.encode(order(name))
        }
        asked.append(
            Asked(
                request: Request(
                    request.body == nil ? .get : .post, Target(segments, query: query), body: body),
                listener: listener,
                give: { response in
                    if !listener.isGone { then(Self.document(response)) }
                }))
        return Binding { listener.isGone = true }
    }

    private static func document<Answer: Decodable>(
        _ response: Response
    ) -> Result<Answer, LibraryError> {
        guard response.status.isSuccess else {
            return .failure(.refused(APIError(of: response)))
        }
        do throws(LocalAPIError) {
            return .success(try JSON.decode(Answer.self, from: response.body))
        } catch {
            return .failure(.unavailable("the answer is not understood: \(error)"))
        }
    }

    func follow(_ request: WindowRequest) -> LogFeed { feeds.open(request) }

    /// Delivers the present status, and is connected.
    func begin() {
        let request = Request(.get, Target(["v1", "watch"]))
        guard case .stream(let stream) = bench.router.answer(request) else { return }
        self.stream = stream
        watched = WatchDocument()
        deliver()
        areFeedsDue = true
        connection.update(.connected)
    }

    /// Tells the stream which windows are wanted.
    private func showFeeds() {
        areFeedsDue = false
        _ = bench.router.answer(
            Request(
                .post, Target(["v1", "watch", watched.id ?? ""]),
                body: JSON.encode(WatchRequest(windows: feeds.requests))))
    }

    /// A turn of the daemon over all requests so far; `commit` must end the bench's turn once.
    /// Nothing is delivered before it.
    func turn(commit: () -> Void) {
        if areFeedsDue { showFeeds() }
        let batch = asked
        asked = []
        var answers: [(answer: Answer, give: (Response) -> Void)] = []
        for one in batch where one.request.method == .post || !one.listener.isGone {
            answers.append((bench.router.answer(one.request), one.give))
        }
        commit()
        for (answer, give) in answers {
            switch answer {
            case .now(let response): give(response)
            case .afterCommit(let respond): give(respond())
            case .later(let respond): waiting.append((respond, give))
            case .inSteps(let step): give(AnswerStep.response(of: step))
            case .stream: continue
            }
        }
        let pending = waiting
        waiting = []
        for (answer, give) in pending {
            if let response = answer() { give(response) } else { waiting.append((answer, give)) }
        }
        bench.router.note(bench.changes)
        while stream?.isDue == true { deliver() }
    }

    private func deliver() {
        guard let event = stream?.next() else { return }
        do throws(LocalAPIError) {
            try JSON.merge(Array(event.data.utf8), into: &watched)
        } catch {
            Issue.record("\(error)")
        }
        for entry in watched.arrived { newest.value = entry }
        watched.arrived = []
        feeds.deliver(watched.windows)
        if let next = watched.status { status.update(next) }
    }
}
