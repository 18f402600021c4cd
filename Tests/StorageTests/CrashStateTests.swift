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
