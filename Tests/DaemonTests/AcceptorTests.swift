import Net
import Testing

@testable import API
@testable import Daemon

/// A door that was shut opens again by itself, and those who waited come in.
@Suite struct AcceptorTests {
    private let sources = Sources()
    private let acceptor: Acceptor
    private let visitors: [StreamSocket]

    init() throws {
        let listener = try Listener.listening(on: .loopback(port: 0))
        let address = try #require(listener.address)
        acceptor = Acceptor(listener, as: .peerListener, in: sources)
        visitors = try (0..<3).map { _ in try StreamSocket.connecting(to: address) }
    }

    private func isKnocking() throws -> Bool {
        try sources.wait(timeout: .milliseconds(100)).contains { $0.source == .peerListener }
    }

    @Test(.timeLimit(.minutes(1)))
    func aFullHouseShutsTheDoorUntilItIsTime() throws {
        #expect(try isKnocking())
        acceptor.pause(at: .zero)
        #expect(try !isKnocking())
        acceptor.tick(at: DaemonLimits.acceptorPauseTime - .milliseconds(1))
        #expect(try !isKnocking())

        acceptor.tick(at: try #require(acceptor.nextDeadline))
        #expect(acceptor.nextDeadline == nil)
        #expect(try isKnocking())
        var guests: [StreamSocket] = []
        acceptor.accept(at: .zero) { guests.append($0) }
        #expect(guests.count == 3)
        #expect(acceptor.nextDeadline == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func anEndedConnectionOpensItAtOnce() throws {
        #expect(try isKnocking())
        acceptor.pause(at: .zero)
        #expect(try !isKnocking())
        acceptor.resume()
        #expect(try isKnocking())
    }
}
