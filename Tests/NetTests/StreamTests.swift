import Foundation
import Testing

@testable import Net

@Suite struct StreamTests {
    @Test(.timeLimit(.minutes(1)), arguments: ["127.0.0.1:0", "[::1]:0", ":0"])
    func aMegabyteComesBackOverTCP(place: String) throws {
        let listener = try Listener.listening(on: #require(Address(place)))
        let bound = try #require(listener.address)
        #expect(bound.port != 0)
        let client = try StreamSocket.connecting(to: bound)
        try echo(client, listener)
    }

    /// Whichever side asks for small segments, both send small ones.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false], [516, 216])
    func segmentsAreBoundedInBothDirections(isDialer: Bool, bytesMax: Int) throws {
        let listener = try Listener.listening(on: .loopback(port: 0))
        let bound = try #require(listener.address)
        if !isDialer { listener.limitSegments(to: bytesMax) }
        let client = try StreamSocket.connecting(
            to: bound, segmentBytesMax: isDialer ? bytesMax : nil)
        var server: StreamSocket?
        while server == nil { server = try accepted(by: listener) }
        for number in [client.number, try #require(server).number] {
            var bytes: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            let status = unsafe getsockopt(
                number, CInt(IPPROTO_TCP), TCP_MAXSEG, &bytes, &length)
            #expect(status == 0 && bytes > 0 && bytes <= bytesMax)
        }
        #expect(!client.isStalled)
        listener.limitSegments(to: nil)
        try echo(.connecting(to: bound), listener)
    }

    @Test(.timeLimit(.minutes(1)))
    func aMegabyteComesBackOverAPath() throws {
        let scratch = Scratch()
        let listener = try Listener.listening(onPath: scratch.file("socket"))
        try echo(StreamSocket.connected(toPath: scratch.file("socket")), listener)
    }

    /// Sends a megabyte through a link whose other side sends back what it reads, then ends it.
    private func echo(_ client: StreamSocket, _ listener: Listener) throws {
        let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        var (written, received): (Int, [UInt8]) = (0, [])
        var (server, waiting, hasEnded): (StreamSocket?, [UInt8], Bool) = (nil, [], false)
        let poller = EventLoop<Int>()
        poller.watch(client.number, [.readable, .writable], as: 1)
        poller.watch(listener.number, .readable, as: 2)
        try turn(poller) { poller, ready in
            for (source, _) in ready where source == 2 {
                guard server == nil, let socket = try accepted(by: listener) else { continue }
                poller.forget(listener.number)
                poller.watch(socket.number, .readable, as: 3)
                server = socket
            }
            if let server {
                if case .bytes(let bytes) = try server.read() { waiting += bytes }
                if case .wrote(let count) = try server.write(waiting) {
                    waiting.removeFirst(count)
                }
                poller.update(server.number, waiting.isEmpty ? .readable : [.readable, .writable])
            }
            for (source, state) in ready where source == 1 {
                if state.isWritable, written < sent.count {
                    #expect(try client.finishConnect())
                    if case .wrote(let count) = try client.write(sent, from: written) {
                        written += count
                    }
                    if written == sent.count {
                        poller.update(client.number, .readable)
                        client.finishWriting()
                    }
                }
                if case .bytes(let bytes) = try client.read() { received += bytes }
            }
            if received.count == sent.count, let server { hasEnded = try server.read() == .end }
            return hasEnded
        }
        #expect(received == sent)
    }

    @Test(.timeLimit(.minutes(1)))
    func nobodyThereIsAnErrorWithTheAddress() throws {
        // Bound, so that nobody else has the port, but not listening.
        let silent = try SocketOption.open(AF_INET, "a test")
        let name = SocketAddress(.loopback(port: 0))
        try #require(unsafe name.reading { unsafe bind(silent.number, $0, $1) } == 0)
        let place = try #require(SocketOption.localAddress(silent.number))
        let error = failure {
            let socket = try StreamSocket.connecting(to: place)
            let poller = EventLoop<Int>()
            poller.watch(socket.number, .writable, as: 1)
            try turn(poller) { _, ready in
                guard !ready.isEmpty else { return false }
                return try socket.finishConnect()
            }
        }
        #expect(error?.message == "cannot connect to \(place): connection refused")
    }

    @Test func aPortInUseIsAnErrorWithTheAddress() throws {
        let first = try Listener.listening(on: .loopback(port: 0))
        let place = try #require(first.address)
        let error = failure { _ = try Listener.listening(on: place) }
        #expect(error?.message == "cannot listen on \(place): address in use")
    }

    @Test(.timeLimit(.minutes(1)))
    func aWriteToALinkThatIsGoneIsAnErrorNotASignal() async {
        // In a process of its own, in which nobody else has the signal ignored.
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let listener = try Listener.listening(on: .loopback(port: 0))
            guard let address = listener.address else { throw Overdue() }
            let client = try StreamSocket.connecting(to: address)
            let poller = EventLoop<Int>()
            poller.watch(listener.number, .readable, as: 1)
            try turn(poller) { _, _ in try accepted(by: listener) != nil }
            poller.watch(client.number, .writable, as: 2)
            let error = failure {
                try turn(poller) { _, _ in
                    _ = try client.write([1])
                    return false
                }
            }
            guard [EPIPE, ECONNRESET].contains(error?.number?.rawValue) else { throw Overdue() }
        }
    }

    @Test func withoutADescriptorLeftTheLinkWaits() async {
        // In a process of its own, whose limit it may use up.
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let listener = try Listener.listening(onPath: scratch.file("socket"))
            let client = try StreamSocket.connected(toPath: scratch.file("socket"))
            var hoard: [LockFile] = []
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            #if canImport(Darwin)
                _ = unsafe setrlimit(RLIMIT_NOFILE, &limit)
            #else
                _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #endif
            while let file = try? LockFile(scratch.file("\(hoard.count)")) { hoard.append(file) }
            guard case .exhausted = try listener.accept() else { throw Overdue() }
            hoard.removeLast()
            guard let server = try accepted(by: listener) else { throw Overdue() }
            guard try server.write([1]) == .wrote(1) else { throw Overdue() }
            guard try client.read() == .bytes([1]) else { throw Overdue() }
        }
    }

    @Test func theNextDescriptorIsFreeOnceItsOwnerIsGone() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        weak var released: Listener?
        do {
            let listener = try Listener.listening(onPath: path)
            released = listener
            #expect(FileManager.default.fileExists(atPath: path))
        }
        #expect(released == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
