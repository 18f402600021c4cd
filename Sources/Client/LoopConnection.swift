import LocalAPI
import Net

/// One connection to the daemon among the other sources of a loop: it never waits.
final class LoopConnection {
    private let socket: StreamSocket
    private let sources: LoopSources
    private var connection = ClientConnection()
    private var unwritten: [UInt8] = []
    private var written = 0
    private var fault: ClientError?
    private var isReady = false
    /// The daemon sends nothing more.
    private(set) var isEnded = false
    /// When the last byte came, or the connection was made.
    private(set) var lastHeardAt: Duration

    init(_ socket: StreamSocket, in sources: LoopSources, at now: Duration) {
        self.socket = socket
        self.sources = sources
        lastHeardAt = now
        sources.watch(socket.number, .readable) { [weak self] _ in self?.isReady = true }
    }

    deinit { sources.forget(socket.number) }

    /// False once a further request needs another connection.
    var keepsAlive: Bool { connection.keepsAlive && !isEnded }

    /// Queues a request; `write` writes it.
    func send(_ request: Request) { _ = connection.send(request) }

    /// Takes what has come, if the loop has found the connection ready.
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

    /// What came before the end is whole, and is still told.
    private func end(_ error: ClientError?) {
        connection.endOfInput()
        isEnded = true
        fault = fault ?? error
    }

    /// What has come, in order; nil when there is no more now. Throws when nothing more comes.
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

    /// Writes as much as the socket takes; the loop is told when the rest can follow. A failure
    /// comes with the next read.
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
