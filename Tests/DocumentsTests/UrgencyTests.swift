import Documents
import Seeds
import Testing

/// The order in which warnings are told.
@Suite struct UrgencyTests {
    private func codes(_ warnings: [WarningDocument]) -> [String] {
        WarningDocument.byUrgency(warnings).map(\.code)
    }

    @Test(arguments: seeds(50))
    func theOrderIsThatOfTheTableAndOfOneKindThatOfTheirComing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let known = WarningCode.allCases.map(\.rawValue) + ["unheardOf"]
        let warnings = (0..<40).map {
            WarningDocument(code: known.randomElement(using: &random) ?? "", text: "\($0)")
        }
        let sorted = WarningDocument.byUrgency(warnings)
        let ranks = sorted.map { known.firstIndex(of: $0.code) ?? -1 }
        #expect(ranks == ranks.sorted())
        for code in known {
            #expect(
                sorted.filter { $0.code == code } == warnings.filter { $0.code == code }, "\(code)")
        }
    }

    /// First whether anything counts, then in which game, then what endangers the result.
    @Test func whatEndangersTheResultComesBeforeWhatCanWait() {
        let mixed = [
            "clockDiffers", "untracked", "timeOver", "duplicate", "heldMoves", "uncovered",
            "newerGame", "diskFull",
        ].map { WarningDocument(code: $0, text: "") }
        #expect(codes(mixed) == mixed.map(\.code).reversed())
        var status = StatusDocument(
            version: "", table: TableBrief(id: "", name: "", words: ""),
            device: DeviceBrief(id: "", name: "", keeper: "", author: ""),
            sync: SyncDocument(state: .inSync, digest: "", words: "", unsynced: 0, entries: 0))
        let side = SideDocument(name: "", score: 0)
        status.game = GameDocument(
            name: "", title: "", state: .live, rules: RulesDocument(summary: ""), home: side,
            away: side)
        status.game?.heldMoves = [
            HeldMove(name: "bo.17", keeper: "Bo", text: "", of: "mia.41", ofKeeper: "Mia")
        ]
        status.warnings = mixed.filter { $0.code != "heldMoves" }
        #expect(status.warningsAndHeld.map(\.code) == mixed.map(\.code).reversed())
        #expect(status.reasonsToLook[3] == "1 held move: not counted until confirmed; scored held")
        status.game?.heldMoves = nil
        #expect(status.warningsAndHeld == status.warnings)
    }
}
