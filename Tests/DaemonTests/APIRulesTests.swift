import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// The rules of a game through the local API.
@Suite struct APIRulesTests {
    private func score(_ points: Int, _ player: String, _ bench: APIBench) throws {
        for _ in 0..<points { try bench.record(.moves, MoveRequest(player: player, kind: "1")) }
    }

    @Test func aTargetSetDuringTheGameDecidesIt() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        try score(5, "h4", bench)
        try score(3, "a4", bench)
        let target = try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(target: 5)))
        #expect(target.echo == "rules: target 5 - 5:3; the game is decided now: Hawks 5:3 Owls")
        #expect(try bench.status().game?.state == .decided)
        let lead = try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(lead: 3)))
        #expect(lead.echo.hasSuffix("the game is no longer decided: Hawks 5:3 Owls"))
        #expect(try bench.status().game?.state == .live)
        let same = try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(lead: 3)))
        #expect(same.entries.isEmpty)
    }

    @Test func revaluedShotsAreSaid() throws {
        let bench = try APIBench()
        try bench.game()
        try score(2, "h4", bench)
        let more = try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(points: ["1p": 2])))
        #expect(more.home == 4)
        let warning = try #require(more.warnings.first { $0.code == "revalued" })
        #expect(warning.text == "one point changed in value: 2:0 became 4:0")
        #expect(warning.advice == "to take it back: scored rules --points onePoint=1")
    }

    @Test func aPresetSetsEveryRule() throws {
        let bench = try APIBench()
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
        let bench = try APIBench()
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

    @Test(arguments: [
        RulesRequest(preset: "soccer"), RulesRequest(periods: 0), RulesRequest(periods: 100),
        RulesRequest(periodSeconds: -1), RulesRequest(overtimeSeconds: 86_401),
        RulesRequest(target: -1), RulesRequest(target: .max), RulesRequest(lead: .min),
        RulesRequest(points: ["assist": 1]), RulesRequest(points: ["onePoint": 21]),
        RulesRequest(points: ["onePoint": -1]), RulesRequest(foulLimit: 10_001),
        RulesRequest(points: ["m2": 1]), RulesRequest(points: ["": 1]),
        RulesRequest(penaltyFouls: 10, secondPenaltyFouls: 7),
        RulesRequest(preset: "3x3", penaltyFouls: 11),
    ])
    func whatCannotBeIsDeniedAndNothingRecorded(rules: RulesRequest) throws {
        let bench = try APIBench()
        try bench.game()
        let (code, reason) = try bench.denial(.rules, RulesChangeRequest(rules: rules))
        #expect(code == 422)
        #expect(reason.message.contains("nothing was recorded"))
        let new = NewGameRequest(
            home: TeamRequest(name: "A"), away: TeamRequest(name: "B"), rules: rules)
        #expect(try bench.denial(.newGame, new).0 == 422)
    }

    @Test func foulsOfThePeriodLeadToThePenalty() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "3x3"))
        for _ in 0..<5 { try bench.record(.moves, MoveRequest(player: "h4", kind: "foul")) }
        #expect(try bench.status().game?.home.isInPenalty == false)
        for _ in 0..<2 { try bench.record(.moves, MoveRequest(player: "h#2", kind: "tech")) }
        let home = try #require(try bench.status().game?.home)
        #expect(home.periodFouls == 7)
        #expect(home.isInPenalty)
        #expect(!home.isInSecondPenalty)
        #expect(try bench.status().game?.away.isInPenalty == false)
    }
}
