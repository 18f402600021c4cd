import LocalAPI
import Net

/// One connection to the Unix socket: its requests, and what is made for it and not written.
final class ServedConnection {
    /// A request, and the method and path by which costs and turns name it.
    struct Call {
        let exchange: ServerConnection.Exchange
        let path: String

        init(_ exchange: ServerConnection.Exchange) {
            self.exchange = exchange
            let target = exchange.request.target.path.joined(separator: "/")
            path = "\(exchange.request.method.name) /\(target)"
        }
    }

    let id: Int
    let socket: StreamSocket
    var http: ServerConnection
    /// Complete requests that have not been answered.
    var calls: [Call] = []
    /// Taken from `http` and not yet written.
    private var output: [UInt8] = []
    private var offset = 0
    /// True while a request waits for its answer. Requests are answered in order, each after the
    /// commit of the one before, so that each sees all that those before it did and nothing of those
    /// after it (RFC 9112, 9.3.2).
    var isAwaitingAnswer = false
    /// The request that is answered with the event stream; no later one is answered.
    var stream: Int?
    /// When a byte last moved in either direction.
    private var activeAt: Duration
    /// When the client last took a byte.
    private(set) var tookAt: Duration

    init(_ id: Int, _ socket: StreamSocket, at now: Duration) {
        self.id = id
        self.socket = socket
        http = ServerConnection(at: now)
        activeAt = now
        tookAt = now
    }

    var isStreaming: Bool { stream != nil }

    // MARK: In

    /// Takes what has come. Throws when the connection is broken.
    func read(at now: Duration) throws(NetError) {
        switch try socket.read() {
        case .bytes(let bytes):
            activeAt = now
            http.receive(bytes, at: now)
        case .end: http.endOfInput(at: now)
        case .wouldBlock: return
        }
    }

    /// Lets time pass, and takes the requests that are complete.
    func collect(at now: Duration) {
        http.tick(at: now)
        calls += http.takeRequests().map(Call.init)
    }

    /// The request to answer next; nil while an earlier one waits for its answer, and while the
    /// client has not read the answers it has.
    var next: Call? {
        guard !isAwaitingAnswer, !isStreaming, unsentBytes < Limits.answersAheadBytes else {
            return nil
        }
        return calls.first
    }

    // MARK: Out

    /// Bytes that were made for the client, and that the system has not taken.
    var unsentBytes: Int { output.count - offset + http.unsentBytes }

    var hasOutput: Bool { offset < output.count || http.hasOutput }

    /// True once the connection has ended and everything is written.
    var isOver: Bool { http.wantsClose && !hasOutput }

    /// Writes once. Throws when the client is gone, which is its right.
    func write(at now: Duration) throws(NetError) {
        if offset >= output.count {
            output = http.takeOutput(at: now)
            offset = 0
        }
        guard offset < output.count,
            case .wrote(let count) = try socket.write(output, from: offset)
        else { return }
        offset += count
        activeAt = now
        tookAt = now
        if offset == output.count {
            output = []
            offset = 0
        }
    }

    // MARK: Making room

    /// The connection with the smallest worth is ended when a new one has no room: idle ones first,
    /// those that wait for an answer last, and among equals the one that has been quiet for
    /// longest.
    var worth: (rank: Int, activeAt: Duration) {
        if http.isIdle, calls.isEmpty { return (0, activeAt) }
        let isWaiting = !isStreaming && (!calls.isEmpty || isAwaitingAnswer)
        return (isWaiting ? 2 : 1, activeAt)
    }
}
