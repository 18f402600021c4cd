import Client
import Documents
import Foundation
import LocalAPI
import Net
import Synchronization

/// The serving side of the local API: it takes any number of connections, and is turned by hand on the
/// test's own thread and answers when the test says so, or serves by a list on a thread of its own.
final class HandDaemon: @unchecked Sendable {
    /// The outcome of a request that a list sent.
    enum Reply: Sendable {
        case answer(Status, String)
        /// The connection ends without an answer.
        case hangUp
        /// Nothing comes, and the connection stays.
        case silence
        /// These events, and then the end of the stream.
        case stream([ServerSentEvent])
    }

    /// A request that waits for the test.
    struct Asked {
        let request: Request
        fileprivate let number: Int
        fileprivate let connection: Connection
    }

    fileprivate final class Connection {
        let socket: StreamSocket
        var http = ServerConnection(at: Clocks.uptime)
        var unwritten: [UInt8] = []
        var streamNumber: Int?
        var isGone = false

        init(_ socket: StreamSocket) { self.socket = socket }
    }

    let home: StateHome
    /// Requests that were not answered, in the order of their arrival.
    private(set) var asked: [Asked] = []
    /// Every request that ever came, the event stream's aside.
    private(set) var requests: [Request] = []
    private var listener: Listener?
    private var connections: [Connection] = []

    /// A home without a daemon: a new one, or the one that is given.
    init(at home: StateHome? = nil) throws {
        let path = "/tmp/hand-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        self.home = home ?? StateHome(path)
        _ = try Folder(self.home.path)
    }

    deinit {
        listener = nil
        try? FileManager.default.removeItem(atPath: home.path)
    }

    /// Begins to listen.
    func begin() throws { listener = try Listener.listening(onPath: home.socketPath) }

    /// Goes away with all its connections, as after kill -9.
    func crash() {
        listener = nil
        connections = []
        asked = []
    }

    /// Ends the connections on which nothing is streamed, as after a long silence.
    func closeIdle() {
        connections.removeAll { $0.streamNumber == nil }
    }

    /// Subscribers of the event stream.
    var subscriberCount: Int { connections.count { $0.streamNumber != nil } }

    /// Takes and gives what is ready.
    func turn() throws {
        while let listener, case .accepted(let socket) = try listener.accept() {
            connections.append(Connection(socket))
        }
        for connection in connections { serve(connection) }
        connections.removeAll(where: \.isGone)
    }

    /// Answers the oldest request.
    func answer(_ document: some Encodable, status: Status = .ok) {
        answer(asked.removeFirst(), JSON.encode(document), status)
    }

    private func answer(_ asked: Asked, _ body: [UInt8], _ status: Status) {
        asked.connection.http.respond(
            .content(body, type: "application/json", status: status), to: asked.number,
            at: Clocks.uptime)
    }

    /// Tells all subscribers.
    func tell(_ document: WatchDocument) {
        for connection in connections {
            guard let number = connection.streamNumber else { continue }
            connection.http.send(Self.event(document), to: number)
        }
    }

    /// All that a document has, whatever was told before.
    static func event(_ document: WatchDocument) -> ServerSentEvent {
        .json(encoded: JSON.patch(from: WatchDocument(), to: document) ?? [], event: "message")
    }

    /// Serves while the work is done, which waits for the answers: a reply a request, and once there is none
    /// left, by hanging up.
    func serving<Value>(_ replies: [Reply], _ work: () throws -> Value) throws -> Value {
        try begin()
        let isEnded = DispatchSemaphore(value: 0)
        let isEnding = Mutex(false)
        Thread.detachNewThread { [self] in
            var replies = replies[...]
            let poller = EventLoop<Int>()
            while !isEnding.withLock({ $0 }) {
                try? turn()
                // A stream is for who subscribes; whatever else is asked before waits.
                if case .stream(let events)? = replies.first {
                    if subscriberCount > 0 {
                        replies.removeFirst()
                        stream(events)
                    }
                } else {
                    while !asked.isEmpty { give(replies.popFirst() ?? .hangUp) }
                }
                _ = try? poller.wait(timeout: .milliseconds(1))
            }
            isEnded.signal()
        }
        let result = Result { try work() }
        isEnding.withLock { $0 = true }
        isEnded.wait()
        return try result.get()
    }

    private func give(_ reply: Reply) {
        let first = asked.removeFirst()
        switch reply {
        case .answer(let status, let body): answer(first, Array(body.utf8), status)
        case .hangUp, .stream: connections.removeAll { $0 === first.connection }
        case .silence: break
        }
    }

    private func stream(_ events: [ServerSentEvent]) {
        for connection in connections {
            guard let number = connection.streamNumber else { continue }
            for event in events { connection.http.send(event, to: number) }
            connection.http.finish(at: Clocks.uptime)
            connection.streamNumber = nil
        }
    }

    private func serve(_ connection: Connection) {
        switch try? connection.socket.read() {
        case .bytes(let bytes)?: connection.http.receive(bytes, at: Clocks.uptime)
        case .wouldBlock?: break
        case .end?, nil: connection.isGone = true
        }
        for exchange in connection.http.takeRequests() {
            if exchange.request.target.path == ["v1", "watch"] {
                _ = connection.http.openStream(for: exchange.number, at: Clocks.uptime)
                connection.streamNumber = exchange.number
            } else {
                requests.append(exchange.request)
                asked.append(
                    Asked(
                        request: exchange.request, number: exchange.number, connection: connection))
            }
        }
        connection.unwritten += connection.http.takeOutput(at: Clocks.uptime)
        do {
            while !connection.unwritten.isEmpty,
                case .wrote(let count) = try connection.socket.write(connection.unwritten)
            {
                connection.unwritten.removeFirst(count)
            }
            if connection.http.wantsClose, connection.unwritten.isEmpty { connection.isGone = true }
        } catch {
            // The library has given up this connection, which is its right.
            connection.isGone = true
        }
    }
}
