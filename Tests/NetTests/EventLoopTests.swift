import Seeds
import Testing

@testable import Net

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
