import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What a device knows of the wall clocks of others: laws over clocks that drift and are set.
@Suite struct WallClocksTests {
    private static let key = ToySeal(device: 7).publicKey

    private static func wall(_ time: Duration) -> WallTime {
        WallTime(milliseconds: time.milliseconds)
    }

    @Test(arguments: seeds(UInt64(200)))
    func theTruthIsWithinTheStatedErrorWhoeverSetsAClock(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let base = Duration.milliseconds(Int.random(in: 0...90_000_000, using: &random))
        // Together with the peer's at most one part in 10,000.
        let rate = Double.random(in: 0.99995...1.00005, using: &random)
        var (own, peer) = (
            Duration.zero, Duration.seconds(Int.random(in: -9999...9999, using: &random))
        )
        var now = Duration.zero
        var isSet = true
        var clocks = WallClocks()
        func uptime(_ instant: Duration) -> Duration { base + instant * rate }
        for _ in 0..<80 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let sent = now
                now += .microseconds(Int.random(in: 0...3_000_000, using: &random))
                let read = sent + (now - sent) * Double.random(in: 0...1, using: &random)
                clocks.measure(
                    Self.wall(read + peer), of: Self.key, between: uptime(sent), and: uptime(now))
                // A step within the error of a bad measurement cannot be told from it.
                isSet = false
            case 2:
                own += .milliseconds(Int.random(in: -99_999_999...99_999_999, using: &random))
            case 3 where Int.random(in: 0..<3, using: &random) == 0:
                peer += .seconds(Int.random(in: 60...99_999, using: &random))
                isSet = true
            default: now += .milliseconds(Int.random(in: 0...900_000, using: &random))
            }
            let moment = Moment(uptime: uptime(now), wall: Self.wall(now + own))
            let said = clocks.difference(to: Self.key, at: moment, errorMax: .seconds(60))
            guard !isSet else { continue }
            guard let said else {
                Issue.record("nothing is known (\(seed))")
                continue
            }
            // The own clock drifts from its uptime, which counts from the measurement.
            let off = Duration.milliseconds(said.milliseconds) - (own - peer)
            #expect(max(off, .zero - off) <= said.error + .milliseconds(1), "\(off) \(said)")
        }
    }

    @Test func theErrorGrowsUntilNothingIsSaid() {
        var clocks = WallClocks()
        clocks.measure(
            Self.wall(.seconds(90)), of: Self.key, between: .zero, and: .milliseconds(100))
        func difference(at uptime: Duration) -> WallClocks.Difference? {
            clocks.difference(
                to: Self.key, at: Moment(uptime: uptime, wall: Self.wall(uptime)),
                errorMax: .seconds(1))
        }
        #expect(difference(at: .seconds(1))?.milliseconds == -89_950)
        #expect(difference(at: .seconds(9000)) != nil)
        #expect(difference(at: .seconds(10_000)) == nil)
    }

    @Test func absurdWallTimesAreHarmless() {
        var clocks = WallClocks()
        for wall in [Int64.min, .max, 0, 1 << 60] {
            let stated = WallTime(milliseconds: wall)
            for uptime in [Duration.seconds(1), .seconds(1 << 40)] {
                clocks.measure(stated, of: Self.key, between: uptime, and: uptime)
                clocks.hear(stated, of: Self.key, at: uptime)
                for own in [Int64.min, .max, 0] {
                    let now = Moment(uptime: uptime, wall: WallTime(milliseconds: own))
                    let said = clocks.difference(to: Self.key, at: now, errorMax: .seconds(60))
                    #expect((said?.milliseconds.magnitude ?? 0) < 1 << 53)
                }
            }
        }
    }

    @Test func ofTooManyTheOldestIsDropped() {
        var clocks = WallClocks()
        for device in 0..<300 {
            clocks.measure(
                Self.wall(.zero), of: ToySeal(device: UInt64(device)).publicKey,
                between: .seconds(device), and: .seconds(device))
        }
        #expect(clocks.readings.count == MoveLogLimits.wallClocksMax)
        #expect(clocks.readings[ToySeal(device: 0).publicKey] == nil)
        #expect(clocks.readings[ToySeal(device: 299).publicKey] != nil)
    }

    /// A ping goes out at least every 10 s, and 2 s after the last if the peer's clock was set.
    @Test func aClockThatWasSetIsMeasuredAgainSoon() {
        var clocks = WallClocks()
        #expect(clocks.measuringDeadline(of: Self.key, .seconds(5)) == .seconds(7))
        clocks.measure(Self.wall(.zero), of: Self.key, between: .zero, and: .zero)
        #expect(clocks.measuringDeadline(of: Self.key, .seconds(5)) == .seconds(15))
        clocks.hear(Self.wall(.milliseconds(5900)), of: Self.key, at: .seconds(5))
        #expect(clocks.measuringDeadline(of: Self.key, .seconds(5)) == .seconds(15))
        clocks.hear(Self.wall(.milliseconds(6200)), of: Self.key, at: .seconds(5))
        #expect(clocks.measuringDeadline(of: Self.key, .seconds(5)) == .seconds(7))
        let revision = clocks.revision
        clocks.measure(
            Self.wall(.milliseconds(8200)), of: Self.key, between: .seconds(7), and: .seconds(7))
        #expect(clocks.measuringDeadline(of: Self.key, .seconds(7)) == .seconds(17))
        #expect(clocks.revision == revision + 1)
    }
}
