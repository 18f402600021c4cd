import Documents
import MoveLog
import Scorebook
import Seeds
import Testing

/// What the documents say of a small game between two keepers.
@Suite struct ProjectionTests {
    private struct Evening {
        var table = PaperTable()
        let game: GameID

        /// Mia and Bo, Hawks against Owls, two players a side.
        init() throws {
            try table.sit(1, keeper: "Mia")
            try table.sit(2, keeper: "Bo")
            let lines = [
                Scorebook.RosterLine(side: .home, number: "4", name: "Ana"),
                Scorebook.RosterLine(side: .home, number: "4", name: "Bea"),
                Scorebook.RosterLine(side: .away, number: "", name: "Cy"),
                Scorebook.RosterLine(side: .away, number: "00", name: "Dee"),
            ]
            game = try table.record(
                1,
                GameCreated(home: "Hawks", away: "Owls", rules: Rules(.pickup), lines: lines).draft)
        }

        @discardableResult
        mutating func record(_ device: UInt8, _ body: some GameBody) throws -> EntryID {
            try table.record(device, body.draft(in: game))
        }

        @discardableResult
        mutating func move(_ device: UInt8, _ kind: MoveKind, _ line: Int) throws -> EntryID {
            try record(
                device, Move(kind, by: .line(.created(line)), period: 1, elapsed: .seconds(61)))
        }

        func status(peer: PeerState = .inSync) throws -> StatusDocument {
            var status = StatusDocument(
                version: "0.1", table: TableBrief(id: "", name: "", words: ""),
                device: DeviceBrief(id: "", name: "mia", keeper: "Mia", author: ""),
                sync: SyncDocument(
                    state: .alone, digest: "", words: "", unsynced: 0,
                    entries: table.book.entryCount),
                peers: [PeerDocument(name: "bo", id: "", state: peer)])
            let (book, board) = (table.book, table.book.scoreboard(of: game))
            let projection = Projection(
                table: book.table, device: try PaperTable.key(1), peers: status.peers)
            status.game = board.map { projection.game($0, isCurrent: true) }
            status.tellGames(of: book, but: game, current: game)
            status.addWarnings(of: book, board, projection)
            return status
        }

        func projection() throws -> (Projection, Scoreboard) {
            let book = table.book
            return (
                Projection(table: book.table, device: try PaperTable.key(1)),
                try #require(book.scoreboard(of: game))
            )
        }
    }

    @Test func aBroughtGameNamesItsEntriesAsTheyStandHere() throws {
        var evening = try Evening()
        let basket = try evening.move(1, .twoPoints, 0)
        try evening.record(1, VoidEntry(target: basket))
        var table = PaperTable()
        try table.sit(9, keeper: "Cy")
        let digest = try #require(Digest([UInt8](repeating: 9, count: 32)))
        for placed in evening.table.entries where placed.entry.kind != KeeperNamed.kind {
            guard let copy = CopiedEntry(of: placed.entry, digest: digest) else { continue }
            try table.record(9, copy.draft)
        }
        let projection = Projection(table: table.book.table, device: try PaperTable.key(9))
        let board = try #require(table.book.scoreboard(of: evening.game))
        let log = projection.log(board).entries.suffix(2)
        #expect(
            log.map(\.text) == [
                "4 Ana two points", "undoes 4 Ana two points (\(log.first?.name ?? ""))",
            ])
        #expect(log.first?.name.hasPrefix("cy.") == true)
        #expect(log.first?.because == "by \(log.last?.name ?? "")")
        #expect(log.last?.names == [log.first?.name ?? ""])
    }

    @Test func scorePlayersCountsAndTrackers() throws {
        var evening = try Evening()
        try evening.record(1, TrackingClaimed([.team(.home)]))
        try evening.record(2, TrackingClaimed([.line(.created(0)), .line(.created(3))]))
        try evening.move(1, .twoPoints, 0)
        try evening.move(1, .onePoint, 0)
        try evening.move(2, .threePoints, 3)
        try evening.record(1, Move(.rebound, .offensive, by: .line(.created(1)), period: 1))
        try evening.record(1, Move(.timeout, by: .team(.away), period: 1))
        let status = try evening.status()
        let game = try #require(status.game)
        #expect(game.name == "hawks-owls")
        #expect(game.title == "Hawks - Owls")
        #expect(game.state == .live)
        #expect([game.home.score, game.away.score] == [3, 3])
        #expect(game.target == 15)
        #expect(game.rules.summary == "to 15, lead 2")
        #expect(game.clock == nil)
        let ana = game.home.players[0]
        #expect(ana.slot == "h#1")
        #expect(ana.points == 3)
        #expect(ana.counts == ["onePoint": 1, "twoPoints": 1])
        #expect(ana.trackedBy == ["bo", "mia"])
        #expect(game.home.players[1].counts == ["rebound": 1, "offensiveRebound": 1])
        #expect(game.away.players[1].trackedBy == ["bo"])
        #expect(game.away.counts == ["timeout": 1])
        #expect(!game.isProvisional)
        #expect(status.games.isEmpty)
        #expect(
            status.warnings.map(\.text) == [
                "without a game clock in period 1, and of devices that were never linked: what two "
                    + "keepers recorded there counts twice",
                "nobody tracks Cy", "4 Ana is tracked by bo, mia",
                "Hawks have number 4 twice: 4 Ana, 4 Bea",
            ])
    }

    /// One fact, one line, however many players two keepers track.
    @Test func overlapsAreToldOncePerKeepers() throws {
        var evening = try Evening()
        for author in UInt8(1)...2 {
            try evening.record(author, TrackingClaimed([.team(.home), .team(.away)]))
        }
        let warnings = try evening.status().warnings.filter { $0.code == "overlap" }
        #expect(warnings.map(\.text) == ["4 players are tracked by bo, mia"])
        #expect(
            warnings.map(\.advice) == ["agree on one; everyone else: scored untrack home away"])
    }

    @Test(arguments: [false, true]) func aSignedScoreThatIsNotTheOneHereIsSaid(
        _ isMissing: Bool
    ) throws {
        var evening = try Evening()
        try evening.move(1, .twoPoints, 0)
        try evening.record(1, GameEnded())
        var cut = try evening.projection().1.signable { _ in [] }.cut
        if isMissing { cut.last[try PaperTable.author(2)] = 99 }
        let digest = try #require(Digest([UInt8](repeating: 9, count: 32)))
        try evening.record(
            1, SignOff(digest: digest, score: Sides(home: 3, away: 0), cut: cut))
        let warning = try #require(
            try evening.status().warnings.first { $0.code == "signedDiffers" })
        let reason =
            isMissing
            ? "mia signed entries that are not here yet"
            : "some of the signed entries are different here"
        #expect(warning.text == "everyone signed 3:0, but 2:0 is counted here: \(reason)")
        #expect(warning.advice?.hasPrefix(isMissing ? "wait until" : "compare scored log") == true)
        try evening.record(1, GameReopened())
        #expect(try !evening.status().warnings.contains { $0.code == "signedDiffers" })
    }

    @Test func anAbsentKeeperMakesTheGameProvisional() throws {
        var evening = try Evening()
        try evening.record(2, TrackingClaimed([.line(.created(3))]))
        try evening.move(2, .twoPoints, 3)
        let status = try evening.status(peer: .away)
        let game = try #require(status.game)
        #expect(game.provisionalBecause == ["bo kept score and is not in sync"])
        #expect(
            status.warnings.contains {
                $0.code == "uncovered" && $0.advice == "scored track a00"
            })
        #expect(try #require(try evening.status().game).isProvisional == false)
        // One that left is not waited for: others have to see its players.
        func text(_ state: PeerState) throws -> String? {
            try evening.status(peer: state).warnings.first { $0.code == "uncovered" }?.text
        }
        #expect(try text(.away)?.hasPrefix("bo is away") == true)
        #expect(try text(.left)?.hasPrefix("bo has left the table") == true)
    }

    @Test func theStateOfTheDeviceIsItsSwitchThenItsLinks() {
        func state(_ peers: PeerState..., isOnline: Bool = true) -> SyncState {
            let peers = peers.map { PeerDocument(name: "x", id: "", state: $0) }
            return SyncState(isOnline: isOnline, peers)
        }
        #expect(state() == .alone)
        #expect(state(.away, .neverSeen, .suspect) == .alone)
        #expect(state(.away, .inSync) == .inSync)
        #expect(state(.syncing, .inSync) == .syncing)
        #expect(state(.inSync, isOnline: false) == .offline)
    }

    @Test func theLogSaysWhatBecameOfEachEntry() throws {
        var evening = try Evening()
        try evening.record(1, TrackingClaimed([.team(.home), .line(.created(2))]))
        let basket = try evening.move(1, .twoPoints, 0)
        try evening.record(2, VoidEntry(target: basket))
        try evening.record(2, GameClockEntry(.start, period: 1, elapsed: .zero))
        var free = Move(.freeThrow, by: .line(.created(3)), period: 1)
        free.points = 3
        try evening.record(2, free)
        var foul = Move(.foul, by: .team(.home), period: 1)
        foul.type = "coach"
        try evening.record(1, foul)
        try evening.record(1, RulesChanged(changes: [.target: 21]))
        try evening.record(1, Note(text: "lights out"))
        try evening.record(1, PeriodBegan(period: 2))
        _ = try evening.table.record(
            1, Draft(scope: .game(evening.game), kind: Kind(rawValue: 4000), body: [1]))
        let (projection, board) = try evening.projection()
        let log = projection.log(board) { $0.sequence > 4 ? 2 : nil }
        #expect(
            log.entries.map { "\($0.name) \($0.text) \($0.state)" } == [
                "mia.3 creates Hawks - Owls live", "mia.4 tracks Hawks, Cy live",
                "mia.5 4 Ana two points voided", "bo.3 undoes 4 Ana two points (mia.5) live",
                "bo.4 game clock starts at 00:00 live",
                "bo.5 00 Dee free throw (3 points) live", "mia.6 Hawks foul (coach) live",
                "mia.7 rules: target 21 live", "mia.8 note: lights out live",
                "mia.9 overtime 1 begins live",
                "mia.10 entry of a newer version (kind 4000) unknown",
            ])
        let voided = log.entries[2]
        #expect(voided.because == "by bo.3" && voided.voidedBy == ["bo.3"])
        #expect(voided.home == nil)
        #expect(voided.points == 2)
        #expect(voided.clock == "01:01")
        #expect(voided.copies == 2)
        #expect(log.entries[3].names == ["mia.5"])
        #expect(log.entries[5].away == 3)
        #expect(log.isWhole)
        let bos = projection.log(board, LogSelection(keeper: "BO", limit: 2))
        #expect(bos.entries.map(\.name) == ["bo.4", "bo.5"])
        #expect(!bos.isWhole)
        #expect(projection.game(board).provisionalBecause == ["1 entry of a newer version"])
    }

    @Test func whatIsNotUnderstoodIsMarked() throws {
        var evening = try Evening()
        let flagged: [UInt8] = [2, 0x80, 0x80, 0x40, 1, 1]
        var ids: [EntryID] = []
        for (kind, body) in [(Kind.move, [100]), (.move, flagged), (.gameEnded, [1])] {
            let draft = Draft(scope: .game(evening.game), kind: kind, body: body)
            ids.append(try evening.table.record(1, draft))
        }
        try evening.record(1, VoidEntry(target: ids[2]))
        let (projection, board) = try evening.projection()
        let entries = projection.log(board).entries.suffix(4)
        #expect(
            entries.prefix(3).map { "\($0.text), \($0.state), \($0.because ?? "")" } == [
                "move of a newer version, unknown, ",
                "Hawks two points, live, partly of a newer version",
                "unreadable entry (kind 27), voided, by \(entries.last?.name ?? "")",
            ])
        #expect(projection.game(board).provisionalBecause == ["2 entries of a newer version"])
    }

    @Test func theClockCountsDownWithinItsPeriod() throws {
        var evening = try Evening()
        try evening.record(
            1,
            RulesChanged(changes: [
                .periods: 4, .periodLength: 600_000, .overtimeLength: 300_000,
            ]))
        try evening.record(1, GameClockEntry(.start, period: 3, elapsed: .seconds(12)))
        let (projection, board) = try evening.projection()
        let stored = try #require(projection.game(board).clock)
        #expect(stored.text == "09:48")
        #expect(stored.periodLabel == "Q3")
        #expect(stored.isRunning)
        let reading = (elapsed: Duration.milliseconds(599_400), isEstimated: true)
        let live = try #require(projection.game(board, reading: reading).clock)
        #expect([live.seconds, live.remainingSeconds] == [599, 0])
        #expect(live.isEstimated)
        let past = (elapsed: Duration.seconds(9999), isEstimated: false)
        #expect(projection.game(board, reading: past).clock?.text == "00:00")
        #expect(projection.game(board).periods.map(\.label) == ["Q1", "Q2", "Q3"])
    }

    @Test func anEarlierGameIsListedNewestFirst() throws {
        var evening = try Evening()
        try evening.table.record(
            2, GameCreated(home: "Hawks", away: "Owls", rules: Rules(.nba), lines: []).draft)
        let book = evening.table.book
        let games = GamesDocument(book, current: evening.game)
        #expect(games.games.map(\.name) == ["hawks-owls-2", "hawks-owls"])
        #expect(games.games.map(\.isCurrent) == [false, true])
        let created = Int64(evening.table.entries.count) * 1000
        #expect(games.games.first?.createdWallMilliseconds == created)
        #expect(try evening.status().games.map(\.name) == ["hawks-owls-2"])
    }

    /// While more arrives than is folded, a game is listed once it was folded, as of then.
    @Test func aBookThatIsBehindListsWhatItHasFolded() throws {
        var evening = try Evening()
        try evening.table.record(
            2, GameCreated(home: "Hawks", away: "Owls", rules: Rules(.nba), lines: []).draft)
        var book = evening.table.book
        func names(isBehind: Bool) -> [String] {
            GamesDocument(book, current: nil, isBehind: isBehind).games.map(\.name)
        }
        #expect(names(isBehind: true).isEmpty)
        #expect(names(isBehind: false).count == 2)
        book.foldAll()
        #expect(names(isBehind: true) == names(isBehind: false))
    }

    /// A shot that the rules do not have is asked about, and listed only if they are given its points.
    @Test func theRulesListTheShotsThatTheyHave() {
        func points(_ rules: Rules) -> String? {
            RulesDocument(rules).words.first { $0.name == "points" }?.value
        }
        #expect(points(Rules(.pickup)) == "onePoint=1 twoPoints=2 freeThrow=1")
        #expect(points(Rules(.fiba)) == "twoPoints=2 threePoints=3 freeThrow=1")
        #expect(points(Rules(.custom)) == "onePoint=1 twoPoints=2 threePoints=3 freeThrow=1")
        var rules = Rules(.pickup)
        rules[.threePoints] = 2
        #expect(points(rules) == "onePoint=1 twoPoints=2 threePoints=2 freeThrow=1")
    }
}

/// The running score over the game's own time.
@Suite struct ChartTests {
    private static func chart(
        _ name: String
    ) throws -> (ChartDocument, GamelogHeader, [GamelogEvent], Scoreboard) {
        let (header, events, request) = try Fixture.request(name)
        var table = PaperTable()
        for keeper in UInt8(1)...3 { try table.sit(keeper, keeper: "K\(keeper)") }
        let game = try table.record(
            1, try request.game.created(default: .pickup) { _, _ in [] }.draft)
        for (index, move) in try request.moves().enumerated() {
            try table.record(UInt8(1 + index % 3), move.draft(in: game))
        }
        try table.record(1, GameEnded().draft(in: game))
        let book = table.book
        let board = try #require(book.scoreboard(of: game))
        let projection = Projection(table: book.table, device: try PaperTable.key(1))
        return (projection.chart(board), header, events, board)
    }

    @Test(arguments: cases(Fixture.names))
    func aRealGameEndsAtItsScore(name: String) throws {
        let (chart, header, events, board) = try Self.chart(name)
        let final = try #require(header.final)
        #expect(chart.home.score == final.home && chart.away.score == final.away)
        #expect(chart.points.last?.home == final.home && chart.points.last?.away == final.away)
        #expect(chart.points.count == events.count { ($0.points ?? 0) > 0 })
        #expect(chart.points.map(\.atMilliseconds) == chart.points.map(\.atMilliseconds).sorted())
        let range = 0...chart.lengthMilliseconds
        #expect(chart.points.allSatisfy { range.contains($0.atMilliseconds) })
        // Every basket adds its points to one side.
        var (home, away) = (0, 0)
        for point in chart.points {
            if point.side == .home { home += point.points } else { away += point.points }
            #expect(point.home == home && point.away == away)
        }
        // Periods follow each other without a gap.
        var start: Int64 = 0
        for period in chart.periods {
            #expect(period.startMilliseconds == start && period.lengthMilliseconds > 0)
            start += period.lengthMilliseconds
            let length = board.rules.length(ofPeriod: period.number) ?? .zero
            #expect(period.startClock == (period.isTimed ? ClockText.print(length) : nil))
            #expect((period.endClock != nil) == period.isTimed)
        }
        #expect(start == chart.lengthMilliseconds)
        if let official = header.periods { #expect(chart.periods.count == official.count) }
    }

    @Test(arguments: cases(Fixture.names))
    func leadsTiesAndRunsAreThoseOfThePoints(name: String) throws {
        let (chart, _, _, _) = try Self.chart(name)
        let leads = chart.points.map { $0.home - $0.away }
        #expect(chart.home.biggestLead == max(0, leads.max() ?? 0))
        #expect(chart.away.biggestLead == max(0, -(leads.min() ?? 0)))
        #expect(chart.ties == leads.count { $0 == 0 })
        let signs = leads.map { $0.signum() }.filter { $0 != 0 }
        #expect(chart.leadChanges == zip(signs, signs.dropFirst()).count { $0 != $1 })
        for run in chart.runs {
            let inside = chart.points.filter {
                (run.fromMilliseconds...run.toMilliseconds).contains($0.atMilliseconds)
            }
            let own = inside.filter { $0.side == run.side }.reduce(0) { $0 + $1.points }
            #expect(own >= run.points)
            #expect(chart.points.contains { $0.home == run.home && $0.away == run.away })
        }
        #expect(chart.runs.map(\.points) == chart.runs.map(\.points).sorted(by: >))
        #expect(Set(chart.runs.map(\.side)).count == 2)
    }

    /// A last period without a clock has its baskets side by side, not on top of each other.
    @Test func aPeriodWithoutAClockTakesRoom() throws {
        let (chart, _, _, _) = try Self.chart("unrivaled-2025-jcdgg9yavn4e")
        let last = try #require(chart.periods.last)
        #expect(!last.isTimed && chart.periods.dropLast().allSatisfy { $0.isTimed })
        let places = chart.points.map(\.atMilliseconds).filter { $0 > last.startMilliseconds }
        #expect(places.count > 5 && Set(places).count == places.count)
    }
}

/// A member that floods a game with corrections of one basket makes no document take long.
@Suite(.timeLimit(.minutes(1))) struct FloodTests {
    private static let count = 8000

    private struct Flood {
        var game: PaperGame
        let basket: EntryID

        init() throws {
            game = try PaperGame(
                GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: []))
            basket = try game.record(Move(.twoPoints, by: .team(.home), period: 1))
        }

        /// The game's documents; demands that they come soon.
        func documents() throws -> (GameDocument, LogDocument) {
            let (board, projection) = try game.shown()
            var documents: (GameDocument, LogDocument)?
            let time = ContinuousClock().measure {
                documents = (
                    projection.game(board, reading: nil, isCurrent: true), projection.log(board)
                )
            }
            // It takes half a second; where each name is sought among all entries, a quarter of a
            // minute on a machine that does nothing else.
            #expect(time < .seconds(8), "\(time)")
            return try #require(documents)
        }
    }

    @Test func thousandsOfFixesOfOneBasket() throws {
        var flood = try Flood()
        for number in 0..<Self.count {
            let kind = [MoveKind.threePoints, .onePoint][number % 2]
            let move = Move(kind, by: .team(.home), period: 1)
            try flood.game.record(Fix(target: flood.basket, move: move))
        }
        let (game, log) = try flood.documents()
        #expect(game.home.score == 1)
        #expect(log.entries[1].fixes?.count == Self.count)
    }

    @Test func thousandsOfVoidsOfOneBasket() throws {
        var flood = try Flood()
        for _ in 0..<Self.count {
            try flood.game.record(VoidEntry(target: flood.basket))
        }
        let (game, log) = try flood.documents()
        #expect(game.home.score == 0)
        #expect(log.entries[1].because?.hasSuffix("and 7996 more") == true)
    }
}
