import MoveLog
import Seeds
import Simulator
import Testing

@Suite struct TroubledTableTests {
    /// A few, unoptimised and with every check of the language on; `Scripts/test` simulates thousands.
    @Test(.timeLimit(.minutes(5)), arguments: seeds(UInt64(20)))
    func aTroubledTableLosesNothingAndAgrees(seed: UInt64) throws {
        let report = try Checkers.report(Scenario(seed: seed))
        #expect(
            report.findings.isEmpty, "\(Scenario(seed: seed)); replay: Scripts/simulate \(seed)")
    }

    /// Seeds that are kept, each for a trouble, which it must still have: what a seed draws changes when
    /// the draws do.
    private static let kept: [(seed: UInt64, has: @Sendable (Scenario) -> Bool)] = [
        // A slow link with long runs behind which pings wait, which is no silence.
        (14_399, { $0.slowBytes == 400 && $0.pace < .milliseconds(200) && $0.hostility == nil }),
        // A device that was removed while it was away meets nobody but its remover, who has told
        // nobody yet.
        (20_073, { $0.removals != nil && ($0.offline != nil || $0.partitions != nil) }),
        (20_220, { $0.removals != nil && ($0.offline != nil || $0.partitions != nil) }),
        // Of a copied home both devices go on, and over a link of 400 bytes a second what one of them
        // recorded takes longer than the other lets it be.
        (762, { $0.clonedAt != nil && $0.slowBytes == 400 }),
        // A removal cuts the log of a device of which a peer was told, part of which it holds or none:
        // it asks for the rest in vain.
        (2680, { $0.removals != nil && $0.newcomers > 0 }),
        (4035, { $0.removals != nil && $0.newcomers > 0 }),
        // A peer sends what a removed device recorded beyond its cut, and hears of the removal later.
        (4881, { $0.removals != nil && $0.slowBytes == 400 }),
        // Newcomers hear what others hold before they hear who the others are.
        (30_073, { $0.newcomers > 0 && $0.lossPercent > 0 }),
    ]

    @Test(.timeLimit(.minutes(5)), arguments: kept.map(\.seed))
    func aSeedThatIsKeptForItsTroublePasses(seed: UInt64) throws {
        let scenario = Scenario(seed: seed)
        let has = try #require(Self.kept.first { $0.seed == seed }?.has)
        #expect(has(scenario), "\(scenario) has not the trouble that it is kept for")
        let findings = try Checkers.report(scenario).findings
        #expect(findings.isEmpty, "\(findings)")
    }

    /// In a long line no age reaches everybody.
    @Test(.timeLimit(.minutes(5)))
    func aLineThatIsLongerThanAgesReachComesToRest() throws {
        var scenario = Scenario(quiet: 5, devices: Int(MoveLogLimits.hopsMax) + 3)
        scenario.topology = .line
        scenario.isTimed = true
        scenario.trouble = .seconds(5)
        let findings = try Checkers.report(scenario).findings
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func oneSeedIsOneRun() throws {
        for seed in [3, 14, 36, 115, 159, 165, 182] as [UInt64] {
            let first = try Checkers.report(Scenario(seed: seed))
            let second = try Checkers.report(Scenario(seed: seed))
            #expect(first.trace == second.trace && first.trace.count > 100)
            #expect(first.summary == second.summary)
        }
    }
}
