import Documents

/// The incoming half of a `ServerConnection`: numbers the requests, sees to their time, and knows
/// when no more are to come.
struct RequestIntake {
    typealias Exchange = ServerConnection.Exchange

    /// What was read.
    enum Step {
        /// Nothing without further bytes, or no more at all.
        case nothing
        case expectsContinue
        /// Also kept until it is taken; it was so many bytes long.
        case arrived(Exchange, bytes: Int)
        /// The last that is read.
        case refused(APIError)
    }

    private var parser = RequestParser()
    private var lastNumber = 0
    /// When the request that is under way began.
    private var start: Duration?
    private var waiting: [Exchange] = []
    /// True while the rest of a request is not read: that is not the client's time.
    var isHeldBack = false {
        didSet { if isHeldBack { pause() } }
    }
    /// False once no further request is read: what comes is dropped.
    private(set) var isOpen = true
    /// True once the client sends no more.
    private(set) var isEnded = false

    /// True if requests wait to be taken.
    var hasRequests: Bool { !waiting.isEmpty }

    /// When the request that is under way must be complete.
    var deadline: Duration? { start.map { $0 + HTTPLimits.requestTime } }

    /// Bytes of what came and is no complete request yet.
    var heldCount: Int { parser.heldCount }

    mutating func receive(_ bytes: [UInt8]) {
        parser.receive(bytes)
    }

    mutating func end() {
        isEnded = true
    }

    /// Reads no further request.
    mutating func close() {
        isOpen = false
        start = nil
    }

    mutating func takeRequests() -> [Exchange] {
        defer { waiting = [] }
        return waiting
    }

    /// Forgets requests after this number that were not taken.
    mutating func dropRequests(after number: Int) {
        waiting.removeAll { $0.number > number }
    }

    /// Reads on. The caller stops where it has no room for answers, and says so with `pause`.
    mutating func next(at now: Duration) -> Step {
        guard isOpen else { return .nothing }
        let held = parser.heldCount
        switch parser.next() {
        case .more:
            guard !isEnded else { return endOfRequests() }
            start = parser.isWithinRequest && !isHeldBack ? start ?? now : nil
            return .nothing
        case .expectsContinue:
            return .expectsContinue
        case .request(let request):
            start = nil
            lastNumber += 1
            isOpen = request.keepsAlive
            let exchange = Exchange(number: lastNumber, request: request)
            waiting.append(exchange)
            return .arrived(exchange, bytes: held - parser.heldCount)
        case .refused(let refusal):
            close()
            return .refused(refusal)
        }
    }

    /// Reading stops for want of room: that is not the client's time.
    mutating func pause() {
        start = nil
    }

    /// The refusal of a request that is under way for too long, once.
    mutating func refusalOfLate(at now: Duration) -> APIError? {
        guard let deadline, now >= deadline else { return nil }
        close()
        let seconds = HTTPLimits.requestTime.components.seconds
        return APIError(
            .requestTimeout, code: "request-timeout",
            "the request was not complete within \(seconds) seconds")
    }

    /// Nothing more will come: what is there of a request stays in part (RFC 9112, 8).
    private mutating func endOfRequests() -> Step {
        close()
        guard parser.isWithinRequest else { return .nothing }
        return .refused(
            APIError(
                .badRequest, code: "incomplete-request",
                "the request ends before it is complete"))
    }
}
