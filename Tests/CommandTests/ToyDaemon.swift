import Client
import Foundation
import LocalAPI
import Net

/// The serving side of the local API with answers out of a list, on a thread of its own.
final class ToyDaemon: @unchecked Sendable {
    /// What is done with one request.
    enum Reply: Sendable {
        case answer(Status, String)
        /// The connection ends without an answer.
        case hangUp
        /// Nothing comes, and the connection stays.
        case silence
        /// These events, and then the end.
        case stream([ServerSentEvent])
    }

    /// Its folder, gone with it.
    let home: StateHome
    private let listener: Listener
    private let state: Guarded<(replies: [Reply], requests: [Request], isEnding: Bool)>

    init(_ replies: [Reply]) throws {
        home = StateHome("/tmp/toy-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        _ = try Folder(home.path)
        listener = try Listener.listening(onPath: home.socketPath)
        state = Guarded((replies, [], false))
    }

    deinit { try? FileManager.default.removeItem(atPath: home.path) }

    /// The requests that came, in order.
    var requests: [Request] { state.withLock { $0.requests } }

    /// Serves while the work is done, on a thread of its own: both wait, and the test's threads are
    /// too few for that.
    func serving<Value>(_ work: () throws -> Value) throws -> Value {
        let isEnded = DispatchSemaphore(value: 0)
        let failure = Guarded<(any Error)?>(nil)
        Thread.detachNewThread {
            do {
                try self.serve()
            } catch {
                failure.withLock { $0 = error }
            }
            isEnded.signal()
        }
        let result = Result { try work() }
        state.withLock { $0.isEnding = true }
        isEnded.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return try result.get()
    }

    private func serve() throws {
        var kept: [StreamSocket] = []
        let deadline = Clocks.uptime + .seconds(30)
        while Clocks.uptime < deadline, !state.withLock({ $0.isEnding }) {
            let poller = EventLoop<Int>()
            poller.watch(listener.number, .readable, as: 0)
            guard try !poller.wait(timeout: .milliseconds(10)).isEmpty,
                case .accepted(let socket) = try listener.accept()
            else { continue }
            kept.append(socket)
            if try serve(socket) { kept.removeAll { $0 === socket } }
        }
    }

    /// Serves one connection until it ends; true when it is to be closed.
    private func serve(_ socket: StreamSocket) throws -> Bool {
        var connection = ServerConnection(at: Clocks.uptime)
        let poller = EventLoop<Int>()
        poller.watch(socket.number, .readable, as: 0)
        let deadline = Clocks.uptime + .seconds(30)
        while Clocks.uptime < deadline, !state.withLock({ $0.isEnding }) {
            _ = try poller.wait(timeout: .milliseconds(10))
            switch try socket.read() {
            case .bytes(let bytes): connection.receive(bytes, at: Clocks.uptime)
            case .wouldBlock: break
            case .end: return true
            }
            for exchange in connection.takeRequests() {
                switch take(exchange.request) {
                case .answer(let status, let body):
                    let response = Response.content(
                        Array(body.utf8), type: "application/json", status: status)
                    connection.respond(response, to: exchange.number, at: Clocks.uptime)
                case .hangUp: return true
                case .silence: return false
                case .stream(let events):
                    _ = connection.openStream(for: exchange.number, at: Clocks.uptime)
                    for event in events { connection.send(event, to: exchange.number) }
                    connection.finish(at: Clocks.uptime)
                }
            }
            try write(&connection, to: socket)
            if connection.wantsClose { return true }
        }
        return true
    }

    private func take(_ request: Request) -> Reply {
        state.withLock { state in
            state.requests.append(request)
            return state.replies.isEmpty ? .hangUp : state.replies.removeFirst()
        }
    }

    private func write(_ connection: inout ServerConnection, to socket: StreamSocket) throws {
        var bytes = connection.takeOutput(at: Clocks.uptime)
        while !bytes.isEmpty {
            guard case .wrote(let count) = try socket.write(bytes) else { continue }
            bytes.removeFirst(count)
            if bytes.isEmpty { bytes = connection.takeOutput(at: Clocks.uptime) }
        }
    }
}

/// A value behind a lock.
private final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
        lock.withLock { work(&value) }
    }
}
