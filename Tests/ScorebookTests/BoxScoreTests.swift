import Official
import Seeds
import Testing

@testable import Documents
@testable import Scorebook

/// The cells of a box score: what nobody recorded is unknown, not zero.
@Suite struct BoxScoreTests {
    @Test func whatNobodyRecordedIsUnknown() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        court.move(.onePoint, 1)
        court.move(.foul, 3)
        let box = try court.board().boxScore(.home)
        let ana = box.players[0].box
        #expect(ana.points == 2 && ana.fieldGoalsMade == 1 && ana.twosMade == 1)
        #expect(ana.onesMade == 0)
        #expect(ana.fouls == 0)
        #expect(ana.fieldGoalsAttempted == nil && ana.twosAttempted == nil)
        #expect(ana.assists == nil && ana.rebounds == nil && ana.steals == nil)
        #expect(ana.blocks == nil && ana.turnovers == nil && ana.freeThrowsAttempted == nil)
        #expect(box.total.points == 3 && box.total.onesMade == 1)
        #expect(box.teamCredited.points == 0)
    }

    @Test func attemptsAreMadeAndMissed() throws {
        var court = try Court(.nba)
        for kind in [MoveKind.twoPoints, .threePoints, .threePoints, .freeThrow] {
            court.move(kind, 0)
        }
        for variant in [Variant.ofTwoPoints, .ofThreePoints, .ofFreeThrow] {
            court.record(Move(.miss, variant, by: .line(.created(0)), period: 1))
        }
        court.record(Move(.rebound, .defensive, by: .line(.created(0)), period: 1))
        court.record(Move(.rebound, by: .line(.created(0)), period: 1))
        court.record(Move(.rebound, .offensive, by: .team(.home), period: 1))
        let box = try court.board().boxScore(.home)
        let ana = box.players[0].box
        #expect(ana.points == 9)
        #expect(ana.fieldGoalsMade == 3 && ana.fieldGoalsAttempted == 5)
        #expect(ana.twosMade == 1 && ana.twosAttempted == 2)
        #expect(ana.threesMade == 2 && ana.threesAttempted == 3)
        #expect(ana.freeThrowsMade == 1 && ana.freeThrowsAttempted == 2)
        #expect(ana.onesMade == nil && ana.onesAttempted == nil)
        #expect(ana.rebounds == 2 && ana.defensiveRebounds == 1 && ana.offensiveRebounds == 0)
        #expect(box.teamCredited.rebounds == 1 && box.total.rebounds == 3)
        #expect(box.players[1].box.rebounds == 0)
        #expect(try court.board().boxScore(.away).total.fieldGoalsAttempted == 0)
    }

    @Test(arguments: cases(OfficialGame.names))
    func linesAddUpToTheTeam(name: String) throws {
        let (table, id) = try PaperKeeping().table(of: OfficialGame(name))
        let board = try table.board(id)
        for side in Side.allCases {
            let box = board.boxScore(side)
            let lines = box.players.map(\.box) + [box.teamCredited]
            #expect(lines.reduce(0) { $0 + $1.points } == box.total.points)
            #expect(lines.reduce(0) { $0 + ($1.rebounds ?? 0) } == box.total.rebounds ?? 0)
            #expect(lines.reduce(0) { $0 + ($1.fouls ?? 0) } == box.total.fouls ?? 0)
            #expect(box.total.points == board.score[side])
            #expect(board.teams[side].periodScores.reduce(0, +) == board.score[side])
        }
    }
}
