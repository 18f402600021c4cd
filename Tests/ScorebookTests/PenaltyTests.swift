import MoveLog
import Testing

@testable import Scorebook

/// Team fouls, the penalty, and who is out.
@Suite struct PenaltyTests {
    private func court(_ preset: RulesPreset, fouls: [Int]) throws -> Court {
        var court = try Court(preset)
        for (index, count) in fouls.enumerated() {
            for number in 0..<count {
                court.move(
                    number % 2 == 0 ? .foul : .technicalFoul, number % 3, by: 2, period: index + 1)
            }
        }
        return court
    }

    private func penalties(_ preset: RulesPreset, fouls: [Int]) throws -> [Penalty] {
        let board = try court(preset, fouls: fouls).board()
        return fouls.indices.map { board.penalty(of: .home, in: $0 + 1) }
    }

    @Test func fiba() throws {
        #expect(try penalties(.fiba, fouls: [3, 4, 9, 0]) == [.none, .bonus, .bonus, .none])
        // An overtime goes on with the fouls of the fourth period, the next one with those of both.
        #expect(
            try penalties(.fiba, fouls: [0, 0, 4, 2, 1, 1]).suffix(3) == [.none, .none, .bonus])
        #expect(
            try court(.fiba, fouls: [0, 0, 4, 2, 1, 1]).board().teams.home.teamFouls
                == [0, 0, 4, 2, 3, 4])
        let board = try court(.fiba, fouls: [0, 0, 0, 4]).board()
        #expect(board.penalty(of: .home, in: 5) == .bonus, "the overtime has not begun")
        #expect(try court(.fiba, fouls: [0, 4]).board().penalty(of: .home, in: 5) == .none)
    }

    @Test func nba() throws {
        #expect(
            try penalties(.nba, fouls: [4, 3, 0, 4, 2, 3]).suffix(3) == [.bonus, .none, .bonus])
        #expect(try court(.nba, fouls: [0, 0, 0, 4, 2]).board().teams.home.teamFouls.last == 2)
        #expect(try court(.nba, fouls: [0, 0, 0, 4]).board().penalty(of: .home, in: 5) == .none)
    }

    @Test func threeOnThree() throws {
        for (fouls, penalty) in [
            (5, Penalty.none), (6, .bonus), (8, .bonus), (9, .doubleBonus), (12, .doubleBonus),
        ] {
            #expect(try penalties(.threeOnThree, fouls: [fouls]) == [penalty], "\(fouls) fouls")
        }
        #expect(try penalties(.threeOnThree, fouls: [6, 3]) == [.bonus, .doubleBonus])
        #expect(try penalties(.pickup, fouls: [30]) == [.none])
    }

    /// Of a team as such only what is its coach's or its bench's does not.
    @Test func onlyLiveFoulsOfThoseWhoPlayCount() throws {
        var court = try court(.fiba, fouls: [2])
        court.record(Move(.foul, by: .team(.home), period: 1))
        court.record(Move(.technicalFoul, by: .team(.home), period: 1))
        for type in ["technical", "bench", "coach"] {
            var foul = Move(.foul, by: .team(.home), period: 1)
            foul.annotate(type: type)
            court.record(foul)
        }
        court.record(Move(.foulDrawn, by: .line(.created(0)), period: 1))
        let fourth = court.move(.foul, 0)
        court.move(.foul, 3)
        #expect(try court.board().teams.home.teamFouls == [4])
        #expect(try court.board().teams.away.teamFouls == [1])
        #expect(try court.board().penalty(of: .home) == .bonus)
        court.void(fourth)
        #expect(try court.board().penalty(of: .home) == .none)
    }

    @Test func fiveFoulsPutAPlayerOut() throws {
        var court = try Court(.fiba)
        for _ in 0..<3 { court.move(.foul, 0) }
        court.move(.technicalFoul, 0)
        var board = try court.board()
        var ana = try #require(board.player(.created(0)))
        #expect(!board.isFouledOut(ana) && board.isInFoulTrouble(ana) && ana.fouls == 4)
        let fifth = court.move(.foul, 0)
        board = try court.board()
        ana = try #require(board.player(.created(0)))
        #expect(board.isFouledOut(ana) && !board.isInFoulTrouble(ana))
        court.record(RulesChanged(changes: [.foulLimit: 0]))
        board = try court.board()
        #expect(!board.isFouledOut(ana) && !board.isInFoulTrouble(ana))
        court.void(fifth)
        #expect(try court.board().player(.created(0))?.fouls == 4)
    }
}
