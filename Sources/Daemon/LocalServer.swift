import LocalAPI
import Net

/// The local API on its Unix socket: connections, their requests in order, and the subscribers of
/// the event stream. What to answer it asks `RequestAnswering`.
final class LocalServer {
    private struct Waiting {
        var connection: Int
        var number: Int
        var give: () -> Response?
    }

    private final class Connection {
        let socket: StreamSocket
        var http: ServerConnection
        /// Complete requests that have not been answered.
        var requests: [ServerConnection.Exchange] = []
        /// Taken from `http` and not yet written.
        var output: [UInt8] = []
        var offset = 0
        /// What those without an answer hold back of the requests behind them.
        var hold = Hold.nothing
        /// Answers that wait for something else than the commit.
        var laterCount = 0
        var stream: Int?

        init(_ socket: StreamSocket, at now: Duration) {
            self.socket = socket
            http = ServerConnection(at: now)
        }

        var isStreaming: Bool { stream != nil }

        /// What held requests back has its answer, as far as nothing else does: somebody who reads may
        /// still wait, and behind a stream no request ever goes on.
        func release() {
            hold = isStreaming ? .everything : laterCount > 0 ? .changes : .nothing
        }

        var hasOutput: Bool { offset < output.count || http.hasOutput }
    }

    private var doorway: Doorway
    private var nextLookAt = Duration.zero
    private let sources: Sources
    private let diagnostics: Diagnostics
    private var connections: [Int: Connection] = [:]
    private var nextConnection = 0
    /// Answers that wait for the turn's commit.
    private var pending: [Waiting] = []
    /// Answers that wait for something else.
    private var later: [Waiting] = []

    /// Whether subscribers were told what happened and not yet what came of it, and from when on they may
    /// be told that again.
    private var isOutcomeDue = false
    private var outcomeAt = Duration.zero

    /// Who answers; nil until the daemon is put together.
    weak var answering: (any RequestAnswering)?

    /// Listens at a path.
    init(path: String, sources: Sources, diagnostics: Diagnostics) throws(NetError) {
        doorway = Doorway(
            try Listener.listening(onPath: path), as: .localListener, in: sources)
        self.sources = sources
        self.diagnostics = diagnostics
    }

    // MARK: Reading

    /// Listens again where somebody has removed the socket's file, or put something else there and
    /// taken it away: without it no command would reach this daemon, not even the one that ends it.
    func keepReachable(at now: Duration) {
        guard now >= nextLookAt else { return }
        nextLookAt = now + Limits.socketLookInterval
        guard !doorway.listener.isReachable else { return }
        let place = doorway.listener.place
        do throws(NetError) {
            let again = try Listener.listening(onPath: place)
            doorway.close()
            doorway = Doorway(again, as: .localListener, in: sources)
            diagnostics.say(.warning, "\(place) was gone; it is there again")
        } catch {
            diagnostics.say(.error, of: "the local socket", "\(error)")
        }
    }

    /// Takes in those who connected.
    func accept(at now: Duration) {
        doorway.accept(at: now) { socket in
            take(socket, at: now)
            return connections.count < Limits.localConnectionsMax
        }
    }

    private func take(_ socket: StreamSocket, at now: Duration) {
        nextConnection += 1
        guard sources.watch(socket.number, .readable, as: .local(nextConnection)) else { return }
        connections[nextConnection] = Connection(socket, at: now)
    }

    /// Reads what a connection has; the requests are answered by `answerAll`.
    func ready(_ id: Int, _ state: Poller.Readiness, at now: Duration) {
        guard let connection = connections[id] else { return }
        if state.isReadable || state.isBroken { read(connection, id, at: now) }
    }

    private func read(_ connection: Connection, _ id: Int, at now: Duration) {
        guard connection.http.wantsInput else { return }
        do throws(NetError) {
            switch try connection.socket.read() {
            case .bytes(let bytes): connection.http.receive(bytes, at: now)
            case .end: connection.http.endOfInput(at: now)
            case .wouldBlock: return
            }
        } catch {
            drop(id)
        }
    }

    /// Hands the complete requests over, as far as nothing before them waits for the commit.
    func answerAll(at now: Duration) {
        for (id, connection) in connections {
            connection.http.tick(at: now)
            connection.requests += connection.http.takeRequests()
            answer(connection, id, at: now)
        }
    }

    private func answer(_ connection: Connection, _ id: Int, at now: Duration) {
        guard let answering else { return }
        let requests = connection.requests
        connection.requests = []
        for (index, exchange) in requests.enumerated() {
            let joinsTurn = answering.joinsTurn(exchange.request)
            guard connection.hold.lets(exchange.request, joinsTurn: joinsTurn) else {
                connection.requests = Array(requests[index...])
                return
            }
            let answer = connection.hold.take(
                answering.answer(exchange.request), to: exchange.request)
            switch answer {
            case .now(let response):
                connection.http.respond(response, to: exchange.number, at: now)
            case .afterCommit(let give), .joinably(let give):
                pending.append(Waiting(connection: id, number: exchange.number, give: give))
            case .later(let give):
                connection.laterCount += 1
                later.append(Waiting(connection: id, number: exchange.number, give: give))
            case .stream:
                open(connection, exchange.number, answering, at: now)
            }
        }
    }

    private func open(
        _ connection: Connection, _ number: Int, _ answering: any RequestAnswering,
        at now: Duration
    ) {
        guard connection.http.openStream(for: number, at: now) else { return }
        connection.stream = number
        for event in answering.openingEvents() {
            connection.http.send(event.event, to: number, coalescingKey: event.coalescingKey)
        }
    }

    // MARK: After the commit

    /// Gives the answers of the turn: what it recorded is durable, or `failure` says why not.
    func giveAnswers(failure: DaemonError?, at now: Duration) {
        let pending = self.pending
        self.pending = []
        for waiting in pending {
            guard let connection = connections[waiting.connection] else { continue }
            connection.release()
            let response = failure.map(Self.refusal) ?? waiting.give()
            guard let response else { continue }
            connection.http.respond(response, to: waiting.number, at: now)
        }
        giveLater(at: now)
    }

    private func giveLater(at now: Duration) {
        later.removeAll { waiting in
            guard let connection = connections[waiting.connection] else { return true }
            guard let response = waiting.give() else { return false }
            connection.http.respond(response, to: waiting.number, at: now)
            connection.laterCount -= 1
            if connection.laterCount == 0 { connection.release() }
            return true
        }
    }

    /// Tells subscribers what the turn changed, and once that is written what came of it: whatever it
    /// is, it is put into words once for all of them. What came of it is told at once where nothing
    /// happened just before, and else once for all that happens within `Limits.outcomeInterval`.
    func tell(_ changes: TurnChanges, at now: Duration) {
        if !changes.isEmpty, let answering, hasSubscribers {
            send(answering.events(after: changes))
            writeAll(at: now)
            isOutcomeDue = true
        }
        if now >= outcomeAt { tellOutcome(at: now) }
    }

    private func tellOutcome(at now: Duration) {
        guard isOutcomeDue, let answering else { return }
        isOutcomeDue = false
        guard hasSubscribers else { return }
        outcomeAt = now + Limits.outcomeInterval
        send(answering.outcome())
        writeAll(at: now)
    }

    private var hasSubscribers: Bool { connections.values.contains(where: \.isStreaming) }

    private func send(_ events: [StreamEvent]) {
        for connection in connections.values {
            guard let number = connection.stream else { continue }
            for event in events {
                connection.http.send(event.event, to: number, coalescingKey: event.coalescingKey)
            }
        }
    }

    private static func refusal(_ failure: DaemonError) -> Response {
        if case .notRecording(_, isFull: true) = failure {
            return .error(.insufficientStorage, code: "disk-full", message: "\(failure)")
        }
        return .error(.unavailable, code: "disk-failed", message: "\(failure)")
    }

    // MARK: Writing

    /// Writes what is ready, once to each connection, and closes what has ended.
    func writeAll(at now: Duration) {
        doorway.tick(at: now)
        for (id, connection) in connections {
            connection.http.tick(at: now)
            guard write(connection, id, at: now) else { continue }
            if connection.http.wantsClose && !connection.hasOutput {
                drop(id)
                continue
            }
            watch(connection)
        }
    }

    private func write(_ connection: Connection, _ id: Int, at now: Duration) -> Bool {
        if connection.offset >= connection.output.count {
            connection.output = connection.http.takeOutput(at: now)
            connection.offset = 0
        }
        guard connection.offset < connection.output.count else { return true }
        do throws(NetError) {
            switch try connection.socket.write(connection.output, from: connection.offset) {
            case .wrote(let count): connection.offset += count
            case .wouldBlock: break
            }
            return true
        } catch {
            // The client is gone, which is its right.
            drop(id)
            return false
        }
    }

    private func watch(_ connection: Connection) {
        var interest: Poller.Interest = []
        if connection.http.wantsInput { interest.insert(.readable) }
        if connection.hasOutput { interest.insert(.writable) }
        sources.update(connection.socket.number, interest)
    }

    private func drop(_ id: Int) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        if case .refused(let refusal) = connection.http.ending {
            let place = doorway.listener.place
            diagnostics.say(
                .warning, of: place, "a program at \(place) was refused: \(refusal.message)")
        }
        sources.forget(connection.socket.number)
        doorway.reopen()
    }

    // MARK: Time and end

    /// When something has to be done although nothing is ready.
    func nextDeadline(at now: Duration) -> Duration? {
        var deadlines = [nextLookAt, doorway.nextDeadline]
        if !later.isEmpty { deadlines.append(now + Limits.laterInterval) }
        if isOutcomeDue { deadlines.append(outcomeAt) }
        for connection in connections.values {
            // A request that waited behind another is next at once, as far as nothing else holds it back.
            let next = connection.requests.first?.request
            let isDue = next.map { connection.hold.lets($0, joinsTurn: false) } ?? false
            deadlines.append(isDue ? now : connection.http.nextDeadline)
        }
        return deadlines.compactMap(\.self).min()
    }

    /// Whether an answer or an event still has to be written.
    var isWriting: Bool { connections.values.contains { $0.hasOutput } }

    /// Ends every connection after what is ready for it.
    func end(at now: Duration) {
        giveLater(at: now)
        tellOutcome(at: now)
        doorway.close()
        for connection in connections.values {
            if let stream = connection.stream { connection.http.endStream(stream, at: now) }
            connection.http.finish(at: now)
        }
    }
}
