package import Documents

/// The serving side of one connection: bytes in, requests out; responses in, bytes out. It knows no
/// socket and reads no clock: times are durations since one fixed start.
///
/// Each turn: `receive` what was read (or `endOfInput`), `tick`, then `takeRequests` and `respond`
/// (now or in a later turn, in any order: responses are written in the order of the requests), then
/// `takeOutput` if the socket has nothing unwritten. When `wantsClose` is true and what was taken
/// is written, close the socket. Read from the socket only while `wantsInput`.
package struct ServerConnection: Sendable {
    /// A request and the number its response is for.
    package struct Exchange: Equatable, Sendable {
        /// From 1, in the order of arrival.
        package let number: Int
        /// Complete.
        package let request: Request
    }

    /// Why a connection ends, for diagnostics.
    package enum Ending: Equatable, Sendable {
        /// One side asked for it in proper form.
        case asked
        /// What came was refused; the client is told the same.
        case refused(APIError)
        /// No request came for `HTTPLimits.keepAliveTime`.
        case idle
        /// The reader took too little for too long.
        case slowReader
    }

    private struct Stream {
        let number: Int
        var events = EventQueue()
        /// Nothing follows what waits.
        var isEnded = false
    }

    private enum Phase {
        case open
        /// The rest of the connection is an event stream.
        case streaming
        /// A refusal is written; input is dropped until the client ends or the time is over.
        case lingering(until: Duration)
        /// What is in `output` is the last.
        case ending
        case closed
    }

    private var phase = Phase.open
    private var intake = RequestIntake()
    private var answers = AnswerQueue()
    private var output = ByteQueue()
    private var stream: Stream?
    /// When bytes last moved, or a response came.
    private var lastProgress: Duration
    /// Why the connection ends or ended; nil while it goes on.
    package private(set) var ending: Ending?

    /// A connection that was accepted at this time.
    package init(at now: Duration) {
        lastProgress = now
    }

    // MARK: - In

    /// Takes bytes that were read.
    package mutating func receive(_ bytes: [UInt8], at now: Duration) {
        guard case .open = phase, intake.isOpen else { return }
        lastProgress = now
        intake.receive(bytes)
        readRequests(at: now)
    }

    /// The client will send no more. What came complete is still answered; a stream ends, since its
    /// reader is gone.
    package mutating func endOfInput(at now: Duration) {
        intake.end()
        ending = ending ?? .asked
        if stream != nil { close(.asked) }
        readRequests(at: now)
    }

    /// Lets deadlines pass.
    package mutating func tick(at now: Duration) {
        readRequests(at: now)
        switch phase {
        case .open:
            tickOpen(at: now)
        case .streaming:
            if output.isEmpty, stream?.events.isEmpty == true,
                now >= lastProgress + HTTPLimits.streamCommentTime
            {
                output.append(ServerSentEvent.comment)
                lastProgress = now
            }
        case .lingering(let end):
            if now >= end { phase = .ending }
            closeIfStuck(at: now)
        case .ending:
            closeIfStuck(at: now)
        case .closed:
            break
        }
    }

    /// The requests that are complete, each once, in order.
    package mutating func takeRequests() -> [Exchange] {
        intake.takeRequests()
    }

    // MARK: - Out

    /// Gives the response to a request. Without effect if the connection has ended for it since.
    package mutating func respond(_ response: Response, to number: Int, at now: Duration) {
        guard stream == nil || stream.map({ number < $0.number }) == true else { return }
        answers.answer(number) { asked in
            let connection: String? =
                !asked.keepsAlive ? "close" : asked.version == .http10 ? "keep-alive" : nil
            return AnswerQueue.Answer(
                bytes: response.encode(for: asked.method, connection: connection),
                after: asked.keepsAlive ? .next : .close)
        }
        release(at: now)
    }

    /// Answers a request with an event stream that lasts until one side closes. Later requests of
    /// the connection are not answered. False if there is already a stream or the request is gone.
    package mutating func openStream(for number: Int, at now: Duration) -> Bool {
        guard case .open = phase, stream == nil, answers.isWaiting(number) else { return false }
        intake.close()
        intake.dropRequests(after: number)
        stream = Stream(number: number)
        answers.answer(number) { asked in
            AnswerQueue.Answer(
                bytes: Response.head(.ok, Self.streamHeaders),
                after: asked.method == .head ? .close : .stream)
        }
        release(at: now)
        return true
    }

    /// Appends an event to the stream that answers this request; without effect once it has ended.
    ///
    /// An unsent event with the same `coalescingKey` is dropped: for events each of which says all
    /// (a state), so that a slow reader gets the newest. Past `HTTPLimits.unsentBytesMax` the
    /// connection closes, and the reader comes back to a present state.
    package mutating func send(
        _ event: ServerSentEvent, to number: Int, coalescingKey: String? = nil
    ) {
        send(encoded: event.encode(), to: number, coalescingKey: coalescingKey)
    }

    /// The same with the bytes of an event, which several connections share.
    package mutating func send(encoded event: [UInt8], to number: Int, coalescingKey: String?) {
        guard stream?.number == number, stream?.isEnded == false else { return }
        let limit = HTTPLimits.unsentBytesMax - output.count
        if stream?.events.append(event, key: coalescingKey, limit: limit) == false {
            close(.slowReader)
        }
    }

    /// Ends the stream after what was sent.
    package mutating func endStream(_ number: Int, at now: Duration) {
        guard stream?.number == number else { return }
        stream?.isEnded = true
        // Before its turn the stream has yet to write its head.
        if case .streaming = phase { finish(at: now) }
    }

    /// Ends the connection after the responses and events that are ready: the daemon stops.
    package mutating func finish(at now: Duration) {
        if case .closed = phase { return }
        if case .streaming = phase {
            while let event = stream?.events.takeFirst() { output.append(event) }
        }
        stream = nil
        intake.close()
        intake.dropRequests(after: 0)
        lastProgress = now
        ending = ending ?? .asked
        phase = .ending
    }

    /// Removes and returns up to `limit` bytes to be written. Take only when all that was taken is
    /// written: what is still here can be replaced by newer events, and counts for the limits.
    package mutating func takeOutput(
        upTo limit: Int = HTTPLimits.outputBytes, at now: Duration
    ) -> [UInt8] {
        if case .streaming = phase {
            while output.count < limit, let event = stream?.events.takeFirst() {
                output.append(event)
            }
        }
        let bytes = output.removeFirst(limit)
        if !bytes.isEmpty {
            lastProgress = now
            readRequests(at: now)
        }
        return bytes
    }

    // MARK: - State

    /// True if the socket is to be closed once everything taken is written.
    package var wantsClose: Bool {
        switch phase {
        case .closed: true
        case .ending: output.isEmpty
        case .lingering: intake.isEnded && output.isEmpty
        case .open: intake.isEnded && !intake.isOpen && answers.isEmpty && output.isEmpty
        case .streaming: false
        }
    }

    /// True if there is something for `takeOutput`.
    package var hasOutput: Bool {
        if case .streaming = phase, stream?.events.isEmpty == false { return true }
        return !output.isEmpty
    }

    /// Bytes of answers and events that are made and not taken.
    package var unsentBytes: Int {
        output.count + answers.readyBytes + (stream?.events.byteCount ?? 0)
    }

    /// Bytes of requests that are not complete, or have no answer yet.
    package var heldBytes: Int { intake.heldCount + answers.waitingBytes }

    /// Whether nothing is under way: no part of a request, no answer, no stream.
    package var isIdle: Bool {
        guard case .open = phase else { return false }
        return answers.isEmpty && output.isEmpty && intake.heldCount == 0
    }

    /// True while the owner does not read the rest of a request, because others have the room: the client
    /// waits for the server then, and its time begins again afterwards.
    package var isHeldBack: Bool {
        get { intake.isHeldBack }
        set { intake.isHeldBack = newValue }
    }

    /// True while bytes of the socket should be read: false holds a client back that sends faster
    /// than it reads.
    package var wantsInput: Bool {
        guard !intake.isEnded else { return false }
        switch phase {
        case .open: return !intake.isOpen || hasRoom
        case .streaming, .lingering: return true
        case .ending, .closed: return false
        }
    }

    /// When `tick` has something to do; in the past if requests wait to be taken.
    package var nextDeadline: Duration? {
        guard !intake.hasRequests else { return .zero }
        switch phase {
        case .open:
            return openDeadline
        case .streaming:
            return hasOutput ? nil : lastProgress + HTTPLimits.streamCommentTime
        case .lingering(let end):
            return end
        case .ending:
            return output.isEmpty ? nil : lastProgress + HTTPLimits.unsentTime
        case .closed:
            return nil
        }
    }

    // MARK: - Private

    private static let streamHeaders: Headers = {
        var headers = Headers()
        headers["content-type"] = "text/event-stream"
        headers["cache-control"] = "no-store"
        headers["connection"] = "close"
        return headers
    }()

    private var hasRoom: Bool {
        answers.count < HTTPLimits.pipelineMax
            && output.count + answers.readyBytes < HTTPLimits.unsentBytesMax
            && answers.waitingBytes < HTTPLimits.waitingBytesMax
    }

    private var openDeadline: Duration? {
        if !output.isEmpty {
            let unsent = lastProgress + HTTPLimits.unsentTime
            return intake.deadline.map { min($0, unsent) } ?? unsent
        }
        let isQuiet = answers.isEmpty && !isHeldBack
        return intake.deadline ?? (isQuiet ? lastProgress + HTTPLimits.keepAliveTime : nil)
    }

    /// Reads requests as far as there is room for their answers.
    private mutating func readRequests(at now: Duration) {
        guard case .open = phase else { return }
        while hasRoom {
            switch intake.next(at: now) {
            case .nothing:
                return
            case .expectsContinue:
                answers.append(AnswerQueue.goOn)
                release(at: now)
            case .arrived(let exchange, let bytes):
                answers.append(waiting: exchange, bytes: bytes)
            case .refused(let refusal):
                refuse(refusal, at: now)
                return
            }
        }
        intake.pause()
    }

    private mutating func refuse(_ refusal: APIError, at now: Duration) {
        ending = .refused(refusal)
        answers.append(
            AnswerQueue.Answer(
                bytes: Response.error(refusal).encode(for: .get, connection: "close"),
                after: .linger))
        release(at: now)
    }

    /// Moves to the output what is ready and next in order.
    private mutating func release(at now: Duration) {
        guard case .open = phase else { return }
        while let answer = answers.takeReady() {
            output.append(answer.bytes)
            lastProgress = now
            switch answer.after {
            case .next:
                continue
            case .stream:
                phase = .streaming
                if stream?.isEnded == true { finish(at: now) }
            case .close:
                finish(at: now)
            case .linger:
                phase = .lingering(until: now + HTTPLimits.lingerTime)
            }
            answers = AnswerQueue()
            return
        }
    }

    private mutating func tickOpen(at now: Duration) {
        if let refusal = intake.refusalOfLate(at: now) { refuse(refusal, at: now) }
        closeIfStuck(at: now)
        if answers.isEmpty, output.isEmpty, intake.deadline == nil, !intake.hasRequests,
            !isHeldBack, now >= lastProgress + HTTPLimits.keepAliveTime
        {
            close(.idle)
        }
    }

    private mutating func closeIfStuck(at now: Duration) {
        guard !output.isEmpty, now >= lastProgress + HTTPLimits.unsentTime else { return }
        close(.slowReader)
    }

    /// Ends the connection now; what is unsent is dropped. An earlier reason stands.
    private mutating func close(_ reason: Ending) {
        ending = ending ?? reason
        phase = .closed
        intake.close()
        intake.dropRequests(after: 0)
        output.removeAll()
        stream = nil
    }
}
