import Net
import Seeds

/// Several connections at once that send random bytes as fast as they are taken, and come back
/// when they are dropped.
struct Flood {
    private static let connections = 8

    private let connect: () throws -> StreamSocket
    private let bytesWanted: Int
    private let bytes: [UInt8]
    private var generator: SeededGenerator
    private var sockets: [StreamSocket] = []
    private let poller = EventLoop<Int>()
    private var sent = 0
    private var dropped = 0

    init(
        _ connect: @escaping () throws -> StreamSocket, bytesWanted: Int,
        _ generator: inout SeededGenerator
    ) {
        self.connect = connect
        self.bytesWanted = bytesWanted
        bytes = (0..<(1 << 20)).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        self.generator = generator
    }

    var summary: String { "\(sent / 1_000_000) MB in \(dropped) dropped links" }

    /// Writes what is taken now; true once enough was sent.
    mutating func turn() throws -> Bool {
        while sockets.count < Self.connections {
            guard let socket = try? connect() else { break }
            poller.watch(socket.number, [.readable, .writable], as: Int(socket.number))
            sockets.append(socket)
        }
        for (number, state) in try poller.wait(timeout: .milliseconds(5)) {
            hear(number, state)
        }
        return sent >= bytesWanted
    }

    /// Waits until the other side has dropped what is still open.
    mutating func end(_ stage: Stage) throws {
        for socket in sockets { poller.update(socket.number, .readable) }
        try stage.wait("every link with noise is dropped") {
            for (number, state) in try poller.wait(timeout: .milliseconds(5)) {
                hear(number, state)
            }
            return sockets.isEmpty
        }
    }

    private mutating func hear(_ number: Int, _ state: Readiness) {
        guard let index = sockets.firstIndex(where: { Int($0.number) == number }),
            !write(sockets[index], isWriting: state.isWritable)
        else { return }
        dropped += 1
        poller.forget(sockets[index].number)
        sockets.remove(at: index)
    }

    /// False once the other side has dropped it.
    private mutating func write(_ socket: StreamSocket, isWriting: Bool) -> Bool {
        do throws(NetError) {
            if case .end = try socket.read() { return false }
            guard isWriting, try socket.finishConnect() else { return true }
            let offset = Int.random(in: 0..<bytes.count / 2, using: &generator)
            if case .wrote(let count) = try socket.write(bytes, from: offset) { sent += count }
            return true
        } catch {
            return false
        }
    }
}
