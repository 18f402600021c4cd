import MoveLog
import Testing

@testable import Scorebook

/// The game clock's governing entry, periods, and who tracks whom.
@Suite struct ClockAndTrackingTests {
    private func clock(
        _ action: GameClockEntry.Action, _ seconds: Int, period: Int = 1
    ) -> GameClockEntry {
        GameClockEntry(action, period: period, elapsed: .seconds(seconds))
    }

    @Test func startStopAndSet() throws {
        var court = try Court(.fiba)
        #expect(try court.board().state == .scheduled)
        let start = court.record(clock(.start, 0))
        #expect(try court.board().clock.isRunning)
        #expect(try court.board().state == .live)
        court.record(clock(.start, 3), by: 2)
        #expect(try court.board().clock.governing == start)
        let set = court.record(clock(.set, 50))
        #expect(try court.board().clock.governing == set)
        #expect(try court.board().clock.isRunning)
        court.record(clock(.stop, 61))
        court.record(clock(.stop, 60), by: 2)
        court.record(clock(.stop, 64), by: 3)
        let standing = try court.board().clock
        #expect(!standing.isRunning && standing.elapsed == .seconds(60))
        court.record(clock(.set, 70))
        court.record(clock(.stop, 65), by: 2)
        #expect(try court.board().clock.elapsed == .seconds(70))
    }

    @Test func aPeriodBeginsOnce() throws {
        var court = try Court(.fiba)
        court.record(clock(.start, 0))
        court.record(PeriodBegan(period: 2))
        #expect(try court.board().clock.isRunning == false)
        court.record(clock(.start, 0, period: 2))
        court.record(PeriodBegan(period: 2), by: 2)
        let board = try court.board()
        #expect(board.clock.isRunning && board.clock.period == 2 && board.clock.ranIn == [1, 2])
        #expect(board.teams.home.periodScores == [0, 0])
    }

    /// A keeper who missed the end of a period takes nobody back to it.
    @Test func whatComesLateOfAPeriodThatIsOverTurnsNoClock() throws {
        var court = try Court()
        court.record(clock(.start, 0))
        court.record(PeriodBegan(period: 2))
        let start = court.record(clock(.start, 0, period: 2))
        court.record(clock(.stop, 590), by: 2)
        court.record(clock(.start, 590), by: 2)
        court.record(PeriodBegan(period: 1), by: 2)
        let present = try court.board().clock
        #expect(present.governing == start && present.isRunning && present.period == 2)
        // On purpose one can go back.
        court.record(clock(.set, 580), by: 2)
        let back = try court.board().clock
        #expect(back.period == 1 && !back.isRunning)
    }

    @Test func withoutAClockThePeriodIsTheMoves() throws {
        var court = try Court(.fiba)
        court.move(.twoPoints, 0, period: 3)
        let board = try court.board()
        #expect(board.clock.period == 3)
        #expect(board.teams.home.periodScores == [0, 0, 2])
        #expect(board.teams.away.periodScores == [0, 0, 0])
    }

    @Test func claimsAreASetForEachDevice() throws {
        var court = try Court()
        #expect(try court.board().untracked.isEmpty)
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.record(TrackingClaimed([.line(.created(0)), .line(.created(3))]), by: 2)
        court.record(TrackingReleased([.line(.created(1))]), by: 1)
        var board = try court.board()
        func slots(_ players: [PlayerLine]) -> [String] { players.map(\.slotText) }
        #expect(slots(board.overlaps) == ["h#1"])
        #expect(slots(board.untracked) == ["h#2", "a#2", "a#3"])
        #expect(board.claimants == [PaperTable.key(1), PaperTable.key(2)])
        court.record(RosterAdded(lines: [RosterLine(side: .home, number: "9", name: "Di")]))
        #expect(try court.board().teams.home.players[3].trackers == [PaperTable.key(1)])
        court.record(TrackingReleased([.team(.home), .team(.away)], device: PaperTable.key(2)))
        board = try court.board()
        #expect(board.overlaps.isEmpty)
        #expect(board.claimants.count == 2)
    }

    @Test func aSecondIncarnationIsTheSameDevice() throws {
        var court = try Court()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.table.start(8, device: 1)
        court.record(TrackingReleased([.line(.created(0))]), by: 8)
        #expect(try court.board().teams.home.players.map(\.trackers.count) == [0, 1, 1])
    }
}
