import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// What is asked before a game ends, and that its ending stays.
@Suite struct APIEndTests {
    private func game(_ bench: APIBench) throws -> GameDocument {
        try #require(try bench.status().game)
    }

    @Test(arguments: [
        EndRequest(forfeit: .home), EndRequest(forfeit: .home, isDefault: true),
        EndRequest(abandon: "rain"), EndRequest(),
    ])
    func nothingEndsAnUndecidedGameWithoutAYes(request: EndRequest) throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2")
        let (status, refusal) = try bench.denial(.end, request)
        #expect(status == 409 && refusal.code == ErrorCode.unconfirmed.rawValue)
        #expect(refusal.reason.hasPrefix("hawks-owls: "))
        #expect(try game(bench).state == .live)
        var confirmed = request
        confirmed.force = true
        try bench.record(.end, confirmed)
        #expect(![.live, .decided].contains(try game(bench).state))
    }

    @Test func aSignedForfeitStaysAForfeit() throws {
        let bench = try APIBench.playing()
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.move("h4", "2")
        let end = try bench.record(.end, EndRequest(forfeit: .home, force: true))
        #expect(end.echo.hasPrefix("forfeit by Hawks: Owls win 20:0"))
        let signed = try bench.record(.sign, SignRequest())
        #expect(signed.echo.hasPrefix("signed: forfeit by Hawks: Owls win 20:0"))
        let document = try game(bench)
        #expect(document.state == .signed && document.winner == .away)
        #expect(document.home.score == 2 && document.away.score == 0)
        #expect(document.forfeit?.score == "0:20" && document.forfeit?.isDefault == false)
        let brief = try bench.document("v1/games", as: GamesDocument.self).games.first
        #expect(brief?.state == .signed && brief?.forfeit == document.forfeit)
        // Another ending of the same kind is another ending.
        try bench.record(.reopen, ReopenRequest())
        try bench.record(.end, EndRequest(forfeit: .home, isDefault: true, force: true))
        #expect(try game(bench).forfeit?.isDefault == true)
        #expect(try bench.denial(.end, EndRequest(isDefault: true, force: true)).0 == 422)
    }

    /// Moves, substitutions and line-ups in a game that was ended: asked about while another game is
    /// open, of which they may be, else recorded with a warning.
    @Test func oneRuleHoldsForAllThatIsSeenInAnEndedGame() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest(force: true))
        let orders: [(route: Route, make: (Bool?) -> any Encodable)] = [
            (.moves, { MoveRequest(game: nil, player: "h4", kind: "foul", force: $0) }),
            (.moves, { MoveRequest(game: nil, player: "h4", kind: "out", force: $0) }),
            (.lineups, { LineupRequest(side: .home, players: ["h#1", "h#2"], force: $0) }),
            (.substitutions, { SubstitutionRequest(comingIn: "h#2", goingOut: "h4", force: $0) }),
        ]
        func warned(_ force: Bool?) throws {
            for order in orders {
                let codes = try bench.record(order.route, order.make(force)).warnings.map(\.code)
                #expect(codes.contains("decided"), "\(order.route)")
            }
        }
        try warned(nil)
        let ended = try game(bench).name
        try bench.record(.games, NewGameRequest("Bears", "Wolves"))
        #expect(try bench.post(.use, UseRequest(game: ended)).status == .ok)
        for order in orders {
            let (status, refusal) = try bench.denial(order.route, order.make(nil))
            #expect(status == 409 && refusal.code == "decided", "\(order.route)")
            #expect(refusal.message.contains("scored use bears-wolves"))
        }
        try warned(true)
    }

    @Test func anAbandonedGameIsNoTie() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest(abandon: "rain", force: true))
        let refusals = [
            try bench.denial(.moves, MoveRequest(player: "h4", kind: "2")).1,
            try bench.denial(.clock, ClockRequest(action: .start)).1,
        ]
        for refusal in refusals {
            #expect(refusal.message.contains("is over: abandoned at 2:0;"))
        }
        let forced = try bench.record(.moves, MoveRequest(player: "h4", kind: "2", force: true))
        let warning = try #require(forced.warnings.first { $0.code == "decided" })
        #expect(warning.text == "the game is over: abandoned at 4:0")
        let signed = try bench.record(.sign, SignRequest())
        #expect(signed.echo.hasPrefix("signed: abandoned at 4:0"))
    }

    @Test func whatIsOddIsToldBeforeAnEndAndASignature() throws {
        let bench = try APIBench.playing()
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(20))
        try bench.move("h4", "2")
        func next() throws -> DoneDocument { try bench.document("v1/end", as: DoneDocument.self) }
        let name = try game(bench).name
        #expect(try next().text == "end \(name) at 2:0")
        #expect(try next().warnings.map(\.code) == ["missingPeriods"])
        #expect(try bench.denial(.end, EndRequest()).1.code == "unconfirmed")
        try bench.record(.end, EndRequest(force: true))
        #expect(try next().text == "sign \(name) at 2:0")
        #expect(try next().warnings.map(\.code) == ["missingPeriods"])
        #expect(try bench.denial(.sign, SignRequest()).1.code == "unconfirmed")
        try bench.record(.sign, SignRequest(force: true))
        #expect(try game(bench).isOfficial)
    }

    @Test func aFixOfAFixedMoveNamesWhatItReplaces() throws {
        let bench = try APIBench.playing()
        let entry = try bench.record(.moves, MoveRequest(player: "h4", kind: "2")).entries[0]
        let first = try bench.record(.fix, FixRequest(entry: entry, kind: "1"))
        #expect(first.echo.contains("(was 4 Ana Berg two points, \(entry))"))
        let second = try bench.record(.fix, FixRequest(entry: entry, kind: "ft"))
        #expect(second.echo.contains("(was 4 Ana Berg one point, \(entry))"))
    }

    /// Of two keepers who record everything, baskets of two players some seconds apart count, and are
    /// pointed out: nobody signs them unasked.
    @Test func basketsThatMayCountTwiceAreAskedAbout() throws {
        let table = try APITable.playing(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        for (bench, player, seconds) in [
            (table.mia, "h4", 50), (table.bo, "h4", 50), (table.mia, "h4", 100),
            (table.bo, "h#2", 115),
        ] {
            try bench.move(player, "2", period: 1, clockSeconds: seconds)
            table.settle()
        }
        #expect(try game(table.mia).home.score == 6)
        for bench in [table.mia, table.bo] {
            let next = try bench.document("v1/end", as: DoneDocument.self)
            #expect(next.warnings.map(\.code).contains("duplicate"))
        }
        try table.mia.record(.end, EndRequest(force: true))
        table.settle()
        #expect(try table.bo.denial(.sign, SignRequest()).1.code == "unconfirmed")
        try table.bo.record(.sign, SignRequest(force: true))
    }
}
