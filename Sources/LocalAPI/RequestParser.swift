package import Documents

/// Reads requests from bytes in slices of any size, one after another (RFC 9112). The caller
/// alternates `receive` and `next` until `next` returns `more`.
///
/// Holds the unread bytes, and at most a head and a body beyond them.
package struct RequestParser: Sendable {
    package enum Step: Equatable, Sendable {
        /// More bytes are needed.
        case more
        /// A complete request; call `next` again for the one after it.
        case request(Request)
        /// A request's head is complete and its client waits for `100 Continue` before it sends the
        /// body; returned once.
        case expectsContinue
        /// Not a request. Final: the start of the next request is unknown.
        case refused(APIError)
    }

    private enum State {
        case requestLine, headers, body
        case refused(APIError)
    }

    private let bodyBytesMax: Int
    private var state = State.requestLine
    private var input = ByteQueue()
    private var headBytes = 0
    private var request = Request(.get, Target([]))
    private var authority: String?
    private var body = BodyDecoder(.length(0), limit: 0)

    package init(bodyBytesMax: Int = HTTPLimits.requestBodyBytesMax) {
        self.bodyBytesMax = bodyBytesMax
    }

    /// True if a request has begun and is not complete.
    package var isWithinRequest: Bool {
        switch state {
        case .requestLine: headBytes > 0 || !input.isEmpty
        case .headers, .body: true
        case .refused: false
        }
    }

    /// Bytes of the incomplete request.
    var heldCount: Int { input.count + headBytes + body.bytes.count }

    /// Appends bytes; after a refusal they are dropped.
    package mutating func receive(_ bytes: [UInt8]) {
        if case .refused = state { return }
        input.append(bytes)
    }

    package mutating func next() -> Step {
        do {
            return try read()
        } catch {
            // All parts below throw refusals only; the other cases belong to the client.
            guard case .refused(let refusal) = error else {
                preconditionFailure("\(error) while reading a request")
            }
            state = .refused(refusal)
            headBytes = 0
            input.removeAll()
            body = BodyDecoder(.length(0), limit: 0)
            return .refused(refusal)
        }
    }

    private mutating func read() throws(LocalAPIError) -> Step {
        while true {
            switch state {
            case .refused(let refusal):
                return .refused(refusal)
            case .requestLine:
                guard let line = try headLine() else { return .more }
                // An old client may send empty lines before a request (RFC 9112, 2.2).
                if !line.isEmpty { try begin(line) }
            case .headers:
                guard let line = try headLine() else { return .more }
                guard line.isEmpty else {
                    try request.headers.append(line: line)
                    continue
                }
                if try endHead() { return .expectsContinue }
            case .body:
                try body.read(from: &input)
                guard body.isComplete else { return .more }
                request.body = body.takeBytes()
                state = .requestLine
                headBytes = 0
                return .request(request)
            }
        }
    }

    private mutating func headLine() throws(LocalAPIError) -> [UInt8]? {
        do throws(LineFault) {
            return try input.takeHeadLine(&headBytes)
        } catch {
            let isTooLong = error == .tooLong
            if case .requestLine = state {
                throw isTooLong ? .targetTooLong : .badRequestLine(error.reason)
            }
            guard isTooLong else { throw .badHeader(error.reason) }
            throw .refused(
                .headTooLarge, code: "head-too-large",
                "the head is longer than \(HTTPLimits.headBytesMax) bytes")
        }
    }

    /// `GET /status HTTP/1.1`: two single spaces, nothing else (RFC 9112, 3).
    private mutating func begin(_ line: [UInt8]) throws(LocalAPIError) {
        let parts = line.split(separator: .space, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isToken) else {
            throw .badRequestLine("it is not 'METHOD TARGET HTTP/1.1'")
        }
        guard let version = try Version(parsing: parts[2]) else {
            throw .badRequestLine("it does not end in a version of HTTP")
        }
        request = Request(Method(parsing: parts[0]), try Target(parsing: parts[1]))
        request.version = version
        authority = Target.authority(of: parts[1])
        state = .headers
    }

    /// Determines the body; true if the client waits for `100 Continue`.
    private mutating func endHead() throws(LocalAPIError) -> Bool {
        try checkHost()
        // The host of an absolute target counts in place of the header (RFC 9112, 3.2.2).
        if let authority { request.headers["host"] = authority }
        let framing = try request.headers.bodyFraming(limit: bodyBytesMax)
        if request.version == .http10,
            framing == .chunked || (framing == nil && request.method == .post)
        {
            throw .refused(
                .lengthRequired, code: "length-required",
                "a body over HTTP/1.0 needs Content-Length")
        }
        body = BodyDecoder(framing ?? .length(0), limit: bodyBytesMax)
        state = .body
        let expectations = request.version == .http11 ? request.headers.tokens("expect") : []
        if let unknown = expectations.first(where: { $0 != "100-continue" }) {
            throw .refused(
                .expectationFailed, code: "unknown-expectation",
                "unknown expectation '\(unknown.prefix(40))'")
        }
        return !expectations.isEmpty && !body.isComplete && input.isEmpty
    }

    /// Exactly one `Host` in 1.1 (RFC 9112, 3.2); its value does not matter on a socket that is
    /// reached by its path.
    private func checkHost() throws(LocalAPIError) {
        let hosts = request.headers.values("host")
        guard hosts.count == 1 || (hosts.isEmpty && request.version == .http10) else {
            throw .badHeader(hosts.isEmpty ? "the Host header is missing" : "several Host headers")
        }
        guard hosts.allSatisfy({ !$0.utf8.contains { [.space, .tab, .comma].contains($0) } }) else {
            throw .badHeader("the Host header is not one host")
        }
    }
}
