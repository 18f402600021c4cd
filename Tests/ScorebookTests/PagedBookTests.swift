import Seeds
import Testing

@testable import MoveLog
@testable import Scorebook

/// Entries that come on pages in columns, against the same one by one.
@Suite struct PagedBookTests {
    @Test(arguments: seeds(UInt64(30)))
    func aBookShowsTheSameHoweverItsEntriesCome(seed: UInt64) {
        let entries = MendedTable.entries(
            RandomTable.entries(seed: seed, count: 400), seed: seed)
        let expected = Shown(Book(rebuilding: entries))
        var random = SeededGenerator(seed: seed &* 7919)
        var parcels = Self.parcels(ofAll: entries, &random)
        let isOrdered = random.chance(2)
        if !isOrdered { parcels.shuffle(using: &random) }
        var book = Book(openGamesMax: 1 + random.below(3))
        for parcel in parcels {
            book.insert(parcel)
            if random.chance(8) { book.insert(parcel) }
            if random.chance(3) { book.foldChanged() }
            if random.chance(3), let game = book.gameIDs.randomElement(using: &random) {
                book.open(game)
            }
        }
        let isEqual = Shown(book) == expected
        #expect(isEqual)
        while !book.foldSome() {}
        #expect(book.gameIDs.allSatisfy { book.lastOutline(of: $0) == book.outline(of: $0) })
        let folds = book.foldCount
        book.foldAll()
        #expect(book.foldCount == folds)
        let isEqualSettled = Shown(book) == expected
        #expect(isEqualSettled)
        #expect(
            book.gameIDs.allSatisfy {
                book.outline(of: $0) == book.scoreboard(of: $0).map(GameOutline.init)
            })
        let extents = book.extents
        let counting = book.gameIDs.filter { !book.isUnited($0) }
        #expect(extents.count == counting.count)
        #expect(
            counting.allSatisfy { extents[$0] == book.scoreboard(of: $0).map(GameExtent.init) })
        let unknown = book.gameIDs.compactMap {
            book.scoreboard(of: $0)?.timeline.entries.laterCount
        }
        #expect(book.orphanCount > 0 || book.unknownCount == unknown.reduce(0, +))
        #expect(book.entryCount == Set(entries.map(\.place)).count)
        #expect(TeamScan.agrees(with: book))
    }

    /// Entries that come late to a game that is at hand and has pages go between those that were read.
    @Test(arguments: seeds(UInt64(5)))
    func lateEntriesOfAGameAtHandGoToTheirPlaces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var court = try Court.running()
        for second in 10..<90 {
            for keeper in UInt8(1)...2 {
                court.note(.twoPoints, by: keeper, .at(Double(second * 5)))
            }
        }
        let entries = court.table.entries
        let expected = Shown(Book(rebuilding: entries))
        let isPaged = { (placed: Placed) in placed.entry.id.author == PaperTable.author(1) }
        let line = entries.filter(isPaged).sorted { $0.place.id < $1.place.id }
        let page = Page(
            packing: line.flatMap(\.entry.canonicalBytes), count: line.count,
            author: PaperTable.author(1))
        try #require(page.isInColumns)
        var book = Book()
        book.insert(
            Admitted(Stretch(author: PaperTable.author(1), after: 0, pages: [page])))
        for game in book.gameIDs { book.open(game) }
        for placed in entries.filter({ !isPaged($0) }).shuffled(using: &random) {
            book.insert(placed)
            if random.chance(4) { book.foldChanged() }
        }
        book.foldChanged()
        let isEqual = Shown(book) == expected
        #expect(isEqual)
    }

    /// The law above says something only if pages came in columns.
    @Test func pagesComeInColumns() {
        var random = SeededGenerator(seed: 3)
        let entries = (1...300).map { number -> Placed in
            let id = EntryID(author: PaperTable.author(1), sequence: UInt64(number))
            let game = EntryID(author: PaperTable.author(2), sequence: 2)
            let draft = Move(.twoPoints, by: .line(.created(number % 9)), period: 1).draft(in: game)
            let entry = Entry(
                id: id, lamport: UInt64(number) + 5, wall: WallTime(milliseconds: 1),
                scope: draft.scope, kind: draft.kind, body: draft.body)
            return Placed(entry: entry, place: Place(lamport: entry.lamport, id: id))
        }
        let parcels = Self.parcels(of: entries, &random)
        #expect(parcels.contains { $0.stretch?.pages.contains(where: \.isInColumns) == true })
        #expect(parcels.flatMap(\.placed) == entries)
        #expect(parcels.flatMap { $0.suffix(40) }.suffix(40) == entries.suffix(40))
    }

    /// Rows read from columns are those of the bodies, of moves near every limit of their fields and of
    /// what is no move.
    @Test(arguments: seeds(UInt64(200)))
    func rowsOfAPageAreThoseOfItsEntries(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let author = PaperTable.author(1)
        let game = EntryID(author: PaperTable.author(2), sequence: 2)
        // Pages go into columns where bodies have as many numbers.
        let count = 3 + random.below(6)
        let entries = (1...UInt64(40)).map { number -> Entry in
            var body = ByteWriter()
            for field in 0..<count {
                switch (field, random.below(12)) {
                case (_, 0): body.varint(UInt64.max >> UInt64(random.below(64)))
                case (0, _): body.count(random.below(26))
                case (1, 1): body.count(random.below(1100))
                case (1, _): body.count([0, 1, 4, 8, 9, 12, 13, 24, 28][random.below(9)])
                case (3, _): body.count(random.below(5))
                case (_, 1): body.count(510 + random.below(8))
                default: body.count(random.below(20))
                }
            }
            return Entry(
                id: EntryID(author: author, sequence: number), lamport: number + 5,
                wall: WallTime(milliseconds: Int64(number)), scope: .game(game),
                kind: random.chance(9) ? Kind(rawValue: UInt32(16 + random.below(20))) : .move,
                body: body.bytes)
        }
        let page = Page(
            packing: entries.flatMap(\.canonicalBytes), count: entries.count, author: author)
        var (paged, single) = (EntryRows(), EntryRows())
        paged.insert(PlacedPage(author: author, after: 0, page: page), of: game)
        for entry in entries {
            single.insert(
                Placed(entry: entry, place: Place(lamport: entry.lamport, id: entry.id)))
        }
        #expect(page.isInColumns)
        #expect(paged.rows.map(paged.place) == single.rows.map(single.place))
        #expect(paged.rows.map(\.wall) == single.rows.map(\.wall))
        #expect(paged.rows.map(paged.move) == single.rows.map(single.move))
        #expect(paged.rows.map(paged.content) == single.rows.map(single.content))
    }

    /// Pages of what is in line, and single entries of what is not.
    static func parcels(
        ofAll entries: [Placed], _ random: inout SeededGenerator
    ) -> [Admitted] {
        var parcels: [Admitted] = []
        let logs = Dictionary(grouping: entries, by: \.entry.id.author)
        for (_, log) in logs.sorted(by: { $0.key < $1.key }) {
            // Pages hold what is in line: neither forks nor absurd lamports.
            var line: [Placed] = []
            for placed in log.sorted(by: { $0.place.id < $1.place.id }) {
                let isNext =
                    line.last.map { $0.entry.id.sequence + 1 == placed.entry.id.sequence } ?? true
                let isInLine =
                    placed.place.digest == nil && placed.place.lamport == placed.entry.lamport
                if !isNext || !isInLine {
                    parcels += Self.parcels(of: line, &random)
                    line = []
                }
                if isInLine { line.append(placed) } else { parcels.append(Admitted([placed])) }
            }
            parcels += Self.parcels(of: line, &random)
        }
        return parcels
    }

    private static func parcels(
        of line: [Placed], _ random: inout SeededGenerator
    ) -> [Admitted] {
        var parcels: [Admitted] = []
        var rest = line[...]
        while let first = rest.first {
            let part = rest.prefix(1 + random.below(120))
            rest = rest.dropFirst(part.count)
            guard random.chance(2) else {
                parcels.append(Admitted(Array(part)))
                continue
            }
            let page = Page(
                packing: part.flatMap(\.entry.canonicalBytes), count: part.count,
                author: first.entry.id.author)
            parcels.append(
                Admitted(
                    Stretch(
                        author: first.entry.id.author, after: first.entry.id.sequence - 1,
                        pages: [page])))
        }
        return parcels
    }
}

/// Games that nobody looks at rest as bytes, and nobody can tell.
@Suite struct ShelfTests {
    /// Many games at once leave none open but what somebody looks at, which stays so when much else changes.
    @Test func onlyGamesThatSomebodyLooksAtStayOpen() throws {
        var paper = PaperTable(keepers: 1)
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
        var paper = PaperTable(keepers: 1)
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
