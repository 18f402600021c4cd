import MoveLog
import Testing

@testable import Scorebook

/// A keeper is away and goes on recording; another takes the player over meanwhile.
@Suite struct CoverTests {
    private let alone = { (seconds: Double) in Noting.at(seconds, alone: true) }
    private let covering = { (seconds: Double) in Noting.at(seconds, covering: true) }

    /// Both noted something before 100 and behind 500 seconds.
    private func bothUntil(_ last: Double) throws -> Court {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(20))
        court.takeOver(from: 1, by: 2)
        for keeper in [(1 as UInt8, alone), (2, covering)] {
            for at in [90.0, last] { court.note(.timeout, by: keeper.0, keeper.1(at)) }
        }
        return court
    }

    @Test func whatIsLeftOverIsPointedOut() throws {
        var court = try bothUntil(500)
        for at in [100.0, 300, 400] { court.note(.twoPoints, by: 1, alone(at)) }
        for at in [120.0, 285, 421] { court.note(.twoPoints, by: 2, covering(at)) }
        #expect(try court.copies() == ["2.5 of 1.7", "2.6 of 1.8"])
        #expect(try court.resembling() == ["2.7 and 1.9"])
        #expect(try court.score() == "10-0")
    }

    @Test func theNearestOnesArePaired() throws {
        var court = try bothUntil(500)
        for at in [100.0, 115] { court.note(.twoPoints, by: 1, alone(at)) }
        court.note(.twoPoints, by: 2, covering(117))
        #expect(try court.copies() == ["2.5 of 1.8"])
    }

    @Test func anotherPeriodIsAnotherMove() throws {
        var court = try Court.running()
        court.record(GameClockEntry(.start, period: 2, elapsed: .zero))
        court.takeOver(from: 1, by: 2)
        for (period, at) in [(1, 90.0), (2, 60)] {
            for keeper in [(1 as UInt8, alone), (2, covering)] {
                var noting = keeper.1(at)
                noting.period = period
                court.note(.timeout, by: keeper.0, noting)
            }
        }
        court.note(.twoPoints, by: 1, alone(60))
        var noting = covering(60)
        noting.period = 2
        court.note(.twoPoints, by: 2, noting)
        #expect(try court.copies() == [])
        // In periods that follow each other, at one time by the wall.
        #expect(try court.resembling() == ["2.5 and 1.7"])
        #expect(try court.score() == "4-0")
    }

    @Test func withoutAClockItIsPointedOut() throws {
        var court = try Court()
        court.takeOver(from: 1, by: 2)
        for at in [60.0, 160] {
            court.note(.twoPoints, by: 1, Noting(alone: true, wall: Int64(at * 1000)))
            court.note(.twoPoints, by: 2, Noting(covering: true, wall: Int64(at * 5000)))
        }
        #expect(try court.copies() == [])
        #expect(try court.resembling() == ["2.3 and 1.3", "2.4 and 1.4"])
        #expect(try court.score() == "8-0")
    }

    @Test func reboundsArePointedOut() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.note(.rebound, by: 1, alone(100))
        for at in [40.0, 240, 400] { court.note(.rebound, by: 2, covering(at)) }
        #expect(try court.copies() == [])
        #expect(try court.resembling() == ["2.3 and 1.4"])
    }

    @Test func aSecondAbsenceIsComparedByItself() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 1, alone(100))
        for at in [60.0, 160] { court.note(.twoPoints, by: 2, covering(at)) }
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 1, alone(400))
        court.note(.twoPoints, by: 2, covering(330))
        #expect(try court.resembling() == ["2.3 and 1.4", "2.6 and 1.5"])
        // To say it again in the same absence begins none.
        court.takeOver(from: 1, by: 2, cut: Cut([PaperTable.author(1): 4]))
        court.note(.twoPoints, by: 1, alone(450))
        court.note(.twoPoints, by: 2, covering(375))
        #expect(try court.resembling().last == "2.8 and 1.6")
    }

    @Test func whatWasHeldAtTheTakeOverIsNobodysCopy() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, alone(20))
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 2, covering(60))
        #expect(try court.copies() + court.resembling() == [])
    }

    @Test(arguments: [
        Noting.at(100, tracked: false, alone: true), .at(100), .at(100, tracked: true),
    ])
    func onlyWhatWasNotedAloneByWhoTracked(noting: Noting) throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 1, noting)
        court.note(.twoPoints, by: 2, covering(60))
        #expect(try court.copies() + court.resembling() == [])
        court.note(.twoPoints, 1, by: 1, alone(100))
        court.note(.twoPoints, 1, by: 2, covering(60))
        #expect(try court.copies() + court.resembling() == [], "nobody took that player over")
    }

    @Test func twoWhoCoverForEachOtherCountOnce() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.takeOver(from: 2, by: 1, cut: Cut([PaperTable.author(2): 1]))
        court.note(.twoPoints, by: 1, .at(100, alone: true, covering: true))
        court.note(.twoPoints, by: 2, .at(105, alone: true, covering: true))
        #expect(try court.copies() == ["2.3 of 1.5"])
        #expect(try court.score() == "2-0")
    }

    @Test func aNewIncarnationIsTheSameKeeper() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.table.start(8, device: 1)
        court.note(.twoPoints, by: 8, alone(100))
        court.note(.twoPoints, by: 2, covering(60))
        #expect(try court.resembling() == ["2.3 and 8.2"])
    }

    @Test func aTakeOverMovesTheClaim() throws {
        var court = try Court.running()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.takeOver(1, from: 1, by: 2)
        let board = try court.board()
        let keys = { (keepers: [UInt8]) in keepers.map(PaperTable.key) }
        #expect(board.teams.home.players.map(\.trackers) == [keys([1]), keys([2]), keys([1])])
        #expect(board.claimants == keys([1, 2]))
        #expect(board.keepers == keys([1, 2]))
    }
}
