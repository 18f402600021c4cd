import Documents
import Testing
import ViewModels

/// A library without a daemon: it keeps the requests, and the test answers them at any time, in any
/// order.
final class PaperLibrary: GameLibrary {
    struct Asked {
        let route: Route
        let name: String
        let parameters: [String: String]
        /// The body to send; nil for a question.
        let body: (any Encodable & Sendable)?
        fileprivate let give: (Result<Any, LibraryError>) -> Void
        fileprivate let listener: Listener
        /// True if the answer is not awaited any more.
        var isForgotten: Bool { listener.isGone }
    }

    fileprivate final class Listener {
        var isGone = false
    }

    let status = Dynamic<StatusDocument?>(nil)
    let newest = Dynamic<EntryDocument?>(nil)
    let connection = Dynamic(LibraryConnection.connecting)
    /// All requests, in order.
    private(set) var asked: [Asked] = []
    /// The log of the daemon, in the order of the table. An entry that arrives is added.
    var log: [EntryDocument] = []
    private lazy var feeds = LogFeeds {}
    private lazy var hearing = newest.bind { [unowned self] in
        guard let entry = $0 else { return }
        if !log.contains(where: { Self.place(of: $0) == Self.place(of: entry) }) {
            log.append(entry)
            log.sort { Self.place(of: $0) < Self.place(of: $1) }
        }
        if areWindowsShown { showWindows() }
    }
    private var areWindowsShown = false

    init() { _ = hearing }

    /// The windows that are open.
    var windows: [WindowRequest] { feeds.requests }

    func follow(_ request: WindowRequest) -> LogFeed { feeds.open(request) }

    /// An event: every window is as the log is now, and from here on with each arrival. `most` of the newest have room in
    /// the event.
    func showWindows(most: Int = .max) {
        areWindowsShown = true
        feeds.deliver(feeds.requests.map { window($0, most: most) })
    }

    /// The daemon cannot show the windows.
    func refuseWindows(_ message: String) {
        feeds.deliver(
            feeds.requests.map {
                WindowDocument(
                    name: $0.name, problem: WindowProblem(code: "conflict", message: message))
            })
    }

    /// An entry has changed, and the next event says so.
    func change(_ name: String, _ body: (inout EntryDocument) -> Void) {
        for index in log.indices where log[index].name == name { body(&log[index]) }
        showWindows()
    }

    private func window(_ request: WindowRequest, most: Int) -> WindowDocument {
        let isOfAllGames = request.isOfAllGames == true
        let game = request.game ?? status.value?.game?.name ?? log.first?.game
        let fitting = log.filter { entry in
            let keeper = request.keeper.map { $0.lowercased() }
            return (isOfAllGames || entry.game == game)
                && (keeper == nil || entry.keeper.lowercased() == keeper)
                && (request.player == nil || entry.player == request.player)
        }
        let shown = Array(fitting.suffix(min(request.newest, most)))
        return WindowDocument(
            name: request.name, game: isOfAllGames ? nil : game, player: request.player,
            entries: shown, hasOlder: shown.count < fitting.count)
    }

    private static func place(of entry: EntryDocument) -> String {
        let lamport = String(entry.lamport)
        return entry.place ?? String(repeating: "0", count: 20 - lamport.count) + lamport
            + ".\(entry.name)"
    }

    func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        let listener = Listener()
        let isSentNow = connection.value.isConnected
        let body = isSentNow ? request.body : request.lateBody ?? request.body
        asked.append(
            Asked(
                route: request.route, name: request.name,
                parameters: Dictionary(
                    request.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
                body: body?("request-\(asked.count)"),
                give: { result in
                    guard !listener.isGone else { return }
                    listener.isGone = true
                    switch result {
                    case .success(let document):
                        guard let answer = document as? Answer else {
                            Issue.record("\(request.route.path) is answered by \(Answer.self)")
                            return
                        }
                        then(.success(answer))
                    case .failure(let error): then(.failure(error))
                    }
                }, listener: listener))
        return Binding { listener.isGone = true }
    }

    /// Answers the request with this number from 0, by default the last. Does nothing if the answer
    /// is not awaited.
    func answer(_ number: Int? = nil, with document: Any) {
        give(.success(document), to: number)
    }

    /// Answers the last request to a route.
    func answer(_ route: Route, with document: Any) { answer(last(route), with: document) }

    /// Answers all requests, and those that the answers lead to; nil refuses one for the reason.
    func answerAll(otherwise reason: String, _ answer: (Asked) throws -> Any?) rethrows {
        var number = 0
        while number < asked.count {
            if let document = try answer(asked[number]) {
                self.answer(number, with: document)
            } else {
                refuse(number, with: .unavailable(reason))
            }
            number += 1
        }
    }

    func refuse(_ number: Int? = nil, with error: LibraryError) {
        give(.failure(error), to: number)
    }

    /// Refuses as a daemon does that was reached.
    func refuse(
        code: String = "conflict", _ reason: String, advice: String? = nil, to number: Int? = nil
    ) {
        refuse(number, with: .refused(APIError(status: 409, code: code, reason, advice: advice)))
    }

    /// The number of the last request to a route.
    func last(_ route: Route) -> Int? { asked.lastIndex { $0.route == route } }

    /// The bodies of the orders of one type, in order.
    func orders<Body>(_ type: Body.Type = Body.self) -> [Body] {
        asked.compactMap { $0.body as? Body }
    }

    private func give(_ result: Result<Any, LibraryError>, to number: Int?) {
        let index = number ?? asked.count - 1
        guard asked.indices.contains(index) else {
            Issue.record("nothing was asked as number \(index)")
            return
        }
        asked[index].give(result)
    }
}
