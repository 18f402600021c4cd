import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Mistakes at the start of a game, mended through the local API: each by one order, taken back by one
/// undo.
@Suite struct APIMendingTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private func game() throws -> GameDocument { try #require(try bench.status().game) }

    @Test func aTeamHasItsNewNameEverywhereAndTheGameItsOld() throws {
        try bench.game()
        let old = try game()
        let told = try bench.record(
            .teams, TeamNameRequest(team: old.away.name.lowercased(), name: "Barn Owls"))
        #expect(told.echo.contains("Barn Owls") && told.game == old.name)
        #expect(try game().away.name == "Barn Owls")
        #expect(try game().title == "\(old.home.name) - Barn Owls")
        let games: GamesDocument = try bench.document("/v1/games")
        #expect(games.games.map(\.title) == ["\(old.home.name) - Barn Owls"])
        try bench.move("barn", "2")
        #expect(try game().away.score == 2)
        let same = TeamNameRequest(team: "home", name: "barn owls")
        #expect(try bench.denial(.teams, same).1.code == "malformed")
        #expect(try bench.denial(.teams, TeamNameRequest(team: "x", name: "B")).0 == 422)
        try bench.record(.undo, UndoRequest())
        try bench.record(.undo, UndoRequest())
        #expect(try game().title == old.title)
    }

    /// The sides are those that people see, in everything that they read and type.
    @Test func swappedSidesAreObeyedByOrders() throws {
        try bench.game()
        let old = try game()
        try bench.move("h4", "2")
        let told = try bench.record(.swap, SwapRequest())
        #expect(told.echo.hasPrefix("\(old.away.name) are home now"))
        #expect((told.home, told.away) == (0, 2))
        #expect(try game().home.players.map(\.name) == old.away.players.map(\.name))
        try bench.move("a4", "3")
        try bench.move("home", "1")
        #expect(try [game().home.score, game().away.score] == [1, 5])
        let player = RosterPlayer(number: "12", name: "Gil")
        try bench.record(.roster, RosterRequest(action: .add, side: .home, players: [player]))
        #expect(try game().home.players.last?.name == "Gil")
        try bench.record(.track, TrackRequest(players: ["home"]))
        #expect(try game().home.players.allSatisfy { $0.trackedBy == ["mia"] })
        #expect(try game().away.players.allSatisfy { $0.trackedBy.isEmpty })
        try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(preset: "fiba")))
        #expect(try game().home.name == old.away.name)
        try bench.record(.swap, SwapRequest())
        #expect(try [game().home.score, game().away.score] == [5, 1])
        try bench.record(.undo, UndoRequest())
        #expect(try game().away.players.map(\.name) == old.home.players.map(\.name))
    }

    // MARK: Entries of another game or period

    /// Two games, the second current: ids of their names.
    private func twoGames() throws -> (right: String, wrong: String) {
        let right = try bench.game()
        let wrong = try #require(
            try bench.record(
                .newGame,
                NewGameRequest(
                    home: TeamRequest(
                        name: "Bears",
                        roster: [
                            RosterPlayer(number: "4", name: "Uma"),
                            RosterPlayer(number: "9", name: "Vera"),
                        ]), away: TeamRequest(name: "Owls"))
            ).game)
        return (right, wrong)
    }

    private func score(_ name: String) throws -> [Int] {
        let game: GameDocument = try bench.document("/v1/games/\(name)")
        return [game.home.score, game.away.score]
    }

    @Test func entriesMoveToAnotherGameAndBackByOneUndo() throws {
        let (right, wrong) = try twoGames()
        let first = try #require(try bench.move("h4", "2").entries.first)
        try bench.move("h4", "3")
        let last = try #require(try bench.move("home", "1").entries.first)
        try bench.move("h4", "1")
        let told = try bench.record(
            .transfers, TransferRequest(first: first, last: last, into: right))
        #expect(told.game == right && told.echo.hasPrefix("moved 3 moves to \(right)"))
        #expect(told.echo.hasSuffix("; 4 Uma is 4 Ana Berg there"))
        #expect(try score(right) == [6, 0] && score(wrong) == [1, 0])
        let game: GameDocument = try bench.document("/v1/games/\(right)")
        #expect(game.home.players[0].points == 5)
        let log: LogDocument = try bench.document("/v1/games/\(right)/log")
        #expect(log.entries.filter { $0.text.hasSuffix("moved from \(wrong)") }.count == 3)
        // From either game.
        for name in [right, wrong] {
            let undone = try bench.record(.undo, UndoRequest(game: name))
            #expect(undone.echo.hasPrefix("took back the transfer of 3 entries; "))
            #expect(undone.echo.contains("\(right): Hawks 0:0 Owls"))
            #expect(undone.echo.contains("\(wrong): Bears 7:0 Owls"))
            #expect(try score(right) == [0, 0] && score(wrong) == [7, 0])
            try bench.record(.redo, UndoRequest(game: name))
            #expect(try score(right) == [6, 0] && score(wrong) == [1, 0])
        }
        #expect(try bench.status().warnings.allSatisfy { $0.code != "countsTwice" })
    }

    @Test func aPlayerWhomTheOtherGameDoesNotHaveIsAskedAbout() throws {
        let (right, wrong) = try twoGames()
        let move = try bench.move("h9", "2").entries
        let request = TransferRequest(entries: move, into: right)
        let denial = try bench.denial(.transfers, request).1
        #expect(denial.code == "unknown-player" && denial.message.contains("Vera"))
        #expect(try score(wrong) == [2, 0])
        var adding = request
        adding.addPlayers = true
        try bench.record(.transfers, adding)
        let game: GameDocument = try bench.document("/v1/games/\(right)")
        #expect(game.home.players.last.map { [$0.number, $0.name] } == ["9", "Vera"])
        #expect(game.home.players.last?.points == 2)
        try bench.record(.undo, UndoRequest(game: right))
        #expect(try score(right) == [0, 0] && score(wrong) == [2, 0])
        let undone: GameDocument = try bench.document("/v1/games/\(right)")
        #expect(undone.home.players.last?.isActive == false)
    }

    @Test func entriesAreChosenByTimeAndKeeper() throws {
        let (right, wrong) = try twoGames()
        try bench.move("h4", "2")
        let wall = try #require(try bench.log().entries.last?.wallMilliseconds)
        let none = TransferRequest(sinceWallMilliseconds: wall + 1, into: right)
        #expect(try bench.denial(.transfers, none).1.code == "conflict")
        let stranger = TransferRequest(keeper: "zoe", into: right)
        #expect(try bench.denial(.transfers, stranger).1.code == "unknown-device")
        #expect(try bench.denial(.transfers, TransferRequest(into: right)).0 == 422)
        try bench.record(
            .transfers,
            TransferRequest(sinceWallMilliseconds: wall, keeper: "mia", into: right))
        #expect(try score(right) == [2, 0] && score(wrong) == [0, 0])
    }

    /// Where both games were swapped or one was, sides are those that people see.
    @Test func aMoveGoesToTheSideThatPeopleSee() throws {
        let (right, wrong) = try twoGames()
        try bench.record(.swap, SwapRequest(game: right))
        let move = try bench.move("home", "2").entries
        try bench.record(.transfers, TransferRequest(entries: move, into: right))
        #expect(try score(right) == [2, 0] && score(wrong) == [0, 0])
        try bench.record(.swap, SwapRequest(game: right))
        #expect(try score(right) == [0, 2])
    }

    @Test func movesGoToAnotherPeriodByOneOrder() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        let moves = try ["2", "3"].map { try bench.move("h4", $0).entries[0] }
        try bench.record(.transfers, TransferRequest(entries: moves, period: 2))
        #expect(try game().periods.map(\.home) == [0, 5])
        #expect(
            try bench.record(.transfers, TransferRequest(entries: moves, period: 2)).entries == [])
        try bench.record(.undo, UndoRequest())
        #expect(try game().periods.first?.home == 5)
    }

    // MARK: What two keepers recorded

    /// Two games with running clocks that both devices know, the second current.
    private struct Apart {
        let table: APITable
        let right: String
        let wrong: String

        init() throws {
            table = try APITable()
            right = try table.mia.game()
            try table.mia.record(.clock, ClockRequest(action: .start))
            wrong = try #require(
                try table.mia.record(
                    .newGame,
                    NewGameRequest(
                        home: TeamRequest(
                            name: "Bears", roster: [RosterPlayer(number: "4", name: "Uma")]),
                        away: TeamRequest(name: "Owls"))
                ).game)
            try table.mia.record(.clock, ClockRequest(action: .start))
            table.settle()
            let _: DoneDocument = try table.bo.ask(.use, UseRequest(game: wrong))
        }

        /// A basket of Mia's and, four seconds later, one of Bo's.
        func baskets(_ mine: String = "2", _ other: String = "2") throws -> [String] {
            let first = try table.mia.move("h4", mine, period: 1, clockSeconds: 100).entries
            table.settle()
            let second = try table.bo.move("h4", other, period: 1, clockSeconds: 104).entries
            table.settle()
            return first + second
        }

        func home(_ name: String) throws -> [Int] {
            let game: GameDocument = try table.mia.document("/v1/games/\(name)")
            return [game.home.score, (game.copies as Int?) ?? 0, game.held]
        }
    }

    @Test func anEventMovesAsOne() throws {
        let games = try Apart()
        let names = try games.baskets()
        #expect(try games.home(games.wrong) == [2, 1, 0])
        let mia = games.table.mia
        let told = try mia.record(
            .transfers, TransferRequest(entries: [names[1]], into: games.right))
        #expect(told.echo.hasPrefix("moved 1 move to \(games.right)"))
        #expect(try games.home(games.right) == [2, 0, 0] && games.home(games.wrong) == [0, 0, 0])
        try mia.record(.undo, UndoRequest(game: games.right))
        #expect(try games.home(games.right) == [0, 0, 0] && games.home(games.wrong) == [2, 1, 0])
        try mia.record(.transfers, TransferRequest(entries: names, period: 2))
        #expect(try games.home(games.wrong) == [2, 1, 0])
        #expect(try game(mia).periods.map(\.home) == [0, 2])
    }

    private func game(_ bench: APIBench) throws -> GameDocument {
        try #require(try bench.status().game)
    }

    /// A keeper who was in the wrong game moves away from what the other one recorded there.
    @Test func whatOneKeeperRecordedMovesByItself() throws {
        let games = try Apart()
        _ = try games.baskets()
        try games.table.mia.record(.transfers, TransferRequest(keeper: "mia", into: games.right))
        #expect(try games.home(games.right) == [2, 0, 0] && games.home(games.wrong) == [2, 0, 0])
        try games.table.mia.record(.undo, UndoRequest(game: games.right))
        #expect(try games.home(games.right) == [0, 0, 0] && games.home(games.wrong) == [2, 1, 0])
    }

    @Test func twoBasketsThatHappenedAreTwoInTheOtherGame() throws {
        let games = try Apart()
        let names = try games.baskets()
        try games.table.bo.record(.accept, EntriesRequest(entries: [names[1]]))
        games.table.settle()
        #expect(try games.home(games.wrong) == [4, 0, 0])
        try games.table.mia.record(.transfers, TransferRequest(entries: names, into: games.right))
        #expect(try games.home(games.right) == [4, 0, 0] && games.home(games.wrong) == [0, 0, 0])
        try games.table.mia.record(.undo, UndoRequest(game: games.right))
        #expect(try games.home(games.right) == [0, 0, 0] && games.home(games.wrong) == [4, 0, 0])
    }

    @Test func nothingMovesWhileKeepersHaveToAnswer() throws {
        let games = try Apart()
        let names = try games.baskets("2", "3")
        let mia = games.table.mia
        for request in [
            TransferRequest(entries: names, into: games.right),
            TransferRequest(entries: names, period: 2),
        ] {
            let denial = try mia.denial(.transfers, request).1
            #expect(denial.code == "conflict" && denial.advice?.contains("settle") == true)
        }
        #expect(try games.home(games.right) == [0, 0, 0])
    }

    // MARK: One game created twice

    @Test func twoGamesBecomeOneAndTwoAgain() throws {
        let first = try bench.game()
        try bench.move("h4", "2")
        let second = try bench.game()
        try bench.move("h4", "3")
        try bench.move("a00", "1")
        let told = try bench.record(.unions, UniteRequest(game: second, into: first))
        #expect(told.game == first && (told.home, told.away) == (5, 1))
        #expect(try bench.status().game?.name == first)
        #expect(try game().home.players.count == 3)
        let games: GamesDocument = try bench.document("/v1/games")
        #expect(games.games.map(\.state) == [.united, .live])
        // Orders that name the other game still count, in the one that stays.
        let move = try bench.record(.moves, MoveRequest(game: second, player: "h4", kind: "2"))
        #expect(move.game == first && [move.home, move.away] == [7, 1])
        #expect(try score(first) == [7, 1])
        #expect(
            try bench.denial(.unions, UniteRequest(game: second, into: first)).1.code
                == "conflict")
        #expect(
            try bench.denial(.unions, UniteRequest(game: first, into: first)).1.code
                == "malformed")
        // The last action of this device in the whole game is that move.
        try bench.record(.undo, UndoRequest(game: first))
        #expect(try score(first) == [5, 1])
        try bench.record(.undo, UndoRequest(game: first))
        #expect(try score(first) == [2, 0])
        #expect(try bench.status().game?.name == first)
        // The withdrawn move stays withdrawn where it was recorded.
        #expect(try score(second) == [3, 1])
    }

    /// Both keepers created the game while they were apart, and one goes on without knowing that they
    /// are one.
    @Test func whatAnotherDeviceRecordsMeanwhileCountsToo() throws {
        let table = try APITable()
        table.disconnect()
        let first = try table.mia.game()
        try table.mia.move("h4", "2")
        try table.bo.game()
        try table.bo.move("a00", "3")
        table.reconnect()
        let names = Set(try [table.mia, table.bo].map { try #require($0.status().game).name })
        #expect(names.count == 2)
        let second = try #require(names.subtracting([first]).first)
        table.disconnect()
        try table.mia.record(.unions, UniteRequest(game: second, into: first))
        try table.bo.move("a00", "2")
        table.reconnect()
        for bench in [table.mia, table.bo] {
            let game = try #require(try bench.status().game)
            #expect(game.name == first && [game.home.score, game.away.score] == [2, 5])
            let log = try bench.log().entries
            #expect(log.contains { $0.text == "creates \(second), which is part of this game" })
        }
    }

    @Test func anOfficialGameIsReopenedFirst() throws {
        let (right, wrong) = try twoGames()
        let move = try bench.move("h4", "2").entries
        try bench.record(.end, EndRequest(game: wrong, force: true))
        try bench.record(.sign, SignRequest(game: wrong))
        let request = TransferRequest(game: wrong, entries: move, into: right)
        for denial in [
            try bench.denial(.transfers, request),
            try bench.denial(.unions, UniteRequest(game: wrong, into: right)),
            try bench.denial(.swap, SwapRequest(game: wrong)),
        ] {
            #expect(denial.1.code == "conflict" && denial.1.advice?.contains("reopen") == true)
        }
        #expect(try score(wrong) == [2, 0])
    }
}
