import LocalAPI
package import Net

/// The descriptors that a client waits on, each with what to do when it is ready.
package typealias ClientSources = EventLoop<() -> Void>

extension EventLoop<() -> Void> {
    /// Waits until a descriptor is ready or the deadline, an uptime, is reached; calls every source
    /// that is ready.
    package func turn(until deadline: Duration?) throws(ClientError) {
        let timeout = deadline.map { max(.zero, $0 - Clocks.uptime) }
        let ready = try ClientError.rethrowing(ClientError.unreachable, wait(timeout: timeout))
        for (act, _) in ready { act() }
    }
}

/// One connection to the daemon among the sources of a loop; it never waits.
///
/// Each turn: `send`, `write`, the loop's wait, `read`, then `next` until nil.
final class DaemonConnection {
    private let socket: StreamSocket
    private let sources: ClientSources
    private var connection = ClientConnection()
    private var unwritten: [UInt8] = []
    private var written = 0
    private var fault: ClientError?
    private var isReady = false
    private var isEnded = false
    /// The time of the last received byte, or of connecting.
    private(set) var lastHeardAt: Duration

    init(_ socket: StreamSocket, in sources: ClientSources, at now: Duration) {
        self.socket = socket
        self.sources = sources
        lastHeardAt = now
        let isWatched = sources.watch(socket.number, .readable) { [weak self] in
            self?.isReady = true
        }
        precondition(isWatched, "a client has a handful of descriptors")
    }

    deinit { sources.forget(socket.number) }

    /// False once a further request needs another connection.
    var keepsAlive: Bool { connection.keepsAlive && !isEnded }

    /// Queues a request; `write` sends it.
    func send(_ request: Request, inParts: Bool = false) {
        _ = connection.send(request, inParts: inParts)
    }

    /// Reads what has come, if the loop has found the connection ready.
    func read(at now: Duration) {
        guard isReady else { return }
        isReady = false
        do throws(NetError) {
            switch try socket.read() {
            case .bytes(let bytes):
                connection.receive(bytes)
                lastHeardAt = now
            case .wouldBlock: break
            case .end: end(nil)
            }
        } catch {
            end(.lost(error.message))
        }
    }

    /// `next` still returns the answers and events that came before the end.
    private func end(_ error: ClientError?) {
        connection.endOfInput()
        isEnded = true
        fault = fault ?? error
    }

    /// The next answer or event that has arrived; nil if none has. Throws once no more can arrive.
    func next() throws(ClientError) -> ClientConnection.Arrival? {
        do throws(LocalAPIError) {
            if let arrival = try connection.next() { return arrival }
        } catch {
            if case .closedEarly = error { throw fault ?? .lost("\(error)") }
            throw .notUnderstood("\(error)")
        }
        if let fault { throw fault }
        return nil
    }

    /// Writes as much as the socket accepts; the loop waits for room for the rest. An error of the
    /// write is thrown by `next`.
    func write() {
        do throws(NetError) {
            while true {
                if written == unwritten.count {
                    unwritten = connection.takeOutput(upTo: NetLimits.readBytesMax)
                    written = 0
                }
                guard written < unwritten.count,
                    case .wrote(let count) = try socket.write(unwritten, from: written)
                else { break }
                written += count
            }
        } catch {
            fault = .lost(error.message)
        }
        let isDone = written == unwritten.count
        sources.update(socket.number, isDone ? .readable : [.readable, .writable])
    }
}
