import Seeds
import Testing

@testable import Net

@Suite struct PollerTests {
    /// Pipes opened, filled, emptied and removed by seed; the poller tells exactly the full ones.
    @Test(.timeLimit(.minutes(1)), arguments: seeds(20))
    func readyAreThoseWithSomethingToRead(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var poller = Poller()
        var sources: [Int: Source] = [:]
        for token in 0..<200 {
            let keys = sources.keys.sorted()
            let key = keys.randomElement(using: &generator)
            switch (Int.random(in: 0..<4, using: &generator), key) {
            case (0, let key?):
                let source = try #require(sources[key])
                poller.remove(source.near.number)
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
                let isWatched = poller.register(source.near.number, .readable, token: token)
                #expect(isWatched)
            }
            let full = sources.filter { $0.value.isFull }.keys.sorted()
            let ready = try poller.wait(timeout: .zero).map(\.token).sorted()
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
        var poller = Poller()
        poller.register(near.number, .readable, token: 5)
        let before = try poller.wait(timeout: .zero)
        #expect(before.isEmpty)
        withExtendedLifetime(far) {}
        far = nil
        try turn(&poller) { _, ready in ready.contains { $0.isReadable && $0.isBroken } }
        #expect(try near.read() == .end)
    }

    @Test(.timeLimit(.minutes(1)))
    func aTimeOutEndsTheWait() throws {
        var poller = Poller()
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
