import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// The rules of a game through the local API.
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
