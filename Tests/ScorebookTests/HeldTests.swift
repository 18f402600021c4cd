import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// One basket, noted twice.
@Suite struct HeldTests {
    @Test func aCopyCountsOnceUntilAccepted() throws {
        var court = try Court.running()
        let basket = court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(70))
        #expect(try court.score() == "2-0")
        #expect(try court.standing(copy) == .copy(of: basket))
        #expect(try court.board().isProvisional == false)
        let accepted = court.record(Accepted(target: copy), by: 3)
        #expect(try court.score() == "4-0")
        court.void(accepted)
        #expect(try court.score() == "2-0")
        let void = court.void(copy)
        #expect(try court.standing(copy) == .void(by: [void]))
    }

    @Test func theWhistleBetweenTwoEntries() throws {
        var court = try Court.running()
        court.note(.threePoints, by: 1, .at(120))
        court.record(GameClockEntry(.stop, period: 1, elapsed: .seconds(121)), by: 3)
        // Noted while the clock stands, minutes later by the wall.
        court.note(.threePoints, by: 2, Noting(at: .seconds(121), wall: 180_000))
        #expect(try court.copies().count == 1)
        // Both noted while it stands.
        court.note(.twoPoints, 1, by: 2, .at(121))
        court.note(.twoPoints, 1, by: 1, .at(121))
        #expect(try court.copies().count == 2)
        #expect(try court.score() == "5-0")
    }

    @Test func aDeviceThatMissedAStopAndAPeriod() throws {
        var court = try Court.running()
        court.record(PeriodBegan(period: 2))
        court.record(GameClockEntry(.start, period: 2, elapsed: .zero))
        court.note(.twoPoints, by: 1, Noting(at: .seconds(30), period: 2))
        // Keeper 2 heard of neither: the clock there runs on in period 1.
        let late = court.note(.twoPoints, by: 2, .at(630, alone: true))
        #expect(try court.held() == [])
        #expect(try court.score() == "4-0")
        // The keeper of the other sees it and says so: in the second period both are one.
        var move = try #require(try court.board().entry(late)?.move)
        (move.period, move.elapsed) = (2, .seconds(30))
        court.record(Fix(target: late, move: move), by: 1)
        #expect(try court.board().teams.home.periodScores == [0, 2])
        #expect(try court.copies().count == 1)
    }

    @Test func whoTracksIsTakenAtTheirWord() throws {
        var court = try Court.running()
        let stranger = court.note(.twoPoints, by: 1, .at(60, tracked: false))
        let tracker = court.note(.twoPoints, by: 2, .at(61))
        #expect(try court.standing(stranger) == .copy(of: tracker))
        #expect(try court.standing(tracker) == .live)
    }

    @Test func threeKeepersOneBasket() throws {
        var court = try Court.running()
        let first = court.note(.onePoint, by: 2, .at(60))
        court.note(.onePoint, by: 1, .at(64))
        court.note(.onePoint, by: 3, .at(55))
        #expect(try court.score() == "1-0")
        #expect(try court.board().timeline.compactMap(\.headOf) == [first, first])
    }

    @Test func whoNotesTwoSawTwo() throws {
        var court = try Court.running()
        for at in [60.0, 66] { court.note(.twoPoints, by: 1, .at(at)) }
        for at in [61.0, 65] { court.note(.twoPoints, by: 2, .at(at)) }
        #expect(try court.copies() == ["2.2 of 1.4", "2.3 of 1.5"])
        court.note(.twoPoints, by: 2, .at(63))
        #expect(try court.copies().count == 2)
        #expect(try court.score() == "6-0")
    }

    @Test func bothKeepersUndo() throws {
        var court = try Court.running()
        let first = court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        court.void(first)
        // Nothing counts by itself: the copy waits for an answer.
        #expect(try court.score() == "0-0")
        #expect(try court.standing(copy) == .held(of: first))
        let table = court.table.book.table
        let last = try court.board().undo(of: PaperTable.key(2), at: table)
        #expect(last?.entries.map(\.id) == [copy])
        court.void(copy, by: 2)
        #expect(try court.board().held.isEmpty)
        #expect(try court.score() == "0-0")
    }

    @Test func withoutAClockItIsOnlyFlagged() throws {
        var court = try Court()
        court.note(.twoPoints, by: 1, .wall(100_000))
        let copy = court.note(.twoPoints, by: 2, .wall(90_000))
        court.note(.twoPoints, by: 3, .wall(110_001))
        #expect(try court.score() == "6-0")
        #expect(try court.resembling() == ["2.2 and 1.3"])
        court.record(Accepted(target: copy))
        #expect(try court.resembling() == [])
    }

    @Test func absurdWallTimesAreFarApart() throws {
        var court = try Court()
        court.note(.twoPoints, by: 1, .wall(.min))
        court.note(.twoPoints, by: 2, .wall(.max))
        #expect(try court.resembling() == [])
    }

    @Test(arguments: [MoveKind.rebound, .foul, .block, .miss])
    func whatRepeatsWithinSecondsIsFlagged(kind: MoveKind) throws {
        var court = try Court.running()
        court.note(kind, by: 1, .at(60))
        court.note(kind, by: 2, .at(65))
        court.note(kind, by: 3, .at(75.001))
        #expect(try court.held() == [])
        #expect(try court.resembling() == ["2.2 and 1.4"])
    }

    /// Of one stop the largest number counts that a keeper noted.
    @Test(arguments: [MoveKind.freeThrow, .miss])
    func freeThrowsAreComparedByTheirNumber(kind: MoveKind) throws {
        var court = try Court.running()
        let throwing = Move(
            kind, kind == .miss ? .ofFreeThrow : nil, by: .line(.created(0)), period: 1,
            elapsed: .seconds(60))
        for keeper in [1, 2, 2, 1, 3, 3, 3] as [UInt8] { court.record(throwing, by: keeper) }
        #expect(
            try court.copies() == ["2.2 of 1.4", "1.5 of 2.3", "3.2 of 1.4", "3.3 of 2.3"])
        #expect(try court.board().teams.home.total.points == (kind == .miss ? 0 : 3))
        #expect(try court.board().moves.filter(\.isLive).count == 3)
    }

    @Test func whoTracksCountsTheFreeThrows() throws {
        var court = try Court.running()
        for _ in 1...2 { court.note(.freeThrow, by: 2, .at(58, tracked: false)) }
        for _ in 1...2 { court.note(.freeThrow, by: 1, .at(60)) }
        #expect(try court.copies() == ["2.2 of 1.4", "2.3 of 1.5"])
        #expect(try court.score() == "2-0")
    }

    @Test(arguments: [MoveKind.steal, .turnover])
    func stealsAndTurnoversAreHeld(kind: MoveKind) throws {
        var court = try Court.running()
        court.note(kind, by: 1, .at(60))
        court.note(kind, by: 2, .at(65))
        #expect(try court.copies() == ["2.2 of 1.4"])
    }

    @Test func toAcceptWhatIsNotHeldDoesNothing() throws {
        var court = try Court.running()
        let basket = court.note(.twoPoints, by: 1, .at(60))
        court.record(Accepted(target: basket), by: 2)
        court.record(Accepted(target: EntryID(author: PaperTable.author(3), sequence: 90)))
        #expect(try court.score() == "2-0")
        #expect(try court.board().isProvisional == false)
    }

    @Test func anAssistOfAHeldBasketIsJudgedByItself() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let assist = court.note(.assist, 1, by: 2, .at(61), linked: copy)
        #expect(try court.standing(assist) == .live)
    }

    @Test func anAssistGoesWithTheEvent() throws {
        var court = try Court.running()
        let basket = court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let assist = court.note(.assist, 1, by: 2, .at(61), linked: copy)
        let void = court.void(basket)
        #expect(try court.standing(assist) == .unlinked)
        court.record(Accepted(target: copy))
        #expect(try court.standing(assist) == .live)
        court.void(void)
        #expect(try court.standing(assist) == .live)
        // A fix of one keeper is one of the event.
        var other = try Court.running()
        let first = other.note(.twoPoints, by: 1, .at(60))
        let second = other.note(.twoPoints, by: 2, .at(61))
        let own = other.note(.assist, 1, by: 2, .at(61), linked: second)
        other.record(Fix(target: first, move: Move(.steal, by: .line(.created(0)), period: 1)))
        #expect(try other.standing(own) == .unlinked)
    }

    @Test func anAssistOfAnAcceptedBasketFallsWithIt() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let assist = court.note(.assist, 1, by: 2, .at(61), linked: copy)
        court.record(Accepted(target: copy))
        court.void(copy)
        #expect(try court.standing(assist) == .unlinked)
    }
}
