import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Moves through the local API.
@Suite struct APIMoveTests {
    @Test func aMoveIsEchoedWithScoreAndName() throws {
        let bench = try APIBench()
        let game = try bench.game()
        let document = try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        #expect(document.game == game)
        #expect(document.echo == "4 Ana Berg two points - 2:0")
        #expect(document.home == 2)
        #expect(document.away == 0)
        #expect(document.isDurable)
        #expect(!document.isRepeat)
        #expect(document.entries.count == 1)
        #expect(document.entries[0].hasPrefix("mia."))
        let team = try bench.record(.moves, MoveRequest(player: "away", kind: "timeout"))
        #expect(team.echo == "Owls timeout - 2:0")
    }

    @Test(arguments: ["h4", "h#1", "ana", "Ana Berg", "berg"])
    func aPlayerIsFoundByAnyName(_ name: String) throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: name, kind: "three"))
        let status = try bench.status()
        #expect(status.game?.home.players[0].points == 3)
    }

    @Test func aNoteKeepsItsWordsAndScoresNothing() throws {
        let bench = try APIBench()
        try bench.game()
        let note = try bench.record(
            .moves, MoveRequest(player: "h4", kind: "note", detail: "hurt \u{1b}[31mknee"))
        #expect(note.entries.count == 1 && note.home == 0)
        #expect(note.echo.contains("Ana Berg: hurt"))
        #expect(!note.echo.contains("\u{1b}"))
        let count = bench.ledger.log.entryCount
        let empty = try bench.post(.moves, MoveRequest(player: "h4", kind: "note"))
        #expect(empty.status.code == 422)
        #expect(bench.ledger.log.entryCount == count)
    }

    /// 8,000 marks on one letter held up a daemon for twelve seconds, and as many flags in an entry's name
    /// would.
    @Test(.timeLimit(.minutes(1)))
    func marksWithoutEndAreRefusedAtOnce() throws {
        let bench = try APIBench()
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
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        for route in [Route.undo, .redo, .end, .reopen] {
            #expect(try bench.post(route.path, []).status == .ok, "\(route.path)")
        }
        #expect(try bench.post(Route.moves.path, []).status.code == 400)
    }

    @Test func aRepeatRecordsNothingTwice() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(periods: 1, target: 2))
        let order = MoveRequest(
            request: "000102030405060708090a0b0c0d0e0f", player: "h4", kind: "2p")
        let first = try bench.record(.moves, order)
        // The basket decided the game; its own repeat is not asked about that.
        let again = try bench.record(.moves, order)
        #expect(again.entries == first.entries)
        #expect(again.isRepeat)
        #expect(again.echo == first.echo)
        #expect(again.home == 2)
    }

    @Test func namesThatDoNotFitRecordNothing() throws {
        let bench = try APIBench()
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
        #expect(kind.1.message.contains("scored help move"))
        let swapped = try bench.denial(.moves, MoveRequest(player: "2p", kind: "ana"))
        #expect(swapped.0 == 422 && swapped.1.code == "unknown-kind")
        #expect(swapped.1.message.hasSuffix("the player comes first: scored move ana 2p"))
        let game = try bench.denial(.moves, MoveRequest(game: "bears", player: "h4", kind: "2p"))
        #expect(game.0 == 404)
        #expect(game.1.code == "unknown-game")
        #expect(game.1.candidates == ["hawks-owls"])
    }

    @Test func anAssistGoesToTheLastBasketThatHasNone() throws {
        let bench = try APIBench()
        try bench.game()
        for (kind, seconds) in [("2p", 10), ("3p", 12)] {
            try bench.record(
                .moves, MoveRequest(player: "h4", kind: kind, clockSeconds: seconds))
        }
        let echoes = try (0..<3).map { _ in
            try bench.record(
                .moves, MoveRequest(player: "h#2", kind: "assist", clockSeconds: 11)
            ).echo
        }
        #expect(echoes[0].contains("to 4 Ana Berg three points"))
        #expect(echoes[1].contains("to 4 Ana Berg two points"))
        #expect(!echoes[2].contains("to 4 Ana"))
    }

    @Test func valuesOutOfBoundsRecordNothing() throws {
        let bench = try APIBench()
        try bench.game()
        let orders = [
            MoveRequest(player: "h4", kind: "2p", period: 0),
            MoveRequest(player: "h4", kind: "2p", period: 100),
            MoveRequest(player: "h4", kind: "2p", clockSeconds: 86_401),
            MoveRequest(player: "h4", kind: "2p", clockSeconds: .min),
            MoveRequest(player: "h4", kind: "2p", points: 0),
            MoveRequest(player: "h4", kind: "2p", points: 21),
            MoveRequest(player: "h4", kind: "foul", points: 1),
            MoveRequest(player: "h4", kind: "ft", points: 4),
        ]
        for order in orders {
            let (code, reason) = try bench.denial(.moves, order)
            #expect(code == 422, "\(order)")
            #expect(reason.code == "malformed")
        }
        let request = MoveRequest(request: "12", player: "h4", kind: "2p")
        #expect(try bench.denial(.moves, request).0 == 400)
    }

    @Test func aShotIsWorthWhatTheKeeperOrTheRulesSay() throws {
        let bench = try APIBench()
        try bench.game()
        let rare = try bench.record(.moves, MoveRequest(player: "h4", kind: "ft", points: 3))
        #expect(rare.home == 3)
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p", points: 2))
        let book = bench.ledger.book
        let board = try #require(book.scoreboard(of: book.gameIDs[0]))
        // What the rules say is not repeated, so that it follows the rules.
        #expect(board.moves.compactMap(\.move).map(\.points) == [3, nil])
    }

    @Test func aDecidedGameAsksBeforeAnotherBasket() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(target: 2))
        let winning = try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        #expect(winning.warnings.map(\.code) == ["decided"])
        let (code, reason) = try bench.denial(.moves, MoveRequest(player: "a4", kind: "2p"))
        #expect(code == 409)
        #expect(reason.code == ErrorCode.decided.rawValue)
        // What scores nothing goes on, and so does what is forced.
        try bench.record(.moves, MoveRequest(player: "a4", kind: "foul"))
        let forced = try bench.record(.moves, MoveRequest(player: "a4", kind: "2p", force: true))
        #expect(forced.echo.hasSuffix("2:2"))
        #expect(forced.warnings.isEmpty)
    }

    @Test func aMoveCarriesWhatItsKeeperSaw() throws {
        let bench = try APIBench()
        let name = try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.track, TrackRequest(players: ["h4"]))
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(75))
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        try bench.record(.moves, MoveRequest(player: "a4", kind: "2p", period: 3))
        try bench.record(
            .moves, MoveRequest(player: "a4", kind: "2p", period: 2, clockSeconds: 30))
        let board = try #require(
            bench.ledger.book.scoreboard(of: bench.ledger.book.table.games[0].id))
        let moves = board.moves.compactMap(\.move)
        #expect(name == "hawks-owls")
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
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        let shared = try bench.record(.moves, MoveRequest(player: "h#2", kind: "2p"))
        #expect(shared.warnings.map(\.code) == ["numberTwice"])
        try bench.record(.track, TrackRequest(players: ["h#1"]))
        let untracked = try bench.record(.moves, MoveRequest(player: "finn", kind: "2p"))
        #expect(untracked.warnings.map(\.code) == ["untracked"])
        for _ in 0..<4 { try bench.record(.moves, MoveRequest(player: "h4", kind: "foul")) }
        let fifth = try bench.record(.moves, MoveRequest(player: "h4", kind: "foul"))
        #expect(fifth.warnings.map(\.code) == ["foulLimit"])
        try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(foulLimit: 1)))
        let first = try bench.record(.moves, MoveRequest(player: "a4", kind: "foul"))
        #expect(first.warnings.map(\.text).last?.hasSuffix("has 1 foul and is out") == true)
    }

    @Test func aShotThatTheRulesDoNotKnowCountsAndIsCalledOne() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "3x3"))
        let three = try bench.record(.moves, MoveRequest(player: "a4", kind: "3p"))
        #expect(three.away == 3)
        #expect(three.warnings.map(\.code) == ["unknownShot"])
        #expect(
            three.warnings.first?.text == "3x3 rules have no three points; recorded as 3 points")
        let two = try bench.record(.moves, MoveRequest(player: "a4", kind: "2p"))
        #expect(two.warnings.isEmpty)
        let fixed = try bench.record(.fix, FixRequest(entry: two.entries[0], kind: "3p"))
        #expect(fixed.warnings.map(\.code) == ["unknownShot"])
        #expect(fixed.warnings.first?.advice?.contains(two.entries[0]) == true)
        try bench.record(
            .rules, RulesChangeRequest(rules: RulesRequest(points: ["threePoints": 2])))
        let meant = try bench.record(.moves, MoveRequest(player: "a4", kind: "3p"))
        #expect(meant.warnings.isEmpty)
    }

    @Test(arguments: [
        ("pickup", MoveRequest(player: "a4", kind: "2p", period: 7)),
        ("fiba", MoveRequest(player: "a4", kind: "foul", period: 5)),
        ("fiba", MoveRequest(player: "a4", kind: "2p", points: 9)),
        ("fiba", MoveRequest(player: "a4", kind: "3p", points: 2)),
    ])
    func whatIsMistypedRatherThanMeantNeedsForce(preset: String, move: MoveRequest) throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: preset))
        let (code, reason) = try bench.denial(.moves, move)
        #expect(code == 409 && reason.code == "unlikely")
        #expect(reason.message.contains("--force"))
        var forced = move
        forced.force = true
        #expect(try bench.record(.moves, forced).entries.count == 1)
        // Where one entry shows the overtime, the next needs none.
        if move.period != nil { #expect(try bench.record(.moves, move).entries.count == 1) }
    }

    @Test func anOvertimeThatTheClockShowsNeedsNoForce() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .period, period: 5, force: true))
        let move = MoveRequest(player: "a4", kind: "2p", period: 5)
        #expect(try bench.record(.moves, move).warnings.isEmpty)
    }

    @Test func aPeriodThatNobodyCanBeInIsCalledMistyped() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        func codes(_ period: Int) throws -> [String] {
            let move = MoveRequest(player: "a4", kind: "2p", period: period, force: true)
            return try bench.record(.moves, move).warnings.map(\.code)
        }
        #expect(try codes(4) == [])
        #expect(try codes(77) == ["farPeriod"])
        // What was mistyped once is not yet where the game is.
        try bench.record(.undo, UndoRequest())
        #expect(try codes(6) == ["farPeriod"])
        try bench.record(.undo, UndoRequest())
        #expect(try codes(5) == [])
        let right = try bench.record(.moves, MoveRequest(player: "a4", kind: "2p"))
        let fixed = try bench.record(.fix, FixRequest(entry: right.entries[0], period: 9))
        #expect(fixed.warnings.map(\.code) == ["farPeriod"])
        #expect(
            fixed.warnings.first?.advice
                == "if that was mistyped: scored fix \(right.entries[0]) --period 5")
    }

    @Test func undoTakesTheLastMoveBackAndThenTheOneBefore() throws {
        let bench = try APIBench()
        try bench.game()
        let nothing = try bench.denial(.undo, UndoRequest())
        #expect(nothing.0 == 409)
        #expect(nothing.1.code == "nothing-to-undo")
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        let last = try bench.record(.moves, MoveRequest(player: "a4", kind: "3p"))
        let undone = try bench.record(.undo, UndoRequest())
        #expect(undone.echo == "undone: 4 Dana Falk three points (\(last.entries[0])) - 2:0")
        #expect(try bench.record(.undo, UndoRequest()).home == 0)
        #expect(try bench.denial(.undo, UndoRequest()).1.code == "nothing-to-undo")
    }

    @Test func anUndoRepeatedTakesNothingMoreBack() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        let order = UndoRequest(request: "ffffffffffffffffffffffffffffffff")
        let first = try bench.record(.undo, order)
        let again = try bench.record(.undo, order)
        #expect(again.isRepeat)
        #expect(again.entries == first.entries)
        #expect(again.home == 2)
    }
}
