import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// The end of a game through the local API.
@Suite struct APIEndingTests {
    @Test func endingStopsTheGameClockAtItsReading() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .start))
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2"))
        bench.time.pass(.seconds(65))
        let end = try bench.record(.end, EndRequest())
        #expect(end.entries.count == 2)
        #expect(
            end.echo == "game clock stops at Q1 08:55; ends the game - 2:0; next: scored sign")
        let game = try #require(try bench.status().game)
        #expect(game.state == .closed)
        #expect(game.winner == .home)
        #expect(game.clock?.isRunning == false)
        #expect(game.clock?.seconds == 65)
    }

    @Test func aClockThatRanOutStandsAtTheLength() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "3x3"))
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(2000))
        try bench.record(.end, EndRequest())
        let stop = try #require(
            bench.ledger.book.scoreboard(of: bench.ledger.book.table.games[0].id)?.clock)
        #expect(stop.elapsed == .seconds(600))
    }

    @Test func endingTwiceSaysSo() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2"))
        try bench.record(.end, EndRequest())
        let before = bench.ledger.digest
        let again = try bench.record(.end, EndRequest())
        #expect(again.entries.isEmpty)
        #expect(again.echo == "the game has ended already: ended, Hawks 2:0 Owls")
        #expect(bench.ledger.digest == before)
        // It ends otherwise after all.
        try bench.record(.end, EndRequest(forfeit: .home))
        let game = try #require(try bench.status().game)
        #expect(game.state == .forfeit)
        #expect(game.winner == .away)
        #expect(try bench.record(.end, EndRequest(forfeit: .home)).entries.isEmpty)
        try bench.record(.end, EndRequest(abandon: "rain"))
        #expect(try bench.status().game?.state == .abandoned)
    }

    /// A keeper of a game stays with it when it ends, whatever older game was never finished.
    @Test func anOlderGameDoesNotTakeTheNextBasket() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.game()
        let games = bench.ledger.book.table.games.map(\.id)
        try bench.record(.track, TrackRequest(players: ["home"]))
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2"))
        try bench.record(.end, EndRequest())
        let (code, reason) = try bench.denial(.moves, MoveRequest(player: "h4", kind: "2"))
        #expect(code == 409 && reason.message.contains("hawks-owls-2 is over"))
        #expect(bench.ledger.book.scoreboard(of: games[0])?.moves.isEmpty == true)
    }

    /// The time of the last period is over: the answer and the status say what comes next.
    @Test(arguments: [0, 1, 2])
    func afterTheTimeItIsSaidWhatComesNext(points: Int) throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        for _ in 0..<points { try bench.record(.moves, MoveRequest(player: "h4", kind: "ft")) }
        func next() throws -> String? {
            try bench.status().warnings.first { $0.code == "timeOver" }?.advice
        }
        let expected = points == 0 ? "scored clock period 5" : "scored end"
        try bench.record(.clock, ClockRequest(action: .set, remainingSeconds: 10, period: 4))
        try bench.record(.clock, ClockRequest(action: .start))
        #expect(try next() == nil)
        bench.time.pass(.seconds(11))
        #expect(try next() == "next: \(expected)")
        let stop = try bench.record(.clock, ClockRequest(action: .stop))
        #expect(stop.echo.hasSuffix("next: \(expected)"))
        #expect(try next() == "next: \(expected)")
        #expect(try bench.status().game?.state == (points == 0 ? .live : .decided))
        guard points == 0 else { return }
        try bench.record(.clock, ClockRequest(action: .period))
        #expect(try next() == nil)
    }

    @Test func aTieThatIsPlayedOnWarns() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        let tie = try bench.record(.end, EndRequest())
        #expect(tie.warnings.map(\.code) == ["tie"])
        // The advice is a command that is not refused.
        #expect(tie.warnings[0].advice?.hasSuffix("scored clock period 2 --force") == true)
        try bench.record(.reopen, ReopenRequest())
        let next = ClockRequest(action: .period, period: 2)
        #expect(try bench.denial(.clock, next).0 == 409)
        try bench.record(.clock, ClockRequest(action: .period, period: 2, force: true))
        try bench.game(RulesRequest(periods: 2))
        #expect(try bench.record(.end, EndRequest()).warnings.isEmpty)
        // A game to a target has no length, so it asks too.
        try bench.game(RulesRequest(preset: "pickup"))
        try bench.record(.clock, ClockRequest(action: .start))
        try bench.record(.clock, ClockRequest(action: .stop))
        let level = try bench.record(.end, EndRequest())
        #expect(level.warnings[0].advice?.hasSuffix("scored clock period 2 --force") == true)
    }

    @Test func aGameGoesOnAfterAll() throws {
        let bench = try APIBench()
        try bench.game()
        #expect(try bench.record(.reopen, ReopenRequest()).entries.isEmpty)
        try bench.record(.end, EndRequest())
        let reopened = try bench.record(.reopen, ReopenRequest())
        #expect(reopened.echo == "reopens the game - 0:0")
        #expect(try bench.status().game?.state == .scheduled)
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2"))
        #expect(try bench.status().game?.state == .live)
    }

    @Test func theLogSaysHowAndWhy() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.end, EndRequest(abandon: "rain \u{202e}in the hall"))
        #expect(try bench.status().game?.abandonedBecause == "rain in the hall")
        try bench.record(.notes, NoteRequest(text: "the floor is wet"))
        let log = try JSON.decode(LogDocument.self, from: try bench.get("/v1/log").body)
        #expect(
            log.entries.suffix(2).map(\.text) == [
                "abandons the game: rain in the hall", "note: the floor is wet",
            ])
    }

    @Test(arguments: [
        EndRequest(forfeit: .home, abandon: "rain"), EndRequest(abandon: " "),
        EndRequest(abandon: "\u{202e}"), EndRequest(game: "nothing"), EndRequest(request: "1"),
    ])
    func whatCannotBeIsDeniedAndNothingRecorded(order: EndRequest) throws {
        let bench = try APIBench()
        try bench.game()
        let (_, reason) = try bench.denial(.end, order)
        #expect(reason.message.contains("nothing was recorded"))
    }

    @Test func aRequestIsDoneOnce() throws {
        let bench = try APIBench()
        try bench.game()
        let order = EndRequest(request: "00112233445566778899aabbccddeeff")
        let first = try bench.record(.end, order)
        try bench.record(.reopen, ReopenRequest())
        let second = try bench.record(.end, order)
        #expect(second.isRepeat)
        #expect(second.entries == first.entries)
        #expect(try bench.status().game?.state == .scheduled)
    }
}
