import Documents
import MoveLog
import Scorebook
import Seeds
import Testing

/// What a game is for other programs: rows, lines, and the neutral log.
@Suite struct ExportTests {
    /// A real game in a book of one keeper.
    static func imported(
        _ header: GamelogHeader, _ events: [GamelogEvent]
    ) throws -> (board: Scoreboard, projection: Projection) {
        let reading = try GamelogReading(header: header)
        let steps = try events.map { try reading.step($0) }
        let request = ImportRequest(
            game: reading.game, steps: steps, isEnded: reading.isEnded(steps),
            forfeit: reading.ending?.forfeit, isDefault: reading.ending?.isDefault,
            abandon: reading.ending?.abandoned, clock: try reading.clock)
        var game = try PaperGame(request.game.created(default: .pickup) { _, _ in [] })
        let origin = GamelogOrigin(source: request.game.source, date: request.game.date)
        try game.record(Note(text: origin.text))
        let moves = try request.moves()
        for move in moves { try game.record(move) }
        if let clock = request.clockEntry(after: moves, in: game.game) { try game.record(clock) }
        if let ending = request.ending(of: game.game) { try game.record(ending) }
        return try game.shown()
    }

    /// The day in a file is that of the place, as in the list of games, not that of Greenwich.
    @Test(arguments: [(0, "1970-01-01"), (-5 * 3600, "1969-12-31"), (86_400, "1970-01-02")])
    func aGameIsOfTheDayOnTheWall(ahead: Int, day: String) throws {
        let game = try PaperGame(
            GameCreated(home: "Hawks", away: "Owls", rules: Rules(.fiba), lines: []))
        let projection = Projection(
            table: game.table.book.table, device: try PaperTable.key(1),
            zoneOffset: { _ in ahead })
        #expect(try projection.gamelogHeader(game.shown().board).date == day)
    }

    @Test(arguments: cases(Fixture.names))
    func aRealGameComesBackFromItsOwnExport(name: String) throws {
        let (header, events) = try Fixture.load(name)
        let (board, projection) = try Self.imported(header, events)
        #expect(board.state == .closed)
        let first = projection.gamelogHeader(board)
        let written = projection.gamelogEvents(board)
        #expect(first.id == header.id && first.date == header.date)
        #expect(first.final == header.final)
        if let official = header.periods { #expect(first.periods == official) }

        // The events are those of the source, but for the names of players.
        var ids: [String: String] = [:]
        for side in [SideName.home, .away] {
            let letter = side == .home ? "h" : "a"
            for (index, player) in header.players.filter({ $0.team == side }).enumerated() {
                ids[player.id] = "\(letter)#\(index + 1)"
            }
        }
        try #require(written.count == events.count)
        for (mine, source) in zip(written, events) {
            var expected = source
            expected.player = source.player.flatMap { ids[$0] }
            expected.players = source.players.map { $0.compactMap { ids[$0] } }
            #expect(mine == expected)
        }
        for player in header.players {
            guard let official = header.box?[player.id], let slot = ids[player.id],
                let mine = first.box?[slot]
            else { continue }
            let pairs = [
                (mine.pts, official.pts), (mine.ast, official.ast), (mine.oreb, official.oreb),
                (mine.dreb, official.dreb), (mine.reb, official.reb), (mine.pf, official.pf),
                (mine.stl, official.stl), (mine.blk, official.blk), (mine.tov, official.tov),
            ]
            for (mine, official) in pairs {
                if let mine, let official { #expect(mine == official, "\(player.name)") }
            }
        }
    }

    @Test(arguments: cases(Fixture.names))
    func theRowsOfABoxAddUpToItsTotal(name: String) throws {
        let (header, events) = try Fixture.load(name)
        let (board, projection) = try Self.imported(header, events)
        let rows = try Rows(projection.boxCSV(board)).rows
        #expect(
            rows.first?.joined(separator: ",")
                == "game,team,number,player,MIN,PTS,FGM,FGA,2PM,2PA,3PM,3PA,FTM,FTA,OREB,DREB,REB,"
                + "AST,STL,BLK,TO,PF,+/-,1PM,1PA,TF,ending,result")
        #expect(rows.allSatisfy { $0.count == 28 })
        for (team, score) in [(header.home, board.score.home), (header.away, board.score.away)] {
            let own = rows.dropFirst().filter { $0[1] == team }
            let total = try #require(own.last)
            #expect(total[3] == "total" && total[5] == "\(score)")
            for column in Array(5..<22) + Array(23..<26) {
                let sum = own.dropLast().reduce(0) { $0 + (Int($1[column]) ?? 0) }
                #expect(sum == Int(total[column]) ?? 0, "column \(column)")
                // What is unknown is so for all.
                let unknown = own.filter { $0[column].isEmpty }.count
                #expect(unknown == 0 || unknown == own.count)
            }
        }
    }

    @Test(arguments: cases(Fixture.names))
    func thePlaysHoldEveryEntryAndEndAtTheScore(name: String) throws {
        let (header, events) = try Fixture.load(name)
        let (board, projection) = try Self.imported(header, events)
        let plays = projection.plays(board)
        #expect(plays.map(\.index) == Array(board.timeline.indices))
        #expect(plays.last?.home == header.final?.home && plays.last?.away == header.final?.away)
        let scored = plays.filter { $0.points != nil }
        #expect(scored.map { [$0.home, $0.away] } == events.compactMap(\.score))
        let rows = try Rows(projection.playsCSV(board)).rows
        #expect(rows.count == plays.count + 1)
        #expect(rows.dropFirst().map { $0[12] } == plays.map(\.entry))
    }

    @Test func onesAndTechnicalFoulsHaveColumns() throws {
        let line = Scorebook.RosterLine(side: .home, number: "4", name: "Ana")
        var game = try PaperGame(
            GameCreated(home: "A", away: "B", rules: Rules(.threeOnThree), lines: [line]))
        var miss = Move(.miss, by: .line(.created(0)), period: 1)
        miss.variant = .ofOnePoint
        for move in [
            Move(.onePoint, by: .line(.created(0)), period: 1), miss,
            Move(.technicalFoul, by: .line(.created(0)), period: 1),
        ] {
            try game.record(move)
        }
        let (board, projection) = try game.shown()
        let rows = try Rows(projection.boxCSV(board)).rows
        #expect(Array(rows[0].suffix(5)) == ["1PM", "1PA", "TF", "ending", "result"])
        #expect(Array(rows[1].suffix(5)) == ["1", "2", "1", "", ""])
    }

    /// Also one who has nothing recorded; in a table of the box where somebody tracks others, without
    /// numbers.
    @Test(arguments: [false, true])
    func everyPlayerHasALineInTheGamelog(isClaimed: Bool) throws {
        let lines = try RosterText.read("4 Ana, 7 Bo", side: .home)
        var game = try PaperGame(
            GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: lines))
        if isClaimed { try game.record(TrackingClaimed([.line(.created(0))])) }
        try game.record(Move(.twoPoints, by: .line(.created(0)), period: 1))
        try game.record(Move(.freeThrow, by: .line(.created(0)), period: 1))
        var miss = Move(.miss, by: .line(.created(0)), period: 1)
        miss.variant = .ofThreePoints
        try game.record(miss)
        let (board, projection) = try game.shown()
        let box = try #require(projection.gamelogHeader(board).box)
        #expect(box.keys.sorted() == ["h#1", "h#2"])
        #expect(box["h#1"]?.pts == 3 && box["h#2"]?.pts == 0)
        // Misses are recorded, and none of a free throw.
        let rows = try Rows(projection.boxCSV(board)).rows
        #expect(Array(rows[1][6...13]) == ["1", "2", "1", "1", "0", "1", "1", "1"])
        #expect(rows[2][13] == (isClaimed ? "" : "0"))
    }

    @Test func whatDoesNotCountIsInThePlaysAndNotInTheGamelog() throws {
        var game = try PaperGame(
            GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: []))
        let basket = try game.record(Move(.twoPoints, by: .team(.home), period: 1))
        try game.record(Move(.onePoint, by: .team(.home), period: 1))
        try game.record(VoidEntry(target: basket))
        let (board, projection) = try game.shown()
        let plays = projection.plays(board)
        #expect(plays.map(\.kind) == ["gameCreated", "twoPoints", "onePoint", "void"])
        #expect(plays.map(\.state) == ["live", "voided", "live", "live"])
        #expect(plays[1].because == "by mia.6" && plays[1].points == 2)
        #expect(plays.map(\.home) == [0, 0, 1, 1])
        #expect(plays[1].elapsedMilliseconds == nil)
        #expect(projection.gamelogEvents(board).map(\.kind) == ["onePoint"])
        #expect(projection.gamelogHeader(board).final == nil)
        let rules = projection.gamelogHeader(board).rules
        #expect(rules.preset == "pickup" && rules.target == 15 && rules.lead == 2)
    }

    @Test(arguments: [
        GamelogEnding(forfeit: .home, score: "0:21"), GamelogEnding(forfeit: .away, score: "21:0"),
        GamelogEnding(forfeit: .home, isDefault: true, score: "0:3"),
        GamelogEnding(forfeit: .away, isDefault: true, score: "3:0"),
        GamelogEnding(abandoned: "storm"),
    ])
    func anEndingAndRulesOfOwnComeBack(ending: GamelogEnding) throws {
        var rules = Rules(.fiba)
        for rule in Rule.allCases where rule.unit != .flag {
            rules[rule] += rule == .periodLength || rule == .overtimeLength ? 60_000 : 1
        }
        var game = try PaperGame(GameCreated(home: "A", away: "B", rules: rules, lines: []))
        try game.record(Move(.twoPoints, by: .team(.home), period: 1))
        let request = ImportRequest(
            game: NewGameRequest(home: TeamRequest(name: "A"), away: TeamRequest(name: "B")),
            forfeit: ending.forfeit, isDefault: ending.isDefault, abandon: ending.abandoned)
        try game.record(#require(request.ending(of: game.game)))
        let (board, projection) = try game.shown()
        let header = projection.gamelogHeader(board)
        #expect(header.ending == ending)
        let (again, same) = try Self.imported(header, projection.gamelogEvents(board))
        #expect(again.state == board.state && again.winner == board.winner)
        #expect(again.winner == ending.forfeit.map { $0 == .home ? .away : .home })
        #expect(again.abandonReason == board.abandonReason && again.forfeit == board.forfeit)
        let totals = try Rows(projection.boxCSV(board)).rows.filter { $0[3] == "total" }
        let word =
            ending.abandoned != nil
            ? "abandoned" : ending.isDefault == true ? "default" : "forfeit"
        #expect(totals.map { $0[26] } == [word, word])
        #expect(totals.map { $0[27] }.joined(separator: ":") == ending.score ?? ":")
        for rule in Rule.allCases { #expect(again.rules[rule] == rules[rule], "\(rule)") }
        #expect(same.gamelogHeader(again) == header)
    }

    @Test func aCorrectedMoveSaysWhatItWas() throws {
        var game = try PaperGame(
            GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: []))
        let basket = try game.record(Move(.onePoint, by: .team(.home), period: 1))
        try game.record(
            Fix(target: basket, move: Move(.twoPoints, by: .team(.away), period: 1)))
        let (board, projection) = try game.shown()
        let play = projection.plays(board)[1]
        #expect(play.state == "corrected" && play.because == "by mia.5")
        #expect(play.kind == "twoPoints" && play.side == .away && play.was != nil)
        let rows = try Rows(projection.playsCSV(board)).rows
        #expect(rows[2][14...15] == ["corrected", "by mia.5"] && rows[2][17] == play.was)
        let events = projection.gamelogEvents(board)
        #expect(events.map(\.kind) == ["twoPoints"] && events.first?.score == [0, 2])
    }

    /// Texts that do harm in a spreadsheet, and what becomes of them there.
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("+3", "'+3"), ("-2", "'-2"),
        ("a,\"b\"", "a,\"b\""), ("<script>", "<script>"), ("אבג", "אבג"),
        ("\u{FF1D}1", "'\u{FF1D}1"),
    ])
    func aHostileNameIsAText(name: String, cell: String) throws {
        let line = Scorebook.RosterLine(side: .home, number: "=7", name: name)
        var game = try PaperGame(
            GameCreated(home: name, away: "B", rules: Rules(.fiba), lines: [line]), keeper: name)
        var move = Move(.foul, by: .line(.created(0)), period: 1)
        move.annotate(type: name)
        try game.record(move)
        let (board, projection) = try game.shown()
        let box = try Rows(projection.boxCSV(board)).rows
        #expect(Array(box[1][1...3]) == [cell, "'=7", cell])
        let plays = try Rows(projection.playsCSV(board)).rows
        #expect(plays[2][4] == cell && plays[2][6] == cell && plays[2][11] == cell)
        for cell in (box.dropFirst() + plays.dropFirst()).joined() {
            #expect(!["=", "+", "-", "@"].contains(cell.prefix(1)))
        }
        var header = projection.gamelogHeader(board)
        #expect(throws: APIError.self) { try GamelogReading(header: header) }
        header.players[0].number = "#7"
        let again = try Self.imported(header, projection.gamelogEvents(board))
        #expect(again.board.players.map(\.number) == ["7"])
        #expect(again.board.players.map(\.name) == board.players.map(\.name))
    }

    @Test func whoNobodyTracksHasEmptyCells() throws {
        let lines = ["Ana", "Bo"].map {
            Scorebook.RosterLine(side: .home, number: "", name: $0)
        }
        var game = try PaperGame(
            GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: lines))
        func rows() throws -> [[String]] {
            let (board, projection) = try game.shown()
            return try Rows(projection.boxCSV(board)).rows
        }
        #expect(try rows()[2][5] == "0")
        try game.record(TrackingClaimed([.line(.created(0))]))
        #expect(try rows()[1][5] == "0")
        #expect(try rows()[2].dropFirst(4).allSatisfy(\.isEmpty))
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_480_550_399_123, "2016-11-30T23:59:59.123Z"),
        (.max, "9999-12-31T23:59:59.999Z"), (.min, "0000-01-01T00:00:00.000Z"),
    ])
    func aWallTimeIsACalendarsDay(milliseconds: Int64, text: String) {
        #expect(WallText.utc(WallTime(milliseconds: milliseconds)) == text)
    }

    /// In Berlin, where the clocks of 2026 are put forward on 29 March and back on 25 October, both
    /// at 01:00 UTC: what is shown twice is taken as the later, what is never shown as a day before.
    @Test(arguments: [
        (1_795_946_400, 10, 30, "2026-11-29T09:30"),
        (1_795_946_400, 11, 0, "2026-11-29T10:00"),
        (1_795_946_400, 11, 1, "2026-11-28T10:01"),
        (1_792_904_400, 2, 30, "2026-10-25T01:30"),
        (1_792_890_600, 2, 30, "2026-10-25T00:30"),
        (1_774_760_400, 2, 30, "2026-03-28T01:30"),
        (1_774_760_400, 3, 0, "2026-03-29T01:00"),
    ])
    func aMinuteOnTheWallIsAnInstant(
        seconds: Int64, hour: Int, minute: Int, text: String
    ) throws {
        let last = WallText.lastShowing(hour: hour, minute: minute, before: seconds * 1000) {
            (1_774_746_000..<1_792_890_000).contains($0 / 1000) ? 7200 : 3600
        }
        let shown = WallText.utc(WallTime(milliseconds: try #require(last)))
        #expect(shown == text + ":00.000Z")
    }

    @Test(arguments: [
        (String?("nba-1"), String?("2016-11-30")), ("a, played b", nil), (nil, "2016-11-30"),
        ("x, played y", "2016-11-30"),
    ])
    func anOriginComesBackFromItsNote(source: String?, date: String?) {
        let origin = GamelogOrigin(source: source, date: date)
        #expect(GamelogOrigin(text: origin.text) == origin)
        #expect(GamelogOrigin(text: "a note") == nil)
    }
}

/// Comma-separated values read by the grammar of RFC 4180 alone.
private struct Rows {
    var rows: [[String]] = []

    init(_ text: String) throws {
        var row: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                cell.append(scalar)
                scalars.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(String(cell))
                cell = String.UnicodeScalarView()
            case "\r" where !isQuoted:
                try #require(scalars.popFirst() == "\n")
                rows.append(row + [String(cell)])
                (row, cell) = ([], String.UnicodeScalarView())
            default: cell.append(scalar)
            }
        }
        try #require(row.isEmpty && cell.isEmpty && !isQuoted)
    }
}
