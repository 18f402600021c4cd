import Simulator
import Testing

/// Every state in which a crash can leave a small log; `Scripts/simulate crash-states` has the whole
/// set.
@Suite(.timeLimit(.minutes(1)))
struct CrashStateTests {
    @Test(arguments: CrashWorkload.brief)
    func everyStateOpensWithAllThatWasAcknowledged(workload: CrashWorkload) {
        let states = CrashStates(workload)
        #expect((states.compactions > 0) == workload.isCompacting)
        let report = states.report()
        #expect(report.failures.isEmpty)
        #expect(report.states[1] > 1000 && report.states[2] > 2500)
    }

    @Test(arguments: DiskLie.allCases) func aDiskThatLiesIsFoundOut(lie: DiskLie) throws {
        let workload = try #require(CrashWorkload.brief.first)
        #expect(!CrashStates(workload, lie: lie).report().failures.isEmpty)
    }
}
