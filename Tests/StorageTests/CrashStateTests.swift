import Simulator
import Testing

/// Every state in which a crash can leave a small log; `Scripts/simulate crash-states` has the whole
/// set.
@Suite(.timeLimit(.minutes(1)))
struct CrashStateTests {
    @Test func everyStateOpensWithAllThatWasAcknowledged() {
        let report = CrashStates(.brief).report()
        #expect(report.failures.isEmpty)
        #expect(report.states[1] > 1000 && report.states[2] > 2500)
    }

    @Test(arguments: DiskLie.allCases) func aDiskThatLiesIsFoundOut(lie: DiskLie) {
        #expect(!CrashStates(.brief, lie: lie).report().failures.isEmpty)
    }
}

/// Flips spread over a log of 64 KiB, and every other damage to a small one; `Scripts/simulate bit-flips`
/// flips every single bit.
@Suite(.timeLimit(.minutes(1)))
struct BitFlipSampleTests {
    @Test func flipsAllOverALogAreToldOrHarmless() {
        let flips = BitFlips(stride: 1009)
        #expect(flips.sample.byteCount == 64 * 1024)
        #expect(flips.sample.complaint(of: flips.sample.contents) == nil)
        var report = DamageReport()
        for part in 0..<flips.parts { report.add(flips.report(part: part)) }
        #expect(report.failures.isEmpty && report.cases > 500)
        #expect(flips.pairs(100, seed: 3).failures.isEmpty)
    }

    @Test func sectorsAndFilesThatAreLostOrMovedAreTold() {
        let forms = DamageForms(DamageSample(bytes: 4096))
        var report = DamageReport()
        for part in 0..<forms.parts { report.add(forms.report(part: part)) }
        #expect(report.failures.isEmpty && report.cases > 4000)
    }

    @Test func aLossThatNobodyTellsIsSeen() throws {
        let sample = DamageSample(bytes: 8192)
        // The last group cut off cleanly is what the disk cannot tell: the judge must.
        var damaged = sample.contents
        let last = try #require(sample.files.last)
        damaged[last.name] = Array(last.bytes[..<60])
        #expect(sample.complaint(of: damaged) != nil)
        #expect(sample.complaint(of: damaged, tolerance: .hiddenEnd) == nil)
    }
}
