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
    /// What those without an answer hold back of the requests behind them.
    var hold = Hold.nothing
    /// Answers that wait for something else than the commit.
    var laterCount = 0
    /// What the answers that are to be made in this turn are taken to be long.
    var pledgedBytes = 0
    /// The request that is answered with the event stream.
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

    /// What held requests back has its answer, as far as nothing else does: somebody who reads may
    /// still wait, and behind a stream no request ever goes on.
    func release() {
        hold = isStreaming ? .everything : laterCount > 0 ? .changes : .nothing
    }

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

    /// The request to be answered next, if nothing before it holds it back and its answer would not wait
    /// for long behind others that the client does not take.
    func next(joinsTurn: (Request) -> Bool) -> Call? {
        guard let call = calls.first, unsentBytes + pledgedBytes < Limits.answersAheadBytes,
            hold.lets(call.exchange.request, joinsTurn: joinsTurn(call.exchange.request))
        else { return nil }
        return call
    }

    // MARK: Out

    /// Bytes that were made for the client, and that the system has not taken.
    var unsentBytes: Int { output.count - offset + http.unsentBytes }

    var hasOutput: Bool { offset < output.count || http.hasOutput }

    /// Whether all is written and the connection has ended.
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

    // MARK: Whose place another may have

    /// Smaller for one that is rather to be ended when there is no room for a new one: first those for
    /// whom nothing is under way, last those who wait for an answer, and of either the longest quiet.
    var worth: (rank: Int, activeAt: Duration) {
        if http.isIdle, calls.isEmpty { return (0, activeAt) }
        let isWaiting = !isStreaming && (!calls.isEmpty || hold != .nothing)
        return (isWaiting ? 2 : 1, activeAt)
    }
}
