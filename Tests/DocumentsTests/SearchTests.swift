import Documents
import Foundation
import MoveLog
import Scorebook
import Seeds
import Testing

/// What is found by words, and in which order.
@Suite struct SearchTests {
    /// Two evenings: Hawks against Owls twice, Żółw against Lynx once; Mia and Bo keep score.
    private struct Season {
        var table = PaperTable()
        var games: [GameID] = []

        init() throws {
            try table.sit(1, keeper: "Mia")
            try table.sit(2, keeper: "Bo")
            for teams in [("Hawks", "Owls"), ("Żółw", "Lynx"), ("Hawks", "Owls")] {
                let isHawks = teams.0 == "Hawks"
                let lines = [
                    Scorebook.RosterLine(
                        side: .home, number: "4", name: isHawks ? "Ana" : "José",
                        player: isHawks ? games.first.map { PlayerID(entry: $0, index: 0) } : nil),
                    Scorebook.RosterLine(side: .home, number: "14", name: "Anabel Zoë"),
                    Scorebook.RosterLine(side: .away, number: "00", name: "Susana"),
                    Scorebook.RosterLine(side: .away, number: "", name: "日本 太郎"),
                ]
                games.append(
                    try table.record(
                        1,
                        GameCreated(
                            home: teams.0, away: teams.1, rules: Rules(.pickup), lines: lines
                        ).draft))
            }
        }

        @discardableResult
        mutating func record(_ device: UInt8, _ game: Int, _ body: some GameBody) throws -> EntryID
        {
            try table.record(device, body.draft(in: games[game]))
        }

        @discardableResult
        mutating func move(
            _ device: UInt8, _ game: Int, _ kind: MoveKind, _ line: Int
        ) throws -> EntryID {
            try record(device, game, Move(kind, by: .line(.created(line)), period: 1))
        }

        func search(_ query: String, limit: Int = 20, current: Int? = nil) throws -> SearchDocument
        {
            let book = table.book
            let projection = Projection(table: book.table, device: try PaperTable.key(1))
            return projection.search(
                query, in: book, current: current.map { games[$0] }, limit: limit)
        }

        func titles(_ query: String, _ kind: SearchKind) throws -> [String] {
            try search(query).results.filter { $0.kind == kind }.map(\.title)
        }
    }

    @Test(arguments: ["", "   ", "\u{200B}\n"])
    func nothingIsFoundWithoutWords(query: String) throws {
        var season = try Season()
        try season.move(1, 0, .twoPoints, 0)
        let document = try season.search(query)
        #expect(document.results.isEmpty && document.isWhole)
        #expect(document.found == SearchCounts() && document.query.isEmpty)
    }

    @Test func gamesAreFoundByNameTeamsStateAndDay() throws {
        let season = try Season()
        func names(_ query: String) throws -> [String] {
            try season.search(query).results.filter { $0.kind == .game }.map(\.game)
        }
        #expect(try names("hawks") == ["hawks-owls-2", "hawks-owls"])
        #expect(try names("HAWKS-OWLS") == ["hawks-owls", "hawks-owls-2"])
        #expect(try names("owls 2") == ["hawks-owls-2"])
        #expect(try names("zolw") == ["zolw-lynx"])
        #expect(try names("lyn") == ["zolw-lynx"])
        #expect(try names("ynx") == ["zolw-lynx"])
        #expect(try names("scheduled hawks").count == 2)
        #expect(try names("1970-01-01").count == 3)
        #expect(try names("hawks lynx").isEmpty)
        // A team's name brings its games and not all that was ever done in them.
        #expect(try season.search("hawks").results.allSatisfy { $0.kind == .game })
    }

    @Test func aPersonIsFoundOnceInTheNewestGame() throws {
        let season = try Season()
        let found = try season.search("ana", current: 2)
        let players = found.results.filter { $0.kind == .player }
        #expect(players.map(\.title).first == "4 Ana")
        #expect(players.first?.game == "hawks-owls-2")
        #expect(players.first?.slot == "h#1")
        #expect(players.first?.detail.contains("and 1 game more") == true)
        #expect(players.first?.isCurrent == true)
        // Whole names, then beginnings, then parts.
        let ranks = players.map { $0.title.contains("Anabel") ? 1 : $0.title == "4 Ana" ? 0 : 2 }
        #expect(ranks == ranks.sorted() && Set(ranks) == [0, 1, 2])
        #expect(
            try season.search("ana hawks-owls").results.first { $0.kind == .player }?.game
                == "hawks-owls")
    }

    @Test func numbersAreExactAndAccentsDoNotMatter() throws {
        let season = try Season()
        #expect(Set(try season.titles("4", .player)) == ["4 Ana", "4 José"])
        #expect(Set(try season.titles("00", .player)) == ["00 Susana"])
        #expect(try season.titles("0", .player).isEmpty)
        #expect(Set(try season.titles("h4", .player)) == ["4 Ana", "4 José"])
        #expect(try season.titles("jose", .player) == ["4 José"])
        #expect(try season.titles("JOSE\u{301}", .player) == ["4 José"])
        #expect(Set(try season.titles("zoe anabel", .player)) == ["14 Anabel Zoë"])
        #expect(Set(try season.titles("太郎", .player)) == ["日本 太郎"])
        // The number of a game is nobody's number.
        #expect(try season.titles("2", .player).isEmpty)
    }

    @Test func movesAreFoundByNameKindPlayerAndKeeper() throws {
        var season = try Season()
        let first = try season.move(1, 0, .twoPoints, 0)
        try season.move(2, 2, .freeThrow, 0)
        try season.move(2, 2, .twoPoints, 2)
        try season.record(1, 0, VoidEntry(target: first))
        try season.record(1, 2, Note(text: "Lights went out"))
        func names(_ query: String) throws -> [String?] {
            try season.search(query).results.filter { $0.kind == .move }.map(\.entry)
        }
        #expect(try names("two points") == ["bo.4", "mia.6"])
        #expect(try names("twopoints") == ["bo.4", "mia.6"])
        #expect(try names("2pt mia") == ["mia.6"])
        #expect(try names("ft") == ["bo.3"])
        #expect(try names("ana two points") == ["mia.6", "bo.4"])
        #expect(try names("susana") == ["bo.4"])
        #expect(try names("voided") == ["mia.6"])
        #expect(try names("lights") == ["mia.8"])
        #expect(try names("mia.6") == ["mia.6"])
        #expect(try names("mia.") == ["mia.8", "mia.5", "mia.4", "mia.7", "mia.6", "mia.3"])
        // Any entry is found by its name, and by nothing else.
        #expect(try names("mia.7") == ["mia.7"])
        #expect(try names("voids").isEmpty)
        let move = try #require(try season.search("mia.6").results.first)
        #expect(move.title == "4 Ana two points" && move.slot == "h#1")
        #expect(move.detail.hasSuffix("hawks-owls · voided by mia.7"))
        #expect(move.referredBy == ["mia.7"])
    }

    @Test func aSearchIsBoundedAndSaysSo() throws {
        var season = try Season()
        for index in 0..<30 { try season.move(1, index % 3, .rebound, index % 4) }
        let some = try season.search("rebound", limit: 7)
        #expect(some.results.count == 7 && !some.isWhole && some.found.moves == 30)
        let all = try season.search("rebound", limit: 30)
        #expect(all.isWhole && all.results.count == 30)
        #expect(Array(all.results.prefix(7)) == some.results)
        #expect(try season.search("rebound", limit: .max).results.count == 30)
        #expect(try season.search("rebound", limit: 0).results.isEmpty)
    }

    /// However the words are cut, turned and written, what is found has all of them.
    @Test(arguments: seeds(UInt64(40)))
    func everyWordFits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var season = try Season()
        for _ in 0..<20 {
            try season.move(
                UInt8.random(in: 1...2, using: &random), Int.random(in: 0...2, using: &random),
                [.twoPoints, .assist, .foul][Int.random(in: 0...2, using: &random)],
                Int.random(in: 0...3, using: &random))
        }
        let all = [
            "ana", "SUS", "two", "points", "assist", "bo", "mia", "14", "hawk", "foul", "zo",
        ]
        let words = (1...Int.random(in: 1...3, using: &random)).map { _ in
            all[Int.random(in: all.indices, using: &random)]
        }
        let found = try season.search(words.joined(separator: " "), limit: 200)
        let turned = try season.search(words.reversed().joined(separator: "  "), limit: 200)
        #expect(found.results == turned.results)
        for result in found.results {
            let text = (result.title + " " + result.detail).lowercased()
                .replacing("żółw", with: "zolw").replacing("zoë", with: "zoe")
            for word in words { #expect(text.contains(word.lowercased()), "\(text) \(word)") }
        }
        // A team's name alone brings no moves, with a kind it does.
        guard !words.contains("hawk"), !words.contains("zo") else { return }
        let more = try season.search((words + ["foul"]).joined(separator: " "), limit: 200)
        #expect(Set(more.results).isSubset(of: found.results))
    }
}

/// A search is a pass over the whole book, while a keeper types.
/// A search that passes over closed games by what is kept of them finds what one through all boards
/// finds.
@Suite struct SearchOfClosedGamesTests {
    private static let words = [
        "hawks", "ana", "4", "h4", "h#1", "zoe", "zolw", "太郎", "日本", "jose", "foul", "ft", "reb",
        "rebound", "note", "voided", "withdrawn", "mia", "mia.4", "bo.1", "live", "late", "gym",
        "offensive", "owls-2", "x", "o", "2pt", "miss", "copy", "held", "2026", "ended",
    ]

    @Test(arguments: seeds(UInt64(30)))
    func nothingIsPassedOver(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var table = PaperTable()
        try table.sit(1, keeper: "Mia")
        try table.sit(2, keeper: "Bo")
        let people = ["Ana", "José", "Anabel Zoë", "日本 太郎", "", "Ölçer X", "BO"]
        var games: [GameID] = []
        for number in 0..<12 {
            let lines = (0..<4).map { index in
                Scorebook.RosterLine(
                    side: index < 2 ? .home : .away, number: random.chance(4) ? "" : "\(index * 4)",
                    name: people.randomElement(using: &random) ?? "")
            }.filter { !$0.name.isEmpty || !$0.number.isEmpty }
            let home = ["Hawks", "Żółw", "Lynx"].randomElement(using: &random) ?? ""
            let created = GameCreated(
                home: home, away: "Owls \(number % 3)", rules: Rules(.pickup), lines: lines)
            let game = try table.record(1, created.draft)
            games.append(game)
            for _ in 0..<random.below(12) {
                let device = UInt8(1 + random.below(2))
                let kind = MoveKind.allCases.prefix(16).randomElement(using: &random) ?? .foul
                let by =
                    random.chance(3) || lines.isEmpty
                    ? Subject.team(.home) : .line(.created(random.below(lines.count)))
                let move = Move(
                    kind, kind == .rebound ? .offensive : nil, by: by, period: 1)
                let entry = try table.record(device, move.draft(in: game))
                if random.chance(4) {
                    try table.record(
                        device, (VoidEntry(target: entry) as any GameBody).draft(in: game))
                }
                if random.chance(6) {
                    try table.record(device, Note(text: "late, Gym \(number)").draft(in: game))
                }
            }
        }
        let whole = table.book
        // More games than stay open.
        var closed = table.book
        closed.foldAll()
        let projection = Projection(table: whole.table, device: try PaperTable.key(1))
        #expect(games.contains { closed.texts(of: $0) != nil })
        for _ in 0..<20 {
            let count = 1 + random.below(2)
            let query = (0..<count).map { _ in
                let word = Self.words.randomElement(using: &random) ?? ""
                return random.chance(4) ? String(word.prefix(2)) : word
            }.joined(separator: " ")
            let expected = projection.search(query, in: whole, limit: 200)
            let found = projection.search(query, in: closed, limit: 200)
            #expect(found == expected, "\(query)")
        }
    }
}

@Suite struct SearchCostTests {
    /// A season of 25 games of 500 moves. A search folds the closed games and reads their moves, so its
    /// processor time is compared with that of folding all games: 2.6 times in a debug build.
    @Test(.timeLimit(.minutes(1)))
    func aSeasonIsSearchedWhileOneTypes() throws {
        var table = PaperTable()
        try table.sit(1, keeper: "Mia")
        let lines = (0..<24).map { index in
            Scorebook.RosterLine(
                side: index < 12 ? .home : .away, number: "\(index)", name: "Player \(index) Ölçer")
        }
        for number in 0..<25 {
            let created = GameCreated(
                home: "Hawks \(number % 7)", away: "Owls", rules: Rules(.fiba), lines: lines)
            let game = try table.record(1, created.draft)
            for move in 0..<500 {
                let kind = [MoveKind.twoPoints, .foul, .rebound][move % 3]
                try table.record(
                    1,
                    Move(kind, by: .line(.created(move % 24)), period: 1).draft(in: game))
            }
        }
        var book = table.book
        let fold = processorTime { book.foldAll() }
        let projection = Projection(table: book.table, device: try PaperTable.key(1))
        var found = SearchCounts()
        let times = ["olcer", "player 7 two points", "mia.4", "hawks-3-owls foul"].map { query in
            processorTime { found = projection.search(query, in: book, limit: 200).found }
        }
        #expect(found.moves > 0)
        #expect((times.max() ?? .zero) < fold * 4, "\(times), folded in \(fold)")
    }

    /// The time of this thread on a processor, whatever else the machine does.
    private func processorTime(_ body: () -> Void) -> Duration {
        var (start, end) = (timespec(), timespec())
        #expect(unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start) == 0)
        body()
        #expect(unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end) == 0)
        return .seconds(end.tv_sec - start.tv_sec) + .nanoseconds(end.tv_nsec - start.tv_nsec)
    }
}

extension SeededGenerator {
    fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// True once in so many times.
    fileprivate mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
}
