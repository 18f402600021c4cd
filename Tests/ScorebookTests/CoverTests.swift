import MoveLog
import Testing

@testable import Scorebook

/// A keeper is away and goes on recording; another takes the player over meanwhile.
@Suite struct CoverTests {
    private let alone = { (seconds: Double) in Noting.at(seconds, alone: true) }
    private let covering = { (seconds: Double) in Noting.at(seconds, covering: true) }

    @Test func whatBothNotedIsPairedInOrderWhateverTheClocks() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(20))
        court.takeOver(from: 1, by: 2)
        for at in [100.0, 300, 500] { court.note(.twoPoints, by: 1, alone(at)) }
        court.note(.freeThrow, by: 1, alone(310))
        for at in [40.0, 240] { court.note(.twoPoints, by: 2, covering(at)) }
        court.note(.freeThrow, by: 2, covering(250))
        #expect(try court.held() == ["2.3 of 1.5", "2.4 of 1.6", "2.5 of 1.8"])
        #expect(try court.score() == "9-0")
    }

    @Test func theCoveringKeeperMayHaveSeenMore() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.note(.rebound, by: 1, alone(100))
        for at in [40.0, 240, 400] { court.note(.rebound, by: 2, covering(at)) }
        #expect(try court.held() == ["2.3 of 1.4"])
    }

    @Test func aSecondAbsenceIsPairedByItself() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 1, alone(100))
        for at in [60.0, 160] { court.note(.twoPoints, by: 2, covering(at)) }
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 1, alone(400))
        court.note(.twoPoints, by: 2, covering(330))
        #expect(try court.held() == ["2.3 of 1.4", "2.6 of 1.5"])
        #expect(try court.score() == "6-0")
        // To say it again in the same absence begins none.
        court.takeOver(from: 1, by: 2, cut: Cut([PaperTable.author(1): 4]))
        court.note(.twoPoints, by: 1, alone(450))
        court.note(.twoPoints, by: 2, covering(380))
        #expect(try court.held().last == "2.8 of 1.6")
    }

    @Test func whatWasHeldAtTheTakeOverIsNobodysCopy() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, alone(20))
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 2, covering(60))
        #expect(try court.held() == [])
    }

    @Test(arguments: [
        Noting.at(100, tracked: false, alone: true), .at(100), .at(100, tracked: true),
    ])
    func onlyWhatWasNotedAloneByWhoTracked(noting: Noting) throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.note(.twoPoints, by: 1, noting)
        court.note(.twoPoints, by: 2, covering(60))
        #expect(try court.held() == [])
        court.note(.twoPoints, 1, by: 1, alone(100))
        court.note(.twoPoints, 1, by: 2, covering(60))
        #expect(try court.held() == [], "nobody took that player over")
    }

    @Test func twoWhoCoverForEachOtherCountOnce() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.takeOver(from: 2, by: 1, cut: Cut([PaperTable.author(2): 1]))
        court.note(.twoPoints, by: 1, .at(100, alone: true, covering: true))
        court.note(.twoPoints, by: 2, .at(300, alone: true, covering: true))
        #expect(try court.held() == ["2.3 of 1.5"])
        #expect(try court.score() == "2-0")
    }

    @Test func aNewIncarnationIsTheSameKeeper() throws {
        var court = try Court.running()
        court.takeOver(from: 1, by: 2)
        court.table.start(8, device: 1)
        court.note(.twoPoints, by: 8, alone(100))
        court.note(.twoPoints, by: 2, covering(60))
        #expect(try court.held() == ["2.3 of 8.2"])
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
