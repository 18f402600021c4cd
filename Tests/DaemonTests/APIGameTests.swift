import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

@Suite struct APIGameTests {
    /// Bo keeps the Owls while Mia creates the next game and begins it: his keys go on meaning the game
    /// that is on, also once it is over.
    @Test func anotherKeepersNewGameTakesNobodyFromTheOneThatIsOn() throws {
        let table = try APITable.playing()
        func codes(_ bench: APIBench) throws -> [String] {
            try bench.status().warnings.map(\.code).filter { $0 == "newerGame" }
        }
        try table.bo.record(.track, TrackRequest(players: ["away"]))
        try table.bo.move("a4", "2p")
        try table.mia.move("h4", "2p")
        table.settle()
        try table.mia.record(.newGame, NewGameRequest("Cats", "Bears"))
        try table.mia.record(.roster, add("4", to: .home))
        table.settle()
        #expect(try table.mia.status().game?.name == "cats-bears")
        #expect(try table.bo.status().game?.name == "hawks-owls")
        #expect(try codes(table.bo).isEmpty, "it has not begun")
        try table.mia.move("h4", "2p")
        table.settle()
        let status = try table.bo.status()
        #expect(status.game?.name == "hawks-owls")
        #expect(
            status.warnings.first { $0.code == "newerGame" }?.advice
                == "to go there: scored use cats-bears")
        #expect(try codes(table.mia).isEmpty)
        try table.bo.record(.end, EndRequest(force: true))
        #expect(try table.bo.status().game?.name == "hawks-owls")
        for kind in ["2p", "foul"] {
            let (_, over) = try table.bo.denial(.moves, MoveRequest(player: "a4", kind: kind))
            #expect(over.code == ErrorCode.decided.rawValue)
            #expect(over.message.contains("the game hawks-owls is over"))
            #expect(over.message.contains("scored use cats-bears"))
        }
        #expect(try table.bo.post(.use, UseRequest(game: "cats-bears")).status == .ok)
        #expect(try table.bo.move("h4", "2p").game == "cats-bears")
        #expect(try codes(table.bo).isEmpty)
    }

    /// The list is made in parts, none of many games; together they are the document.
    @Test(arguments: [0, 1, 200, 201, 405])
    func theListOfGamesComesInParts(count: Int) throws {
        let bench = try APIBench()
        let drafts = (0..<count).map {
            GameCreated(home: "Hawks \($0)", away: "Owls", rules: Rules(.fiba), lines: []).draft
        }
        for start in stride(from: 0, to: count, by: 50) {
            _ = try bench.ledger.record(Array(drafts[start..<min(count, start + 50)]))
            bench.turn()
        }
        guard case .inSteps(let step) = bench.router.answer(Request(.get, Target(["v1", "games"])))
        else {
            Issue.record("the list is made at once")
            return
        }
        var body: [UInt8] = []
        var stepsMax = 3 + 2 * count
        steps: while stepsMax > 0 {
            stepsMax -= 1
            switch step() {
            case .part(let bytes):
                #expect(bytes.count(where: { $0 == UInt8(ascii: "{") }) <= 201)
                #expect(!bytes.isEmpty, "an empty part would end the body")
                body += bytes
            case .end: break steps
            case .head, .working, .waiting: continue
            case .whole: Issue.record("the list is made at once")
            }
        }
        while !bench.ledger.foldSome() {}
        let newest = bench.ledger.book.table.games.last?.id
        let whole = GamesDocument(bench.ledger.book, current: newest)
        #expect(whole.games.count == count)
        #expect(body == JSON.encode(whole) + [0x0A])
    }

    private func add(_ number: String, to side: SideName) -> RosterRequest {
        RosterRequest(
            action: .add, side: side, players: [RosterPlayer(number: number, name: "Zoe")])
    }

    /// Who keeps score without a claim stays with the game of the last move, too.
    @Test func whoOnlyRecordsIsNotTakenFromTheGameThatIsOnEither() throws {
        let table = try APITable.playing()
        try table.bo.move("h4", "2p")
        table.settle()
        try table.mia.game()
        try table.mia.move("h4", "2p")
        table.settle()
        // Bo says something of the table meanwhile.
        _ = try table.bo.post(.keeper, KeeperRequest(name: "Bo"))
        let second = try table.bo.move("h4", "2p")
        #expect(second.home == 4 && second.game == "hawks-owls")
        try table.bo.record(.end, EndRequest(force: true))
        table.settle()
        #expect(try table.bo.status().game?.name == "hawks-owls")
        #expect(try table.bo.status().warnings.contains { $0.code == "newerGame" })
        let (_, over) = try table.bo.denial(.moves, MoveRequest(player: "h4", kind: "2p"))
        #expect(over.message.contains("scored use hawks-owls-2"))
    }

    @Test func theSameTeamsTakeTheirLastPlayers() throws {
        let bench = try APIBench.playing()
        let again = try bench.record(.newGame, NewGameRequest("owls", "Hawks"))
        #expect(again.warnings.map(\.code) == ["rosterTaken", "rosterTaken", "numberTwice"])
        let (first, second) = (try bench.board(0), try bench.board(1))
        #expect(
            first.teams.home.players.map(\.player) == second.teams.away.players.map(\.player))
        #expect(first.teams.away.players.map(\.name) == second.teams.home.players.map(\.name))
    }

    @Test func theSameTeamsPlayByTheirLastRulesUnlessTold() throws {
        let bench = try APIBench.playing(RulesRequest(preset: "3x3"))
        let teams = (TeamRequest(name: "owls"), TeamRequest(name: "Hawks"))
        func rules(_ away: TeamRequest, _ rules: RulesRequest? = nil) throws -> String {
            try bench.record(
                .newGame, NewGameRequest(home: teams.0, away: away, rules: rules))
            return try #require(bench.status().game).rules.summary
        }
        #expect(try rules(teams.1) == "10 min or to 21")
        #expect(try rules(teams.1, RulesRequest(preset: "fiba")) == "4 x 10 min")
        #expect(try rules(TeamRequest(name: "Bears")) == "to 15, lead 2")
    }

    @Test func useTurnsToAnotherGame() throws {
        let bench = try APIBench.playing()
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
        let note = Note(text: "source nba-1, played 2025-01-31")
        #expect(try bench.board().timeline.contains { $0.content == .note(note) })
    }
}

@Suite struct APIRulesTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private func score(_ points: Int, _ player: String) throws {
        for _ in 0..<points { try bench.move(player, "1") }
    }

    @Test func aTargetSetDuringTheGameDecidesIt() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try score(5, "h4")
        try score(3, "a4")
        let target = try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(target: 5)))
        #expect(target.echo.contains("is decided now"))
        #expect(try bench.status().game?.state == .decided)
        let lead = try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(lead: 3)))
        #expect(lead.echo.contains("no longer decided"))
        #expect(try bench.status().game?.state == .live)
    }

    @Test func revaluedShotsAreSaid() throws {
        try bench.game()
        try score(2, "h4")
        let more = try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(points: ["1p": 2])))
        #expect(more.home == 4)
        let warning = try #require(more.warnings.first { $0.code == "revalued" })
        #expect(warning.text.hasSuffix("2:0 became 4:0"))
        #expect(warning.advice?.hasSuffix("scored rules --points onePoint=1") == true)
    }

    @Test func aPresetSetsEveryRule() throws {
        try bench.game()
        try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(preset: "3x3", target: 15)))
        let rules = try #require(try bench.status().game?.rules)
        #expect(rules.target == 15)
        #expect(rules.lead == nil)
        #expect(rules.periodSeconds == 600)
        #expect(rules.penaltyFouls == 7)
        #expect(rules.words.contains(RuleWords(name: "period-length", value: "10:00")))
        try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(target: 0)))
        #expect(try bench.status().game?.rules.target == nil)
    }

    @Test func aNewGameTakesEveryRule() throws {
        try bench.game(
            RulesRequest(
                preset: "fiba", overtimeSeconds: 60, overtimeTarget: 4, points: ["3": 4],
                playersASide: 4, penaltyFouls: 6, secondPenaltyFouls: 9, foulLimit: 4))
        let rules = try #require(try bench.status().game?.rules)
        #expect(rules.overtimeSeconds == 60)
        #expect(rules.overtimeTarget == 4)
        #expect(rules.points["threePoints"] == 4)
        #expect(rules.playersASide == 4)
        #expect(rules.secondPenaltyFouls == 9)
        #expect(rules.foulLimit == 4)
    }

    @Test func foulsOfThePeriodLeadToThePenalty() throws {
        try bench.game(RulesRequest(preset: "3x3"))
        for _ in 0..<5 { try bench.move("h4", "foul") }
        #expect(try bench.status().game?.home.isInPenalty == false)
        for _ in 0..<2 { try bench.move("h#2", "tech") }
        let home = try #require(try bench.status().game?.home)
        #expect(home.periodFouls == 7)
        #expect(home.isInPenalty)
        #expect(!home.isInSecondPenalty)
        #expect(try bench.status().game?.away.isInPenalty == false)
    }
}
