import LocalAPI
import Net

/// One connection to the daemon, driven by its own poll loop: it waits, which nothing else does.
final class LocalConnection {
    private let socket: StreamSocket
    private var connection = ClientConnection()
    private var poller = Poller()
    private var unwritten: [UInt8] = []
    private var written = 0

    init(_ socket: StreamSocket) {
        self.socket = socket
        poller.register(socket.number, .readable, token: 0)
    }

    /// False once a further request needs another connection.
    var keepsAlive: Bool { connection.keepsAlive }

    /// Queues a request and returns the number of its answer; `next` writes it.
    func send(_ request: Request) -> Int { connection.send(request) }

    /// What comes next; nil when the deadline, an uptime, passes first.
    func next(until deadline: Duration?) throws(ClientError) -> ClientConnection.Arrival? {
        while true {
            if let arrival = try parsed() { return arrival }
            guard try turn(until: deadline) else { return nil }
        }
    }

    private func parsed() throws(ClientError) -> ClientConnection.Arrival? {
        do throws(LocalAPIError) {
            return try connection.next()
        } catch {
            if case .closedEarly = error { throw .lost("\(error)") }
            throw .notUnderstood("\(error)")
        }
    }

    /// Writes and reads what is ready; false when the deadline passed.
    private func turn(until deadline: Duration?) throws(ClientError) -> Bool {
        do throws(NetError) {
            try write()
            poller.update(
                socket.number, written < unwritten.count ? [.readable, .writable] : .readable)
            let rest = deadline.map { $0 - Clocks.uptime }
            if let rest, rest <= .zero { return false }
            let ready = try poller.wait(timeout: rest)
            if ready.contains(where: \.isReadable) { try read() }
            return true
        } catch {
            throw .lost(error.message)
        }
    }

    private func write() throws(NetError) {
        while true {
            if written == unwritten.count {
                unwritten = connection.takeOutput(upTo: NetLimits.readBytesMax)
                written = 0
            }
            guard written < unwritten.count else { return }
            guard case .wrote(let count) = try socket.write(unwritten, from: written) else {
                return
            }
            written += count
        }
    }

    private func read() throws(NetError) {
        switch try socket.read() {
        case .bytes(let bytes): connection.receive(bytes)
        case .wouldBlock: break
        case .end: connection.endOfInput()
        }
    }
}
