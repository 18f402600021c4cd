import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

@Suite struct APIMoveTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    /// 8,000 marks on one letter held up a daemon for twelve seconds, and as many flags in an entry's name
    /// would.
    @Test(.timeLimit(.minutes(1)))
    func marksWithoutEndAreRefusedAtOnce() throws {
        try bench.game()
        let count = bench.ledger.log.entryCount
        let marks = "a" + String(repeating: "\u{301}\u{316}", count: 100_000)
        let flags = String(repeating: "\u{1F1E6}", count: 200_000)
        // Written by hand: encoding it would take as long.
        let bodies: [(Route, String, Int)] = [
            (.moves, #"{"player":"h4","kind":"\#(marks)"}"#, 400),
            (.newGame, #"{"home":{},"away":{},"rules":{"points":{"\#(marks)":2}}}"#, 400),
            (.void, #"{"entries":["\#(flags)"]}"#, 422),
            (.moves, #"{"player":"\#(flags)","kind":"2p"}"#, 422),
        ]
        for (route, body, status) in bodies {
            #expect(try bench.post(route.path, Array(body.utf8)).status.code == status)
        }
        #expect(bench.ledger.log.entryCount == count)
    }

    @Test func aMissingBodyIsAnEmptyObject() throws {
        try bench.game()
        try bench.move("h4", "2p")
        for route in [Route.undo, .redo] {
            #expect(try bench.post(route.path, []).status == .ok, "\(route.path)")
        }
        try bench.record(.end, EndRequest(force: true))
        for route in [Route.end, .reopen] {
            #expect(try bench.post(route.path, []).status == .ok, "\(route.path)")
        }
        #expect(try bench.post(Route.moves.path, []).status.code == 400)
    }

    @Test func aRepeatRecordsNothingTwice() throws {
        try bench.game(RulesRequest(periods: 1, target: 2))
        let order = MoveRequest(
            request: "000102030405060708090a0b0c0d0e0f", player: "h4", kind: "2p")
        var first = try bench.record(.moves, order)
        #expect(first.isDurable && !first.isRepeat && first.home == 2)
        // The basket decided the game; its own repeat is not asked about that.
        let again = try bench.record(.moves, order)
        (first.isRepeat, first.warnings) = (true, again.warnings)
        #expect(again == first)
    }

    @Test(arguments: ["foul", "technicalFoul"])
    func aFoulStatesItsFreeThrows(_ kind: String) throws {
        try bench.game()
        let recorded = try bench.record(
            .moves, MoveRequest(player: "h4", kind: kind, freeThrows: 2))
        #expect(recorded.echo.contains("2 free throws"))
        #expect(try bench.board().moves.last?.move?.throwCount == 2)
        let count = bench.ledger.log.entryCount
        for (kind, freeThrows) in [(kind, 0), (kind, -1), (kind, 4), ("2p", 2), ("mft", 1)] {
            let refused = try bench.denial(
                .moves, MoveRequest(player: "h4", kind: kind, freeThrows: freeThrows))
            #expect(refused.0 == 422 && refused.1.message.contains("free throws"))
        }
        #expect(bench.ledger.log.entryCount == count)
    }

    @Test func namesThatDoNotFitRecordNothing() throws {
        let none = try bench.denial(.moves, MoveRequest(player: "h4", kind: "2p"))
        #expect(none.0 == 409)
        #expect(none.1.code == "no-game")
        try bench.game()
        let nobody = try bench.denial(.moves, MoveRequest(player: "Danna", kind: "2p"))
        #expect(nobody.0 == 422)
        #expect(nobody.1.code == "unknown-player")
        #expect(nobody.1.candidates?.first == "a#1")
        let several = try bench.denial(.moves, MoveRequest(player: "h7", kind: "2p"))
        #expect(several.1.code == "ambiguous-player")
        #expect(several.1.candidates == ["h#2", "h#3"])
        let kind = try bench.denial(.moves, MoveRequest(player: "h4", kind: "asist"))
        #expect(kind.0 == 422)
        #expect(kind.1.code == "unknown-kind")
        #expect(kind.1.candidates?.contains("assist") == true)
        let game = try bench.denial(.moves, MoveRequest(game: "bears", player: "h4", kind: "2p"))
        #expect(game.0 == 404)
        #expect(game.1.code == "unknown-game")
        #expect(game.1.candidates == ["hawks-owls"])
    }

    /// A reading is one of its period, whichever request has it.
    @Test(arguments: [-900, -1, 601, 9000])
    func aReadingOutsideItsPeriodIsRefused(seconds: Int) throws {
        try bench.game(RulesRequest(preset: "fiba"))
        let move = try bench.move("h4", "2p", period: 1, clockSeconds: 600).entries[0]
        let team = TeamRequest(name: "A", roster: [])
        var step = ImportStep(kind: "steal", side: .home, period: 1)
        step.elapsedMilliseconds = seconds * 1000
        let game = NewGameRequest(
            home: team, away: TeamRequest(name: "B", roster: []),
            rules: RulesRequest(preset: "fiba"))
        let clock = ImportClock(period: 1, milliseconds: seconds * 1000)
        let refusals = [
            try bench.denial(
                .moves, MoveRequest(player: "h4", kind: "2p", period: 1, clockSeconds: seconds)),
            try bench.denial(
                .moves,
                MoveRequest(
                    player: "h4", kind: "2p", period: 1, clockMilliseconds: seconds * 1000)),
            try bench.denial(.fix, FixRequest(entry: move, clockSeconds: seconds)),
            try bench.denial(.fix, FixRequest(entry: move, shownSeconds: seconds)),
            try bench.denial(.clock, ClockRequest(action: .set, seconds: seconds, period: 1)),
            try bench.denial(.importGame, ImportRequest(game: game, steps: [step])),
            try bench.denial(.importGame, ImportRequest(game: game, clock: clock)),
        ]
        for (status, error) in refusals {
            #expect(status == 422)
            #expect(error.reason == "the reading is outside period 1, which lasts 10:00")
        }
        // An overtime is shorter.
        let late = try bench.denial(.fix, FixRequest(entry: move, period: 5)).1
        #expect(late.reason == "the reading is outside overtime 1, which lasts 05:00")
    }

    @Test func anAssistGoesToTheLastBasketThatHasNone() throws {
        try bench.game()
        for (kind, seconds) in [("2p", 10), ("3p", 12)] {
            try bench.move("h4", kind, clockSeconds: seconds)
        }
        for _ in 0..<3 { try bench.move("h#2", "assist", clockSeconds: 11) }
        let moves = try bench.board().moves
        #expect(moves.suffix(3).map { $0.move?.linked } == [moves[1].id, moves[0].id, nil])
    }

    @Test func aShotIsWorthWhatTheKeeperOrTheRulesSay() throws {
        try bench.game()
        let rare = try bench.move("h4", "ft", points: 3)
        #expect(rare.home == 3)
        try bench.move("h4", "2p", points: 2)
        // What the rules say is not repeated, so that it follows the rules.
        #expect(try bench.board().moves.compactMap(\.move).map(\.points) == [3, nil])
    }

    @Test func aDecidedGameAsksBeforeAnotherBasket() throws {
        try bench.game(RulesRequest(target: 2))
        let winning = try bench.move("h4", "2p")
        #expect(winning.warnings.map(\.code) == ["decided"])
        let (code, reason) = try bench.denial(.moves, MoveRequest(player: "a4", kind: "2p"))
        #expect(code == 409)
        #expect(reason.code == ErrorCode.decided.rawValue)
        // What scores nothing goes on, and so does what is forced.
        try bench.move("a4", "foul")
        let forced = try bench.move("a4", "2p", force: true)
        #expect(forced.home == 2 && forced.away == 2)
        #expect(forced.warnings.isEmpty)
    }

    @Test func aMoveCarriesWhatItsKeeperSaw() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.track, TrackRequest(players: ["h4"]))
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(75))
        try bench.move("h4", "2p")
        try bench.move("a4", "2p", period: 3)
        try bench.move("a4", "2p", period: 2, clockSeconds: 30)
        let moves = try bench.board().moves.compactMap(\.move)
        #expect(moves[0].period == 1)
        #expect(moves[0].elapsed == .seconds(75))
        #expect(moves[0].isTracked)
        #expect(moves[0].isAlone)
        #expect(moves[1].elapsed == nil)
        #expect(!moves[1].isTracked)
        #expect(moves[2].elapsed == .seconds(30))
        #expect(moves[2].period == 2)
    }

    @Test func aMoveWarnsOfWhatItsKeeperShouldKnow() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        let shared = try bench.move("h#2", "2p")
        #expect(shared.warnings.map(\.code) == ["numberTwice"])
        try bench.record(.track, TrackRequest(players: ["h#1"]))
        let untracked = try bench.move("finn", "2p")
        #expect(untracked.warnings.map(\.code) == ["untracked"])
        for _ in 0..<4 { try bench.move("h4", "foul") }
        let fifth = try bench.move("h4", "foul")
        #expect(fifth.warnings.map(\.code) == ["foulLimit"])
        try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(foulLimit: 1)))
        let first = try bench.move("a4", "foul")
        #expect(first.warnings.map(\.text).last?.hasSuffix("has 1 foul and is out") == true)
    }

    @Test func aShotThatTheRulesDoNotKnowCountsAndIsCalledOne() throws {
        try bench.game(RulesRequest(preset: "3x3"))
        let three = try bench.move("a4", "3p")
        #expect(three.away == 3)
        #expect(three.warnings.map(\.code) == ["unknownShot"])
        let two = try bench.move("a4", "2p")
        #expect(two.warnings.isEmpty)
        let fixed = try bench.record(.fix, FixRequest(entry: two.entries[0], kind: "3p"))
        #expect(fixed.warnings.map(\.code) == ["unknownShot"])
        #expect(fixed.warnings.first?.advice?.contains(two.entries[0]) == true)
        try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(points: ["threePoints": 2])))
        let meant = try bench.move("a4", "3p")
        #expect(meant.warnings.isEmpty)
    }

    @Test(arguments: [
        ("pickup", MoveRequest(player: "a4", kind: "2p", period: 7)),
        ("fiba", MoveRequest(player: "a4", kind: "foul", period: 5)),
        ("fiba", MoveRequest(player: "a4", kind: "2p", points: 9)),
        ("fiba", MoveRequest(player: "a4", kind: "3p", points: 2)),
    ])
    func whatIsMistypedRatherThanMeantNeedsForce(preset: String, move: MoveRequest) throws {
        try bench.game(RulesRequest(preset: preset))
        let (code, reason) = try bench.denial(.moves, move)
        #expect(code == 409 && reason.code == "unlikely")
        var forced = move
        forced.force = true
        #expect(try bench.record(.moves, forced).entries.count == 1)
        // Where one entry shows the overtime, the next needs none.
        if move.period != nil { #expect(try bench.record(.moves, move).entries.count == 1) }
    }

    @Test func aPeriodThatNobodyCanBeInIsCalledMistyped() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        func codes(_ period: Int) throws -> [String] {
            try bench.move("a4", "2p", period: period, force: true).warnings.map(\.code)
        }
        #expect(try codes(4) == [])
        #expect(try codes(77) == ["farPeriod"])
        // What was mistyped once is not yet where the game is.
        try bench.record(.undo, UndoRequest())
        #expect(try codes(6) == ["farPeriod"])
        try bench.record(.undo, UndoRequest())
        #expect(try codes(5) == [])
        let right = try bench.move("a4", "2p")
        let fixed = try bench.record(.fix, FixRequest(entry: right.entries[0], period: 9))
        #expect(fixed.warnings.map(\.code) == ["farPeriod"])
        let advice = "scored fix \(right.entries[0]) --period 5"
        #expect(fixed.warnings[0].advice?.hasSuffix(advice) == true)
    }
}
