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

    @Test func oneSeedIsOneRun() throws {
        for seed in [3, 14, 159] as [UInt64] {
            let first = try Checkers.report(seed: seed)
            let second = try Checkers.report(seed: seed)
            #expect(first.trace == second.trace && first.trace.count > 100)
            #expect(first.summary == second.summary)
        }
    }
}
