import Simulator
import Testing

@Suite struct TroubledTableTests {
    /// A few, unoptimised and with every check of the language on; `Scripts/test` simulates thousands.
    @Test(.timeLimit(.minutes(5)), arguments: 1...20 as ClosedRange<UInt64>)
    func aTroubledTableLosesNothingAndAgrees(seed: UInt64) throws {
        let report = try Checkers.report(seed: seed)
        #expect(
            report.findings.isEmpty, "\(Scenario(seed: seed)); replay: Scripts/simulate \(seed)")
    }

    /// A slow link with long runs behind which pings wait: beyond the seeds of every test run.
    @Test(.timeLimit(.minutes(5)))
    func aLongRunOnASlowLinkIsNotTakenForSilence() throws {
        #expect(try Checkers.report(seed: 2737).findings.isEmpty)
    }

    /// A device that was removed while it was away meets nobody but its remover, who has told nobody
    /// yet.
    @Test(.timeLimit(.minutes(5)), arguments: [20_073, 20_220] as [UInt64])
    func aRemovedDeviceIsToldByWhoeverItMeets(seed: UInt64) throws {
        #expect(try Checkers.report(seed: seed).findings.isEmpty)
    }

    /// Of a copied home both devices go on, and over a link of 400 bytes a second what one of them
    /// recorded takes longer than the other lets it be.
    @Test(.timeLimit(.minutes(5)), arguments: [696, 762] as [UInt64])
    func copiesOfADeviceDoNotEndEachOthersLinks(seed: UInt64) throws {
        #expect(try Checkers.report(seed: seed).findings.isEmpty)
    }

    /// A removal cuts the log of a device of which a peer, whose link is just coming up, was told: it
    /// asks for it in vain.
    @Test(.timeLimit(.minutes(5)))
    func nobodyWaitsForALogOfWhichNothingCountsAnyMore() throws {
        #expect(try Checkers.report(seed: 2680).findings.isEmpty)
    }

    /// A peer sends what a removed device recorded beyond its cut, and hears of the removal later.
    @Test(.timeLimit(.minutes(5)))
    func whatAPeerHoldsUpToACutIsKnownOfIt() throws {
        #expect(try Checkers.report(seed: 4881).findings.isEmpty)
    }

    /// Newcomers hear what others hold before they hear who the others are.
    @Test(.timeLimit(.minutes(5)))
    func whatIsHeardOfADeviceThatIsNotKnownYetIsNotForgotten() throws {
        #expect(try Checkers.report(seed: 30_073).findings.isEmpty)
    }

    @Test func oneSeedIsOneRun() throws {
        for seed in [3, 14, 36, 115, 159, 165, 182] as [UInt64] {
            let first = try Checkers.report(seed: seed)
            let second = try Checkers.report(seed: seed)
            #expect(first.trace == second.trace && first.trace.count > 100)
            #expect(first.summary == second.summary)
        }
    }
}
