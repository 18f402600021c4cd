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

    /// What a seed draws changes when the draws do: each of these is kept for a trouble, which it must
    /// still have.
    private func findings(
        _ seed: UInt64, with trouble: (Scenario) -> Bool
    ) throws -> [String] {
        let scenario = Scenario(seed: seed)
        #expect(trouble(scenario), "\(scenario) has not the trouble that it is kept for")
        return try Checkers.report(scenario).findings
    }

    /// A slow link with long runs behind which pings wait.
    @Test(.timeLimit(.minutes(5)))
    func aLongRunOnASlowLinkIsNotTakenForSilence() throws {
        let findings = try findings(14_399) {
            $0.slowBytes == 400 && $0.pace < .milliseconds(200) && $0.hostility == nil
        }
        #expect(findings.isEmpty)
    }

    /// A device that was removed while it was away meets nobody but its remover, who has told nobody
    /// yet.
    @Test(.timeLimit(.minutes(5)), arguments: [20_073, 20_220] as [UInt64])
    func aRemovedDeviceIsToldByTheFirstThatItMeets(seed: UInt64) throws {
        let findings = try findings(seed) {
            $0.removals != nil && ($0.offline != nil || $0.partitions != nil)
        }
        #expect(findings.isEmpty)
    }

    /// Of a copied home both devices go on, and over a link of 400 bytes a second what one of them
    /// recorded takes longer than the other lets it be.
    @Test(.timeLimit(.minutes(5)))
    func copiesOfADeviceDoNotEndEachOthersLinks() throws {
        #expect(try findings(762) { $0.clonedAt != nil && $0.slowBytes == 400 }.isEmpty)
    }

    /// A removal cuts the log of a device of which a peer was told, part of which it holds or none: it
    /// asks for the rest in vain.
    @Test(.timeLimit(.minutes(5)), arguments: [2680, 4035] as [UInt64])
    func nobodyWaitsForALogOfWhichNothingCountsAnyMore(seed: UInt64) throws {
        #expect(try findings(seed) { $0.removals != nil && $0.newcomers > 0 }.isEmpty)
    }

    /// A peer sends what a removed device recorded beyond its cut, and hears of the removal later.
    @Test(.timeLimit(.minutes(5)))
    func whatAPeerHoldsUpToACutIsKnownOfIt() throws {
        #expect(try findings(4881) { $0.removals != nil && $0.slowBytes == 400 }.isEmpty)
    }

    /// Newcomers hear what others hold before they hear who the others are.
    @Test(.timeLimit(.minutes(5)))
    func whatIsHeardOfADeviceThatIsNotKnownYetIsNotForgotten() throws {
        #expect(try findings(30_073) { $0.newcomers > 0 && $0.lossPercent > 0 }.isEmpty)
    }

    /// In a long line no age reaches everybody.
    @Test(.timeLimit(.minutes(5)))
    func aLineThatIsLongerThanAgesReachComesToRest() throws {
        var scenario = Scenario(quiet: 5, devices: Int(MoveLogLimits.hopsMax) + 3)
        scenario.topology = .line
        scenario.isTimed = true
        scenario.trouble = .seconds(5)
        #expect(try Checkers.report(scenario).findings.isEmpty)
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
