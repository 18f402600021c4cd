import Scorebook
import Seeds
import Simulator
import Testing

/// Tables whose keepers turn the game clock, on devices with uptimes of their own that sleep, are
/// killed and lose their power.
@Suite struct ClockTableTests {
    private func scenario(_ seed: UInt64) -> Scenario {
        var scenario = Scenario(seed: seed &+ 70_000)
        scenario.isTimed = true
        // Of a forked log one ID may be two entries, estimates need clocks that are right, and nobody
        // can prove an age.
        let others: [Trouble] = [.clones, .backups, .dialects, .clockJumps, .hostility]
        for trouble in others { _ = scenario.switchOff(trouble) }
        scenario.sleeps = seed % 3 == 0 ? nil : .seconds(6)
        scenario.pace = .milliseconds(1500)
        return scenario
    }

    /// And the seeds reach what they are for: clocks that run at the end, known uninterrupted and not.
    @Test(.timeLimit(.minutes(5)))
    func everyDeviceReadsTheClockRight() throws {
        var running = 0
        var estimated = 0
        var walls = 0
        let all = seeds(UInt64(61))
        for seed in all {
            let scenario = scenario(seed)
            let world = try World(scenario, keepers: ClockKeepers(pace: scenario.pace))
            #expect(try Checkers.report(world).findings.isEmpty, "\(scenario)")
            let clocks = world.clocksAtTheEnd
            if clocks.isRunning { running += 1 }
            if clocks.isEstimated { estimated += 1 }
            if world.knownWallClocks > 0 { walls += 1 }
        }
        #expect(walls * 2 > all.count, "\(walls)")
        // A few seeds need not reach all.
        guard all.count == 61 else { return }
        #expect(running >= 15, "\(running)")
        #expect(estimated >= 1 && estimated < running, "\(estimated)")
    }
}
