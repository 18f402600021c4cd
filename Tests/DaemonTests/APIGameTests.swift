import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Games through the local API.
@Suite struct APIGameTests {
    @Test func aNewGameIsEchoedAndCurrent() throws {
        let bench = try APIBench()
        try bench.game()
        let second = try bench.record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(name: "Ravens", roster: [RosterPlayer(name: "Gil")]),
                away: TeamRequest(name: "Foxes"), rules: RulesRequest(preset: "fiba")))
        #expect(second.echo == "ravens-foxes: Ravens - Foxes · 4 x 10 min · 1 player")
        let games = try JSON.decode(
            GamesDocument.self, from: try bench.get("/v1/games").body)
        #expect(games.games.map(\.name) == ["ravens-foxes", "hawks-owls"])
        #expect(games.games.map(\.isCurrent) == [true, false])
        let game = try JSON.decode(
            GameDocument.self, from: try bench.get("/v1/games/hawks-owls").body)
        #expect(game.home.players.map(\.slot) == ["h#1", "h#2", "h#3"])
        #expect(try bench.get("/v1/games/bears").status.code == 404)
    }

    /// Bo keeps the Owls while mia creates the next game: his keys go on meaning the game that is on.
    @Test func anotherKeepersNewGameTakesNobodyFromTheOneThatIsOn() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        try table.bo.record(.track, TrackRequest(players: ["away"]))
        table.settle()
        try table.mia.record(
            .newGame,
            NewGameRequest(home: TeamRequest(name: "Cats"), away: TeamRequest(name: "Bears")))
        table.settle()
        #expect(try table.mia.status().game?.name == "cats-bears")
        let status = try table.bo.status()
        #expect(status.game?.name == "hawks-owls")
        #expect(
            status.warnings.first { $0.code == "newerGame" }?.advice
                == "to go there: scored use cats-bears")
        #expect(try table.mia.status().warnings.allSatisfy { $0.code != "newerGame" })
        // Over, it lets him go.
        try table.bo.record(.end, EndRequest())
        #expect(try table.bo.status().game?.name == "cats-bears")
        #expect(try table.bo.status().warnings.allSatisfy { $0.code != "newerGame" })
    }

    /// Who keeps score without a claim goes on in the game of the last move, too.
    @Test func whoOnlyRecordsIsNotTakenFromTheGameThatIsOnEither() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        try table.bo.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        table.settle()
        try table.mia.game()
        table.settle()
        // Bo says something of the table meanwhile.
        _ = try table.bo.post(.keeper, KeeperRequest(name: "Bo"))
        let second = try table.bo.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        #expect(second.home == 4)
        #expect(try table.bo.status().game?.name == "hawks-owls")
        #expect(try table.bo.status().warnings.contains { $0.code == "newerGame" })
        try table.bo.record(.end, EndRequest())
        table.settle()
        #expect(try table.bo.record(.moves, MoveRequest(player: "h4", kind: "2p")).home == 2)
        #expect(try table.bo.status().game?.name == "hawks-owls-2")
    }

    @Test func theSameTeamsTakeTheirLastPlayers() throws {
        let bench = try APIBench()
        try bench.game()
        let again = try bench.record(
            .newGame,
            NewGameRequest(home: TeamRequest(name: "owls"), away: TeamRequest(name: "Hawks")))
        #expect(again.warnings.map(\.code) == ["rosterTaken", "rosterTaken", "numberTwice"])
        let table = bench.ledger.book.table
        let first = try #require(bench.ledger.book.scoreboard(of: table.games[0].id))
        let second = try #require(bench.ledger.book.scoreboard(of: table.games[1].id))
        #expect(
            first.teams.home.players.map(\.player) == second.teams.away.players.map(\.player))
        #expect(first.teams.away.players.map(\.name) == second.teams.home.players.map(\.name))
    }

    @Test func theSameTeamsPlayByTheirLastRulesUnlessTold() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "3x3"))
        let teams = (TeamRequest(name: "owls"), TeamRequest(name: "Hawks"))
        let again = try bench.record(
            .newGame, NewGameRequest(home: teams.0, away: teams.1))
        #expect(again.echo.contains("10 min or to 21"))
        let told = try bench.record(
            .newGame,
            NewGameRequest(
                home: teams.0, away: teams.1, rules: RulesRequest(preset: "fiba")))
        #expect(told.echo.contains("4 x 10 min"))
        let others = try bench.record(
            .newGame, NewGameRequest(home: teams.0, away: TeamRequest(name: "Bears")))
        #expect(others.echo.contains("to 15, lead 2"))
    }

    @Test func aKnownNameOnANewRosterIsTheSamePerson() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(
                    name: "Hawks",
                    roster: [
                        RosterPlayer(name: "Zoe"), RosterPlayer(number: "9", name: "ana berg"),
                    ]),
                away: TeamRequest(name: "Bears")))
        let table = bench.ledger.book.table
        let first = try #require(bench.ledger.book.scoreboard(of: table.games[0].id))
        let second = try #require(bench.ledger.book.scoreboard(of: table.games[1].id))
        #expect(second.teams.home.players[1].player == first.teams.home.players[0].player)
        #expect(second.teams.home.players[0].player.entry == table.games[1].id)
    }

    @Test func whatDoesNotFitIsNamedByItsPlace() throws {
        let bench = try APIBench()
        func order(_ roster: [RosterPlayer], _ rules: RulesRequest? = nil) -> NewGameRequest {
            NewGameRequest(
                home: TeamRequest(name: "Hawks", roster: roster), away: TeamRequest(name: "Owls"),
                rules: rules)
        }
        let good = RosterPlayer(number: "4", name: "Ana")
        let empty = try bench.denial(.newGame, order([good, RosterPlayer(name: " \u{200b}")]))
        #expect(empty.1.message.hasPrefix("home roster, player 2 has neither"))
        let number = try bench.denial(
            .newGame, order([RosterPlayer(number: "12345", name: "Ana")]))
        #expect(number.1.message.contains("player 1"))
        let name = try bench.denial(
            .newGame, order([RosterPlayer(name: String(repeating: "a", count: 65))]))
        #expect(name.0 == 422)
        let many = try bench.denial(
            .newGame, order((0..<129).map { RosterPlayer(name: "Player \($0)") }))
        #expect(many.1.code == "too-large")
        let rules = try bench.denial(.newGame, order([good], RulesRequest(preset: "rugby")))
        #expect(rules.1.code == "unknown-rules")
        #expect(rules.1.candidates == ["pickup", "3x3", "fiba", "nba"])
        let periods = try bench.denial(.newGame, order([good], RulesRequest(periods: 0)))
        #expect(periods.1.message.contains("periods is 0"))
        let target = try bench.denial(.newGame, order([good], RulesRequest(target: .max)))
        #expect(target.0 == 422)
        let nameless = try bench.denial(
            .newGame,
            NewGameRequest(home: TeamRequest(name: "\u{202e}"), away: TeamRequest(name: "Owls")))
        #expect(nameless.1.message.contains("home team's name"))
    }

    @Test func aGameIsRepeatedUnderItsName() throws {
        let bench = try APIBench()
        let order = NewGameRequest(
            request: "0123456789abcdef0123456789abcdef", home: TeamRequest(name: "A"),
            away: TeamRequest(name: "B"))
        let first = try bench.record(.newGame, order)
        let again = try bench.record(.newGame, order)
        #expect(again.entries == first.entries)
        #expect(again.isRepeat)
        #expect(bench.ledger.book.gameIDs.count == 1)
    }

    @Test func useTurnsToAnotherGame() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.game()
        #expect(try bench.status().game?.name == "hawks-owls-2")
        #expect(try bench.post(.use, UseRequest(game: "hawks-owls")).status == .ok)
        #expect(try bench.status().game?.name == "hawks-owls")
        #expect(try bench.post(.use, UseRequest(game: "owls-2")).status == .ok)
        #expect(try bench.status().game?.name == "hawks-owls-2")
        // A new game is in use from its creation on, whatever was before.
        #expect(try bench.post(.use, UseRequest(game: "hawks-owls")).status == .ok)
        try bench.game()
        #expect(try bench.status().game?.name == "hawks-owls-3")
        let several = try bench.denial(.use, UseRequest(game: "hawks"))
        #expect(several.1.code == "ambiguous-name")
        #expect(several.1.candidates == ["hawks-owls", "hawks-owls-2", "hawks-owls-3"])
        #expect(try bench.denial(.use, UseRequest(game: "")).0 == 404)
    }

    @Test func aGameOfThePastKeepsItsSource() throws {
        let bench = try APIBench()
        try bench.record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(name: "A"), away: TeamRequest(name: "B"), date: "2025-01-31",
                source: "nba-1"))
        let board = try #require(
            bench.ledger.book.scoreboard(of: bench.ledger.book.gameIDs[0]))
        #expect(
            board.timeline.contains {
                $0.content == .note(Note(text: "source nba-1, played 2025-01-31"))
            })
    }
}
