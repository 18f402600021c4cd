import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Games that were created apart for one.
@Suite struct UnionTests {
    /// Each of two keepers created the game; a third watches.
    private struct Apart {
        var table = PaperTable(keepers: 3)
        let first: GameID
        let second: GameID

        init(isTurned: Bool = false) {
            func line(_ side: Side, _ number: String) -> RosterLine {
                RosterLine(side: side, number: number, name: "N\(number)")
            }
            func created(_ home: String, _ away: String, _ lines: [RosterLine]) -> Draft {
                GameCreated(home: home, away: away, rules: Rules(.fiba), lines: lines).draft
            }
            first = table.record(
                1, created("Hawks", "Owls", [line(.home, "4"), line(.away, "4")]))
            let (hawks, owls) = isTurned ? (Side.away, Side.home) : (.home, .away)
            // The other way round, and with one more.
            second = table.record(
                2,
                created(
                    isTurned ? "Owls" : "Hawks", isTurned ? "Hawks" : "Owls",
                    [line(owls, "4"), line(hawks, "7"), line(hawks, "4")]))
        }

        @discardableResult
        mutating func move(_ kind: MoveKind, _ line: Int, by keeper: UInt8, at second: Int = 5)
            -> EntryID
        {
            var move = Move(kind, by: .line(.created(line)), period: 1, elapsed: .seconds(second))
            move.isTracked = true
            return table.record(keeper, move.draft(in: keeper == 1 ? first : self.second))
        }

        @discardableResult
        mutating func unite(isTurned: Bool = false, by keeper: UInt8 = 1) -> EntryID {
            let union = GameUnited(
                second, isTurned: isTurned,
                lines: [
                    GameUnited.Pair(from: .created(0), into: .created(1)),
                    GameUnited.Pair(from: .created(2), into: .created(0)),
                ])
            return table.record(keeper, union.draft(in: first))
        }
    }

    @Test(arguments: [false, true])
    func entriesOfTheOtherGameCountInThisOne(isTurned: Bool) throws {
        var apart = Apart(isTurned: isTurned)
        apart.move(.twoPoints, 0, by: 1)
        apart.move(.threePoints, 2, by: 2, at: 50)
        let union = apart.unite(isTurned: isTurned)
        // Later ones too, and those of a player whom this game does not have.
        apart.move(.freeThrow, 1, by: 2, at: 60)
        apart.move(.twoPoints, 0, by: 2, at: 70)
        apart.table.record(2, GameEnded().draft(in: apart.second))
        apart.table.record(2, TeamNamed(side: .home, name: "X").draft(in: apart.second))
        let board = try apart.table.board(apart.first)
        #expect(board.score.home == 6 && board.score.away == 2)
        #expect(board.teams.home.players.map(\.number) == ["4", "7"])
        #expect(board.teams.home.players.map(\.tally.points) == [5, 1])
        #expect(board.teams.home.name == "Hawks" && board.state == .live)
        #expect(board.keepers == [PaperTable.key(1), PaperTable.key(2)])
        #expect(board.links?.united == [apart.second])
        #expect(try apart.table.board(apart.second).links?.unitedInto == apart.first)
        #expect(apart.table.book.isUnited(apart.second))
        apart.table.record(1, VoidEntry(target: union).draft(in: apart.first))
        #expect(try apart.table.board(apart.first).score.home == 2)
        #expect(!apart.table.book.isUnited(apart.second))
    }

    /// What both recorded is one event; a void or a fix of this game names entries of the other.
    @Test func entriesOfBothAreThoseOfOneGame() throws {
        var apart = Apart()
        for game in [apart.first, apart.second] {
            let start = GameClockEntry(.start, period: 1, elapsed: .zero)
            apart.table.record(1, start.draft(in: game))
        }
        apart.move(.twoPoints, 0, by: 1)
        let copy = apart.move(.twoPoints, 2, by: 2, at: 7)
        let other = apart.move(.freeThrow, 2, by: 2, at: 90)
        apart.unite()
        let copies = try apart.table.board(apart.first).timeline.filter(\.isCopy)
        #expect(copies.map(\.id) == [copy])
        apart.table.record(1, VoidEntry(target: other).draft(in: apart.first))
        #expect(try apart.table.board(apart.first).score.home == 2)
        #expect(try apart.table.board(apart.second).score.home == 3)
    }

    /// The digest covers the entries of the other game under their own IDs.
    @Test func signaturesCoverBoth() throws {
        var apart = Apart()
        apart.move(.twoPoints, 0, by: 1)
        let move = apart.move(.twoPoints, 2, by: 2, at: 60)
        apart.unite()
        apart.table.record(1, GameEnded().draft(in: apart.first))
        for keeper in UInt8(1)...2 {
            let board = try apart.table.board(apart.first)
            let entries = apart.table.entries
            let signable = board.signable { id in entries.filter { $0.entry.id == id } }
            let digest = Court.digest(signable.bytes)
            apart.table.record(keeper, signable.signOff(digest: digest).draft(in: apart.first))
        }
        let board = try apart.table.board(apart.first)
        #expect(board.state == .signed && board.official?.score.home == 4)
        let entry = try #require(apart.table.entries.first { $0.entry.id == move })
        let bytes = board.signedBytes(inside: try #require(board.official?.cut)) { id in
            apart.table.entries.filter { $0.entry.id == id }
        }
        #expect(bytes.contains(entry.entry.canonicalBytes))
        // A late entry of the other game does not count.
        apart.move(.threePoints, 2, by: 2, at: 80)
        #expect(try apart.table.board(apart.first).score.home == 4)
        #expect(try apart.table.board(apart.first).afterSignOff.count == 1)
    }

    /// Entries of the other game that one author recorded before are not signed by a cut that has no
    /// union.
    @Test func aUnionBehindAnOfficialResultChangesNothing() throws {
        var table = PaperTable(keepers: 1)
        let created = GameCreated(
            home: "A", away: "B", rules: Rules(.fiba),
            lines: [RosterLine(side: .home, number: "4", name: "Ana")]
        ).draft
        let other = table.record(1, created)
        let game = table.record(1, created)
        let move = Move(.twoPoints, by: .line(.created(0)), period: 1)
        table.record(1, move.draft(in: other))
        table.record(1, move.draft(in: game))
        table.record(1, GameEnded().draft(in: game))
        let entries = table.entries
        let signable = try table.board(game).signable { id in
            entries.filter { $0.entry.id == id }
        }
        let digest = Court.digest(signable.bytes)
        table.record(1, signable.signOff(digest: digest).draft(in: game))
        let signed = try table.board(game)
        table.record(1, GameUnited(other, isTurned: false, lines: []).draft(in: game))
        let board = try table.board(game)
        #expect(signed.state == .signed && board.state == .signed)
        #expect(board.score == signed.score && board.teams.home.players.count == 1)
    }

    /// Of three games, in every order of uniting them: the same board, but for the order of the added
    /// players. A circle has no effect.
    @Test func unitingIsIndependentOfOrder() throws {
        var table = PaperTable(keepers: 3)
        let games = (UInt8(1)...3).map { keeper in
            table.record(
                keeper,
                GameCreated(
                    home: "A", away: "B", rules: Rules(.fiba),
                    lines: [RosterLine(side: .home, number: "\(keeper)", name: "P\(keeper)")]
                ).draft)
        }
        for (keeper, game) in zip(UInt8(1)..., games) {
            table.record(
                keeper, Move(.twoPoints, by: .line(.created(0)), period: 1).draft(in: game))
        }
        func united(_ pairs: [(Int, Int)]) throws -> Book {
            var table = table
            for (into, other) in pairs {
                table.record(
                    1,
                    GameUnited(games[other], isTurned: false, lines: []).draft(in: games[into]))
            }
            return table.book
        }
        let ways = [[(0, 1), (0, 2)], [(0, 2), (0, 1)], [(1, 2), (0, 1)], [(0, 1), (1, 2)]]
        let boards = try ways.map { try #require(try united($0).scoreboard(of: games[0])) }
        for board in boards {
            #expect(board.score.home == 6)
            #expect(board.teams == boards[0].teams)
            #expect(Set(board.links?.united ?? []) == Set(games.dropFirst()))
        }
        let circle = try united([(0, 1), (1, 0), (1, 2), (2, 0), (2, 2)])
        #expect(circle.scoreboard(of: games[0]) != nil)
        #expect(circle.scoreboard(of: games[0])?.score.home == 6)
        #expect(games.map(circle.isUnited) == [false, true, true])
    }
}
