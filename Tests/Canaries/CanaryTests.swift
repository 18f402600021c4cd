import MoveLog
import Simulator
import Testing

/// A few of the planted bugs, those that show early: each fails a run that passes without it. All
/// of them: `Scripts/simulate --canaries`.
@Suite struct CanaryTests {
    static let early: [PlantedBug] = [
        .skipsDataSync, .acknowledgesBeforeWriting, .frontierOffByOne, .cursorOffByOne,
        .noTieBreak, .forgetsRelay, .keepsOldBoard, .trustsFlight, .hidesDamage,
    ]

    /// In a process of its own, since a bug is on for a whole process.
    @Test(.timeLimit(.minutes(5)), arguments: early)
    func aPlantedBugIsCaught(bug: PlantedBug) async {
        await #expect(processExitsWith: .success) { [bug] in
            let isCaught = try (1...100 as ClosedRange<UInt64>).contains { seed in
                PlantedBug.active = bug
                guard try !Checkers.report(seed: seed).findings.isEmpty else { return false }
                PlantedBug.active = nil
                return try Checkers.report(seed: seed).findings.isEmpty
            }
            #expect(isCaught)
        }
    }
}
