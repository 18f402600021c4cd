import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Games that nobody looks at rest as bytes, and nobody can tell.
@Suite struct ShelfTests {
    /// Many games at once leave none open but what somebody looks at, which stays so when much else changes.
    @Test func onlyGamesThatSomebodyLooksAtStayOpen() throws {
        var paper = PaperTable()
        paper.start(1, device: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: []).draft
        let games = (0..<12).map { _ in paper.record(1, created) }
        var book = Book(openGamesMax: 4)
        book.insert(contentsOf: paper.entries)
        book.foldAll()
        func folds(_ work: (inout Book) -> Void) -> Int {
            let before = book.foldCount
            work(&book)
            return book.foldCount - before
        }
        #expect(book.foldCount == games.count)
        #expect(folds { $0.open(games[11]) } == 1)
        #expect(folds { $0.open(games[11]) } == 0)
        // All of them change, so that all are folded; the one that was looked at is at hand again.
        for game in games {
            let move = Move(.twoPoints, by: .line(.created(0)), period: 1).draft(in: game)
            let target = paper.record(1, move)
            paper.record(1, VoidEntry(target: target).draft(in: game))
        }
        book.insert(contentsOf: paper.entries)
        #expect(folds { $0.foldAll() } == games.count)
        #expect(folds { $0.open(games[11]) } == 0)
        #expect(folds { $0.open(games[10]) } == 1)
        let isEqual = Shown(book) == Shown(paper.book)
        #expect(isEqual)
    }

    /// A game whose outline was kept is opened again, and grows without a fold.
    @Test func whatIsKeptOfAGameEndsWhenItOpens() {
        var paper = PaperTable()
        paper.start(1, device: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: []).draft
        let games = (0..<2).map { _ in paper.record(1, created) }
        var book = Book(openGamesMax: 1)
        let move = Move(.twoPoints, by: .team(.home), period: 1).draft(in: games[0])
        paper.record(1, move)
        book.insert(contentsOf: paper.entries)
        book.open(games[0])
        book.open(games[1])
        #expect(book.outline(of: games[0])?.moveCount == 1)
        book.open(games[0])
        let folds = book.foldCount
        paper.record(1, move)
        book.insert(contentsOf: paper.entries)
        book.foldChanged()
        #expect(book.foldCount == folds)
        #expect(book.outline(of: games[0])?.moveCount == 2)
        #expect(book.extents[games[0]]?.authors.map(\.count) == [3])
        #expect(book.extents[games[0]]?.authors.map(\.sequences) == [2...5])
        #expect(book.extents[games[0]]?.lamports == 2...5)
    }

    /// Against a set of everything.
    @Test(arguments: seeds(UInt64(20)))
    func arrivalsAreASet(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var arrivals = Arrivals()
        var known: Set<Place> = []
        for _ in 0..<600 {
            let id = EntryID(
                author: PaperTable.author(UInt8(random.below(3))),
                sequence: 1 + UInt64(random.below(40)))
            let digest = random.chance(8) ? PaperTable.digest(UInt8(random.below(2))) : nil
            let place = Place(lamport: id.sequence, id: id, digest: digest)
            #expect(arrivals.insert(place) == known.insert(place).inserted)
            #expect(arrivals.count == known.count)
            let other = EntryID(author: id.author, sequence: 1 + UInt64(random.below(40)))
            let sought = PaperTable.digest(UInt8(random.below(2)))
            let isKnown = known.contains {
                $0.id == other && ($0.digest == nil || $0.digest == sought)
            }
            #expect(arrivals.holds(other, sought) == isKnown)
        }
    }
}
