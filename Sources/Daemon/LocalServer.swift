import Documents
import LocalAPI
import Net

/// The local API on its Unix socket: connections, their requests in order, and the subscribers of
/// the event stream. What to answer it asks `RequestAnswering`; how much of it is made at once, and for
/// whom first, is decided here.
final class LocalServer {
    private struct Waiting {
        let connection: Int
        let number: Int
        let path: String
        /// Time spent on the answer so far.
        let time: Duration
        let give: () -> Response?
    }

    private var doorway: Doorway
    private var nextLookAt = Duration.zero
    private let sources: Sources
    private let diagnostics: Diagnostics
    private let clock: DeviceClock
    private var connections: [Int: ServedConnection] = [:]
    private var nextConnection = 0
    private var costs = AnswerCosts()
    /// The connections that got the last small and the last costly answer, and whose later answer was
    /// asked for last: the next turn begins with the connection after each.
    private var lastSmall = 0
    private var lastLarge = 0
    private var lastLater = 0
    /// Answers made since `takeTally`.
    private var tally = AnswerTally()
    /// Answers that wait for the turn's commit.
    private var pending: [Waiting] = []
    /// Answers that wait for something else.
    private var later: [Waiting] = []
    /// True if the turn had no time for some of the answers that wait for something else.
    private(set) var isLaterDue = false

    /// Whether subscribers were told what happened and not yet what came of it, and from when on they may
    /// be told that again.
    private var isOutcomeDue = false
    private var outcomeAt = Duration.zero

    /// Who answers; nil until the daemon is put together.
    weak var answering: (any RequestAnswering)?

    /// Listens at a path.
    init(
        path: String, sources: Sources, diagnostics: Diagnostics, clock: DeviceClock
    ) throws(NetError) {
        doorway = Doorway(
            try Listener.listening(onPath: path), as: .localListener, in: sources)
        self.sources = sources
        self.diagnostics = diagnostics
        self.clock = clock
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

    /// Accepts new connections. One always gets in: without room or a descriptor for it, the
    /// connection that is worth least is ended.
    func accept(at now: Duration) {
        doorway.accept(at: now, makingRoom: endLeast) { socket in
            if connections.count >= Limits.localConnectionsMax { _ = endLeast() }
            accept(socket, at: now)
            return true
        }
    }

    private func accept(_ socket: StreamSocket, at now: Duration) {
        nextConnection += 1
        guard sources.watch(socket.number, .readable, as: .local(nextConnection)) else { return }
        connections[nextConnection] = ServedConnection(nextConnection, socket, at: now)
    }

    /// Ends the connection that is worth the least; false when there is none.
    private func endLeast() -> Bool {
        guard let least = connections.values.min(by: { $0.worth < $1.worth }) else { return false }
        drop(least.id)
        return true
    }

    /// Reads what a connection has; the requests are answered by `answerAll`.
    func ready(_ id: Int, _ state: Poller.Readiness, at now: Duration) {
        guard let connection = connections[id], state.isReadable || state.isBroken else { return }
        guard mayRead(connection, crowd: crowd) else {
            // The poller would say so again and again of one that is gone and may not be read.
            if state.isBroken, !connection.hasOutput { drop(id) }
            return
        }
        do throws(NetError) {
            try connection.read(at: now)
        } catch {
            drop(id)
        }
    }

    /// The connections with the longest requests under way, while those of all are too long together.
    private var crowd: Set<Int> {
        let large = connections.values.filter { $0.http.heldBytes >= Limits.heldShareBytes }
        let bytes = large.reduce(0) { $0 + $1.http.heldBytes }
        guard bytes >= Limits.heldBytesMax, let eldest = large.map(\.id).min() else { return [] }
        // One goes on, so that all come to their end.
        return Set(large.map(\.id)).subtracting([eldest])
    }

    private func mayRead(
        _ connection: ServedConnection, crowd: @autoclosure () -> Set<Int>
    ) -> Bool {
        guard connection.http.wantsInput else { return false }
        return connection.http.heldBytes < Limits.heldShareBytes
            || !crowd().contains(connection.id)
    }

    // MARK: Answering

    /// Makes the answers of this turn: the small ones, connection by connection, then the costly
    /// ones, of which at least one if there is room.
    func answerAll(at now: Duration) {
        for connection in connections.values { connection.collect(at: now) }
        endStuckReader(at: now)
        let ids = connections.keys.filter { connections[$0]?.calls.isEmpty == false }.sorted()
        // Nobody to ask answers nothing, and what has no answer would be due for ever.
        guard !ids.isEmpty, answering != nil else { return }
        var budget = AnswerBudget(unsent: unsentBytes)
        answerSmall(Self.rotated(ids, behind: lastSmall), &budget)
        for id in Self.rotated(ids, behind: lastLarge) {
            guard let (connection, call, cost) = due(id), !cost.isSmall, budget.fits(cost) else {
                continue
            }
            lastLarge = id
            answer(call, connection, cost, &budget)
        }
    }

    private static func rotated(_ ids: [Int], behind last: Int) -> [Int] {
        let first = ids.firstIndex { $0 > last } ?? 0
        return Array(ids[first...] + ids[..<first])
    }

    /// One of each connection, round by round.
    private func answerSmall(_ order: [Int], _ budget: inout AnswerBudget) {
        var order = order
        while !order.isEmpty {
            order.removeAll { id in
                guard budget.hasTime, let (connection, call, cost) = due(id), cost.isSmall else {
                    return true
                }
                lastSmall = id
                answer(call, connection, cost, &budget)
                return false
            }
        }
    }

    /// The request of a connection that may be answered now, with its estimated cost.
    private func due(
        _ id: Int
    ) -> (connection: ServedConnection, call: ServedConnection.Call, cost: AnswerCosts.Cost)? {
        guard let connection = connections[id], let call = connection.next else { return nil }
        return (connection, call, costs.expected(on: call.path) ?? .unknown)
    }

    private func answer(
        _ call: ServedConnection.Call, _ connection: ServedConnection, _ cost: AnswerCosts.Cost,
        _ budget: inout AnswerBudget
    ) {
        guard let answering else { return }
        connection.calls.removeFirst()
        let number = call.exchange.number
        let begin = clock.uptime
        let answer = answering.answer(call.exchange.request)
        let time = clock.uptime - begin
        budget.spend(
            AnswerCosts.Cost(time: max(time, cost.time), bytes: cost.bytes), isSmall: cost.isSmall)
        func waiting(_ give: @escaping () -> Response?) -> Waiting {
            connection.isAwaitingAnswer = true
            return Waiting(
                connection: connection.id, number: number, path: call.path, time: time, give: give)
        }
        switch answer {
        case .now(let response):
            connection.http.respond(response, to: number, at: begin)
            record(AnswerCosts.Cost(time: time, bytes: response.body.count), on: call.path)
        case .afterCommit(let give):
            pending.append(waiting(give))
        case .later(let give):
            later.append(waiting(give))
        case .stream:
            open(connection, number, answering, at: begin)
            let cost = AnswerCosts.Cost(
                time: clock.uptime - begin, bytes: connection.http.unsentBytes)
            record(cost, on: call.path)
        }
    }

    private func record(_ cost: AnswerCosts.Cost, on path: String) {
        costs.add(cost, on: path)
        tally.add(cost.time, path)
    }

    /// The answers made since the last call.
    func takeTally() -> AnswerTally {
        defer { tally = AnswerTally() }
        return tally
    }

    private func open(
        _ connection: ServedConnection, _ number: Int, _ answering: any RequestAnswering,
        at now: Duration
    ) {
        guard connection.http.openStream(for: number, at: now) else { return }
        connection.stream = number
        for event in answering.openingEvents() {
            connection.http.send(event.event, to: number, coalescingKey: event.coalescingKey)
        }
    }

    // MARK: Room

    /// Bytes of answers and events of all connections that no client has taken.
    var unsentBytes: Int { connections.values.reduce(0) { $0 + $1.unsentBytes } }

    /// Bytes of all requests that are incomplete or unanswered.
    var heldBytes: Int { connections.values.reduce(0) { $0 + $1.http.heldBytes } }

    /// True if a costly answer waits for nothing but room.
    private var isRoomWanted: Bool {
        unsentBytes >= Limits.unsentBytesMax
            && connections.keys.contains { due($0).map { !$0.cost.isSmall } ?? false }
    }

    /// Where others wait for room, ends the fullest connection that has taken nothing for a while;
    /// its client can ask again.
    private func endStuckReader(at now: Duration) {
        guard isRoomWanted else { return }
        let stuck = connections.values.filter {
            $0.hasOutput && now >= $0.tookAt + Limits.stuckReaderTime
        }
        guard let fullest = stuck.max(by: { $0.unsentBytes < $1.unsentBytes }) else { return }
        let bytes = fullest.unsentBytes
        end(fullest, "takes nothing of \(bytes) bytes, while others wait for the room")
    }

    private func end(_ connection: ServedConnection, _ reason: String) {
        let place = doorway.listener.place
        diagnostics.say(.warning, of: place, "a program at \(place) was ended: it \(reason)")
        drop(connection.id)
    }

    // MARK: After the commit

    /// Gives the answers of the turn: what it recorded is durable, or `failure` says why not.
    func giveAnswers(failure: DaemonError?, at now: Duration) {
        let pending = self.pending
        self.pending = []
        for waiting in pending {
            guard let connection = connections[waiting.connection] else { continue }
            connection.isAwaitingAnswer = false
            if let response = failure.map(Self.refusal) ?? given(waiting) {
                connection.http.respond(response, to: waiting.number, at: now)
            }
        }
        giveLater(at: now)
    }

    private func giveLater(at now: Duration) {
        let begin = clock.uptime
        isLaterDue = false
        let order = later.sorted {
            ($0.connection > lastLater ? 0 : 1, $0.connection)
                < ($1.connection > lastLater ? 0 : 1, $1.connection)
        }
        later = []
        for waiting in order {
            guard let connection = connections[waiting.connection] else { continue }
            // Past the time of a turn the rest waits for the next one.
            if clock.uptime - begin > Limits.answersTime { isLaterDue = true }
            if !isLaterDue { lastLater = waiting.connection }
            guard !isLaterDue, let response = given(waiting) else {
                later.append(waiting)
                continue
            }
            connection.isAwaitingAnswer = false
            connection.http.respond(response, to: waiting.number, at: now)
        }
    }

    private func given(_ waiting: Waiting) -> Response? {
        let begin = clock.uptime
        guard let response = waiting.give() else { return nil }
        let time = waiting.time + (clock.uptime - begin)
        record(AnswerCosts.Cost(time: time, bytes: response.body.count), on: waiting.path)
        return response
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

    /// Encodes each event once. If all streams together hold too much, the fullest are ended.
    private func send(_ events: [StreamEvent]) {
        let encoded = events.map { ($0.event.encode(), $0.coalescingKey) }
        let streams = connections.values.filter(\.isStreaming)
        for connection in streams {
            guard let number = connection.stream else { continue }
            for (event, key) in encoded {
                connection.http.send(encoded: event, to: number, coalescingKey: key)
            }
        }
        var bytes = streams.reduce(0) { $0 + $1.unsentBytes }
        guard bytes > Limits.eventBytesMax else { return }
        for stream in streams.sorted(by: { $0.unsentBytes > $1.unsentBytes }) {
            guard bytes > Limits.eventBytesMax else { return }
            bytes -= stream.unsentBytes
            end(stream, "takes nothing of \(stream.unsentBytes) bytes of the event stream")
        }
    }

    private static func refusal(_ failure: DaemonError) -> Response {
        if case .notRecording(_, isFull: true) = failure {
            return .error(APIError(.insufficientStorage, code: "disk-full", "\(failure)"))
        }
        return .error(APIError(.unavailable, code: "disk-failed", "\(failure)"))
    }

    // MARK: Writing

    /// Writes what is ready, once to each connection, and closes what has ended.
    func writeAll(at now: Duration) {
        doorway.tick(at: now)
        let crowd = crowd
        for (id, connection) in connections {
            connection.http.tick(at: now)
            do throws(NetError) {
                try connection.write(at: now)
            } catch {
                drop(id)
                continue
            }
            if connection.isOver { drop(id) } else { watch(connection, crowd: crowd) }
        }
    }

    private func watch(_ connection: ServedConnection, crowd: Set<Int>) {
        var interest: Poller.Interest = []
        connection.http.isHeldBack = crowd.contains(connection.id)
        if mayRead(connection, crowd: crowd) { interest.insert(.readable) }
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
        if !later.isEmpty { deadlines.append(isLaterDue ? now : now + Limits.laterInterval) }
        if isOutcomeDue { deadlines.append(outcomeAt) }
        let isFull = unsentBytes >= Limits.unsentBytesMax
        for connection in connections.values {
            // A request that waited behind another is next at once, as far as nothing else holds it back.
            let isDue = due(connection.id).map { $0.cost.isSmall || !isFull } ?? false
            deadlines.append(isDue ? now : connection.http.nextDeadline)
        }
        if isRoomWanted {
            let taken = connections.values.filter(\.hasOutput).map(\.tookAt).min()
            deadlines.append(taken.map { $0 + Limits.stuckReaderTime })
        }
        return deadlines.compactMap(\.self).min()
    }

    /// Whether an answer or an event still has to be written.
    var isWriting: Bool { connections.values.contains { $0.hasOutput } }

    /// Ends every connection after what is ready for it.
    func end(at now: Duration) {
        tellOutcome(at: now)
        doorway.close()
        for connection in connections.values {
            if let stream = connection.stream { connection.http.endStream(stream, at: now) }
            connection.http.finish(at: now)
        }
    }
}
