package import Documents
import LocalAPI
import Net
package import ViewModels

/// The library of a daemon on this machine, asked and followed over its Unix socket without ever
/// waiting. The loop that owns it calls `turn` after each wait, and `write` once everybody has had
/// their turn.
package final class RemoteLibrary: GameLibrary {
    package let status = Dynamic<StatusDocument?>(nil)
    package let newest = Dynamic<EntryDocument?>(nil)
    package let connection = Dynamic(LibraryConnection.connecting)

    private let home: StateHome
    private let starter: DaemonStarter?
    private let sources: LoopSources
    private var approach: Approach
    private var session: LibrarySession?
    private var started: StartedDaemon?
    private var queue = RequestQueue()
    /// Refused since the last turn: an answer never comes during the call.
    private var refusals: [(waiting: RequestQueue.Waiting, error: LibraryError)] = []

    /// Will look for the daemon of a home in the first turn. With a starter it is started when it is
    /// not there then, and when it has been gone for `ClientLimits.returnTime` later without having ended
    /// in order.
    package init(
        home: StateHome, starting starter: DaemonStarter?, in sources: LoopSources,
        at now: Duration
    ) {
        self.home = home
        self.starter = starter
        self.sources = sources
        approach = Approach(isStarting: starter != nil, at: now)
    }

    /// Why there is no daemon, as a command says it; nil while there is one or it is being reached.
    package private(set) var failure: ClientError?

    /// Orders that are sent and not answered, or wait to be sent.
    package var unansweredOrderCount: Int { queue.orderCount }

    package func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        let waiting = RequestQueue.Waiting { then($0.flatMap(Self.document)) }
        let isOrder = request.body != nil
        if !isOrder, case .lost(let reason) = connection.value {
            refusals.append((waiting, .unavailable(reason)))
        } else if !append(request, waiting) {
            refusals.append((waiting, .unavailable(Self.overfull(isOrder))))
        }
        return Binding { waiting.leave() }
    }

    private func append<Answer>(
        _ request: LibraryRequest<Answer>, _ waiting: RequestQueue.Waiting
    ) -> Bool {
        guard let body = request.body else {
            return queue.append(Request(request, body: nil), isOrder: false, waiting)
        }
        let name = RequestName.random()
        let late = request.lateBody.map { Request(request, body: $0(name)) }
        let prompt = Request(request, body: body(name))
        let isSentNow = connection.value.isConnected
        return queue.append(
            isSentNow ? prompt : late ?? prompt, late: late, isOrder: true, waiting)
    }

    private static func overfull(_ isOrder: Bool) -> String {
        isOrder
            ? "\(ClientLimits.ordersKeptMax) orders wait for the daemon already; this one is not "
                + "recorded: wait until it is back"
            : "\(ClientLimits.questionsWaitingMax) questions wait for the daemon already"
    }

    /// An answer as the document that was asked for.
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

    // MARK: The loop

    /// Connects if it is time to, takes what came, and tells it.
    package func turn(at now: Duration) {
        tellRefusals()
        if session == nil { approachDaemon(at: now) }
        guard let session else { return }
        let wasEstablished = session.isEstablished
        let (news, failure) = session.readNews(at: now)
        for item in news { tell(item) }
        if session.isEstablished, !wasEstablished {
            approach.connected()
            self.failure = nil
            connection.update(.connected)
        }
        if let failure { end(session, failure, at: now) }
    }

    /// Sends what was asked since, and writes what the sockets take.
    package func write(at now: Duration) {
        guard let session else { return }
        if session.isEstablished {
            while let request = queue.takeUnsent() { session.send(request, at: now) }
        }
        session.write()
    }

    /// When `turn` has something to do although nothing is ready.
    package var nextDeadline: Duration? {
        if !refusals.isEmpty { return .zero }
        if let session { return session.nextDeadline }
        if case .wait(let deadline) = approach.step(at: .zero) { return deadline }
        return .zero
    }

    private func tell(_ news: LibrarySession.News) {
        switch news {
        case .answer(let response): queue.takeAnswered()?.answer(.success(response))
        // The first one of a session is told even when it is as before: screens have said meanwhile
        // that there is no daemon.
        case .status(let status) where !connection.value.isConnected: self.status.value = status
        case .status(let status): self.status.update(status)
        case .entry(let entry): newest.value = entry
        case .restarted: queue.restart()
        }
    }

    private func tellRefusals() {
        let refusals = self.refusals
        self.refusals = []
        for (waiting, error) in refusals { waiting.answer(.failure(error)) }
    }

    /// Takes the next step on the way to a daemon, if it is time to.
    private func approachDaemon(at now: Duration) {
        if approach.isAwaiting, started?.isAlive == false { approach.startedEnded(at: now) }
        if approach.step(at: now) == .connect { connect(at: now) }
        if approach.step(at: now) == .start { start(at: now) }
    }

    private func connect(at now: Duration) {
        do throws(ClientError) {
            session = try LibrarySession(home: home, in: sources, at: now)
        } catch {
            fail(error, at: now)
        }
    }

    private func start(at now: Duration) {
        guard let starter else { return }
        do throws(ClientError) {
            started = try starter.begin()
            approach.started(at: now)
        } catch {
            approach.startFailed(at: now)
            lose(error)
        }
    }

    private func end(_ session: LibrarySession, _ error: ClientError, at now: Duration) {
        self.session = nil
        queue.restart()
        guard session.isEstablished else { return fail(error, at: now) }
        approach.lost(at: now)
        let isAbsent = if case .notRunning = error { true } else { false }
        lose(isAbsent ? .lost("the daemon has ended") : error)
    }

    /// An attempt did not lead to a session.
    private func fail(_ error: ClientError, at now: Duration) {
        let wasAwaiting = approach.isAwaiting
        let isAbsent = if case .notRunning = error { true } else { false }
        let isEnded = isAbsent && home.isEnded
        approach.failed(at: now, isAbsent: isAbsent, isEnded: isEnded)
        guard approach.step(at: now) != .start, !approach.isAwaiting else { return }
        if isEnded, approach.isGone(at: now) {
            return lose(.unusable("the daemon was ended; it goes on with: scored up"))
        }
        // That it is still not there says less than how it went.
        if isAbsent, !wasAwaiting, case .lost = connection.value { return }
        lose(wasAwaiting ? started?.failure ?? error : error)
    }

    /// Says that there is no daemon. What asks is refused; what orders is kept.
    private func lose(_ error: ClientError) {
        let reason = Self.reason(error)
        self.failure = error
        connection.update(.lost(reason))
        for waiting in queue.takeQuestions() { waiting.answer(.failure(.unavailable(reason))) }
    }

    /// For people, who need do nothing: what was ordered is sent again.
    private static func reason(_ error: ClientError) -> String {
        switch error {
        case .lost: "the daemon went away"
        case .late: "the daemon does not answer"
        case .notStarted: error.lines.joined(separator: " ")
        case .usage, .notRunning, .busy, .unreachable, .refused, .notUnderstood, .unusable, .file,
            .output, .unwritten:
            error.lines.first ?? "there is no daemon"
        }
    }
}

extension Request {
    /// A request of a view model.
    fileprivate init<Answer>(
        _ request: LibraryRequest<Answer>, body: (any Encodable & Sendable)?
    ) {
        let query = request.parameters.map { Target.QueryItem($0.name, $0.value) }
        self.init(request.route, name: request.name, query: query)
        if let body { setBody(body) }
    }
}
