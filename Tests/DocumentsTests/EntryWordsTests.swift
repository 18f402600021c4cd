import Documents
import Languages
import MoveLog
import Scorebook
import Seeds
import Testing

/// The words of the log for entries that are about others: a reader need not look those up.
@Suite struct EntryWordsTests {
    private var game: PaperGame
    /// What people typed, and names; `Q` and `OT` are the labels of periods, which every language
    /// shares until rules say them by code.
    private static let names: Set<String> = ["mia", "Ana", "Dee", "lights out", "Hawks", "Owls"]

    init() throws {
        let lines = [
            Scorebook.RosterLine(side: .home, number: "4", name: "Ana"),
            Scorebook.RosterLine(side: .away, number: "00", name: "Dee"),
        ]
        game = try PaperGame(
            GameCreated(home: "Hawks", away: "Owls", rules: Rules(.pickup), lines: lines))
    }

    private mutating func record(_ body: some GameBody) throws -> EntryID {
        try game.record(body)
    }

    private func texts() throws -> [String] {
        let (board, projection) = try game.shown()
        return projection.log(board).entries.dropFirst().map { entry in
            // The code says the same, and the pseudo-language no word but names.
            #expect(entry.text(in: .english) == entry.text)
            #expect(entry.was(in: .english) == entry.was)
            let told = [
                entry.text(in: Pseudo.catalogue), entry.was(in: Pseudo.catalogue) ?? "",
                entry.because(in: Pseudo.catalogue) ?? "",
            ]
            for text in told {
                #expect(Pseudo.leaks(in: text, besides: Self.names).isEmpty, "\(text)")
            }
            return "\(entry.name) \(entry.text)"
        }
    }

    private func move(_ kind: MoveKind, _ line: Int) -> Move {
        Move(kind, by: .line(.created(line)), period: 1)
    }

    @Test mutating func eachSaysWhichMoveItIsAbout() throws {
        let basket = try record(move(.twoPoints, 0))
        let fix = try record(Fix(target: basket, move: move(.onePoint, 1)))
        let void = try record(VoidEntry(target: basket))
        _ = try record(VoidEntry(target: void))
        _ = try record(Accepted(target: basket))
        let undo = try record(VoidEntry(target: fix))
        _ = try record(VoidEntry(target: undo))
        let told = try texts()
        #expect(
            told == [
                "mia.4 00 Dee one point",
                "mia.5 fixes 4 Ana two points (mia.4): 00 Dee one point",
                "mia.6 undoes 00 Dee one point (mia.4)", "mia.7 redoes 00 Dee one point (mia.4)",
                "mia.8 accepts 00 Dee one point (mia.4)",
                "mia.9 undoes the fix to 00 Dee one point (mia.5)",
                "mia.10 redoes the fix to 00 Dee one point (mia.5)",
            ])
    }

    @Test mutating func whatIsNoMoveIsNamedFirst() throws {
        let note = try record(Note(text: "lights out"))
        let void = try record(VoidEntry(target: note))
        let back = try record(VoidEntry(target: void))
        _ = try record(VoidEntry(target: back))
        let nowhere = EntryID(author: try PaperTable.author(1), sequence: 99)
        _ = try record(VoidEntry(target: nowhere))
        #expect(
            try texts() == [
                "mia.4 note: lights out", "mia.5 undoes mia.4 (note: lights out)",
                "mia.6 undoes mia.5 (undoes mia.4)", "mia.7 undoes mia.6 (undoes mia.5)",
                "mia.8 undoes mia.99",
            ])
    }

    /// Nobody records such a thing, but a log may hold it.
    @Test mutating func entriesThatNameEachOtherHaveAnEnd() throws {
        let author = try PaperTable.author(1)
        for target: UInt64 in [5, 4, 6] {
            _ = try record(VoidEntry(target: EntryID(author: author, sequence: target)))
        }
        for target: UInt64 in [8, 7] {
            _ = try record(
                Fix(
                    target: EntryID(author: author, sequence: target), move: move(.onePoint, 1)))
        }
        #expect(try texts().allSatisfy { $0.count < 80 })
    }
}

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
            HeldMove(
                name: "bo.17", keeper: "Bo", text: "", of: "mia.41", ofKeeper: "Mia", ofText: "",
                reason: .doubt, answers: [])
        ]
        status.warnings = mixed.filter { $0.code != "heldMoves" }
        #expect(status.warningsAndHeld.map(\.code) == mixed.map(\.code).reversed())
        #expect(
            status.reasonsToLook[3]
                == "1 question: the result is provisional until answered; scored settle")
        status.game?.heldMoves = nil
        #expect(status.warningsAndHeld == status.warnings)
    }
}
