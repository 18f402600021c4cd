import MoveLog
import Scorebook
import Seeds
import Testing

@testable import Documents

/// Real games go through the requests into a book and come out as the leagues published them.
@Suite struct GamelogTests {
    @Test(arguments: cases(Fixture.names))
    func everyEventComesBackFromItsStep(name: String) throws {
        let (header, events, request) = try Fixture.request(name)
        let reading = try GamelogReading(header: header)
        let steps = try #require(request.steps)
        try #require(steps.count == events.count)
        var ids: [String: String] = [:]
        for side in SideName.allCases {
            for (index, player) in header.players.filter({ $0.team == side }).enumerated() {
                ids["\(side.side.letter)#\(index + 1)"] = player.id
            }
        }
        for (event, step) in zip(events, steps) {
            var expected = event
            expected.score = nil
            #expect(try reading.step(event) == step)
            #expect(Self.event(step, of: header, ids) == expected)
        }
    }

    /// The event of a step, without the running score; nil for a step without a reading.
    private static func event(
        _ step: ImportStep, of header: GamelogHeader, _ ids: [String: String]
    ) -> GamelogEvent? {
        step.elapsedMilliseconds.map { elapsed in
            GamelogEvent(
                t: header.rules.seconds(of: Int64(elapsed), in: step.period), period: step.period,
                team: step.side, player: step.player.flatMap { ids[$0] }, kind: step.kind,
                points: step.points, side: step.kind == "rebound" ? step.detail : nil,
                type: step.type, of: step.kind == "miss" ? step.detail : nil,
                players: step.players.map { $0.compactMap { ids[$0] } }, raw: step.note)
        }
    }

    @Test(arguments: cases(Fixture.names))
    func theDocumentsShowTheOfficialGame(name: String) throws {
        let (header, _, request) = try Fixture.request(name)
        var paper = try PaperGame(request.game.created(default: .pickup) { _, _ in [] })
        for move in try request.moves() { try paper.record(move) }
        try paper.record(GameEnded())
        let (board, projection) = try paper.shown()
        let game = projection.game(board)

        #expect(game.home.score == header.final?.home)
        #expect(game.away.score == header.final?.away)
        #expect(game.state == .closed)
        #expect(!game.isProvisional)
        if let official = header.periods {
            #expect(game.periods.map { GamelogScore(home: $0.home, away: $0.away) } == official)
        }
        var seen: [SideName: Int] = [:]
        for player in header.players {
            let row = seen[player.team, default: 0]
            seen[player.team] = row + 1
            let side = player.team == .home ? game.home : game.away
            let line = try #require(row < side.players.count ? side.players[row] : nil)
            #expect(line.number == player.number ?? "")
            guard let official = header.box?[player.id] else { continue }
            check(line, official)
        }
        let log = projection.log(board)
        let last = try #require(log.entries.last { $0.home != nil })
        #expect(last.home == header.final?.home)
        #expect(last.away == header.final?.away)
    }

    private func check(_ line: PlayerDocument, _ official: GamelogBox) {
        let cells: [(String, Int, Int?)] = [
            ("points", line.points, official.pts),
            ("assist", line.counts["assist"] ?? 0, official.ast),
            ("rebound", line.counts["rebound"] ?? 0, official.reb),
            ("offensiveRebound", line.counts["offensiveRebound"] ?? 0, official.oreb),
            ("foul", line.fouls, official.pf),
            ("steal", line.counts["steal"] ?? 0, official.stl),
            ("block", line.counts["block"] ?? 0, official.blk),
            ("turnover", line.counts["turnover"] ?? 0, official.tov),
        ]
        for (kind, mine, published) in cells {
            if let published { #expect(mine == published, "\(line.name) \(kind)") }
        }
    }

    @Test(arguments: cases(Fixture.names))
    func aKeepersMoveIsTheImportedMove(name: String) throws {
        let (_, events, request) = try Fixture.request(name)
        let imported = try request.moves()
        var points = 0
        for (step, move) in zip(try #require(request.steps), imported) {
            guard let typed = step.move else {
                #expect(!move.kind.isScoring)
                continue
            }
            points += typed.points ?? 0
            let meaning = try MoveWord.read(typed.kind)
            #expect(meaning.kind == move.kind)
            #expect(meaning.variant == move.variant)
            #expect(typed.points == move.points)
            #expect(typed.detail ?? "" == move.type)
            if step.player == nil { #expect(PlayerQuery.subject(typed.player) == move.subject) }
        }
        #expect(points == events.compactMap(\.points).reduce(0, +))
    }

    private static func refusal(_ words: String, _ code: ErrorCode = .malformed) -> APIError {
        .unfit("\(words); nothing was imported", code)
    }

    @Test func whatIsNoGamelogIsRefused() throws {
        var (header, events) = try Fixture.load("nba-0021600270")
        let reading = try GamelogReading(header: header)
        events[0].player = "nobody"
        #expect(throws: Self.refusal("the header has no player with the ID nobody")) {
            try reading.step(events[0])
        }
        header.players.append(header.players[0])
        let twice = "two players of the header have the ID \(header.players[0].id)"
        #expect(throws: Self.refusal(twice)) {
            try GamelogReading(header: header)
        }
        header.format = "gamelog/2"
        #expect(throws: Self.refusal("the file's format is gamelog/2, not gamelog/1")) {
            try GamelogReading(header: header)
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, 99, Int.max], [0, 1, 2, 7, 31])
    func noNumberFromOutsideTraps(number: Int, hostile: Int) throws {
        var (header, events, request) = try Fixture.request("nba-0021600270")
        if hostile & 1 > 0 { header.rules.periods = number }
        if hostile & 2 > 0 { header.rules.periodSeconds = number }
        if hostile & 4 > 0 { header.rules.overtimeSeconds = number }
        if hostile & 8 > 0 { events[0].period = number }
        if hostile & 16 > 0 { events[0].points = number }
        events[0].t = Double(number)
        header.clock = GamelogClock(period: number, t: Double(number))
        let reading = try GamelogReading(header: header)
        _ = try? reading.clock
        // Taken as it is, or refused with its field.
        do {
            let step = try reading.step(events[0])
            request.steps = [step]
            let move = try #require(try request.moves().first)
            #expect(try Move(body: move.body) == move && move.period == events[0].period)
            let before = header.rules.millisecondsBefore(period: move.period)
            #expect(move.elapsed == .milliseconds(number * 1000 - before))
        } catch let error as APIError {
            let fields = ["t", "period", "points", "the game clock"]
            #expect(fields.contains { error.reason.hasPrefix("\($0) is ") })
            #expect(error.reason.contains("(allowed: "))
        }
    }

    /// A reading comes through to the millisecond, whatever arithmetic its source did.
    @Test(arguments: seeds(50))
    func aReadingIsReadToTheMillisecond(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var (header, events, request) = try Fixture.request("nba-0021600270")
        header.rules.periodSeconds = Int.random(in: 60...1200, using: &generator)
        let reading = try GamelogReading(header: header)
        for _ in 0..<20 {
            let period = Int.random(in: 1...6, using: &generator)
            let elapsed = Int64.random(in: 0...1_200_000, using: &generator)
            events[0].period = period
            events[0].t = header.rules.seconds(of: elapsed, in: period)
            if Bool.random(using: &generator) { events[0].t += 1e-7 }
            request.steps = [try reading.step(events[0])]
            #expect(try request.moves().first?.elapsed == .milliseconds(elapsed))
        }
    }

    @Test func aStepOfAnotherGameIsRefused() throws {
        var (_, _, request) = try Fixture.request("nba-0021600270")
        request.steps = [ImportStep(kind: "twoPoints", player: "h#99", period: 1, clockSeconds: 0)]
        #expect(throws: Self.refusal("the rosters have no slot h#99")) { try request.moves() }
        request.steps = [ImportStep(kind: "fourPoints", period: 1, clockSeconds: 0)]
        #expect(throws: Self.refusal("there is no kind of move 'fourPoints'", .unknownKind)) {
            try request.moves()
        }
        request.game.rules = RulesRequest(preset: "chess")
        #expect {
            try request.game.created(default: .pickup) { _, _ in [] }
        } throws: {
            ($0 as? APIError)?.code == ErrorCode.unknownRules.rawValue
        }
    }
}
