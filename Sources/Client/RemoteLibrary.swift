package import Documents
import LocalAPI
import Net
package import ViewModels

/// The library of the daemon of a home. Never waits: the loop that owns it calls `turn` after each
/// wait, and `write` at the end of each turn.
package final class RemoteLibrary: GameLibrary {
    package let status = Dynamic<StatusDocument?>(nil)
    package let newest = Dynamic<EntryDocument?>(nil)
    package let connection = Dynamic(LibraryConnection.connecting)

    private let home: StateHome
    private let sources: ClientSources
    private let connector: DaemonConnector
    private var session: LibrarySession?
    /// The game that is shown in the place of the current one; nil to follow that.
    private var game: String?
    private lazy var feeds = LogFeeds { [unowned self] in areFeedsDue = true }
    /// True if the stream does not show the windows that are wanted.
    private var areFeedsDue = false
    private var showing: Binding?
    private var queue = RequestQueue()
    private var longQuestions: [LongQuestion] = []
    /// Requests refused since the last turn: no answer is given during the call of `ask`.
    private var refusals: [(waiting: RequestQueue.Waiting, error: LibraryError)] = []

    /// Looks for the daemon of a home in the first turn. With a starter the daemon is started if it
    /// is absent then, or if it goes away later and stays away for `ClientLimits.returnTime`
    /// without having ended in order.
    init(
        home: StateHome, starting starter: DaemonStarter?, in sources: ClientSources,
        at now: Duration
    ) {
        self.home = home
        self.sources = sources
        connector = DaemonConnector(
            home: home, starting: starter, restartsEnded: false, at: now)
    }

    /// The reason why there is no daemon; nil while there is one or it may come.
    private(set) var failure: ClientError?

    /// Orders without an answer, sent or not.
    package var unansweredOrderCount: Int { queue.orderCount }

    package func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        let waiting = RequestQueue.Waiting { [weak self] result in
            if case .success = result, Self.goesOn.contains(request.route) { self?.show(nil) }
            then(result.flatMap(Self.document))
        }
        let isOrder = request.body != nil
        if !isOrder, case .lost(let reason) = connection.value {
            refusals.append((waiting, .unavailable(reason)))
        } else if !isOrder, request.isLong,
            appendLong(Request(request, body: nil, of: game), waiting)
        {
            // On a connection of its own.
        } else if !append(request, waiting) {
            refusals.append((waiting, .unavailable(Self.overfull(isOrder))))
        }
        return Binding { waiting.leave() }
    }

    package func follow(_ request: WindowRequest) -> LogFeed { feeds.open(request) }

    /// Shows a game in the place of the current one, whatever that becomes; nil follows it again, as does a keeper who
    /// goes to another game or creates one. Orders of screens name the game that they show.
    package func show(_ game: String?) {
        guard game != self.game else { return }
        self.game = game
        areFeedsDue = true
    }

    private static let goesOn: Set<Route> = [.use, .newGame]

    /// Tells the stream which windows are wanted; a new stream has none.
    private func showFeeds(in stream: String) {
        areFeedsDue = false
        let windows = feeds.requests.map { window in
            var window = window
            if window.isOfAllGames != true { window.game = window.game ?? game }
            return window
        }
        let request = Request(
            .rewatch, name: stream, body: WatchRequest(game: game, windows: windows))
        // A refusal means that the stream has ended, and the next one shows them.
        let waiting = RequestQueue.Waiting { _ in }
        if !queue.append(request, isOrder: false, waiting) { areFeedsDue = true }
        showing = Binding { waiting.leave() }
    }

    private func append<Answer>(
        _ request: LibraryRequest<Answer>, _ waiting: RequestQueue.Waiting
    ) -> Bool {
        guard let body = request.body else {
            return queue.append(
                Request(request, body: nil, of: game), isOrder: false, waiting)
        }
        let name = request.requestID ?? RequestName.random()
        let late = request.lateBody.map { Request(request, body: $0(name)) }
        let prompt = Request(request, body: body(name))
        let isSentNow = connection.value.isConnected
        return queue.append(
            isSentNow ? prompt : late ?? prompt, late: late, isOrder: true, waiting)
    }

    /// False if too many of its kind wait.
    private func appendLong(_ request: Request, _ waiting: RequestQueue.Waiting) -> Bool {
        longQuestions.removeAll(where: \.isGone)
        guard longQuestions.count < ClientLimits.longQuestionsMax else { return false }
        longQuestions.append(LongQuestion(request, waiting))
        return true
    }

    private static func overfull(_ isOrder: Bool) -> String {
        isOrder
            ? "\(ClientLimits.ordersKeptMax) orders wait for the daemon already; this one is not "
                + "recorded: wait until it is back"
            : "\(ClientLimits.questionsWaitingMax) questions wait for the daemon already"
    }

    private static func document<Answer: Decodable>(
        _ response: Response
    ) -> Result<Answer, LibraryError> {
        guard response.status.isSuccess else {
            return .failure(.refused(APIError(of: response)))
        }
        if Answer.self == MetricsText.self,
            let text = MetricsText(String(decoding: response.body, as: UTF8.self)) as? Answer
        {
            return .success(text)
        }
        do throws(LocalAPIError) {
            return .success(try JSON.decode(Answer.self, from: response.body))
        } catch {
            return .failure(.unavailable("the answer is not understood: \(error)"))
        }
    }

    // MARK: The loop

    /// Connects if that is due, reads what has come and delivers it.
    func turn(at now: Duration) {
        deliverRefusals()
        if session == nil { connect(at: now) }
        guard let session else { return }
        let wasEstablished = session.isEstablished
        let (news, failure) = session.readNews(at: now)
        for item in news { deliver(item) }
        // An answer may lead to a further question.
        let over = longQuestions.filter { $0.turn(at: now) }
        longQuestions.removeAll { question in over.contains { $0 === question } }
        if session.isEstablished, !wasEstablished {
            areFeedsDue = !feeds.requests.isEmpty
            connector.connected()
            self.failure = nil
            connection.update(.connected)
        }
        if let failure { end(session, failure, at: now) }
    }

    /// Sends the requests of this turn.
    func write(at now: Duration) {
        guard let session else { return }
        if session.isEstablished {
            if areFeedsDue, let stream = session.streamID { showFeeds(in: stream) }
            while let request = queue.takeUnsent() { session.send(request, at: now) }
            for question in longQuestions { question.write(to: home, in: sources, at: now) }
        }
        session.write()
    }

    /// When `turn` has something to do although nothing is ready.
    var nextDeadline: Duration {
        if !refusals.isEmpty { return .zero }
        let due = session?.nextDeadline ?? connector.nextDeadline
        return longQuestions.compactMap(\.nextDeadline).reduce(due, min)
    }

    /// Ends the connection for good; for a library that no loop turns any more.
    func end() {
        session = nil
        lose(.unusable("the daemon is no longer asked from here"))
    }

    private func deliver(_ news: LibrarySession.News) {
        switch news {
        case .answer(let response): queue.takeAnswered()?.answer(.success(response))
        // Deliver the first status of a session even if it equals the last one: screens have shown
        // meanwhile that there is no daemon.
        case .status(let status) where !connection.value.isConnected: self.status.value = status
        case .status(let status): self.status.update(status)
        case .entry(let entry): newest.value = entry
        case .windows(let windows): feeds.deliver(windows)
        case .restarted: queue.restart()
        }
    }

    private func deliverRefusals() {
        let refusals = self.refusals
        self.refusals = []
        for (waiting, error) in refusals { waiting.answer(.failure(error)) }
    }

    private func connect(at now: Duration) {
        let failure = connector.turn(at: now) { () throws(ClientError) in
            session = try LibrarySession(home: home, game: game, in: sources, at: now)
        }
        if let failure { fail(failure) }
    }

    private func end(_ session: LibrarySession, _ error: ClientError, at now: Duration) {
        self.session = nil
        queue.restart()
        guard session.isEstablished else {
            if let failure = connector.failed(error, at: now) { fail(failure) }
            return
        }
        connector.lost(at: now)
        if case .notRunning = error { lose(.lost("the daemon has ended")) } else { lose(error) }
    }

    /// Called when an attempt did not lead to a session.
    private func fail(_ error: ClientError) {
        // Keep the reason for the loss: it says more than that no daemon runs.
        if case .notRunning = error, case .lost = connection.value { return }
        lose(error)
    }

    /// Reports that there is no daemon. Fails the questions and keeps the orders.
    private func lose(_ error: ClientError) {
        let reason = Self.reason(error)
        self.failure = error
        connection.update(.lost(reason))
        for waiting in queue.takeQuestions() { waiting.answer(.failure(.unavailable(reason))) }
        let lost = longQuestions
        longQuestions = []
        for question in lost { question.lose(.unavailable(reason)) }
    }

    /// Names no remedy for orders, which are sent again by themselves.
    private static func reason(_ error: ClientError) -> String {
        switch error {
        case .lost: "the daemon went away"
        case .late: "the daemon does not answer"
        case .notStarted: error.lines.joined(separator: " ")
        case .usage, .notRunning, .busy, .unreachable, .foreign, .refused, .interrupted,
            .notUnderstood, .unusable, .file, .output, .unwritten:
            error.lines.first ?? "there is no daemon"
        }
    }
}

/// A question whose answer may take long, on a connection of its own: no order waits for it, and the
/// daemon's work for it ends when its receiver has gone.
private final class LongQuestion {
    private let request: Request
    private let waiting: RequestQueue.Waiting
    private var connection: DaemonConnection?
    private var failure: ClientError?

    init(_ request: Request, _ waiting: RequestQueue.Waiting) {
        (self.request, self.waiting) = (request, waiting)
    }

    var isGone: Bool { waiting.isGone }

    var nextDeadline: Duration? {
        failure != nil ? .zero : connection.map { $0.lastHeardAt + ClientLimits.answerTime }
    }

    /// Sends it if that was not done.
    func write(to home: StateHome, in sources: ClientSources, at now: Duration) {
        if connection == nil, failure == nil {
            do throws(ClientError) {
                connection = DaemonConnection(try home.connect(), in: sources, at: now)
                connection?.send(request)
            } catch {
                failure = error
            }
        }
        connection?.write()
    }

    /// Gives the answer if it has come, or why none comes; true if nothing more is to be done.
    func turn(at now: Duration) -> Bool {
        guard !isGone else { return true }
        if let failure { return fail(failure) }
        guard let connection else { return false }
        connection.read(at: now)
        do throws(ClientError) {
            guard let arrival = try connection.next() else {
                let isLate = now >= connection.lastHeardAt + ClientLimits.answerTime
                return isLate ? fail(.late(ClientLimits.answerTime)) : false
            }
            guard case .response(let response, _) = arrival else {
                return fail(.notUnderstood("the daemon answered with something else"))
            }
            waiting.answer(.success(response))
            return true
        } catch {
            return fail(error)
        }
    }

    private func fail(_ error: ClientError) -> Bool {
        waiting.answer(.failure(.unavailable(error.lines.first ?? "the daemon does not answer")))
        return true
    }

    /// The daemon has gone.
    func lose(_ error: LibraryError) { waiting.answer(.failure(error)) }
}

/// Two connections to the daemon: for requests, renewed after an idle close, and for events.
private final class LibrarySession {
    enum News {
        /// The present state. The first status establishes the session.
        case status(StatusDocument)
        /// An entry became durable here.
        case entry(EntryDocument)
        /// The windows on logs, as they are now.
        case windows([WindowDocument])
        /// The answer to the oldest request that was sent.
        case answer(Response)
        /// The connection had been idle for too long: unanswered requests must be sent again.
        case restarted
    }

    private let home: StateHome
    private let sources: ClientSources
    private let stream: DaemonConnection
    /// The state that the events so far made.
    private var watched = WatchDocument()
    private var requests: DaemonConnection
    /// True if the present connection for requests has answered any.
    private var hasAnswered = false
    private var openedAt: Duration
    private var unansweredCount = 0
    /// When the oldest unanswered request was sent, or the one before it answered.
    private var waitingSince: Duration
    private(set) var isEstablished = false

    init(
        home: StateHome, game: String?, in sources: ClientSources, at now: Duration
    ) throws(ClientError) {
        self.home = home
        self.sources = sources
        stream = DaemonConnection(try home.connect(), in: sources, at: now)
        requests = DaemonConnection(try home.connect(), in: sources, at: now)
        openedAt = now
        waitingSince = now
        var request = Request(.watch, query: game.map { [.init("game", $0)] } ?? [])
        request.headers["accept"] = "text/event-stream"
        stream.send(request)
        stream.write()
    }

    func send(_ request: Request, at now: Duration) {
        if unansweredCount == 0 { waitingSince = now }
        unansweredCount += 1
        requests.send(request)
    }

    func write() {
        requests.write()
        stream.write()
    }

    /// Reads what came in this turn, in order. Answers come before events, as the daemon sends
    /// them. An error ends the session, after what came before it.
    func readNews(at now: Duration) -> (news: [News], failure: ClientError?) {
        requests.read(at: now)
        stream.read(at: now)
        var news: [News] = []
        do throws(ClientError) {
            try readAnswers(&news, at: now)
            try readEvents(&news)
            if now >= nextDeadline { throw ClientError.late(ClientLimits.answerTime) }
            return (news, nil)
        } catch {
            return (news, error)
        }
    }

    private func readAnswers(_ news: inout [News], at now: Duration) throws(ClientError) {
        var failure: ClientError?
        do throws(ClientError) {
            while let arrival = try requests.next() {
                guard case .response(let response, _) = arrival else {
                    throw ClientError.notUnderstood("the daemon answered with an event stream")
                }
                hasAnswered = true
                unansweredCount -= 1
                waitingSince = now
                news.append(.answer(response))
            }
        } catch {
            guard case .lost = error else { throw error }
            failure = error
        }
        guard !requests.keepsAlive || failure != nil else { return }
        // The daemon closes a connection on which nothing was asked for a while.
        let wasIdle = unansweredCount == 0 && now - openedAt >= ClientLimits.backOffMax
        guard hasAnswered || wasIdle else {
            throw failure ?? .lost("the daemon closes every connection")
        }
        requests = DaemonConnection(try home.connect(), in: sources, at: now)
        openedAt = now
        hasAnswered = false
        unansweredCount = 0
        news.append(.restarted)
    }

    private func readEvents(_ news: inout [News]) throws(ClientError) {
        var changed: Set<String> = []
        while let arrival = try stream.next() {
            switch arrival {
            case .streamOpened: continue
            case .event(let event, _):
                do throws(LocalAPIError) {
                    changed.formUnion(try JSON.merge(Array(event.data.utf8), into: &watched))
                } catch {
                    throw .notUnderstood("an event is not understood: \(error)")
                }
                news += watched.arrived.map(News.entry)
                watched.arrived = []
            case .streamEnded: throw .lost("the daemon ended the event stream")
            case .response(let response, _): throw .refused(APIError(of: response))
            case .part: continue
            }
        }
        // Of several states in one turn only the last is still true.
        if changed.contains("windows") { news.append(.windows(watched.windows)) }
        guard let status = watched.status, changed.contains("status") else { return }
        isEstablished = true
        news.append(.status(status))
    }

    /// The ID of the stream; nil before its first event.
    var streamID: String? { watched.id }

    /// When `readNews` must be called although nothing came.
    var nextDeadline: Duration {
        let silence = isEstablished ? ClientLimits.streamSilenceMax : ClientLimits.answerTime
        let heard = stream.lastHeardAt + silence
        return unansweredCount == 0 ? heard : min(heard, waitingSince + ClientLimits.answerTime)
    }
}

extension Request {
    /// `game` is what the log is of where the request names none.
    fileprivate init<Answer>(
        _ request: LibraryRequest<Answer>, body: (any Encodable & Sendable)?, of game: String? = nil
    ) {
        var query = request.parameters.map { Target.QueryItem($0.name, $0.value) }
        let isOfAllGames = query.contains { $0.name == "games" }
        if let game, request.route == .log, !isOfAllGames { query.append(.init("game", game)) }
        self.init(request.route, name: request.name, query: query)
        if let body { setBody(body) }
    }

    fileprivate init(_ route: Route, name: String, body: some Encodable & Sendable) {
        self.init(route, name: name)
        setBody(body)
    }
}
