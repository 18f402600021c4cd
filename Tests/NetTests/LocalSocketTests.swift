import Foundation
import Seeds
import Testing

@testable import Net

@Suite struct LocalSocketTests {
    @Test func onlyThisAccountCanOpenIt() throws {
        let scratch = Scratch()
        let listener = try Listener.listening(onPath: scratch.file("socket"))
        let attributes = try FileManager.default.attributesOfItem(atPath: listener.place)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aSocketThatIsAnsweredIsLeftAlone() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        let first = try Listener.listening(onPath: path)
        #expect(failure { _ = try Listener.listening(onPath: path) } == .answered(path: path))
        _ = try StreamSocket.connected(toPath: path)
        #expect(try accepted(by: first) != nil)
    }

    @Test func aSocketLeftBehindIsReplaced() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        try leaveSocket(at: path)
        #expect(
            failure { _ = try StreamSocket.connected(toPath: path) }?.message
                == "cannot connect to \(path): connection refused")
        let listener = try Listener.listening(onPath: path)
        _ = try StreamSocket.connected(toPath: path)
        #expect(try accepted(by: listener) != nil)
    }

    /// What a killed process leaves: the file of a socket that nobody has open.
    private func leaveSocket(at path: String) throws {
        let descriptor = try SocketOption.open(AF_UNIX, path)
        let name = try SocketAddress(path: path)
        let status = unsafe name.reading { unsafe bind(descriptor.number, $0, $1) }
        #expect(status == 0)
    }

    @Test func aFileInTheWayIsLeftAlone() throws {
        let scratch = Scratch()
        let path = scratch.file("socket")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(failure { _ = try Listener.listening(onPath: path) } == .obstructed(path: path))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func aPathTooLongSaysByHowMuchAndWhatToDo() throws {
        let path = "/tmp/" + String(repeating: "x", count: 200)
        let error = failure { _ = try Listener.listening(onPath: path) }
        #expect(failure { _ = try StreamSocket.connected(toPath: path) } == error)
        guard case .pathTooLong(path, 205, let bytesMax) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(bytesMax >= 103)
        #expect(error?.message.contains("shorter SCORED_HOME") == true)
    }
}

@Suite struct SignalTests {
    @Test(.timeLimit(.minutes(1)))
    func signalsComeThroughThePipeInTheirTurn() throws {
        let pipe = try SignalPipe(catching: Signal.allCases)
        let poller = EventLoop<Int>()
        poller.watch(pipe.number, .readable, as: 7)
        let before = try poller.wait(timeout: .zero)
        #expect(before.isEmpty)

        var caught: [Signal] = []
        for signal in Signal.allCases {
            kill(getpid(), signal.number)
            try turn(poller) { _, _ in
                caught += pipe.drain()
                return caught.last == signal
            }
        }
        #expect(caught == Signal.allCases)
    }
}

@Suite struct EventLoopTests {
    /// Pipes opened, filled, emptied and removed by seed; the loop tells exactly the full ones.
    @Test(.timeLimit(.minutes(1)), arguments: seeds(20))
    func readyAreThoseWithSomethingToRead(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let poller = EventLoop<Int>()
        var sources: [Int: Source] = [:]
        for token in 0..<200 {
            let keys = sources.keys.sorted()
            let key = keys.randomElement(using: &generator)
            switch (Int.random(in: 0..<4, using: &generator), key) {
            case (0, let key?):
                let source = try #require(sources[key])
                poller.forget(source.near.number)
                sources[key] = nil
            case (1, let key?):
                let source = try #require(sources[key])
                #expect(try source.far.write([1]) == .wrote(1))
                source.isFull = true
            case (2, let key?):
                let source = try #require(sources[key])
                if source.isFull { #expect(try source.near.read() != .wouldBlock) }
                source.isFull = false
            default:
                let source = try Source()
                sources[token] = source
                let isWatched = poller.watch(source.near.number, .readable, as: token)
                #expect(isWatched)
            }
            let full = sources.filter { $0.value.isFull }.keys.sorted()
            let ready = try poller.wait(timeout: .zero).map(\.source).sorted()
            #expect(ready == full, "seed \(seed)")
            #expect(poller.count == sources.count)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aHangUpIsToldAndReadsAsEnd() throws {
        let scratch = Scratch()
        let listener = try Listener.listening(onPath: scratch.file("socket"))
        var far: StreamSocket? = try StreamSocket.connected(toPath: scratch.file("socket"))
        let near = try #require(try accepted(by: listener))
        let poller = EventLoop<Int>()
        poller.watch(near.number, .readable, as: 5)
        let before = try poller.wait(timeout: .zero)
        #expect(before.isEmpty)
        withExtendedLifetime(far) {}
        far = nil
        try turn(poller) { _, ready in ready.contains { $0.state.isReadable && $0.state.isBroken } }
        #expect(try near.read() == .end)
    }

    @Test(.timeLimit(.minutes(1)))
    func aTimeOutEndsTheWait() throws {
        let poller = EventLoop<Int>()
        let start = Clocks.uptime
        for _ in 0..<100 {
            let ready = try poller.wait(timeout: .microseconds(900))
            #expect(ready.isEmpty)
        }
        #expect(Clocks.uptime - start >= .milliseconds(90))
    }

    /// A connection over a path of its own, both ends here.
    private final class Source {
        let near: StreamSocket
        let far: StreamSocket
        var isFull = false

        init() throws {
            let scratch = Scratch()
            let listener = try Listener.listening(onPath: scratch.file("socket"))
            far = try StreamSocket.connected(toPath: scratch.file("socket"))
            near = try #require(try accepted(by: listener))
        }
    }
}
