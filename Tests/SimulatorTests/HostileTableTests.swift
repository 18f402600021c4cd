import Seeds
import Simulator
import Testing

/// Tables at which one device, or somebody at the door, means no good.
@Suite struct HostileTableTests {
    @Test(.timeLimit(.minutes(5)), arguments: cases(Array(7...18 as ClosedRange<UInt64>)))
    func honestDevicesAgreeWhateverOneOfThemDoes(seed: UInt64) throws {
        let scenario = Scenario.hostile(seed: seed)
        let report = try Checkers.report(scenario)
        #expect(report.findings.isEmpty, "\(scenario)")
    }

    @Test(.timeLimit(.minutes(5))) func everythingHostileIsSeenToHappen() throws {
        var seen: Set<String> = []
        for seed in 1...8 as ClosedRange<UInt64> {
            var scenario = Scenario(quiet: seed, devices: 3)
            var hostility = Hostility(seed: seed)
            hostility.role = .member
            hostility.kinds = HostileKind.all
            hostility.pace = .milliseconds(20)
            scenario.hostility = hostility
            let report = try Checkers.report(scenario)
            #expect(report.findings.isEmpty, "\(scenario)")
            seen.formUnion(report.counts.filter { $0.value > 0 }.keys)
        }
        for kind in HostileKind.allCases {
            #expect(seen.contains("did \(kind)"), "never \(kind)")
        }
    }

    @Test func oneSeedIsOneRun() throws {
        let scenario = Scenario.hostile(seed: 5)
        let first = try Checkers.report(scenario)
        let second = try Checkers.report(scenario)
        #expect(first.trace == second.trace && first.counts == second.counts)
    }
}
