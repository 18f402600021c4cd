import MoveLog
import Testing

@testable import Scorebook

/// A game that one side gave up has a result by its rules, and keeps its score.
@Suite struct ForfeitTests {
    @Test func everyValueOfAnAwardIsOneAwardAndGivesTheWinnerTheGame() {
        let scores = [(0, 0), (8, 20), (20, 8), (3, 3), (1, 0)].map { Sides(home: $0, away: $1) }
        for value in 0...Award.valueMax {
            let award = Award(value: value)
            #expect(award.value == value)
            for (side, score) in Side.allCases.flatMap({ side in scores.map { (side, $0) } }) {
                let result = award.result(winner: side, score)
                let isPlayed = result == Sides(home: score.home, away: score.away)
                #expect(isPlayed || result[side.other] == 0)
                #expect(result[side.other] != nil)
                if case .pointsUnlessAhead = award, score[side] > score[side.other] {
                    #expect(isPlayed)
                }
            }
        }
        #expect(Award(value: -1) == .played && Award(value: .max) == .ownPoints)
    }

    /// Home leads 8:2 or trails 2:8 and gives up.
    @Test(arguments: [
        (RulesPreset.fiba, false, true, "0:20"), (.fiba, false, false, "0:20"),
        (.fiba, true, true, "0:2"), (.fiba, true, false, "2:8"),
        (.threeOnThree, false, true, "0:w"), (.threeOnThree, true, true, "0:2"),
        (.threeOnThree, true, false, "0:8"), (.nba, false, false, "0:2"),
        (.nba, true, false, "2:8"), (.pickup, false, true, "8:2"), (.custom, true, false, "2:8"),
    ])
    func theRulesGiveTheResult(
        preset: RulesPreset, isDefault: Bool, isAhead: Bool, result: String
    ) throws {
        var court = try Court(preset)
        for line in isAhead ? [0, 0, 0, 0, 3] : [0, 3, 3, 3, 3] { court.move(.twoPoints, line) }
        let score = try court.board().score
        court.record(GameForfeited(side: .home, isDefault: isDefault))
        let forfeit = try #require(try court.board().forfeit)
        #expect(forfeit.side == .home && forfeit.isDefault == isDefault)
        #expect(text(forfeit.result) == result)
        let board = try court.board()
        #expect(board.score == score && board.winner == .away && board.state == .forfeit)
    }

    @Test func aForfeitOutlivesTheSignatures() throws {
        var court = try Court(.fiba)
        court.move(.twoPoints, 0)
        court.record(GameForfeited(side: .home))
        try court.sign(by: 1)
        var board = try court.board()
        #expect(board.state == .signed && board.ending == .forfeit && board.winner == .away)
        #expect(text(board.forfeit?.result) == "0:20")
        #expect(board.official?.score == Sides(home: 2, away: 0))
        #expect(GameOutline(board).forfeit == board.forfeit)
        // What came after the signatures does not count.
        court.record(GameAbandoned(reason: "rain"))
        board = try court.board()
        #expect(text(board.forfeit?.result) == "0:20" && board.abandonReason == nil)
        court.record(GameReopened())
        #expect(try court.board().forfeit == nil)
    }

    @Test func anAbandonedGameStaysSo() throws {
        var court = try Court(.fiba)
        court.move(.twoPoints, 0)
        court.record(GameAbandoned(reason: "rain"))
        try court.sign(by: 1)
        let board = try court.board()
        #expect(board.state == .signed && board.winner == nil && board.abandonReason == "rain")
        #expect(GameOutline(board).abandonReason == "rain")
    }

    @Test func aChangedRuleGivesAnotherResult() throws {
        var court = try Court(.fiba)
        court.record(GameForfeited(side: .away))
        #expect(text(try court.board().forfeit?.result) == "20:0")
        let change = court.record(RulesChanged(changes: [.forfeitAward: Award.points(25).value]))
        #expect(text(try court.board().forfeit?.result) == "25:0")
        court.void(change)
        #expect(text(try court.board().forfeit?.result) == "20:0")
    }

    /// The creation of an earlier version has no awards.
    @Test(arguments: [RulesPreset.fiba, .nba, .threeOnThree, .pickup])
    func aCreationWithoutAwardsHasThoseOfItsPreset(preset: RulesPreset) throws {
        var writer = ByteWriter()
        writer.text("A")
        writer.text("B")
        writer.byte(preset.rawValue)
        let early = Rule.allCases.filter { $0.rawValue <= Rule.overtimePenaltyFouls.rawValue }
        writer.count(early.count)
        for rule in early {
            writer.byte(rule.rawValue)
            writer.count(Rules(preset)[rule])
        }
        writer.count(0)
        #expect(try GameCreated(body: writer.bytes).rules == Rules(preset))
    }

    private func text(_ result: Sides<Int?>?) -> String {
        guard let result else { return "" }
        return [result.home, result.away].map { $0.map { "\($0)" } ?? "w" }
            .joined(separator: ":")
    }
}
