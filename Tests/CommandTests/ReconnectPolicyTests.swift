import Testing

@testable import Client

/// When to connect and when to start a daemon, without one.
@Suite struct ReconnectPolicyTests {
    @Test func whereThereIsNoneAtTheBeginningOneIsStartedAtOnce() {
        var policy = ReconnectPolicy(mayStart: true, at: .seconds(10))
        #expect(policy.step(at: .seconds(10)) == .connect)
        policy.failed(at: .seconds(10), .absent)
        #expect(policy.step(at: .seconds(10)) == .start)
        policy.started(at: .seconds(10))
        #expect(policy.step(at: .seconds(10)) == .wait(until: .milliseconds(10_010)))
        #expect(policy.step(at: .milliseconds(10_010)) == .connect)
    }

    @Test func withoutAStarterItIsCalledMoreAndMoreSeldom() {
        var policy = ReconnectPolicy(mayStart: false, at: .zero)
        #expect(
            Self.tries(&policy, from: .zero, count: 7) == [0, 100, 300, 700, 1500, 2500, 3500])
    }

    @Test func oneThatWentAwayMayComeBackByItselfBeforeItIsStarted() {
        var policy = ReconnectPolicy(mayStart: true, at: .zero)
        policy.connected()
        policy.lost(at: .seconds(60))
        var now = Duration.seconds(60)
        while policy.step(at: now) != .start {
            if policy.step(at: now) == .connect { policy.failed(at: now, .absent) }
            now += .milliseconds(10)
        }
        #expect(now - .seconds(60) >= ClientLimits.returnTime)
        #expect(now - .seconds(60) <= ClientLimits.returnTime + ClientLimits.backOffMax)
    }

    /// A keeper who ended it wanted it to end. One that was never heard is begun all the same, since no socket
    /// says nothing then, and so is one that dies.
    @Test func oneThatWasEndedIsNotStartedAgain() {
        var policy = ReconnectPolicy(mayStart: true, at: .zero)
        policy.failed(at: .zero, .ended)
        #expect(policy.step(at: .zero) == .start)
        policy.started(at: .zero)
        policy.connected()
        policy.lost(at: .seconds(60))
        #expect(!policy.isGone(at: .seconds(61)) && policy.isGone(at: .seconds(62)))
        for second in 60...200 {
            policy.failed(at: .seconds(second), .ended)
            #expect(policy.step(at: .seconds(second + 1)) == .connect)
        }
        policy.failed(at: .seconds(201), .absent)
        #expect(policy.step(at: .seconds(201)) == .start)
    }

    @Test func oneThatIsThereAndCannotBeUsedIsNotStartedAgain() {
        var policy = ReconnectPolicy(mayStart: true, at: .zero)
        policy.failed(at: .zero, .other)
        for second in 1...100 {
            #expect(policy.step(at: .seconds(second)) == .connect)
            policy.failed(at: .seconds(second), .other)
        }
    }

    /// It accepts some dozens of connections a turn: the next attempt comes soon, and no second daemon is
    /// started beside it.
    @Test func aBusyOneIsTriedAgainSoonForAWhile() {
        var policy = ReconnectPolicy(mayStart: true, at: .zero)
        var now = Duration.zero
        var tries = 0
        while true {
            policy.failed(at: now, .busy)
            guard policy.isPending(at: now), case .wait(let next) = policy.step(at: now) else {
                break
            }
            tries += 1
            now = next
        }
        #expect(now >= ClientLimits.busyTime && tries == 500)
        #expect(policy.step(at: now) == .wait(until: now + ClientLimits.backOffMin))
    }

    @Test func oneThatEndsAtOnceMayHaveLostToAnother() {
        var policy = ReconnectPolicy(mayStart: true, at: .zero)
        policy.failed(at: .zero, .absent)
        policy.started(at: .zero)
        policy.startedEnded(at: .milliseconds(20))
        policy.startedEnded(at: .milliseconds(400))
        policy.failed(at: .milliseconds(500), .absent)
        #expect(policy.isAwaiting)
        policy.failed(at: .milliseconds(530), .absent)
        #expect(!policy.isAwaiting)
        // The next one is not started at once: what ends at once will end at once again.
        var now = Duration.milliseconds(530)
        while policy.step(at: now) != .start {
            if policy.step(at: now) == .connect { policy.failed(at: now, .absent) }
            now += .milliseconds(100)
        }
        #expect(now >= ClientLimits.restartInterval)
    }

    /// The instants of the first attempts, in milliseconds, when all of them fail.
    private static func tries(
        _ policy: inout ReconnectPolicy, from start: Duration, count: Int
    ) -> [Int] {
        var now = start
        var tries: [Int] = []
        while tries.count < count {
            switch policy.step(at: now) {
            case .connect:
                tries.append(Int((now - start) / .milliseconds(1)))
                policy.failed(at: now, .absent)
            case .wait(let deadline): now = deadline
            case .start: return tries
            }
        }
        return tries
    }
}
