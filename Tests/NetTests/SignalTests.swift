import Foundation
import Testing

@testable import Net

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
