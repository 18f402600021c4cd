import Seeds
import Simulator
import Testing

@testable import MoveLog

/// When an entry was recorded, carried over a restart of the machine by its wall clock.
@Suite struct AnchorTests {
    private func moment(_ uptime: Duration, _ wall: Int64) -> Moment {
        Moment(uptime: uptime, wall: WallTime(milliseconds: wall))
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func theAgeGrowsByWhatTheWallClockShows(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func milliseconds(_ max: Int64) -> Int64 { Int64.random(in: 0...max, using: &random) }
        let wall = milliseconds(1 << 41)
        let (age, off) = (milliseconds(86_400_000), milliseconds(86_400_000))
        let hops = UInt8.random(in: 0...Limits.hopsMax, using: &random)
        let then = Duration.milliseconds(milliseconds(90_000_000))
        let now = Duration.milliseconds(milliseconds(90_000))
        let anchor = Anchor(
            uptime: then - .milliseconds(age), doubt: .milliseconds(7), measuredAt: then, hops: hops
        )
        let carried = anchor.carried(from: moment(then, wall), to: moment(now, wall + off))
        #expect(now - carried.uptime == .milliseconds(age + off))
        #expect(carried.isEstimated && !carried.isSettled(at: now))
        // Whoever recorded it remains the first; all others are one further away, within the bound.
        #expect(carried.hops == (hops == 0 ? 0 : min(hops + 1, Limits.hopsMax)))
    }

    /// A wall clock that went back leaves no age, and one that shows nonsense ends nobody.
    @Test func aWallClockThatIsWrongLeavesNoAge() {
        let anchor = Anchor(uptime: .seconds(40), measuredAt: .seconds(40))
        let walls: [(Int64, Int64)] = [
            (100_000, 20_000), (.max, 0), (.min, .max), (.max, .min), (0, .min),
        ]
        for (then, now) in walls {
            let carried = anchor.carried(
                from: moment(.seconds(30), then), to: moment(.seconds(5), now))
            #expect(carried.uptime == .seconds(5) && carried.isEstimated, "\(then) to \(now)")
        }
    }

    /// What is uninterrupted comes before what is estimated; of estimates the nearer one.
    @Test func ofTwoEstimatesTheNearerIsBetter() {
        let now = Duration.seconds(9)
        func estimate(_ hops: UInt8) -> Anchor {
            Anchor(uptime: .zero, measuredAt: .zero, hops: hops, isEstimated: true)
        }
        #expect(estimate(1).isBetter(than: estimate(2), at: now))
        #expect(!estimate(2).isBetter(than: estimate(1), at: now))
        #expect(!estimate(1).isBetter(than: estimate(1), at: now))
        let doubtful = Anchor(uptime: .zero, doubt: .seconds(50), measuredAt: .zero, hops: 8)
        #expect(doubtful.isBetter(than: estimate(0), at: now))
        #expect(!estimate(0).isBetter(than: doubtful, at: now))
    }
}
