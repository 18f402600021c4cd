import Testing

@testable import Client

/// The way to a daemon, without one.
@Suite struct ApproachTests {
    @Test func whereThereIsNoneAtTheBeginningOneIsStartedAtOnce() {
        var approach = Approach(isStarting: true, at: .seconds(10))
        #expect(approach.step(at: .seconds(10)) == .connect)
        approach.failed(at: .seconds(10), isAbsent: true)
        #expect(approach.step(at: .seconds(10)) == .start)
        approach.started(at: .seconds(10))
        #expect(approach.step(at: .seconds(10)) == .wait(until: .milliseconds(10_010)))
        #expect(approach.step(at: .milliseconds(10_010)) == .connect)
    }

    @Test func withoutAStarterItIsCalledMoreAndMoreSeldom() {
        var approach = Approach(isStarting: false, at: .zero)
        #expect(
            Self.tries(&approach, from: .zero, count: 7) == [0, 100, 300, 700, 1500, 2500, 3500])
    }

    @Test func oneThatWentAwayMayComeBackByItselfBeforeItIsStarted() {
        var approach = Approach(isStarting: true, at: .zero)
        approach.connected()
        approach.lost(at: .seconds(60))
        var now = Duration.seconds(60)
        while approach.step(at: now) != .start {
            if approach.step(at: now) == .connect { approach.failed(at: now, isAbsent: true) }
            now += .milliseconds(10)
        }
        #expect(now - .seconds(60) >= ClientLimits.returnTime)
        #expect(now - .seconds(60) <= ClientLimits.returnTime + ClientLimits.backOffMax)
    }

    /// Whoever ended it wanted it to end. One that was never heard is begun all the same, since no socket
    /// says nothing then, and so is one that dies.
    @Test func oneThatWasEndedIsNotStartedAgain() {
        var approach = Approach(isStarting: true, at: .zero)
        approach.failed(at: .zero, isAbsent: true, isEnded: true)
        #expect(approach.step(at: .zero) == .start)
        approach.started(at: .zero)
        approach.connected()
        approach.lost(at: .seconds(60))
        #expect(!approach.isGone(at: .seconds(61)) && approach.isGone(at: .seconds(62)))
        for second in 60...200 {
            approach.failed(at: .seconds(second), isAbsent: true, isEnded: true)
            #expect(approach.step(at: .seconds(second + 1)) == .connect)
        }
        approach.failed(at: .seconds(201), isAbsent: true, isEnded: false)
        #expect(approach.step(at: .seconds(201)) == .start)
    }

    @Test func oneThatIsThereAndCannotBeUsedIsNotStartedAgain() {
        var approach = Approach(isStarting: true, at: .zero)
        approach.failed(at: .zero, isAbsent: false)
        for second in 1...100 {
            #expect(approach.step(at: .seconds(second)) == .connect)
            approach.failed(at: .seconds(second), isAbsent: false)
        }
    }

    @Test func oneThatEndsAtOnceMayHaveLostToAnother() {
        var approach = Approach(isStarting: true, at: .zero)
        approach.failed(at: .zero, isAbsent: true)
        approach.started(at: .zero)
        approach.startedEnded(at: .milliseconds(20))
        approach.startedEnded(at: .milliseconds(400))
        approach.failed(at: .milliseconds(500), isAbsent: true)
        #expect(approach.isAwaiting)
        approach.failed(at: .milliseconds(530), isAbsent: true)
        #expect(!approach.isAwaiting)
        // The next one is not started at once: what ends at once will end at once again.
        var now = Duration.milliseconds(530)
        while approach.step(at: now) != .start {
            if approach.step(at: now) == .connect { approach.failed(at: now, isAbsent: true) }
            now += .milliseconds(100)
        }
        #expect(now >= ClientLimits.restartInterval)
    }

    /// The instants of the first attempts, in milliseconds, when all of them fail.
    private static func tries(
        _ approach: inout Approach, from start: Duration, count: Int
    ) -> [Int] {
        var now = start
        var tries: [Int] = []
        while tries.count < count {
            switch approach.step(at: now) {
            case .connect:
                tries.append(Int((now - start) / .milliseconds(1)))
                approach.failed(at: now, isAbsent: true)
            case .wait(let deadline): now = deadline
            case .start: return tries
            }
        }
        return tries
    }
}
