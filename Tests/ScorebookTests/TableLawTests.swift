import Seeds
import Testing

@testable import MoveLog
@testable import Scorebook

/// The table's board and the games of its teams are a function of the set of entries, whether
/// entries are appended to a fold or folded again.
@Suite struct TableLawTests {
    /// Enough for every corner, where all seeds are not run.
    private static let first = UInt64(0)..<12

    @Test(arguments: Array(seeds(UInt64(90))) + [6, 8, 10])
    func anAppendedTableEqualsAFoldOfAllEntries(seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 7919)
        var book = Book(openGamesMax: 1 + random.below(4))
        var inserted: [Placed] = []
        var snapshots: [(taken: TableBoard, then: TableBoard)] = []
        for placed in SeasonTable.arrivals(seed: seed, count: 90) {
            book.insert(placed)
            inserted.append(placed)
            if random.chance(20) { book.insert(inserted[random.below(inserted.count)]) }
            if !random.chance(3) {
                let whole = Book(rebuilding: inserted)
                #expect(book.table == whole.table)
                #expect(places(book.table) == places(whole.table))
                #expect(book.orphanCount == whole.orphanCount)
                if random.chance(6) { snapshots.append((book.table, whole.table)) }
                if random.chance(3) {
                    let isEqual = Shown(book) == Shown(whole)
                    #expect(isEqual)
                }
            }
            if random.chance(3) { #expect(TeamScan.agrees(with: book, &random)) }
            if random.chance(2) { book.foldChanged() }
            if random.chance(3) { book.foldAll() }
        }
        book.foldAll()
        let isEqual = Shown(book) == Shown(Book(rebuilding: inserted))
        #expect(isEqual)
        #expect(TeamScan.agrees(with: book))
        #expect(
            book.gameIDs.allSatisfy { id in
                book.outline(of: id) == book.scoreboard(of: id).map(GameOutline.init)
            })
        for game in book.table.games {
            #expect(book.table.game(game.id) == game && book.table.game(named: game.slug) == game)
        }
        let areKept = snapshots.allSatisfy { $0.taken == $0.then }
        #expect(areKept)
    }

    /// The same of entries that come on pages.
    @Test(arguments: Array(seeds(UInt64(48))) + [2, 3, 5, 7])
    func pagesMakeTheSameTable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var arrivals = SeasonTable.arrivals(seed: seed, count: 120)
        // Beside these no page is taken as a whole.
        if seed % 3 > 0 {
            arrivals.removeAll { $0.entry.kind == .copied || !Content.isKnown($0.entry.kind) }
        }
        let parcels = PagedBookTests.parcels(ofAll: arrivals, &random)
        var book = Book(openGamesMax: 2)
        for parcel in random.chance(2) ? parcels : parcels.shuffled(using: &random) {
            book.insert(parcel)
            if random.chance(2) { book.foldChanged() }
            if random.chance(3) { #expect(TeamScan.agrees(with: book, &random)) }
        }
        let isEqual = Shown(book) == Shown(Book(rebuilding: arrivals))
        #expect(isEqual)
        #expect(TeamScan.agrees(with: book))
    }

    /// Where the timeline finds each ID.
    private func places(_ table: TableBoard) -> [Int?] {
        table.timeline.flatMap { entry in
            [entry.id, entry.recordedAs].map { table.timeline.place(of: $0) }
        }
    }

    /// The law above says something only where tables were appended to, and the teams of games
    /// changed.
    @Test func theTablesReachEveryCorner() {
        var seen: Set<String> = []
        var (appended, entries) = (0, 0)
        for seed in Self.first {
            var book = Book()
            for placed in SeasonTable.arrivals(seed: seed, count: 90) {
                let folds = book.tableFold.foldCount
                book.insert(placed)
                book.foldChanged()
                guard placed.entry.kind == .gameCreated else { continue }
                entries += 1
                if book.tableFold.foldCount == folds { appended += 1 } else { seen.insert("late") }
            }
            note(book, &seen)
        }
        #expect(appended > entries / 2)
        let all: Set = [
            "late", "equal names", "forked", "renamed", "swapped", "joined", "united", "void",
            "copied", "claimed for another", "unknown", "malformed", "taken roster",
        ]
        #expect(all.subtracting(seen) == [])
    }

    private func note(_ book: Book, _ seen: inout Set<String>) {
        let table = book.table
        if table.games.contains(where: { $0.slug.hasSuffix("-3") }) { seen.insert("equal names") }
        if table.games.contains(where: { $0.creationCount > 1 }) { seen.insert("forked") }
        if table.unknownCount > 0 { seen.insert("unknown") }
        if table.malformedCount > 0 { seen.insert("malformed") }
        for entry in table.timeline {
            if !entry.isLive { seen.insert("void") }
            if entry.id != entry.recordedAs { seen.insert("copied") }
        }
        for game in table.games {
            guard let board = book.scoreboard(of: game.id) else { continue }
            if book.names(of: game) != game.createdNames { seen.insert("renamed") }
            if board.isSwapped { seen.insert("swapped") }
            if game.created.lines.isEmpty, !board.players.isEmpty { seen.insert("joined") }
            if board.links?.unitedInto != nil { seen.insert("united") }
            if board.claimants.contains(where: { table.device($0) == nil }) {
                seen.insert("claimed for another")
            }
        }
        for name in SeasonTable.teams where !book.lastRoster(of: name, on: .home).isEmpty {
            seen.insert("taken roster")
        }
    }

    /// Two entries of an author stand in the order the other way round, and one is late.
    @Test func anEntryIsFoundThatCameBehindALaterOne() {
        var paper = PaperTable(keepers: 1)
        let named = TableNamed(name: "Court").draft
        let first = paper.record(1, named, lamport: 30)
        let second = paper.record(1, named, lamport: 20)
        var book = Book()
        book.insert(contentsOf: paper.entries.filter { $0.entry.id != first })
        book.foldChanged()
        book.insert(contentsOf: paper.entries)
        book.foldChanged()
        #expect(book.table.timeline.place(of: first) == 2)
        #expect(book.table.timeline.place(of: second) == 1)
    }

    /// A copy says that a game was created, and then its origin is something else.
    @Test func aGameMayLoseItsCreation() throws {
        var paper = PaperTable(keepers: 1)
        let origin = paper.record(1, TableNamed(name: "Court").draft)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: []).draft
        let entry = Entry(
            id: origin, lamport: 2, wall: WallTime(milliseconds: 0), scope: created.scope,
            kind: created.kind, body: created.body)
        let copy = try #require(CopiedEntry(of: entry, digest: PaperTable.digest(1)))
        paper.record(1, copy.draft)
        paper.record(1, Move(.twoPoints, by: .team(.home), period: 1).draft(in: origin))
        var book = Book()
        book.insert(contentsOf: paper.entries.filter { $0.entry.id != origin })
        book.foldChanged()
        #expect(book.orphanCount == 0 && book.gameIDs == [origin])
        book.insert(contentsOf: paper.entries)
        #expect(book.orphanCount == 1 && book.gameIDs == [])
        book.foldChanged()
        #expect(book.orphanCount == 1)
    }

    /// A name of a team that comes later, by an entry or a copy of one.
    @Test(arguments: [false, true])
    func aTeamIsFoundByANewName(isCopied: Bool) throws {
        var paper = PaperTable(keepers: 1)
        let lines = [RosterLine(side: .home, number: "4", name: "Ana", player: nil)]
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: lines)
        let game = paper.record(1, created.draft)
        var book = paper.book
        book.foldChanged()
        var named = TeamNamed(side: .home, name: "Élan").draft(in: game)
        if isCopied {
            let id = EntryID(author: PaperTable.author(9), sequence: 2)
            let entry = Entry(
                id: id, lamport: 9, wall: WallTime(milliseconds: 0), scope: named.scope,
                kind: named.kind, body: named.body)
            named = try #require(CopiedEntry(of: entry, digest: PaperTable.digest(1))).draft
        }
        paper.record(1, named)
        book.insert(contentsOf: paper.entries)
        #expect(book.lastRoster(of: "elan", on: .away).map(\.name) == ["Ana"])
        #expect(book.lastRoster(of: "A", on: .home).isEmpty)
        #expect(book.lastGame(between: Sides(home: "B", away: "Elan"))?.id == game)
        #expect(book.lastGame(between: Sides(home: "B", away: "A")) == nil)
        book.foldChanged()
        #expect(TeamScan.agrees(with: book))
    }

    /// Players that a page brings to a game which was created without any.
    @Test(arguments: [false, true])
    func aRosterIsFoundThatCameOnAPage(isFolded: Bool) throws {
        var paper = PaperTable(keepers: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: [])
        let game = paper.record(1, created.draft)
        let first = paper.entries.count
        let line = RosterLine(side: .home, number: "4", name: "Ana", player: nil)
        paper.record(1, RosterAdded(lines: [line]).draft(in: game))
        let move = Move(.twoPoints, by: .team(.home), period: 1)
        for _ in 0..<40 { paper.record(1, move.draft(in: game)) }
        var book = Book()
        book.insert(contentsOf: Array(paper.entries.prefix(first)))
        if isFolded { book.foldChanged() }
        let rest = paper.entries.dropFirst(first)
        let page = Page(
            packing: rest.flatMap(\.entry.canonicalBytes), count: rest.count,
            author: PaperTable.author(1))
        try #require(page.isInColumns)
        book.insert(
            Admitted(Stretch(author: PaperTable.author(1), after: UInt64(first), pages: [page])))
        #expect(book.lastRoster(of: "a", on: .away).map(\.name) == ["Ana"])
        #expect(TeamScan.agrees(with: book))
    }

    @Test func aNewGameFoldsNoTable() {
        var paper = PaperTable(keepers: 2)
        var book = Book()
        book.insert(contentsOf: paper.entries)
        book.foldChanged()
        for number in 0..<200 {
            let created = GameCreated(
                home: "Hawks", away: "Owls \(number % 7)", rules: Rules(.pickup), lines: [])
            paper.record(UInt8(1 + number % 2), created.draft)
            if number % 10 == 0 { paper.record(1, TableNamed(name: "Court \(number)").draft) }
            book.insert(contentsOf: paper.entries)
            book.foldChanged()
        }
        #expect(book.tableFold.foldCount == 1)
        #expect(book.table == paper.book.table)
    }

    /// A device that joins changes no board but of games in which somebody waited for it.
    @Test func aDeviceThatJoinsLeavesTheOtherGamesAsTheyAre() {
        var paper = PaperTable(keepers: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: []).draft
        let games = (0..<12).map { _ in paper.record(1, created) }
        let claim = TrackingClaimed([.team(.home)], device: PaperTable.key(2))
        paper.record(1, claim.draft(in: games[3]))
        var early = paper
        let move = Move(.twoPoints, by: .team(.home), period: 1)
        let start = early.start(2, device: 2)
        early.record(2, move.draft(in: games[7]))
        var book = Book()
        book.insert(contentsOf: early.entries.filter { $0.entry.id != start })
        book.foldAll()
        func folds(_ work: (inout Book) -> Void) -> Int {
            let before = book.foldCount
            work(&book)
            book.foldAll()
            return book.foldCount - before
        }
        #expect(folds { $0.insert(contentsOf: early.entries) } == 2)
        #expect(book.scoreboard(of: games[3])?.keepers == [PaperTable.key(2)])
        early.start(3, device: 3)
        #expect(folds { $0.insert(contentsOf: early.entries) } == 0)
        early.start(4, device: 2)
        #expect(folds { $0.insert(contentsOf: early.entries) } == 0)
        let isEqual = Shown(book) == Shown(early.book)
        #expect(isEqual)
    }

    /// Names with one slug have one key, and others others.
    @Test(arguments: seeds(UInt64(40)))
    func aKeyIsOfTheSlug(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("aAzZ09-_ .,#[`{é東ßøÖ")
        var slugs: [UInt32: String] = [:]
        for _ in 0..<100 {
            let name = String(
                (0..<random.below(9)).map { _ in letters[random.below(letters.count)] })
            let slug = Slug.make(name, fallback: "")
            let key = TeamIndex.key(of: name)
            #expect(key == TeamIndex.key(of: slug), "\(name)")
            #expect(slugs.updateValue(slug, forKey: key) ?? slug == slug, "\(name)")
        }
    }
}

/// The last rosters and games of teams by a look at every game.
enum TeamScan {
    static func agrees(with book: Book) -> Bool { agrees(with: book, on: teams(of: book)) }

    /// A few teams alone: before a book is folded each answer costs folds.
    static func agrees(with book: Book, _ random: inout SeededGenerator) -> Bool {
        let teams = teams(of: book).shuffled(using: &random)
        return agrees(with: book, on: Array(teams.prefix(2)))
    }

    private static func teams(of book: Book) -> [String] {
        let names = book.table.games.flatMap { game in
            let now = book.names(of: game)
            return [now.home, now.away, game.createdNames.home]
        }
        return Set(names + SeasonTable.teams + ["HAWKS ", "nobody"]).sorted()
    }

    private static func agrees(with book: Book, on teams: [String]) -> Bool {
        for team in teams {
            for side in Side.allCases
            where book.lastRoster(of: team, on: side) != lastRoster(of: team, on: side, book) {
                return false
            }
        }
        let games = book.table.games.map { ($0, slugs(book.names(of: $0))) }
        for one in teams {
            for other in teams {
                let pair = Sides(home: one, away: other)
                let theirs = games.filter { $0.1 == slugs(pair) }.map(\.0)
                guard book.games(between: pair) == theirs,
                    book.lastGame(between: pair) == theirs.last
                else { return false }
            }
        }
        return true
    }

    private static func lastRoster(of team: String, on side: Side, _ book: Book) -> [RosterLine] {
        let sought = Slug.make(team, fallback: "")
        for game in book.table.games.reversed() {
            for past in Side.allCases
            where !sought.isEmpty && Slug.make(book.names(of: game)[past], fallback: "") == sought {
                guard book.outline(of: game.id)?.hasPlayers[past] == true,
                    let board = book.scoreboard(of: game.id)
                else { continue }
                return board.teams[past].players.filter { !$0.isWithdrawn }.map {
                    RosterLine(side: side, number: $0.number, name: $0.name, player: $0.player)
                }
            }
        }
        return []
    }

    private static func slugs(_ names: Sides<String>) -> Set<String> {
        Set([Slug.make(names.home, fallback: ""), Slug.make(names.away, fallback: "")])
    }
}

/// A season of few teams: games with equal names, devices that join, teams and keepers that are
/// renamed, players who come late, voids, forks, copies; most in order and some late.
struct SeasonTable {
    static let teams = ["Hawks", "hawks", "Öwls", "Owls", "Owls 2", "Élan", "東京", "大阪"]

    private var random: SeededGenerator
    private var table = PaperTable(keepers: 2)
    private var games: [GameID] = []
    private var mended: [(id: EntryID, game: GameID)] = []
    private var begun: Set<UInt8> = [1, 2]
    /// True if games are only created and mended.
    private let isCalm: Bool

    /// In the order in which they arrive.
    static func arrivals(seed: UInt64, count: Int) -> [Placed] {
        var season = SeasonTable(random: SeededGenerator(seed: seed), isCalm: seed % 3 == 0)
        for _ in 0..<count { season.step() }
        var random = season.random
        var arrivals: [Placed] = []
        var late: [Placed] = []
        for placed in season.table.entries {
            let isBeginning = placed.entry.id.sequence <= 2
            if seed % 3 != 1, random.chance(isBeginning ? 2 : 12) {
                late.append(placed)
            } else {
                arrivals.append(placed)
            }
            if random.chance(8), !late.isEmpty {
                arrivals.append(late.remove(at: random.below(late.count)))
            }
        }
        return arrivals + late
    }

    private init(random: SeededGenerator, isCalm: Bool) {
        self.random = random
        self.isCalm = isCalm
    }

    private mutating func step() {
        let author = UInt8(1 + random.below(6))
        if begun.insert(author).inserted {
            table.start(author, device: random.chance(3) ? 1 : author)
        }
        switch random.below(isCalm ? 14 : 22) {
        case 0...3: create(author)
        case 4...13: if let game = games.randomElement(using: &random) { mend(game, author) }
        case 14, 15: aboutDevices(author)
        case 16:
            let target = table.entries[random.below(table.entries.count)].entry.id
            table.record(author, VoidEntry(target: target).draft)
        case 17: fork()
        case 18, 19: copy(author)
        case 20:
            let kind = random.chance(2) ? Kind.tableNamed : Kind(rawValue: 45)
            table.record(author, Draft(scope: .table, kind: kind, body: [0xff]), lamport: lamport())
        default: table.record(author, TableNamed(name: "Court \(random.below(3))").draft)
        }
    }

    /// Nil for the end of the order.
    private mutating func lamport() -> UInt64? {
        random.chance(12) ? UInt64(random.below(table.entries.count)) : nil
    }

    private mutating func create(_ author: UInt8) {
        let lines = (0..<(random.chance(2) ? 0 : 3)).map { number in
            RosterLine(
                side: random.chance(2) ? .home : .away, number: "\(number)", name: "Ana \(number)",
                player: nil)
        }
        let created = GameCreated(
            home: team(), away: team(), rules: Rules(.pickup), lines: lines)
        games.append(table.record(author, created.draft, lamport: lamport()))
    }

    private mutating func team() -> String { Self.teams[random.below(Self.teams.count)] }

    private mutating func aboutDevices(_ author: UInt8) {
        let names = ["Mia", "mía", "Bo", ""]
        switch random.below(3) {
        case 0:
            let added = DeviceAdded(
                invitee: PaperTable.key(UInt8(3 + random.below(5))),
                signature: [UInt8](repeating: 0, count: 64), name: names[random.below(4)])
            table.record(author, Draft(scope: .table, kind: .deviceAdded, body: added.body))
        case 1: table.record(author, KeeperNamed(name: names[random.below(4)]).draft)
        default:
            // Another beginning of the same author, at times as another device.
            guard
                var twin = table.entries.first(where: { $0.entry.id.author == Self.author(author) })
            else { return }
            twin.place.digest = PaperTable.digest(UInt8(random.below(200)))
            twin.place.lamport = UInt64(random.below(3))
            if random.chance(2) {
                twin.entry.body.replaceSubrange(0..<32, with: PaperTable.key(7).bytes)
            }
            table.add(twin)
        }
    }

    private static func author(_ number: UInt8) -> AuthorID { PaperTable.author(number) }

    /// Another entry of the last creation's ID.
    private mutating func fork() {
        guard var twin = table.entries.last(where: { $0.entry.kind == .gameCreated }) else {
            return
        }
        twin.place.digest = PaperTable.digest(UInt8(random.below(200)))
        if random.chance(2) { twin.place.lamport += UInt64(random.below(4)) }
        let lines = [RosterLine(side: .home, number: "9", name: "Eve", player: nil)]
        twin.entry.body =
            GameCreated(
                home: team(), away: team(), rules: Rules(.pickup),
                lines: random.chance(2) ? lines : []
            ).body
        table.add(twin)
    }

    /// Of an entry that is here, of one that is not, or with the name of another.
    private mutating func copy(_ author: UInt8) {
        let kinds: Set<Kind> = random.chance(2) ? [] : [.teamNamed, .rosterAdded]
        let known = table.entries.filter { kinds.isEmpty || kinds.contains($0.entry.kind) }
        guard var origin = known.randomElement(using: &random)?.entry else { return }
        let elsewhere = EntryID(
            author: Self.author(9), sequence: 1 + UInt64(random.below(6)))
        let names = [origin.id, elsewhere, elsewhere, table.entries.last?.entry.id ?? elsewhere]
        origin.id = names[random.below(4)]
        let digest = PaperTable.digest(UInt8(random.below(4)))
        guard let copy = CopiedEntry(of: origin, digest: digest) else { return }
        table.record(author, copy.draft, lamport: lamport())
        if copy.originKind == .gameCreated { games.append(copy.origin) }
    }

    private mutating func mend(_ game: GameID, _ author: UInt8) {
        let line = RosterLine(side: .away, number: "8", name: "Joy", player: nil)
        let ref = LineRef.created(random.below(3))
        switch random.below(9) {
        case 0, 1:
            let named = TeamNamed(side: random.chance(2) ? .home : .away, name: team())
            note(table.record(author, named.draft(in: game), lamport: lamport()), game)
        case 2:
            let change = RulesChanged(changes: [.secondTeamIsHome: random.below(2)])
            note(table.record(author, change.draft(in: game)), game)
        case 3: note(table.record(author, RosterAdded(lines: [line]).draft(in: game)), game)
        case 4:
            let edited = RosterEdited(line: ref, number: "1", name: nil, isActive: false)
            note(table.record(author, edited.draft(in: game)), game)
        case 5:
            guard let last = mended.randomElement(using: &random) else { return }
            table.record(author, VoidEntry(target: last.id).draft(in: last.game))
        case 6:
            let device = random.chance(2) ? PaperTable.key(UInt8(1 + random.below(7))) : nil
            table.record(author, TrackingClaimed([.team(.home)], device: device).draft(in: game))
        case 7:
            guard let other = games.randomElement(using: &random), random.chance(3) else { return }
            note(
                table.record(author, GameUnited(other, isTurned: false, lines: []).draft(in: game)),
                game)
        default:
            let move = Move(.twoPoints, by: .line(ref), period: 1)
            if random.chance(3) {
                table.record(author, Note(text: "note").draft(in: game))
            } else {
                table.record(author, move.draft(in: game))
            }
        }
    }

    private mutating func note(_ id: EntryID, _ game: GameID) { mended.append((id, game)) }
}
