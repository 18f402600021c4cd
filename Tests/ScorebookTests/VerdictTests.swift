import MoveLog
import Testing

@testable import Scorebook

/// Decided is derived: from the totals, from the target as it is, from the clock.
@Suite struct VerdictTests {
    @Test func targetAndLead() throws {
        var court = try Court()
        #expect(try court.board().state == .scheduled)
        for _ in 0..<7 { court.move(.twoPoints, 0) }
        for _ in 0..<13 { court.move(.onePoint, 3, by: 2) }
        #expect(try court.board().state == .live)
        let winning = court.move(.onePoint, 1)
        #expect(try court.board().state == .decided)
        #expect(try court.board().winner == .home)
        // The absent keeper's basket arrives: 15-13 becomes 15-15.
        court.move(.twoPoints, 4, by: 3, lamport: 6)
        #expect(try court.score() == "15-15")
        #expect(try court.board().state == .live)
        #expect(try court.board().winner == nil)
        court.move(.twoPoints, 0)
        #expect(try court.board().winner == .home)
        court.void(winning)
        #expect(try court.score() == "16-15")
        #expect(try court.board().state == .live)
    }

    @Test func theTargetCanBeSetDuringTheGame() throws {
        var court = try Court(.fiba)
        for _ in 0..<4 { court.move(.threePoints, 0) }
        let change = court.record(RulesChanged(changes: [.target: 12]), by: 2)
        court.record(RulesChanged(changes: [.foulLimit: 6]), by: 3)
        #expect(try court.board().state == .decided)
        #expect(try court.board().rules[.foulLimit] == 6)
        court.void(change)
        #expect(try court.board().state == .live)
    }

    @Test func aCapNeedsNoLead() throws {
        var court = try Court()
        court.record(RulesChanged(changes: [.cap: 17]))
        for _ in 0..<8 { court.move(.twoPoints, 0) }
        for _ in 0..<8 { court.move(.twoPoints, 3) }
        #expect(try court.board().state == .live)
        court.move(.onePoint, 0)
        #expect(try court.score() == "17-16")
        #expect(try court.board().state == .decided)
    }

    @Test func bothSidesAtTheTargetIsFlagged() throws {
        var court = try Court(.threeOnThree)
        for _ in 0..<21 { court.move(.onePoint, 0) }
        for _ in 0..<11 { court.move(.twoPoints, 3, by: 2, lamport: 6) }
        let board = try court.board()
        #expect(board.isTargetReachedTwice)
        #expect(board.winner == .away)
    }

    @Test func theClockDecidesTheLastPeriodUnlessItIsATie() throws {
        var court = try Court(.threeOnThree)
        court.move(.onePoint, 0)
        court.record(GameClockEntry(.start, period: 1, elapsed: .zero))
        let end = GameClockEntry(.stop, period: 1, elapsed: .seconds(600))
        court.record(end)
        #expect(try court.board().state == .decided)
        court.move(.onePoint, 3)
        #expect(try court.board().state == .live)
        court.record(PeriodBegan(period: 2))
        court.move(.onePoint, 3, period: 2)
        #expect(try court.board().state == .live)
        court.move(.onePoint, 3, period: 2)
        #expect(try court.board().state == .decided)
    }

    @Test func endAndReopen() throws {
        var court = try Court()
        court.move(.onePoint, 0)
        court.record(GameEnded())
        #expect(try court.board().state == .closed)
        #expect(try court.board().winner == .home)
        court.record(GameReopened(), by: 2)
        #expect(try court.board().state == .live)
    }

    @Test func aFreeThrowCarriesItsPoints() throws {
        var court = try Court(.nba)
        var shot = Move(.freeThrow, by: .line(.created(0)), period: 1)
        shot.points = 3
        court.record(shot)
        court.move(.freeThrow, 0)
        let tally = try #require(try court.board().player(.created(0))).tally
        #expect(tally.points == 4)
        #expect(tally[.freeThrowMade] == 2)
    }

    @Test func aForfeitIsWonByTheOtherSideAtTheScoreThatStands() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        let forfeit = court.record(GameForfeited(side: .home), by: 2)
        var board = try court.board()
        #expect(board.state == .forfeit && board.winner == .away)
        #expect(board.score == Sides(home: 2, away: 0) && board.ending == .forfeit)
        court.record(GameAbandoned(reason: "rain"), by: 3)
        board = try court.board()
        #expect(board.state == .abandoned && board.winner == nil)
        #expect(board.abandonReason == "rain")
        court.record(GameReopened())
        board = try court.board()
        #expect(board.state == .live && board.abandonReason == nil)
        court.record(GameEnded())
        #expect(try court.board().winner == .home)
        court.void(forfeit)
        #expect(try court.board().state == .closed)
    }

    @Test func theGameClockStandsWhereTheGameWasDecided() throws {
        var court = try Court(.threeOnThree)
        func shoot(_ points: Int, _ line: Int, at seconds: Int, by keeper: UInt8 = 1) -> Move {
            var move = Move(
                .onePoint, by: .line(.created(line)), period: 1, elapsed: .seconds(seconds))
            move.points = points
            return move
        }
        court.record(GameClockEntry(.start, period: 1, elapsed: .seconds(3)))
        // Whose reading is larger may stand before the other in order.
        court.record(shoot(19, 3, at: 40), by: 2)
        court.record(shoot(20, 0, at: 30))
        #expect(try court.board().clock.isRunning)
        let winner = court.record(shoot(1, 0, at: 52))
        var clock = try court.board().clock
        #expect(!clock.isRunning && clock.isStoppedByVerdict && clock.elapsed == .seconds(52))
        court.void(winner)
        clock = try court.board().clock
        #expect(clock.isRunning && !clock.isStoppedByVerdict && clock.elapsed == .seconds(3))
        court.record(GameEnded())
        #expect(try court.board().clock.elapsed == .seconds(40))
        court.record(GameClockEntry(.stop, period: 1, elapsed: .seconds(60)))
        clock = try court.board().clock
        #expect(!clock.isStoppedByVerdict && clock.elapsed == .seconds(60))
    }

    @Test func aGameClockWithoutAShotStandsAtItsEntry() throws {
        var court = try Court()
        court.record(GameClockEntry(.start, period: 2, elapsed: .seconds(7)))
        court.move(.onePoint, 0, period: 1)
        court.record(GameAbandoned(reason: ""))
        #expect(try court.board().clock.elapsed == .seconds(7))
    }

    @Test func aTieAtTheEndOfAPeriodDecidesNothing() throws {
        var court = try Court(.fiba)
        court.move(.twoPoints, 0, period: 4)
        court.move(.twoPoints, 3, period: 4)
        court.record(GameClockEntry(.stop, period: 4, elapsed: .seconds(600)))
        #expect(try court.board().state == .live)
        court.record(PeriodBegan(period: 5))
        court.move(.onePoint, 3, period: 5)
        #expect(try court.board().state == .live)
        court.record(GameClockEntry(.start, period: 5, elapsed: .zero))
        court.record(GameClockEntry(.stop, period: 5, elapsed: .seconds(300)))
        #expect(try court.board().winner == .away)
    }
}

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
