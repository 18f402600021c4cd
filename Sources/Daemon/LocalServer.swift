import Documents
import LocalAPI
import Net

/// Serves the local API on two Unix sockets, one of which answers only requests that read. Orders
/// requests and event streams and decides how many answers a turn makes; `RequestAnswering` makes
/// them.
final class LocalServer {
    /// By `isReadOnly`.
    private var acceptors: [Bool: Acceptor] = [:]
    private var nextCheckAt = Duration.zero
    private let sources: Sources
    private let diagnostics: Diagnostics
    private let clock: DeviceClock
    private(set) var connections: [Int: ServedConnection] = [:]
    private var nextConnection = 0
    private var costs = AnswerCosts()
    /// The connections of the last small, the last costly and the last polled answer and of the last
    /// step: the next turn begins with the connection after each.
    private var lastSmall = 0
    private var lastLarge = 0
    /// The last one polled, of those that cost little and of the others.
    private var lastLater: [Bool: Int] = [:]
    private var lastStep = 0
    /// Work that may take all the time of a turn, in the order in which it is done. If one kind takes
    /// that time, the turn ends after it, and the next turn begins with the next kind. So a move
    /// waits for two costly pieces at most: that of the turn in which it comes, and a request of its
    /// own turn.
    private enum LongWork { case requests, laterAnswers, steps }
    private var nextWork = LongWork.requests
    /// Time that the requests of this turn took.
    private var requestsTime = Duration.zero
    /// True if a long answer has ended and its memory was not yet returned to the system.
    var hasFreedMuch = false
    /// Answers made since `takeTally`.
    private var tally = AnswerTally()
    /// The connections whose answers wait for the turn's commit, in the order of the requests.
    private var pending: [Int] = []
    /// True if the turn had no time to poll some of the `.later` answers.
    private(set) var isLaterDue = false

    /// When the next urgent events may be sent.
    private var eventsAt = Duration.zero

    /// Nil until the daemon is complete; must not hold it strongly.
    var answering: (any RequestAnswering)?

    init(
        path: String, viewPath: String, sources: Sources, diagnostics: Diagnostics,
        clock: DeviceClock
    ) throws(NetError) {
        self.sources = sources
        self.diagnostics = diagnostics
        self.clock = clock
        try listen(on: path, isReadOnly: false)
        try listen(on: viewPath, isReadOnly: true)
    }

    /// Listens on a path, replacing the previous listener.
    private func listen(on path: String, isReadOnly: Bool) throws(NetError) {
        let listener = try Listener.listening(onPath: path)
        acceptors[isReadOnly]?.close()
        acceptors[isReadOnly] = Acceptor(
            listener, as: .localListener(isReadOnly: isReadOnly), in: sources)
    }

    // MARK: Reading

    /// Listens again where a socket's file was removed or replaced: without it no command reaches
    /// this daemon, not even `scored down`.
    func keepReachable(at now: Duration) {
        guard now >= nextCheckAt else { return }
        nextCheckAt = now + DaemonLimits.socketCheckInterval
        for (isReadOnly, acceptor) in acceptors where !acceptor.listener.isReachable {
            let place = acceptor.listener.place
            do throws(NetError) {
                try listen(on: place, isReadOnly: isReadOnly)
                diagnostics.say(.warning, "\(place) was removed; it was created again")
            } catch {
                diagnostics.say(.error, of: place, "\(error)")
            }
        }
    }

    /// Accepts new connections. One is always accepted: without room or a descriptor for it, the
    /// connection of least worth is ended.
    func accept(at now: Duration, isReadOnly: Bool) {
        acceptors[isReadOnly]?.accept(at: now, makingRoom: endLeast) { socket in
            if connections.count >= DaemonLimits.localConnectionsMax { _ = endLeast() }
            nextConnection += 1
            if sources.watch(socket.number, .readable, as: .local(nextConnection)) {
                connections[nextConnection] = ServedConnection(
                    nextConnection, socket, isReadOnly: isReadOnly, at: now)
            }
        }
    }

    /// Ends the connection of least worth; false if there is none.
    private func endLeast() -> Bool {
        guard let least = connections.values.min(by: { $0.worth < $1.worth }) else { return false }
        drop(least.id)
        return true
    }

    /// Reads from a connection; `answerAll` answers the requests.
    func ready(_ id: Int, _ state: Readiness, at now: Duration) {
        guard let connection = connections[id], state.isReadable || state.isBroken else { return }
        guard mayRead(connection, throttled: throttled) else {
            // The poller would report a broken connection that may not be read over and over.
            if state.isBroken, !connection.hasOutput { drop(id) }
            return
        }
        do throws(NetError) {
            try connection.read(at: now)
        } catch {
            drop(id)
        }
    }

    /// The connections with long incomplete requests that must wait, because those of all
    /// connections together exceed the limit.
    private var throttled: Set<Int> {
        let large = connections.values.filter { $0.http.heldBytes >= DaemonLimits.heldShareBytes }
        let bytes = large.reduce(0) { $0 + $1.http.heldBytes }
        guard bytes >= DaemonLimits.heldBytesMax, let eldest = large.map(\.id).min() else {
            return []
        }
        // One may go on, so that all are completed in turn.
        return Set(large.map(\.id)).subtracting([eldest])
    }

    private func mayRead(
        _ connection: ServedConnection, throttled: @autoclosure () -> Set<Int>
    ) -> Bool {
        guard connection.http.wantsInput else { return false }
        return connection.http.heldBytes < DaemonLimits.heldShareBytes
            || !throttled().contains(connection.id)
    }

    // MARK: Answering

    /// Makes the answers of this turn: first the small ones, in rounds over the connections, then,
    /// if it is their turn, the costly ones, at least one if there is room.
    func answerAll(at now: Duration) {
        for connection in connections.values { connection.collect(at: now) }
        endStuckReader(at: now)
        let ids = connections.keys.filter { connections[$0]?.calls.isEmpty == false }.sorted()
        // Without `answering` no request is answered, and all would stay due.
        guard !ids.isEmpty, answering != nil else { return }
        let begin = clock.uptime
        defer { requestsTime = clock.uptime - begin }
        var budget = AnswerBudget(unsent: unsentBytes)
        answerSmall(Self.rotated(ids, after: lastSmall), &budget)
        guard nextWork == .requests || !isAnyLongWork else { return }
        for id in Self.rotated(ids, after: lastLarge) {
            guard let (connection, call, cost) = due(id), !cost.isSmall, budget.fits(cost) else {
                continue
            }
            lastLarge = id
            answer(call, connection, cost, &budget)
        }
    }

    private static func rotated(_ ids: [Int], after last: Int) -> [Int] {
        let first = ids.firstIndex { $0 > last } ?? 0
        return Array(ids[first...] + ids[..<first])
    }

    /// One answer of each connection a round.
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
        return (connection, call, costs.expected(on: call.path))
    }

    private func answer(
        _ call: ServedConnection.Call, _ connection: ServedConnection, _ cost: AnswerCosts.Cost,
        _ budget: inout AnswerBudget
    ) {
        guard let answering else { return }
        connection.calls.removeFirst()
        let number = call.exchange.number
        let begin = clock.uptime
        let answer = answering.answer(call.exchange.request, isReadOnly: connection.isReadOnly)
        let time = clock.uptime - begin
        budget.spend(
            AnswerCosts.Cost(time: max(time, cost.time), bytes: cost.bytes), isSmall: cost.isSmall)
        func wait(_ reply: ServedConnection.Waiting.Reply) {
            connection.waiting = ServedConnection.Waiting(call: call, time: time, reply: reply)
        }
        switch answer {
        case .now(let response):
            connection.http.respond(response, to: number, at: begin)
            record(time, response.body.count, on: call.path)
        case .afterCommit(let give):
            wait(.afterCommit(give))
            pending.append(connection.id)
        case .later(let give):
            wait(.later(give))
        case .inSteps(let step):
            wait(.inSteps(step))
        case .stream(let source):
            if connection.http.openStream(for: number, at: begin) {
                connection.stream = (number, source)
                sendEvent(to: connection)
            }
            record(clock.uptime - begin, connection.http.unsentBytes, on: call.path)
        }
    }

    private func record(_ time: Duration, _ bytes: Int, on path: String) {
        costs.add(AnswerCosts.Cost(time: time, bytes: bytes), on: path)
        tally.add(time, path)
    }

    /// Returns the answers made since the last call.
    func takeTally() -> AnswerTally {
        defer { tally = AnswerTally() }
        return tally
    }

    // MARK: Room

    /// Bytes of answers and events of all connections that clients have not read.
    var unsentBytes: Int { connections.values.reduce(0) { $0 + $1.unsentBytes } }

    /// True if a costly answer waits only for room.
    private var isRoomWanted: Bool {
        unsentBytes >= DaemonLimits.unsentBytesMax
            && connections.keys.contains { due($0).map { !$0.cost.isSmall } ?? false }
    }

    /// True if a long answer waits for the end of another one.
    private var isLongTurnWanted: Bool {
        connections.values.contains { $0.steps != nil && $0.waiting?.isBegun == false }
    }

    /// If others wait for room, ends the connection with most unread output among those that have
    /// read nothing for a while; if they wait for their turn, among those with a long answer. Its
    /// client can ask again.
    private func endStuckReader(at now: Duration) {
        let isRoomWanted = isRoomWanted
        guard isRoomWanted || isLongTurnWanted else { return }
        let stuck = connections.values.filter {
            $0.hasOutput && now >= $0.tookAt + DaemonLimits.stuckReaderTime
                && (isRoomWanted || $0.steps != nil)
        }
        guard let fullest = stuck.max(by: { $0.unsentBytes < $1.unsentBytes }) else { return }
        let bytes = fullest.unsentBytes
        end(fullest, "reads nothing of \(bytes) bytes while others wait for room")
    }

    private func end(_ connection: ServedConnection, _ reason: String) {
        let place = connection.socket.peer
        diagnostics.say(
            .warning, of: place, "closed a connection to \(place): its client \(reason)")
        drop(connection.id)
    }

    // MARK: After the commit

    /// Sends the answers of the turn: its entries are durable, or `failure` says why not.
    func giveAnswers(failure: DaemonError?, at now: Duration) {
        let begin = clock.uptime
        for id in pending {
            guard let connection = connections[id] else { continue }
            give(failure.map(Self.refusal) ?? poll(connection), to: connection, at: now)
        }
        pending = []
        requestsTime += clock.uptime - begin
        continueLongWork(at: now)
    }

    private var isAnyLongWork: Bool {
        !stepping.isEmpty || !awaitingLater(isSmall: false).isEmpty
    }

    private func continueLongWork(at now: Duration) {
        defer { requestsTime = .zero }
        isLaterDue = false
        pollLater(isSmall: true, within: DaemonLimits.smallAnswerTime, at: now)
        // Costly requests are answered in a turn that begins with them, small ones in every turn.
        if nextWork == .requests, requestsTime > DaemonLimits.stepsTime {
            nextWork = .laterAnswers
            isLaterDue = isLaterDue || !awaitingLater(isSmall: false).isEmpty
            return
        }
        if nextWork == .steps, !stepping.isEmpty {
            isLaterDue = isLaterDue || !awaitingLater(isSmall: false).isEmpty
        } else {
            let begin = clock.uptime
            // A costly answer comes first in its turn, or in the next one.
            pollLater(isSmall: false, within: DaemonLimits.smallAnswerTime / 2, at: now)
            guard clock.uptime - begin <= DaemonLimits.stepsTime else {
                nextWork = stepping.isEmpty ? .requests : .steps
                return
            }
        }
        step(at: now)
        nextWork = .requests
    }

    /// The connections that wait for a later answer that is known to cost little, or for others.
    private func awaitingLater(isSmall: Bool) -> [Int] {
        connections.values.filter { connection in
            guard connection.isAwaitingLater, let waiting = connection.waiting else { return false }
            let cost = costs.expected(on: waiting.call.path)
            let isKnown = cost != .unknown && waiting.longestPoll < DaemonLimits.smallAnswerTime
            return (cost.isSmall && isKnown) == isSmall
        }.map(\.id).sorted()
    }

    /// Polls at least one; past `limit` the others wait for the next turn.
    private func pollLater(isSmall: Bool, within limit: Duration, at now: Duration) {
        let begin = clock.uptime
        for id in Self.rotated(awaitingLater(isSmall: isSmall), after: lastLater[isSmall] ?? 0) {
            guard let connection = connections[id] else { continue }
            guard clock.uptime - begin <= limit else {
                isLaterDue = true
                return
            }
            lastLater[isSmall] = id
            give(poll(connection), to: connection, at: now)
        }
    }

    private func give(_ response: Response?, to connection: ServedConnection, at now: Duration) {
        guard let response, let waiting = connection.waiting else { return }
        connection.waiting = nil
        connection.http.respond(response, to: waiting.call.exchange.number, at: now)
    }

    private func poll(_ connection: ServedConnection) -> Response? {
        let begin = clock.uptime
        guard let waiting = connection.waiting else { return nil }
        var response: Response?
        switch waiting.reply {
        case .afterCommit(let give): response = give()
        case .later(let give): response = give()
        case .inSteps: return nil
        }
        guard let response else {
            connection.waiting?.longestPoll = max(waiting.longestPoll, clock.uptime - begin)
            return nil
        }
        let time = waiting.time + (clock.uptime - begin)
        record(time, response.body.count, on: waiting.call.path)
        return response
    }

    // MARK: Long answers

    /// The connections whose long answers go on now: as many as may be made at a time, those that
    /// have begun first, and of these the ones that take what is made.
    private var stepping: [Int] {
        let waiting = connections.values.filter { $0.steps != nil }
        guard !waiting.isEmpty else { return [] }
        let begun = waiting.filter { $0.waiting?.isBegun == true }
        let room = max(0, DaemonLimits.longAnswersMax - begun.count)
        let next = waiting.filter { $0.waiting?.isBegun == false }.sorted { $0.id < $1.id }
        return (begun.filter(\.hasRoom) + next.prefix(room)).map(\.id).sorted()
    }

    /// Continues the long answers, in rounds, as long as the turn has time for them.
    private func step(at now: Duration) {
        var ids = Self.rotated(stepping, after: lastStep)
        let begin = clock.uptime
        while !ids.isEmpty {
            ids.removeAll { id in
                guard clock.uptime - begin < DaemonLimits.stepsTime else { return true }
                lastStep = id
                return connections[id].map { !step($0, at: now) } ?? true
            }
        }
    }

    /// False if the answer has ended, or must wait for its reader.
    private func step(_ connection: ServedConnection, at now: Duration) -> Bool {
        guard let step = connection.steps, let call = connection.waiting?.call else { return false }
        let begin = clock.uptime
        connection.waiting?.isBegun = true
        let made = step()
        let time = clock.uptime - begin
        tally.add(time, call.path)
        let longest = max(connection.waiting?.time ?? .zero, time)
        connection.waiting?.time = longest
        let number = call.exchange.number
        var isOver = false
        switch made {
        case .working: break
        case .waiting: return false
        case .whole(let response):
            connection.http.respond(response, to: number, at: now)
            isOver = true
        case .head(let head):
            isOver = !connection.http.beginParts(head, to: number, at: now)
        case .part(let bytes): connection.http.send(part: bytes, to: number, at: now)
        case .end:
            connection.http.endParts(of: number, at: now)
            isOver = true
        }
        if isOver {
            costs.add(AnswerCosts.Cost(time: longest, bytes: 0), on: call.path)
            connection.waiting = nil
            hasFreedMuch = true
        }
        return !isOver && connection.hasRoom
    }

    /// Tells the streams of the turn: at once, or while moves follow each other as soon as the last events are paid for
    /// (`DaemonLimits.eventShare`).
    func tell(_ changes: TurnChanges, at now: Duration) {
        guard hasSubscribers else { return }
        answering?.note(changes)
        sendEvents { now >= eventsAt + $0 }
    }

    private func sendEvents(where isTime: (_ pause: Duration) -> Bool) {
        let now = clock.uptime
        let due = connections.values.filter { $0.eventPause.map(isTime) ?? false }
        guard !due.isEmpty else { return }
        let begin = clock.uptime
        for connection in due { sendEvent(to: connection) }
        let pause = (clock.uptime - begin) * DaemonLimits.eventShare
        eventsAt = now + max(pause, DaemonLimits.eventInterval)
        writeAll(at: now)
    }

    private func sendEvent(to connection: ServedConnection) {
        guard let (number, source) = connection.stream, let event = source.next() else { return }
        connection.http.send(event, to: number)
    }

    private var hasSubscribers: Bool { connections.values.contains(where: \.isStreaming) }

    var streamCount: Int { connections.values.count(where: \.isStreaming) }

    private static func refusal(_ failure: DaemonError) -> Response {
        switch failure {
        case .notRecording(_, isFull: true), .notDurable(_, isFull: true):
            .error(APIError(.insufficientStorage, code: "disk-full", "\(failure)"))
        default: .error(APIError(.unavailable, code: "disk-failed", "\(failure)"))
        }
    }

    // MARK: Writing

    /// Writes once to each connection, and closes those that have ended.
    func writeAll(at now: Duration) {
        for acceptor in acceptors.values { acceptor.tick(at: now) }
        let throttled = throttled
        for (id, connection) in connections {
            connection.http.tick(at: now)
            do throws(NetError) {
                try connection.write(at: now)
            } catch {
                drop(id)
                continue
            }
            if connection.isOver { drop(id) } else { watch(connection, throttled: throttled) }
        }
    }

    private func watch(_ connection: ServedConnection, throttled: Set<Int>) {
        var interest: Interest = []
        connection.http.isHeldBack = throttled.contains(connection.id)
        if mayRead(connection, throttled: throttled) { interest.insert(.readable) }
        if connection.hasOutput { interest.insert(.writable) }
        sources.update(connection.socket.number, interest)
    }

    private func drop(_ id: Int) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        if connection.steps != nil { hasFreedMuch = true }
        if let refusal = connection.http.refusal {
            let place = connection.socket.peer
            diagnostics.say(
                .warning, of: place, "refused a client of \(place): \(refusal.message)")
        }
        sources.forget(connection.socket.number)
        for acceptor in acceptors.values { acceptor.resume() }
    }

    // MARK: Time and end

    /// The next time at which the server is due without input.
    func nextDeadline(at now: Duration) -> Duration? {
        var deadlines = [nextCheckAt] + acceptors.values.map(\.nextDeadline)
        if connections.values.contains(where: \.isAwaitingLater) {
            deadlines.append(isLaterDue ? now : now + DaemonLimits.laterInterval)
        }
        deadlines.append(connections.values.compactMap(\.eventPause).min().map { eventsAt + $0 })
        if !stepping.isEmpty { deadlines.append(now) }
        let isFull = unsentBytes >= DaemonLimits.unsentBytesMax
        for connection in connections.values {
            // A request that waited for an earlier one is due at once.
            let isDue = due(connection.id).map { $0.cost.isSmall || !isFull } ?? false
            deadlines.append(isDue ? now : connection.http.nextDeadline)
        }
        if isRoomWanted || isLongTurnWanted {
            let taken = connections.values.filter(\.hasOutput).map(\.tookAt).min()
            deadlines.append(taken.map { $0 + DaemonLimits.stuckReaderTime })
        }
        return deadlines.compactMap(\.self).min()
    }

    var isWriting: Bool { connections.values.contains { $0.hasOutput } }

    /// Ends every connection after its ready output.
    func end(at now: Duration) {
        answering?.note(TurnChanges())
        sendEvents { _ in true }
        for acceptor in acceptors.values { acceptor.close() }
        for connection in connections.values { connection.http.finish(at: now) }
    }
}
