import Net
import Seeds
import Testing

@testable import API
@testable import Daemon

/// Who dials in a loop is slowed down, and nobody else is.
@Suite struct HandshakeRateTests {
    /// How many of a thousand handshakes of one source at one instant may begin.
    private func admitted(_ rate: inout HandshakeRate, at now: Duration) -> Int {
        var count = 0
        for _ in 0..<1000 where rate.admits(host(1), at: now) { count += 1 }
        return count
    }

    private func host(_ number: UInt32) -> Address.Host { .v4(number) }

    @Test func aSourceHasABurstAndThenARate() {
        var rate = HandshakeRate()
        let burst = admitted(&rate, at: .zero)
        #expect(burst == DaemonLimits.handshakesOfABurstMax)
        let later = admitted(&rate, at: .seconds(2))
        #expect(later == Int(DaemonLimits.handshakesPerSecond * 2))
    }

    @Test func othersDoNotPayForIt() {
        var rate = HandshakeRate()
        for _ in 0..<1000 { _ = rate.admits(host(1), at: .zero) }
        let other = rate.admits(host(2), at: .zero)
        #expect(other)
        for low in 0..<1000 {
            _ = rate.admits(.v6(high: 7, low: UInt64(low), scope: 0), at: .zero)
        }
        let neighbour = rate.admits(.v6(high: 7, low: 1, scope: 0), at: .zero)
        let elsewhere = rate.admits(.v6(high: 8, low: 1, scope: 0), at: .zero)
        #expect(!neighbour)
        #expect(elsewhere)
    }

    /// However often members come and go, they get in.
    @Test func aMemberGetsItsTokenBack() {
        var rate = HandshakeRate()
        var admitted = 0
        for _ in 0..<10_000 {
            admitted += rate.admits(host(1), at: .zero) ? 1 : 0
            rate.refund(host(1), at: .zero)
        }
        #expect(admitted == 10_000)
        for _ in 0..<100 { rate.refund(host(1), at: .zero) }
        let burst = self.admitted(&rate, at: .zero)
        #expect(burst == DaemonLimits.handshakesOfABurstMax)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func manySourcesStayWithinTheLimits(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rate = HandshakeRate()
        var now = Duration.zero
        for _ in 0..<20_000 {
            now += .microseconds(Int.random(in: 0...500, using: &random))
            _ = rate.admits(host(UInt32.random(in: 0...5000, using: &random)), at: now)
            #expect(rate.buckets.count <= DaemonLimits.handshakeSourcesMax)
        }
    }
}
