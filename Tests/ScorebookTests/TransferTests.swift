import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Entries that were moved from one game to another.
@Suite struct TransferTests {
    /// Two games with a player each, kept by two.
    private struct Games {
        var table = PaperTable(keepers: 2)
        let right: GameID
        let wrong: GameID

        init() {
            func created(_ home: String) -> Draft {
                let lines = [
                    RosterLine(side: .home, number: "4", name: "Ana"),
                    RosterLine(side: .away, number: "4", name: "Kim"),
                ]
                return GameCreated(home: home, away: "Owls", rules: Rules(.fiba), lines: lines)
                    .draft
            }
            right = table.record(1, created("Hawks"))
            wrong = table.record(1, created("Bears"))
        }

        @discardableResult
        mutating func move(
            _ kind: MoveKind = .twoPoints, in game: GameID, by keeper: UInt8 = 1, at second: Int = 5
        ) -> EntryID {
            var move = Move(kind, by: .line(.created(0)), period: 1, elapsed: .seconds(second))
            move.isTracked = true
            return table.record(keeper, move.draft(in: game))
        }

        mutating func transfer(_ origin: EntryID, by keeper: UInt8 = 1, _ moved: Move? = nil)
            -> (transfer: EntryID, void: EntryID)
        {
            let recorded = table.entries.first { $0.entry.id == origin }?.entry.body ?? []
            guard let move = moved ?? (try? Move(body: recorded)) else {
                preconditionFailure("only moves are moved here")
            }
            let body = Transferred(origin: origin, from: wrong, .move(move))
            let transfer = table.record(keeper, body.draft(in: right))
            let void = VoidEntry(target: origin, isContinued: true).draft(in: wrong)
            return (transfer, table.record(keeper, void))
        }

        func scores() throws -> [Int] {
            [try table.board(right).score.home, try table.board(wrong).score.home]
        }

        func crossings() throws -> [Int] {
            try [right, wrong].map { try table.board($0).links?.crossings.count ?? 0 }
        }
    }

    @Test func anEntryCountsInTheGameToWhichItWasMoved() throws {
        var games = Games()
        let origin = games.move(in: games.wrong)
        games.move(.freeThrow, in: games.wrong)
        let (transfer, void) = games.transfer(origin, by: 2)
        #expect(try games.scores() == [2, 1] && games.crossings() == [0, 0])
        let entry = try #require(try games.table.board(games.right).entry(transfer))
        #expect(entry.transfer?.origin == origin && entry.kind == .transferred)
        // A fix and a void name it like any move.
        var three = try #require(entry.move)
        three.kind = .threePoints
        games.table.record(1, Fix(target: transfer, move: three).draft(in: games.right))
        #expect(try games.scores() == [3, 1])
        for (id, game) in [(transfer, games.right), (void, games.wrong)] {
            games.table.record(2, VoidEntry(target: id).draft(in: game))
        }
        #expect(try games.scores() == [0, 3] && games.crossings() == [0, 0])
    }

    /// Of a move that two keepers recorded in the wrong game one counts in the right one, whoever moves
    /// them.
    @Test func theRecorderIsStillTheAuthorOfTheOrigin() throws {
        var games = Games()
        let clock = GameClockEntry(.start, period: 1, elapsed: .zero)
        games.table.record(1, clock.draft(in: games.right))
        let moves = [
            games.move(in: games.wrong, by: 1), games.move(in: games.wrong, by: 2, at: 7),
            games.move(in: games.wrong, by: 1, at: 60),
        ]
        for move in moves { _ = games.transfer(move, by: 1) }
        let board = try games.table.board(games.right)
        #expect(board.score.home == 4 && board.timeline.count(where: \.isCopy) == 1)
        #expect(board.keepers == [PaperTable.key(1), PaperTable.key(2)])
    }

    @Test func theFirstOfTwoTransfersCounts() throws {
        var games = Games()
        let origin = games.move(in: games.wrong)
        let first = games.transfer(origin, by: 1)
        let second = games.transfer(origin, by: 2)
        #expect(try games.scores() == [2, 0] && games.crossings() == [1, 1])
        let crossing = try #require(try games.table.board(games.wrong).links?.crossings.first)
        #expect(crossing.transfers.map(\.id) == [first.transfer, second.transfer])
        games.table.record(1, VoidEntry(target: first.transfer).draft(in: games.right))
        #expect(try games.scores() == [2, 0] && games.crossings() == [0, 0])
        games.table.record(2, VoidEntry(target: second.transfer).draft(in: games.right))
        #expect(try games.scores() == [0, 0])
    }

    @Test func anOriginThatStillCountsIsPointedOutInBothGames() throws {
        var games = Games()
        let origin = games.move(in: games.wrong)
        let (_, void) = games.transfer(origin)
        games.table.record(2, VoidEntry(target: void).draft(in: games.wrong))
        #expect(try games.scores() == [2, 2] && games.crossings() == [1, 1])
        #expect(try games.table.board(games.right).links?.crossings.first?.isOriginLive == true)
    }

    /// Also if it arrives last, in a game whose board is at hand.
    @Test func anOriginThatArrivesLastIsPointedOutInBothGames() throws {
        var games = Games()
        games.move(in: games.wrong)
        let origin = games.move(in: games.wrong, at: 60)
        let move = Move(.twoPoints, by: .line(.created(0)), period: 1)
        let body = Transferred(origin: origin, from: games.wrong, .move(move))
        games.table.record(2, body.draft(in: games.right))
        let entries = games.table.entries
        var book = Book(rebuilding: entries.filter { $0.entry.id != origin })
        for game in [games.right, games.wrong] { book.open(game) }
        book.insert(contentsOf: entries)
        book.foldChanged()
        let isEqual = Shown(book) == Shown(games.table.book)
        #expect(isEqual)
        #expect(try games.crossings() == [1, 1])
    }

    @Test func aTransferWithinAGameHasNoEffect() throws {
        var games = Games()
        let move = Move(.twoPoints, by: .line(.created(0)), period: 2)
        let origin = games.move(in: games.right)
        let body = Transferred(origin: origin, from: games.right, .move(move))
        games.table.record(1, body.draft(in: games.right))
        #expect(try games.scores() == [2, 0])
    }

    @Test func aClockGoesAlong() throws {
        var games = Games()
        let start = GameClockEntry(.start, period: 2, elapsed: .seconds(30))
        let origin = games.table.record(1, start.draft(in: games.wrong))
        let body = Transferred(origin: origin, from: games.wrong, .gameClock(start))
        games.table.record(1, body.draft(in: games.right))
        let clock = try games.table.board(games.right).clock
        #expect(clock.isRunning && clock.period == 2 && clock.elapsed == .seconds(30))
    }

    /// A transfer changes no event that neither its old nor its new value touches.
    @Test(arguments: seeds(UInt64(40)))
    func otherEventsStay(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let entries = try KeptTable.entries(seed: seed, count: 90, isCalm: true)
        let game = try #require(Book(rebuilding: entries).gameIDs.first)
        let created = try #require(entries.first { $0.entry.kind == .gameCreated })
        var other = created
        other.entry.id = EntryID(author: PaperTable.author(50), sequence: 1)
        other.place = Place(lamport: created.place.lamport, id: other.entry.id)
        let moves = entries.filter { $0.entry.kind == .move && $0.place.digest == nil }
        let origin = try #require(moves.randomElement(using: &random))
        let move = try Move(body: origin.entry.body)
        let void = VoidEntry(target: origin.entry.id).draft(in: game)
        let last = (entries.map(\.place.lamport).max() ?? 0) + 1
        let transfer = Transferred(origin: origin.entry.id, from: game, .move(move))
        let drafts = [transfer.draft(in: other.entry.id), void]
        let added = drafts.enumerated().map { index, draft in
            let id = EntryID(author: PaperTable.author(50), sequence: UInt64(2 + index))
            let entry = Entry(
                id: id, lamport: last + UInt64(index), wall: origin.entry.wall, scope: draft.scope,
                kind: draft.kind, body: draft.body)
            return Placed(entry: entry, place: Place(lamport: entry.lamport, id: id))
        }
        let before = try #require(Book(rebuilding: entries + [other]).scoreboard(of: game))
        let book = Book(rebuilding: entries + [other] + added)
        let after = try #require(book.scoreboard(of: game))
        for entry in before.timeline {
            guard let its = entry.recordedMove, its.subject != move.subject || its.kind != move.kind
            else { continue }
            if entry.recordedMove?.linked == origin.entry.id { continue }
            #expect(after.entry(entry.id)?.standing == entry.standing, "\(entry.id)")
        }
        let board = try #require(book.scoreboard(of: other.entry.id))
        #expect(board.moveCount == 1)
        #expect(board.entry(added[0].entry.id)?.move == move)
    }
}
