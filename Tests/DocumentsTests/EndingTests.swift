import Documents
import MoveLog
import Scorebook
import Seeds
import Testing

/// How a game ended, in words, and what a keeper is asked before it ends.
@Suite struct EndingTests {
    private static func game(_ preset: RulesPreset = .fiba) throws -> PaperGame {
        let lines =
            try RosterText.read("4 Ana, 7 Bo", side: .home)
            + RosterText.read("5 Dee", side: .away)
        return try PaperGame(
            GameCreated(home: "Hawks", away: "Owls", rules: Rules(preset), lines: lines))
    }

    private func basket(_ line: Int, at seconds: Int? = nil, period: Int = 1) -> Move {
        Move(
            .twoPoints, by: .line(.created(line)), period: period,
            elapsed: seconds.map { .seconds($0) })
    }

    private func codes(_ warnings: [WarningDocument]) -> [WarningCode] {
        warnings.compactMap { WarningCode(rawValue: $0.code) }
    }

    @Test func onlyATieIsCalledATie() throws {
        var game = try Self.game()
        try game.record(basket(0))
        #expect(try game.shown().board.verdictText == "it is a tie 2:0")
        try game.record(GameAbandoned(reason: "rain"))
        #expect(try game.shown().board.verdictText == "abandoned at 2:0")
        try game.record(GameForfeited(side: .home))
        #expect(
            try game.shown().board.verdictText == "forfeit by Hawks: Owls win 20:0")
        try game.record(GameForfeited(side: .away, isDefault: true))
        #expect(try game.shown().board.verdictText == "default by Owls: Hawks win 2:0")
        try game.record(GameEnded())
        #expect(try game.shown().board.verdictText == "Hawks win 2:0")
        try game.record(basket(2))
        #expect(try game.shown().board.verdictText == "it is a tie 2:2")
        try game.record(basket(2))
        #expect(try game.shown().board.verdictText == "Owls win 4:2")
    }

    @Test func theDocumentsOfAForfeitSaySo() throws {
        var game = try Self.game(.threeOnThree)
        try game.record(basket(0))
        try game.record(GameForfeited(side: .home))
        let (board, projection) = try game.shown()
        let document = projection.game(board)
        let expected = ForfeitDocument(by: .home, isDefault: false, home: 0, score: "0:w")
        #expect(document.forfeit == expected && document.winner == .away)
        #expect(document.phaseWord(in: .english) == "forfeit 0:w")
        #expect(document.endingText(in: .english) == "forfeit by Hawks: Owls win w:0")
        let line = try #require(game.table.book.table.games.first)
        let brief = GameBrief(line, GameOutline(board), isCurrent: true)
        #expect(brief.forfeit == expected && brief.phaseWord(in: .english) == "forfeit 0:w")
        var signed = document
        signed.state = .signed
        #expect(signed.phaseWord(in: .english) == "official, forfeit 0:w")
        signed.forfeit = nil
        signed.abandonedBecause = "rain"
        #expect(signed.phaseWord(in: .english) == "official, abandoned")
        let entry = try #require(board.timeline.indices.last)
        #expect(projection.text(at: entry, in: board) == "forfeit by Hawks: Owls win w:0")
    }

    // MARK: What is odd

    /// The clock runs through all periods, with a basket in each.
    private func played(_ periods: Int, ends: Bool = true) throws -> PaperGame {
        var game = try Self.game()
        for period in 1...periods {
            if period > 1 { try game.record(PeriodBegan(period: period)) }
            try game.record(GameClockEntry(.start, period: period, elapsed: .zero))
            try game.record(basket(0, at: 30, period: period))
            if ends || period < periods {
                try game.record(GameClockEntry(.stop, period: period, elapsed: .seconds(600)))
            }
        }
        return game
    }

    private func doubts(_ game: PaperGame, left: Duration? = nil) throws -> EndDoubts {
        EndDoubts(try game.shown().board, timeLeft: left)
    }

    @Test func aWholeGameIsNotOdd() throws {
        var game = try played(4)
        #expect(try doubts(game).ofEnd.isEmpty)
        try game.record(GameEnded())
        #expect(try doubts(game).ofSignature.isEmpty)
    }

    @Test func aGameThatEndsEarlyIsOdd() throws {
        var game = try played(3)
        #expect(codes(try doubts(game).ofEnd) == [.missingPeriods])
        try game.record(GameEnded())
        #expect(codes(try doubts(game).ofSignature) == [.missingPeriods])
        game = try played(4, ends: false)
        #expect(codes(try doubts(game, left: .seconds(90)).ofEnd) == [.timeLeft])
        try game.record(GameEnded())
        #expect(codes(try doubts(game, left: .seconds(90)).ofSignature) == [.timeLeft])
        // A game that was given up is not asked about again.
        try game.record(GameForfeited(side: .home))
        #expect(try doubts(game, left: .seconds(90)).ofSignature.isEmpty)
    }

    @Test func aTieAndAnOpenTargetAreOdd() throws {
        var game = try played(4)
        for _ in 0..<4 { try game.record(basket(2, at: 40, period: 4)) }
        #expect(codes(try doubts(game).ofEnd) == [.tie, .stoppedClock])
        var pickup = try Self.game(.pickup)
        try pickup.record(basket(0))
        #expect(codes(try doubts(pickup).ofEnd) == [.notDecided])
        try pickup.record(GameEnded())
        #expect(try doubts(pickup).ofSignature.isEmpty)
    }

    @Test func aPeriodThatWasNotBegunIsOdd() throws {
        var game = try played(2)
        try game.record(PeriodBegan(period: 4))
        try game.record(GameClockEntry(.start, period: 4, elapsed: .zero))
        try game.record(GameClockEntry(.stop, period: 4, elapsed: .seconds(600)))
        #expect(codes(try doubts(game).ofEnd) == [.periodNotBegun])
        #expect(try doubts(game).ofEnd[0].text == "period 3 was never begun")
        try game.record(basket(0, at: 20, period: 3))
        #expect(try doubts(game).ofEnd[0].text == "1 move of period 3, whose game clock never ran")
    }

    @Test func basketsAtAClockThatStandsAreOdd() throws {
        var game = try played(4)
        for _ in 0..<2 { try game.record(basket(0, at: 600, period: 2)) }
        #expect(codes(try doubts(game).ofEnd) == [.afterTime])
        // One may fall at the buzzer; free throws are thrown while the clock stands.
        game = try played(4)
        try game.record(basket(0, at: 600, period: 2))
        for _ in 0..<2 {
            try game.record(
                Move(.freeThrow, by: .line(.created(0)), period: 2, elapsed: .seconds(30)))
        }
        #expect(try doubts(game).ofEnd.isEmpty)
        for _ in 0..<2 { try game.record(basket(0, at: 100, period: 1)) }
        #expect(codes(try doubts(game).ofEnd) == [.stoppedClock])
    }

    @Test(arguments: cases(Fixture.names))
    func aRealGameIsNotOdd(name: String) throws {
        let (header, events) = try Fixture.load(name)
        let (board, _) = try ExportTests.imported(header, events)
        #expect(EndDoubts(board, timeLeft: nil).ofSignature.isEmpty)
    }

    /// Of the official numbers of a file the points of a player are compared too.
    @Test(arguments: cases(Fixture.names))
    func aPlayerWithOtherPointsThanTheHeaderIsToldOf(name: String) throws {
        let (header, events) = try Fixture.load(name)
        let reading = try GamelogReading(header: header)
        let steps = try events.map { try reading.step($0) }
        #expect(reading.boxDoubt(of: steps) == nil)
        var other = header
        let player = try #require(
            header.players.first {
                header.boxTeams?.contains($0.team) == true && header.box?[$0.id]?.pts != nil
            })
        other.box?[player.id]?.pts = 99
        let doubt = try #require(try GamelogReading(header: other).boxDoubt(of: steps))
        #expect(doubt.contains("99 points, but the made shots add up to "))
    }
}
