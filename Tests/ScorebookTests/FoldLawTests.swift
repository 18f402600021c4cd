import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// The boards are a function of the set of entries.
@Suite struct FoldLawTests {
    /// The last ones for the corners that the others miss.
    private static let orderSeeds = Array(UInt64(1)...60) + [82, 94]
    /// Few, since each costs a fold from nothing for every entry: they reach every corner together.
    private static let stepSeeds: [UInt64] = [23, 235, 250, 336, 565, 707]

    @Test(arguments: Self.orderSeeds)
    func orderRepetitionAndBatchesChangeNothing(seed: UInt64) {
        let entries = MendedTable.entries(
            RandomTable.entries(seed: seed, count: 120), seed: seed)
        let expected = Shown(Book(rebuilding: entries))
        var random = SeededGenerator(seed: seed &* 7919)
        for _ in 0..<4 {
            var shuffled = entries + entries.filter { _ in random.chance(3) }
            shuffled.shuffle(using: &random)
            var book = Book()
            while !shuffled.isEmpty {
                let batch = shuffled.prefix(1 + random.below(30))
                book.insert(contentsOf: Array(batch))
                shuffled.removeFirst(batch.count)
                if random.chance(2) { book.foldChanged() }
            }
            let isEqualUnsettled = Shown(book) == expected
            #expect(isEqualUnsettled)
            book.foldChanged()
            let isEqual = Shown(book) == expected
            #expect(isEqual)
        }
    }

    @Test(arguments: Self.stepSeeds)
    func everyStepEqualsAFoldFromNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let entries = MendedTable.entries(
            RandomTable.entries(seed: seed, count: 90), seed: seed
        ).shuffled(using: &random)
        var book = Book()
        for count in entries.indices {
            book.insert(entries[count])
            book.foldChanged()
            let isEqual = Shown(book) == Shown(Book(rebuilding: Array(entries[...count])))
            #expect(isEqual, "after \(count + 1) entries")
        }
    }

    /// Whatever arrives behind an official result, from anybody and wherever it stands in the order,
    /// changes nothing of it.
    @Test func nothingBehindAnOfficialResultChangesIt() {
        var changed = 0
        for seed in UInt64(1)...150 {
            let entries = MendedTable.entries(
                RandomTable.entries(seed: seed, count: 120), seed: seed)
            let book = Book(rebuilding: entries)
            let origins = entries.compactMap { try? CopiedEntry(body: $0.entry.body).origin }
            for id in book.gameIDs {
                guard let signed = book.scoreboard(of: id), let official = signed.official else {
                    continue
                }
                let inside = entries.filter {
                    let isOfGame = $0.entry.scope == .game(id)
                    return !isOfGame || official.cut.contains($0.entry.id)
                        || isAside($0.entry) || origins.contains($0.entry.id)
                }
                let first = Book(rebuilding: inside).scoreboard(of: id)
                // Who is waited for may depend on who recorded a move.
                guard let first, first.keepers == signed.keepers else { continue }
                #expect(first.state == .signed)
                #expect(first.teams == signed.teams && first.clock == signed.clock)
                #expect(first.rules == signed.rules && first.ending == signed.ending)
                if inside.count < entries.count { changed += 1 }
            }
        }
        #expect(changed > 10)
    }

    /// Copies and origins are left alone, since one without the other counts; so are unions, since of
    /// two that unite one game the first in order has effect, wherever the cut is.
    private func isAside(_ entry: Entry) -> Bool {
        let aside: Set<Kind> = [
            .trackingClaimed, .trackingReleased, .note, .signOff, .deviceLost, .deviceFound, .void,
            .copied, .gameReopened, .gameUnited,
        ]
        return aside.contains(entry.kind)
    }

    /// An entry is found by its ID without a look at every other; of forks and copies several bear one.
    @Test(arguments: Array(seeds(UInt64(30))) + [133, 158, 191])
    func anEntryIsTheFirstOfItsIDInOrder(seed: UInt64) {
        let book = Book(rebuilding: RandomTable.entries(seed: seed, count: 120))
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            var ids = Set(board.timeline.flatMap { [$0.id, $0.recordedAs] })
            ids.insert(EntryID(author: PaperTable.author(99), sequence: 1))
            for id in ids {
                let first = board.timeline.firstIndex { $0.id == id || $0.recordedAs == id }
                #expect(board.place(of: id) == first)
                #expect(board.entry(id) == first.map { board.timeline[$0] })
            }
        }
    }

    /// The laws above would hold of a fold that shows nothing: each is asked on its own tables.
    @Test func theTablesOfEachLawReachEveryCorner() {
        var ofOrders = Set<String>()
        for seed in Self.orderSeeds {
            let entries = RandomTable.entries(seed: seed, count: 120)
            ofOrders.formUnion(Corners.reached(by: MendedTable.entries(entries, seed: seed)))
        }
        #expect(Corners.all.subtracting(ofOrders) == [])
        var ofSteps = Set<String>()
        for seed in Self.stepSeeds {
            let entries = RandomTable.entries(seed: seed, count: 90)
            ofSteps.formUnion(Corners.reached(by: MendedTable.entries(entries, seed: seed)))
        }
        #expect(Corners.all.subtracting(ofSteps) == [])
    }
}

/// The cases that the tables of a law must have met, since a fold that shows nothing obeys every law.
enum Corners {
    static let all: Set<String> = [
        "orphans", "unknown at the table", "later", "later rules", "malformed", "dangling", "score",
        "void", "void of a void", "unlinked", "copy", "absurd", "trackers", "closed",
        "decided", "forked", "forfeit", "abandoned", "signed", "afterSignOff", "disputed",
        "merged", "edited", "inactive", "lost", "lost and later", "penalty", "stopped",
        "overtime fouls", "held", "copied", "far", "resembling", "corrected", "conflict", "doubt",
        "apart", "withdrawn", "changed", "compared",
        "dangling fix", "accepted", "swapped", "renamed",
        "transferred", "transferred twice", "united", "of a united game", "counts twice",
    ]

    static func reached(by entries: [Placed]) -> Set<String> {
        let shown = Shown(Book(rebuilding: entries))
        var seen = Set<String>()
        if shown.orphanCount > 0 { seen.insert("orphans") }
        if shown.table.unknownCount > 0 { seen.insert("unknown at the table") }
        for board in shown.boards.values { note(board, &seen) }
        if isAnyReleased(entries) { seen.insert("accepted") }
        return seen
    }

    /// True if a move counts because somebody accepted it.
    private static func isAnyReleased(_ entries: [Placed]) -> Bool {
        let full = Book(rebuilding: entries)
        let bare = Book(rebuilding: entries.filter { $0.entry.kind != .accepted })
        return full.gameIDs.contains { game in
            let behind = bare.scoreboard(of: game)?.timeline.filter { $0.headOf != nil } ?? []
            return behind.contains {
                full.scoreboard(of: game)?.entry($0.id)?.standing == .live
            }
        }
    }

    private static func noteEnding(_ board: Scoreboard, _ seen: inout Set<String>) {
        let states: Set<GameState> = [.closed, .decided, .forfeit, .abandoned, .signed]
        if states.contains(board.state) { seen.insert(board.state.rawValue) }
        if !board.afterSignOff.isEmpty { seen.insert("afterSignOff") }
        if board.isDisputed { seen.insert("disputed") }
        if board.clock.isStoppedByVerdict { seen.insert("stopped") }
        if board.isSwapped { seen.insert("swapped") }
        noteLinks(board, &seen)
        if board.teams.home.name == "Hawks II" { seen.insert("renamed") }
        if !board.lost.isEmpty { seen.insert("lost") }
        if board.lost.contains(where: { !$0.later.isEmpty }) { seen.insert("lost and later") }
        for side in Side.allCases {
            if (1...9).contains(where: { board.penalty(of: side, in: $0) == .bonus }) {
                seen.insert("penalty")
            }
            let team = board.teams[side]
            if team.teamFouls.dropFirst(board.rules[.periods]).contains(where: { $0 > 0 }) {
                seen.insert("overtime fouls")
            }
            for line in team.players {
                if line.mergedInto != nil { seen.insert("merged") }
                if line.name == "Anna" { seen.insert("edited") }
                if line.isWithdrawn && !line.isRetracted && line.mergedInto == nil {
                    seen.insert("inactive")
                }
            }
        }
    }

    private static func noteLinks(_ board: Scoreboard, _ seen: inout Set<String>) {
        for entry in board.timeline {
            if entry.transfer != nil, entry.isLive { seen.insert("transferred") }
            if case .transferred = entry.content { seen.insert("transferred twice") }
        }
        guard let links = board.links else { return }
        if !links.united.isEmpty { seen.insert("united") }
        if links.unitedInto != nil { seen.insert("of a united game") }
        if !links.crossings.isEmpty { seen.insert("counts twice") }
    }

    private static func noteAnswers(_ board: Scoreboard, _ seen: inout Set<String>) {
        for entry in board.timeline where entry.headOf != nil {
            seen.insert(isFar(entry, board) ? "far" : entry.isHeld ? "held" : "copied")
        }
        for question in board.questions { seen.insert(question.kind.rawValue) }
        if board.timeline.contains(where: { $0.kind == .wallCompared }) { seen.insert("compared") }
        if !board.resembling.isEmpty { seen.insert("resembling") }
        if board.moves.contains(where: { $0.corrected != nil }) { seen.insert("corrected") }
        if !board.conflicting.isEmpty { seen.insert("conflict") }
        if !board.danglingFixes.isEmpty { seen.insert("dangling fix") }
    }

    /// One event though the clocks stood far apart.
    private static func isFar(_ entry: TimelineEntry, _ board: Scoreboard) -> Bool {
        guard let original = entry.headOf.flatMap(board.entry)?.recordedMove?.elapsed,
            let elapsed = entry.recordedMove?.elapsed
        else { return false }
        return max(original, elapsed) - min(original, elapsed) > ScorebookLimits.copyWindow
    }

    private static func note(_ board: Scoreboard, _ seen: inout Set<String>) {
        noteAnswers(board, &seen)
        if !board.later.isEmpty { seen.insert("later") }
        if board.hasLaterRules { seen.insert("later rules") }
        if !board.malformed.isEmpty { seen.insert("malformed") }
        if board.danglingCount > 0 { seen.insert("dangling") }
        if board.score.home > 0 { seen.insert("score") }
        if board.players.contains(where: { !$0.trackers.isEmpty }) { seen.insert("trackers") }
        noteEnding(board, &seen)
        if Set(board.timeline.map(\.id)).count < board.timeline.count { seen.insert("forked") }
        for entry in board.timeline {
            if entry.id != entry.recordedAs { seen.insert("copy") }
            if entry.lamport == 0 { seen.insert("absurd") }
            if entry.standing == .unlinked { seen.insert("unlinked") }
            guard case .void = entry.standing else { continue }
            seen.insert("void")
            if case .void = entry.content { seen.insert("void of a void") }
        }
    }
}
