package import Documents
package import LocalAPI
package import Net

/// Asks the daemon and waits for the answer: one request at a time on one connection, which is kept
/// for the next.
package final class LocalClient {
    /// How a connection is made: it may start the daemon.
    package typealias Connect = () throws(ClientError) -> StreamSocket

    /// An answer, as a value and as the bytes that `--json` prints.
    package struct Answer<Document> {
        /// What the daemon says.
        package let document: Document
        /// The same, as it came.
        package let bytes: [UInt8]
    }

    /// Whether a request may be sent again when the connection breaks before its answer.
    package enum Repetition: Sendable {
        /// It carries its random ID, or asks only, or sets what may be set twice.
        case harmless
        /// Twice is not once.
        case never
    }

    /// Makes what answers questions in the place of a daemon that does not, and is told why not.
    package typealias Substitute = (ClientError) throws(ClientError) -> (Request) -> Response

    private let connect: Connect
    private let reconnect: Connect
    private let substitute: Substitute?
    private var connection: LocalConnection?
    /// Answers from now on: what belongs together is read from one place.
    private var standIn: ((Request) -> Response)?

    /// Connects when the first request is sent; `reconnecting` makes the connection on which a
    /// harmless request is sent again.
    package init(connecting connect: @escaping Connect, reconnecting reconnect: Connect? = nil) {
        self.connect = connect
        self.reconnect = reconnect ?? connect
        substitute = nil
    }

    /// For a command that only looks: where no daemon answers, within `ClientLimits.lookTime`, the
    /// substitute does, which is made when it is needed.
    package init(
        connecting connect: @escaping Connect, substituting substitute: @escaping Substitute
    ) {
        self.connect = connect
        reconnect = connect
        self.substitute = substitute
    }

    /// Asks for a document; `name` stands for the `{name}` of the route.
    package func get<Document: Decodable>(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        as type: Document.Type = Document.self, within time: Duration = ClientLimits.answerTime
    ) throws(ClientError) -> Answer<Document> {
        try decoded(getBytes(route, name: name, query: query, within: time))
    }

    /// Asks for the status; `game` is shown in place of the current one. It is read member by
    /// member (`JSON.status`), and by the toolchain's decoder where that steps aside.
    package func status(of game: String? = nil) throws(ClientError) -> Answer<StatusDocument> {
        let bytes = try getBytes(.status, query: game.map { [.init("game", $0)] } ?? [])
        guard let status = JSON.status(in: bytes) else { return try decoded(bytes) }
        return Answer(document: status, bytes: bytes)
    }

    /// Asks for bytes that are no JSON document.
    package func getBytes(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        within time: Duration = ClientLimits.answerTime
    ) throws(ClientError) -> [UInt8] {
        try answer(Request(route, name: name, query: query), .harmless, within: time)
    }

    /// Asks for something to be done.
    package func post<Document: Decodable>(
        _ route: Route, _ body: some Encodable, _ repetition: Repetition = .harmless,
        as type: Document.Type = Document.self, within time: Duration = ClientLimits.answerTime
    ) throws(ClientError) -> Answer<Document> {
        try decoded(answer(Request(route, body: body), repetition, within: time))
    }

    /// Sends bytes that are no JSON document, which twice would not be once.
    func post<Document: Decodable>(
        _ route: Route, query: [Target.QueryItem], bytes: [UInt8], as type: Document.Type
    ) throws(ClientError) -> Answer<Document> {
        var request = Request(route, query: query)
        request.headers["content-type"] = "application/octet-stream"
        request.body = bytes
        return try decoded(answer(request, .never, within: ClientLimits.answerTime))
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
        if let standIn { return standIn(request) }
        guard let substitute else { return try asked(request, repetition, within: time) }
        do throws(ClientError) {
            return try asked(request, repetition, within: min(time, ClientLimits.lookTime))
        } catch {
            guard error.isAbsence else { throw error }
            let standIn = try substitute(error)
            self.standIn = standIn
            return standIn(request)
        }
    }

    private func asked(
        _ request: Request, _ repetition: Repetition, within time: Duration
    ) throws(ClientError) -> Response {
        do throws(ClientError) {
            return try exchange(request, on: present(time), time)
        } catch {
            guard case .lost = error, repetition == .harmless else { throw error }
            return try exchange(request, on: made(reconnect, time), time)
        }
    }

    private func present(_ time: Duration) throws(ClientError) -> LocalConnection {
        if let connection { return connection }
        return try made(connect, time)
    }

    /// A new connection. A daemon that takes none now takes one in a moment.
    private func made(
        _ connect: Connect, _ time: Duration
    ) throws(ClientError) -> LocalConnection {
        let deadline = Clocks.uptime + min(time, ClientLimits.busyTime)
        var poller = Poller()
        while true {
            do throws(ClientError) {
                return LocalConnection(try connect())
            } catch {
                guard case .busy = error, Clocks.uptime < deadline else { throw error }
            }
            do throws(NetError) {
                _ = try poller.wait(timeout: ClientLimits.startInterval)
            } catch {
                throw .unreachable(error)
            }
        }
    }

    private func exchange(
        _ request: Request, on connection: LocalConnection, _ time: Duration
    ) throws(ClientError) -> Response {
        // Whatever fails, the rest of this connection belongs to a request nobody waits for.
        self.connection = nil
        let number = connection.send(request)
        let deadline = Clocks.uptime + time
        while let arrival = try connection.next(until: deadline) {
            guard case .response(let response, number) = arrival else {
                throw .notUnderstood("the daemon answered with something else than a response")
            }
            if connection.keepsAlive { self.connection = connection }
            return response
        }
        throw .late(time)
    }
}

extension Request {
    /// A request of one of our routes, with a body as JSON where there is one.
    init(
        _ route: Route, name: String = "", query: [Target.QueryItem] = [],
        body: (some Encodable)? = Bool?.none
    ) {
        let segments = route.path.split(separator: "/").map { $0 == "{name}" ? name : String($0) }
        self.init(route.method == "POST" ? .post : .get, Target(segments, query: query))
        headers["accept"] = "application/json"
        if let body { setBody(body) }
    }

    /// Takes a document as its body.
    mutating func setBody(_ document: some Encodable) {
        headers["content-type"] = "application/json"
        body = JSON.encode(document)
    }
}
