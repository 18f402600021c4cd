import MoveLog
import Seeds
import Testing

@testable import Documents
@testable import Scorebook

/// New names of teams, and home and away swapped.
@Suite struct SwapTests {
    @Test func theLastNameInOrderCounts() throws {
        var court = try Court()
        func names() throws -> [String] {
            let board = try court.board()
            return [board.teams.home.name, board.teams.away.name]
        }
        court.record(TeamNamed(side: .home, name: "Hawks II"), lamport: 30)
        let last = court.record(TeamNamed(side: .home, name: "Falcons"), by: 2, lamport: 31)
        court.record(TeamNamed(side: .home, name: "Late"), by: 3, lamport: 20)
        court.record(TeamNamed(side: .away, name: "Barn Owls"), by: 3)
        #expect(try names() == ["Falcons", "Barn Owls"])
        let book = court.table.book
        let line = try #require(book.table.games.first)
        #expect(line.slug == "hawks-owls")
        #expect(book.names(of: line).home == "Falcons")
        #expect(book.outline(of: line.id)?.names.away == "Barn Owls")
        court.record(VoidEntry(target: last), lamport: 40)
        #expect(try names() == ["Hawks II", "Barn Owls"])
    }

    /// A swapped game is the game created the other way round, but for IDs: everything that a board
    /// and its documents say. Bodies of a later version cannot be written the other way round.
    @Test(arguments: seeds(UInt64(60)))
    func aSwappedGameIsTheGameCreatedTheOtherWayRound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let entries =
            seed % 2 == 0
            ? try KeptTable.entries(seed: seed, count: 110, isCalm: seed % 3 == 0)
            : RandomTable.entries(seed: seed, count: 110)
                .filter { $0.entry.kind != .copied && $0.turned.turned == $0 }
        let place = UInt64(random.below(120))
        for game in Book(rebuilding: entries).gameIDs {
            let swapped = Book(rebuilding: entries + [Self.swap(game, to: 1, place)])
            let other = Book(
                rebuilding: entries.map { $0.isOf(game) ? $0.turned : $0 }
                    + [Self.swap(game, to: 0, place)])
            let left = try #require(swapped.scoreboard(of: game))
            let right = try #require(other.scoreboard(of: game))
            // A swap after the sign-off has no effect.
            guard left.isSwapped else {
                #expect(left.official != nil)
                continue
            }
            #expect(left.teams == right.teams && left.players == right.players)
            #expect(left.state == right.state && left.winner == right.winner)
            #expect(left.signatures == right.signatures && left.official == right.official)
            #expect(left.timeline.map(\.score) == right.timeline.map(\.score))
            #expect(left.timeline.map(\.standing) == right.timeline.map(\.standing))
            #expect(
                left.timeline.map(\.content).filter(\.isNoSwap)
                    == right.timeline.map(\.content).filter(\.isNoSwap))
            #expect(Self.documents(left, swapped) == Self.documents(right, other))
        }
    }

    /// What a keeper of a swapped game orders is stored for the team that the keeper sees.
    @Test func anOrderIsTurnedBack() throws {
        var court = try Court()
        let swap = RulesChanged(changes: [.secondTeamIsHome: 1])
        let id = court.record(swap)
        let move = Move(.twoPoints, by: .team(.home), period: 1).draft(in: court.game)
        #expect(move.turned.turned == move)
        court.table.record(1, move.turned)
        #expect(try court.score() == "2-0")
        #expect(try court.board().teams.home.name == "Owls")
        let line = RosterLine(side: .home, number: "9", name: "Di")
        court.table.record(1, RosterAdded(lines: [line]).draft(in: court.game).turned)
        #expect(try court.board().teams.home.players.map(\.number) == ["4", "0", "", "9"])
        court.record(VoidEntry(target: id))
        #expect(try court.score() == "0-2")
        #expect(try court.board().teams.away.players.map(\.number) == ["4", "0", "", "9"])
    }

    /// Without a new fold.
    @Test func aMoveOfATeamIsAppendedToASwappedGame() throws {
        var court = try Court()
        court.record(RulesChanged(changes: [.secondTeamIsHome: 1]))
        court.move(.twoPoints, 0)
        var book = court.table.book
        book.open(court.game)
        let folds = book.foldCount
        court.record(Move(.freeThrow, by: .team(.home), period: 1))
        book.insert(contentsOf: court.table.entries)
        book.foldChanged()
        #expect(book.foldCount == folds)
        let isEqual = Shown(book) == Shown(court.table.book)
        #expect(isEqual)
        #expect(book.scoreboard(of: court.game)?.score.away == 3)
    }

    private static func swap(_ game: GameID, to value: Int, _ lamport: UInt64) -> Placed {
        let draft = RulesChanged(changes: [.secondTeamIsHome: value]).draft(in: game)
        let id = EntryID(author: PaperTable.author(77), sequence: 1)
        let entry = Entry(
            id: id, lamport: lamport, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        return Placed(entry: entry, place: Place(lamport: lamport, id: id))
    }

    /// All documents of a game, without its name.
    private static func documents(_ board: Scoreboard, _ book: Book) -> [String] {
        let projection = Projection(table: book.table, device: PaperTable.key(1))
        var game = projection.game(board)
        game.name = ""
        let slug = book.table.game(board.id)?.slug ?? ""
        return [
            "\(game)", "\(projection.chart(board))", "\(projection.boxCSV(board))",
            "\(projection.gamelogEvents(board))",
        ].map { $0.replacing(slug, with: "GAME") }
    }
}

extension Content {
    fileprivate var isNoSwap: Bool {
        if case .rulesChanged(let changed) = self {
            changed.changes[.secondTeamIsHome] == nil
        } else {
            true
        }
    }
}

extension Placed {
    fileprivate func isOf(_ game: GameID) -> Bool {
        entry.scope == .game(game) || entry.id == game
    }

    fileprivate var turned: Placed {
        var placed = self
        let draft = Draft(scope: entry.scope, kind: entry.kind, body: entry.body)
        placed.entry.body = draft.turned.body
        return placed
    }
}
