import MoveLog
import Seeds
import Simulator
import Testing

/// Tables of which some devices take short frames only, and whose keepers record long entries.
@Suite struct SmallTableTests {
    @Test(.timeLimit(.minutes(5)), arguments: seeds(UInt64(12)))
    func smallDevicesAgreeWithTheOthers(seed: UInt64) throws {
        var scenario = Scenario(seed: seed &+ 90_000)
        for trouble in [.hostility, .dialects, .slowness] as [Trouble] {
            _ = scenario.switchOff(trouble)
        }
        scenario.devices = 2 + Int(seed % 3)
        scenario.newcomers = 2
        scenario.smallPercent = 50
        scenario.longBytes = 60_000
        scenario.pace = .milliseconds(150)
        scenario.trouble = .seconds(8)
        #expect(try Checkers.report(scenario).findings.isEmpty, "\(scenario)")
    }
}
