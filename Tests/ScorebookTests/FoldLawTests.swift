import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// The boards are a function of the set of entries.
@Suite struct FoldLawTests {
    /// The last ones for the corners that the others miss.
    private static let orderSeeds = Array(UInt64(1)...60) + [82]
    /// Few, since each costs a fold from nothing for every entry: they reach every corner together.
    private static let stepSeeds: [UInt64] = [2, 5, 17, 35, 38, 46, 250]

    @Test(arguments: Self.orderSeeds)
    func orderRepetitionAndBatchesChangeNothing(seed: UInt64) {
        let entries = RandomTable.entries(seed: seed, count: 120)
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
        let entries = RandomTable.entries(seed: seed, count: 90).shuffled(using: &random)
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
            let entries = RandomTable.entries(seed: seed, count: 120)
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

    /// Copies and origins are left alone, since one without the other counts.
    private func isAside(_ entry: Entry) -> Bool {
        let aside: Set<Kind> = [
            .trackingClaimed, .trackingReleased, .note, .signOff, .deviceLost, .deviceFound, .void,
            .copied, .gameReopened,
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
            ofOrders.formUnion(Corners.reached(by: RandomTable.entries(seed: seed, count: 120)))
        }
        #expect(ofOrders == Corners.all)
        var ofSteps = Set<String>()
        for seed in Self.stepSeeds {
            ofSteps.formUnion(Corners.reached(by: RandomTable.entries(seed: seed, count: 90)))
        }
        #expect(ofSteps == Corners.all)
    }
}
