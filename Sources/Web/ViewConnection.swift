import LocalAPI
import ViewModels

/// One reader's connection: bytes in, bytes out, as `ServerConnection`. An event is built when its
/// bytes are taken, so that a slow reader gets the present state, not a queue.
package final class ViewConnection {
    private struct Stream {
        let number: Int
        let page: any StreamedPage
        let next: (_ now: Duration) -> [UInt8]?
        /// The time at which the next event may be made; nil if there is none to make.
        var due: Duration?
        var isDue = true
        /// The time of the last event.
        var eventAt: Duration?
        /// The time at which bytes were last taken.
        var lastTaken: Duration
        /// Marks the stream when a value of the page changes.
        var changes: Binding?
    }

    private let door: any Door
    private var http: ServerConnection
    private var stream: Stream?
    /// True once the connection is to end, dropping output that was not taken or written.
    package private(set) var isClosed = false
    /// Requests that wait until the output of earlier ones is taken.
    private var waiting: [ServerConnection.Exchange] = []
    /// The request whose answer comes later, before those that wait.
    private var late: (number: Int, answer: LateAnswer)?
    /// The time at which bytes last moved.
    private(set) var lastActivity: Duration

    init(at now: Duration, _ door: any Door, bodyBytesMax: Int) {
        self.door = door
        http = ServerConnection(
            at: now, headers: DoorRules.headers, bodyBytesMax: bodyBytesMax)
        lastActivity = now
    }

    // MARK: In

    package func receive(_ bytes: [UInt8], at now: Duration) {
        lastActivity = now
        http.receive(bytes, at: now)
        answer(at: now)
    }

    package func endOfInput(at now: Duration) {
        http.endOfInput(at: now)
        answer(at: now)
    }

    /// Enforces deadlines, and makes changes that are due ready to be taken.
    package func tick(at now: Duration) {
        http.tick(at: now)
        answer(at: now)
        guard let stream else { return }
        if let due = stream.due, now >= due { self.stream?.isDue = true }
        if !hasOutput, now >= stream.lastTaken + WebLimits.commentTime {
            http.send(encoded: Self.comment, to: stream.number)
        }
        if hasOutput, now >= stream.lastTaken + WebLimits.stuckTime { close() }
    }

    /// Ends the connection now; output that was not taken is dropped.
    package func close() {
        isClosed = true
        stream = nil
        late = nil
    }

    // MARK: Out

    /// Call it only when all taken output is written.
    package func takeOutput(upTo limit: Int, at now: Duration) -> [UInt8] {
        guard !isClosed else { return [] }
        var bytes = http.takeOutput(upTo: limit, at: now)
        if let stream, stream.isDue, !http.hasOutput, bytes.count < limit {
            sendChanges(of: stream, at: now)
            bytes += http.takeOutput(upTo: limit - bytes.count, at: now)
        }
        if !bytes.isEmpty {
            lastActivity = now
            stream?.lastTaken = now
        }
        answer(at: now)
        return bytes
    }

    package var wantsInput: Bool { !isClosed && http.wantsInput && waiting.isEmpty }

    /// True if the socket is to be closed once the taken output is written.
    package var wantsClose: Bool { isClosed || http.wantsClose }

    package var hasOutput: Bool { !isClosed && (http.hasOutput || stream?.isDue == true) }

    /// The time at which `tick` is due.
    package var nextDeadline: Duration? {
        guard !isClosed else { return nil }
        let times: [Duration?] =
            if let stream {
                hasOutput
                    ? [stream.lastTaken + WebLimits.stuckTime]
                    : [stream.due, stream.lastTaken + WebLimits.commentTime]
            } else {
                [http.nextDeadline, late?.answer.deadline]
            }
        return times.compactMap(\.self).min()
    }

    /// The page of the stream; nil without one.
    var page: (any StreamedPage)? { stream?.page }

    /// True if the reader waits for nothing.
    var isQuiet: Bool { stream == nil && late == nil && !hasOutput && waiting.isEmpty }

    // MARK: Private

    private static let comment = Array(":\n".utf8)

    /// One response at a time: the next is made only once the last is taken, so that a slow reader
    /// with many requests costs little memory.
    private func answer(at now: Duration) {
        waiting += http.takeRequests()
        while !isClosed, !http.hasOutput {
            if let late {
                guard let response = late.answer.response(at: now) else { break }
                self.late = nil
                http.respond(response, to: late.number, at: now)
                continue
            }
            guard !waiting.isEmpty else { break }
            let exchange = waiting.removeFirst()
            switch door.answer(exchange.request, at: now) {
            case .response(let response): http.respond(response, to: exchange.number, at: now)
            case .later(let answer): late = (exchange.number, answer)
            case .stream(let page):
                guard http.openStream(for: exchange.number, at: now) else { continue }
                let changes = page.version.bind { [unowned self] _ in note(page) }
                stream = Stream(
                    number: exchange.number, page: page, next: page.reading(), lastTaken: now,
                    changes: changes)
            }
        }
        if http.wantsClose { (stream, late) = (nil, nil) }
    }

    /// The first change since the last event fixes the time of the next.
    private func note(_ page: any StreamedPage) {
        guard let stream, stream.due == nil else { return }
        let soon = page.now + WebLimits.gatheringTime
        self.stream?.due = max(soon, (stream.eventAt ?? .zero) + WebLimits.coalescingTime)
    }

    private func sendChanges(of stream: Stream, at now: Duration) {
        let event = stream.next(now)
        self.stream?.eventAt = stream.page.now
        self.stream?.due = nil
        self.stream?.isDue = false
        guard let event else { return }
        http.send(.json(encoded: event, event: "message"), to: stream.number)
    }
}
