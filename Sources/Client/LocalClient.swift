package import Documents
package import LocalAPI
import Net

/// The daemon as commands use it: sends one request, turns the loop until the answer is there, and
/// keeps the connection for the next request.
package final class LocalClient {
    package struct Answer<Document> {
        package var document: Document
        /// The body as it came, which `--json` prints.
        package let bytes: [UInt8]
    }

    /// Says whether a request may be sent again if its connection breaks before the answer.
    package enum Repetition: Sendable {
        /// It may be sent again: it carries a request ID, only asks, or sets a value.
        case harmless
        /// It must not be sent again: it is not idempotent.
        case never
    }

    /// Answers in place of the daemon. A body in parts is handed to the function, if there is one,
    /// and is then not in the response.
    package typealias StandIn = (Request, (([UInt8]) -> Void)?) -> Response

    /// Makes a stand-in for the daemon, given the reason why the daemon does not answer.
    package typealias Substitute = (ClientError) throws(ClientError) -> StandIn

    private let home: StateHome
    private let connector: DaemonConnector
    private let sources = ClientSources()
    private let substitute: Substitute?
    private var connection: DaemonConnection?
    /// Signals that end the wait for an answer.
    private var interruptions: SignalPipe?
    /// Answers all further requests, so that the answers are consistent.
    private var standIn: StandIn?

    /// Connects when the first request is sent; without a starter a daemon must run.
    ///
    /// With a substitute, for commands that only read, the daemon has `ClientLimits.lookTime`.
    package init(
        home: StateHome, starting starter: DaemonStarter? = nil,
        substituting substitute: Substitute? = nil
    ) {
        self.home = home
        self.substitute = substitute
        connector = DaemonConnector(
            home: home, starting: starter, restartsEnded: true, at: Clocks.uptime)
    }

    /// Does some work in which a signal ends the wait for an answer, in place of the process.
    package func interruptible<Result>(
        _ work: () throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        let signals = try ClientError.rethrowing(
            ClientError.unreachable, SignalPipe(catching: [.interrupt, .terminate, .hangUp]))
        sources.watch(signals.number, .readable) {}
        interruptions = signals
        defer {
            sources.forget(signals.number)
            interruptions = nil
        }
        return try work()
    }

    /// Gets a document; `name` replaces the `{name}` of the route.
    package func get<Document: Decodable>(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        as type: Document.Type = Document.self, within time: Duration = ClientLimits.answerTime
    ) throws(ClientError) -> Answer<Document> {
        try decoded(getBytes(route, name: name, query: query, within: time))
    }

    /// Gets the status, with `game` in place of the current one.
    package func status(of game: String? = nil) throws(ClientError) -> Answer<StatusDocument> {
        try get(.status, query: game.map { [.init("game", $0)] } ?? [])
    }

    /// Gets the body of an answer as it is.
    package func getBytes(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        within time: Duration = ClientLimits.answerTime
    ) throws(ClientError) -> [UInt8] {
        try answer(Request(route, name: name, query: query), .harmless, within: time)
    }

    /// Gets the body of an answer of any length, and hands its parts to `take` as they come. `time`
    /// is that without a further part. If it throws, parts may have come; an error of `take` ends
    /// it.
    package func download(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        within time: Duration = ClientLimits.answerTime,
        take: @escaping ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        let request = Request(route, name: name, query: query)
        // Whether the daemon is there shows at once; it has more time for a long answer.
        if substitute != nil {
            _ = try response(to: Request(.health), .harmless, within: time)
        }
        var failure: ClientError?
        func takeNext(_ bytes: [UInt8]) {
            guard failure == nil else { return }
            do throws(ClientError) { try take(bytes) } catch { failure = error }
        }
        let response: Response
        if let standIn {
            response = standIn(request, takeNext)
        } else {
            response = try self.response(
                to: request, on: connected(within: time), within: time
            ) { bytes throws(ClientError) in
                takeNext(bytes)
                if let failure { throw failure }
            }
        }
        if let failure { throw failure }
        guard response.status.isSuccess else { throw .refused(APIError(of: response)) }
        if !response.body.isEmpty { try take(response.body) }
    }

    package func post<Document: Decodable>(
        _ route: Route, _ body: some Encodable, _ repetition: Repetition = .harmless,
        as type: Document.Type = Document.self, within time: Duration = ClientLimits.answerTime
    ) throws(ClientError) -> Answer<Document> {
        try decoded(answer(Request(route, body: body), repetition, within: time))
    }

    /// Sends the log of a table in parts; returns the answer to the last one. The daemon checks it,
    /// and merges nothing before.
    package func post(log bytes: [UInt8]) throws(ClientError) -> Answer<LogImportDocument> {
        let intake = RequestName.random()
        var offset = 0
        while true {
            let end = min(offset + ClientLimits.logPartBytesMax, bytes.count)
            let isLast = end == bytes.count
            var request = Request(
                .importLog,
                query: [
                    .init("file", intake), .init("from", "\(offset)"), .init("last", "\(isLast)"),
                ])
            request.headers["content-type"] = "application/octet-stream"
            request.body = Array(bytes[offset..<end])
            let answer = try answer(request, .never, within: ClientLimits.answerTime)
            if isLast { return try decoded(answer) }
            offset = end
        }
    }

    private func decoded<Document: Decodable>(
        _ bytes: [UInt8]
    ) throws(ClientError) -> Answer<Document> {
        do throws(LocalAPIError) {
            return Answer(document: try JSON.decode(Document.self, from: bytes), bytes: bytes)
        } catch {
            throw .notUnderstood("the answer is not understood: \(error)")
        }
    }

    private func answer(
        _ request: Request, _ repetition: Repetition, within time: Duration
    ) throws(ClientError) -> [UInt8] {
        let response = try response(to: request, repetition, within: time)
        guard response.status.isSuccess else { throw .refused(APIError(of: response)) }
        return response.body
    }

    private func response(
        to request: Request, _ repetition: Repetition, within time: Duration
    ) throws(ClientError) -> Response {
        if let standIn { return standIn(request, nil) }
        guard let substitute else { return try exchange(request, repetition, within: time) }
        do throws(ClientError) {
            return try exchange(request, repetition, within: min(time, ClientLimits.lookTime))
        } catch {
            guard error.isAbsence else { throw error }
            let standIn = try substitute(error)
            self.standIn = standIn
            return standIn(request, nil)
        }
    }

    // MARK: The loop

    private func exchange(
        _ request: Request, _ repetition: Repetition, within time: Duration
    ) throws(ClientError) -> Response {
        do throws(ClientError) {
            return try response(to: request, on: connected(within: time), within: time)
        } catch {
            guard case .lost = error, repetition == .harmless else { throw error }
        }
        connector.lost(at: Clocks.uptime)
        return try response(to: request, on: connected(within: time), within: time)
    }

    /// The kept connection, or a new one: turns until the connector has one or gives up. The time
    /// that a daemon takes to start does not count.
    private func connected(within time: Duration) throws(ClientError) -> DaemonConnection {
        if let connection { return connection }
        let deadline = Clocks.uptime + time
        while true {
            let now = Clocks.uptime
            var opened: DaemonConnection?
            let failure = connector.turn(at: now) { () throws(ClientError) in
                opened = DaemonConnection(try home.connect(), in: sources, at: now)
            }
            if let failure { throw failure }
            if let opened, try isAnswering(opened) {
                connector.connected()
                return opened
            }
            if now >= deadline, !connector.isAwaiting { throw connector.lastError ?? .late(time) }
            try sources.turn(until: connector.nextDeadline)
        }
    }

    private func isAnswering(_ connection: DaemonConnection) throws(ClientError) -> Bool {
        guard connector.isAwaiting else { return true }
        do throws(ClientError) {
            _ = try response(
                to: Request(.health), on: connection, within: ClientLimits.startTime)
            return true
        } catch {
            if let failure = connector.failed(error, at: Clocks.uptime) { throw failure }
            return false
        }
    }

    /// With `take` the body of a success is handed to it in parts, and is not in the response.
    private func response(
        to request: Request, on connection: DaemonConnection, within time: Duration,
        take: (([UInt8]) throws(ClientError) -> Void)? = nil
    ) throws(ClientError) -> Response {
        // After a failure the next answer on this connection would be that of another request.
        self.connection = nil
        connection.send(request, inParts: take != nil)
        var deadline = Clocks.uptime + time
        while true {
            connection.write()
            while let arrival = try connection.next() {
                switch arrival {
                case .response(let response, _):
                    if connection.keepsAlive { self.connection = connection }
                    return response
                case .part(let bytes, _):
                    try take?(bytes)
                    deadline = Clocks.uptime + time
                case .streamOpened, .event, .streamEnded:
                    throw .notUnderstood("the daemon answered with something else than a response")
                }
            }
            guard Clocks.uptime < deadline else { throw .late(time) }
            try sources.turn(until: deadline)
            if let code = interruptions?.drain().lazy.compactMap(ExitCode.init(endedBy:)).first {
                throw .interrupted(code)
            }
            connection.read(at: Clocks.uptime)
        }
    }
}

extension Request {
    /// A request for a route, with a JSON body if there is one.
    init(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        body: (some Encodable)? = Bool?.none
    ) {
        let segments = route.path.split(separator: "/").map { $0 == "{name}" ? name : String($0) }
        self.init(route.method == "POST" ? .post : .get, Target(segments, query: query))
        headers["accept"] = "application/json"
        if let body { setBody(body) }
    }

    mutating func setBody(_ document: some Encodable) {
        headers["content-type"] = "application/json"
        body = JSON.encode(document)
    }
}

/// The random ID of a request that records: a retry with the same ID records nothing twice.
package enum RequestName {
    /// 32 hexadecimal digits from the system's random source.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        var name = ""
        for _ in 0..<2 {
            // Two reads of eight bytes, not one for each digit.
            var number = generator.next()
            for _ in 0..<16 {
                name.append(digits[Int(number & 15)])
                number >>= 4
            }
        }
        return name
    }
}
