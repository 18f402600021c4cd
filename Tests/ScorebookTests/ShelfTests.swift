import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Games that nobody looks at rest as bytes, and nobody can tell.
@Suite struct ShelfTests {
    @Test(arguments: UInt64(1)...40)
    func aBookWithOneOpenGameShowsTheSame(seed: UInt64) {
        let entries = RandomTable.entries(seed: seed, count: 160)
        let expected = Shown(Book(rebuilding: entries))
        var random = SeededGenerator(seed: seed &* 104_729)
        var shuffled = entries + entries.filter { _ in random.chance(3) }
        shuffled.shuffle(using: &random)
        var book = Book(openGamesMax: 1)
        while !shuffled.isEmpty {
            let batch = shuffled.prefix(1 + random.below(12))
            book.insert(contentsOf: batch)
            shuffled.removeFirst(batch.count)
            if random.chance(2) { book.settle() }
            if random.chance(2), let game = book.gameIDs.randomElement(using: &random) {
                book.open(game)
            }
        }
        let isEqualUnsettled = Shown(book) == expected
        #expect(isEqualUnsettled)
        book.settle()
        let isEqual = Shown(book) == expected
        #expect(isEqual)
        for id in book.gameIDs {
            let outline = book.outline(of: id)
            #expect(outline == book.scoreboard(of: id).map(GameOutline.init))
            #expect(outline?.board.timeline.isEmpty == true)
        }
    }

    @Test func entriesComeOutAsTheyWentIn() {
        for seed in UInt64(1)...20 {
            for placed in RandomTable.entries(seed: seed, count: 120) {
                guard case .game(let game) = placed.entry.scope else { continue }
                var shelf = GameShelf(game)
                shelf.insert(placed)
                let expected = Item(placed)
                let item = shelf.items.first
                #expect(item?.place == expected.place)
                #expect(item?.id == expected.id)
                #expect(item?.wall == expected.wall)
                #expect(item?.scope == expected.scope)
                #expect(item?.kind == expected.kind)
                #expect(item?.content == expected.content)
            }
        }
    }

    /// Against a set of everything.
    @Test(arguments: UInt64(1)...20)
    func arrivalsAreASet(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var arrivals = Arrivals()
        var known: Set<Place> = []
        for _ in 0..<600 {
            let id = EntryID(
                author: PaperTable.author(UInt8(random.below(3))),
                sequence: UInt64(random.below(40)))
            let digest = random.chance(8) ? PaperTable.digest(UInt8(random.below(2))) : nil
            let place = Place(lamport: UInt64(random.below(2)), id: id, digest: digest)
            #expect(arrivals.insert(place) == known.insert(place).inserted)
            #expect(arrivals.count == known.count)
            let other = EntryID(author: id.author, sequence: UInt64(random.below(40)))
            let sought = PaperTable.digest(UInt8(random.below(2)))
            let isKnown = known.contains {
                $0.id == other && ($0.digest == nil || $0.digest == sought)
            }
            #expect(arrivals.holds(other, sought) == isKnown)
        }
    }
}
