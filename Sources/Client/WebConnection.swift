import LocalAPI
import Net
import TLS
import Web

/// A connection among the sources of the loop, and the output not yet written.
final class WebConnection {
    let talk: any WebTalk
    /// The machine at the other end; nil for this one.
    let host: Address.Host?
    private let socket: StreamSocket
    private var output: [UInt8] = []
    private var offset = 0
    private var isReady = false
    private var isBroken = false
    /// The last time at which bytes were written, or none were waiting.
    private var writtenAt: Duration

    init(_ socket: StreamSocket, _ talk: any WebTalk, of host: Address.Host?, at now: Duration) {
        self.socket = socket
        writtenAt = now
        self.talk = talk
        self.host = host
        socket.endUnacknowledged(after: ClientLimits.webUnacknowledgedTime)
    }

    private var hasOutput: Bool { offset < output.count || talk.hasOutput }

    var nextDeadline: Duration? {
        let stuck = offset < output.count ? writtenAt + ClientLimits.webStuckTime : nil
        return [talk.nextDeadline, stuck].compactMap(\.self).min()
    }

    /// False if the loop has no room.
    func begin(in sources: ClientSources) -> Bool {
        sources.watch(socket.number, .readable) { [weak self] in self?.isReady = true }
    }

    func end(in sources: ClientSources) {
        sources.forget(socket.number)
        talk.close()
    }

    /// Updates the events to wait for: the library may have given a page output since.
    func watch(in sources: ClientSources) {
        var interest: Interest = talk.wantsInput ? .readable : []
        if hasOutput { interest.insert(.writable) }
        sources.update(socket.number, interest)
    }

    func read(at now: Duration) {
        if isReady {
            isReady = false
            do throws(NetError) {
                try readOnce(at: now)
            } catch {
                isBroken = true
            }
        }
        talk.tick(at: now)
    }

    private func readOnce(at now: Duration) throws(NetError) {
        guard talk.wantsInput else {
            // Nothing was waited for, so the poller reports that the other side is gone.
            isBroken = !hasOutput
            return
        }
        switch try socket.read() {
        case .bytes(let bytes): talk.receive(bytes, at: now)
        case .end: talk.endOfInput(at: now)
        case .wouldBlock: break
        }
    }

    /// Writes once; false once the connection has ended.
    func write(at now: Duration) -> Bool {
        if offset == output.count {
            output = talk.takeOutput(upTo: HTTPLimits.outputBytes, at: now)
            offset = 0
            writtenAt = now
        }
        do throws(NetError) {
            if case .wrote(let count) = try socket.write(output, from: offset), count > 0 {
                offset += count
                writtenAt = now
            }
        } catch {
            isBroken = true
        }
        let isStuck = offset < output.count && now >= writtenAt + ClientLimits.webStuckTime
        return !isBroken && !isStuck && !talk.isClosed && !(talk.wantsClose && !hasOutput)
    }
}

/// One end of a conversation in bytes: a viewer's, or a command's.
protocol WebTalk: AnyObject {
    func receive(_ bytes: [UInt8], at now: Duration)
    func endOfInput(at now: Duration)
    func tick(at now: Duration)
    func takeOutput(upTo limit: Int, at now: Duration) -> [UInt8]
    var wantsInput: Bool { get }
    var wantsClose: Bool { get }
    var hasOutput: Bool { get }
    /// True if unwritten output is dropped.
    var isClosed: Bool { get }
    var nextDeadline: Duration? { get }
    func close()
}

extension ViewConnection: WebTalk {}

/// A command's requests, each answered at once.
final class CommandTalk: WebTalk {
    private var http: ServerConnection
    private let answer: (Request) -> Response

    init(at now: Duration, answer: @escaping (Request) -> Response) {
        http = ServerConnection(at: now)
        self.answer = answer
    }

    var wantsInput: Bool { http.wantsInput }
    var wantsClose: Bool { http.wantsClose }
    var hasOutput: Bool { http.hasOutput }
    var isClosed: Bool { false }
    var nextDeadline: Duration? { http.nextDeadline }

    func receive(_ bytes: [UInt8], at now: Duration) { http.receive(bytes, at: now) }
    func endOfInput(at now: Duration) { http.endOfInput(at: now) }
    func close() {}

    func tick(at now: Duration) {
        http.tick(at: now)
        for exchange in http.takeRequests() {
            http.respond(answer(exchange.request), to: exchange.number, at: now)
        }
    }

    func takeOutput(upTo limit: Int, at now: Duration) -> [UInt8] {
        http.takeOutput(upTo: limit, at: now)
    }
}

/// A browser's conversation inside TLS.
final class SecureTalk: WebTalk {
    private let channel: SecureChannel
    private let inner: any WebTalk
    private let handshakeDeadline: Duration
    private var isBroken = false

    init(_ inner: any WebTalk, in channel: SecureChannel, at now: Duration) {
        self.inner = inner
        self.channel = channel
        handshakeDeadline = now + ClientLimits.webHandshakeTime
    }

    private var isShaking: Bool { !channel.isEstablished && !channel.wantsClose }

    var wantsInput: Bool { channel.wantsInput && (isShaking || inner.wantsInput) }
    var wantsClose: Bool { channel.wantsClose }
    /// The closing alert counts as output: without it the browser would take the response for
    /// truncated.
    var hasOutput: Bool {
        channel.outputBytes > 0 || channel.isEstablished && (inner.hasOutput || inner.wantsClose)
    }
    var isClosed: Bool { isBroken || inner.isClosed }
    var nextDeadline: Duration? { isShaking ? handshakeDeadline : inner.nextDeadline }

    func receive(_ bytes: [UInt8], at now: Duration) {
        channel.receive(bytes)
        for event in channel.takeEvents() {
            switch event {
            case .established: break
            case .data(let plain): inner.receive(plain, at: now)
            case .closed, .failed: inner.endOfInput(at: now)
            }
        }
    }

    /// An end of the input during the handshake breaks the connection.
    func endOfInput(at now: Duration) {
        isBroken = isShaking
        inner.endOfInput(at: now)
    }

    func tick(at now: Duration) {
        if isShaking, now >= handshakeDeadline { isBroken = true }
        inner.tick(at: now)
    }

    func takeOutput(upTo limit: Int, at now: Duration) -> [UInt8] {
        if channel.isEstablished {
            channel.send(inner.takeOutput(upTo: limit, at: now))
            if inner.wantsClose, !inner.hasOutput { channel.close() }
        }
        return channel.takeOutput()
    }

    func close() { inner.close() }
}
