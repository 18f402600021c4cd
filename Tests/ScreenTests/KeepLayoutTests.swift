import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// The keep screen on terminals of any size, with names of any sort.
struct KeepLayoutTests {
    private static let sizes = [
        (20, 5), (20, 24), (34, 9), (40, 12), (56, 16), (80, 24), (120, 40), (200, 60), (1, 1),
    ]

    private static func named(_ names: [String]) -> PaperKeep {
        let paper = PaperKeep()
        paper.game.change { game in
            game.home.name = names[0]
            game.away.name = names[1]
            for (index, name) in names.prefix(3).enumerated() {
                game.home.players[index].name = name
            }
        }
        return paper
    }

    @Test(arguments: sizes)
    func whatMattersMostIsOnEveryScreen(columns: Int, rows: Int) {
        let paper = PaperKeep()
        paper.type("4")
        let shown = paper.screen(columns, rows)
        #expect(shown.count == rows)
        guard columns >= 20 else { return }
        #expect(shown[0].contains("Hawks 0 : 0 Owls"))
        #expect(shown.contains { $0.contains("Hawks ❯ 4") })
        paper.type("Z")
        #expect(paper.screen(columns, rows).contains { $0.hasPrefix("Z does nothing") })
    }

    /// A long name does not move the other columns, and no row is wider than the screen.
    @Test(arguments: sizes)
    func longAndStrangeNamesLineUp(columns: Int, rows: Int) {
        let names = [
            String(repeating: "Bogdanović", count: 20), "日本代表🏀👍🏽", "שלום עולם محمد",
        ]
        let paper = Self.named(names)
        let plain = Self.named(["Hawks", "Owls", "Cy"])
        for keep in [paper, plain] {
            keep.type("4k")
            keep.game.record()
            keep.hear("mia.1", "4 Ana two points", index: 1, home: 2, away: 0)
            keep.type("↑e")
        }
        let shown = paper.screen(columns, rows)
        for line in shown { #expect(DisplayWidth.of(line) <= columns) }
        // Points end in the same column for all players.
        func ends(_ lines: [String]) -> Set<Int> {
            Set(
                lines.compactMap { line in
                    line.firstRange(of: " 0 pts").map { DisplayWidth.of(line[..<$0.upperBound]) }
                })
        }
        #expect(ends(shown) == ends(plain.screen(columns, rows)))
    }

    /// For the state, names are shortened first, then the game clock.
    @Test(arguments: seeds(60)) func theStateIsNeverCut(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let states: [(GamePhase, Bool, [String])] = [
            (.live, false, ["live"]), (.live, true, ["provisional"]),
            (.decided, false, ["decided"]), (.decided, true, ["decided", "provisional"]),
            (.closed, false, ["ended"]), (.signed, false, ["official"]),
            (.abandoned, true, ["abandoned", "provisional"]),
        ]
        for (state, isProvisional, words) in states {
            let names = ["Rīgas Zelta Ērgļi", "日本代表🏀 ABC"].map { name in
                String(
                    String(repeating: name, count: 4).prefix(.random(in: 1...60, using: &generator))
                )
            }
            let paper = PaperKeep()
            paper.game.change { game in
                (game.home.name, game.away.name) = (names[0], names[1])
                game.home.score = .random(in: 0...130, using: &generator)
                (game.state, game.isProvisional) = (state, isProvisional)
                game.winner = .home
                game.rules.periodSeconds = 600
            }
            paper.game.setClock(isRunning: state == .live, at: 3000)
            let columns = Int.random(in: 44...200, using: &generator)
            let head = paper.screen(columns, 24)[0]
            #expect(DisplayWidth.of(head) < columns)
            #expect(words.allSatisfy(head.contains), "\(columns): \(head)")
            #expect(head.contains(" \(paper.game.document.home.score) : 0 "))
            #expect(head.hasPrefix(" " + names[0].prefix(2)), "\(columns): \(head)")
            if columns >= 80 {
                #expect(head.contains(paper.keep.gameClock.value), "\(columns): \(head)")
            }
        }
    }

    /// Also where so few rows show no player.
    @Test(arguments: [(20, 5), (20, 6), (30, 8), (34, 9)])
    func whatBecomesOfAMoveIsOnTheSmallestScreen(columns: Int, rows: Int) {
        let paper = PaperKeep()
        func sees(_ state: String) -> Bool {
            paper.screen(columns, rows).contains { $0.hasPrefix("  4 Ana") && $0.hasSuffix(state) }
        }
        paper.type("4k")
        #expect(sees("  pending"))
        // It stays while the next is typed.
        paper.type("99k")
        #expect(sees("  pending"))
        paper.game.record()
        #expect(sees("  recorded"))
        paper.type("4f")
        #expect(sees("  pending"))
    }

    /// Moves that are not recorded are counted, and leave room for what is.
    @Test(arguments: [(20, 5), (20, 24), (34, 9), (40, 12), (80, 24)])
    func theNewestRecordedLineStaysBesideWhatIsNotRecorded(columns: Int, rows: Int) {
        let paper = PaperKeep()
        paper.hear("mia.1", "6 Cy foul", index: 1)
        for number in ["4", "5", "4", "5"] {
            paper.type(number + "k")
            paper.game.refuse()
        }
        paper.type("E")
        paper.type("⎋⎋")
        let shown = paper.screen(columns, rows)
        #expect(shown.contains { $0.hasPrefix("  6 Cy") && $0.hasSuffix("recorded") }, "\(shown)")
        #expect(shown.contains { $0.contains(/4 (moves )?NOT recorded/) }, "\(shown)")
        #expect(!shown.contains { $0.contains("nothing was changed") })
        if columns >= 40 {
            #expect(
                shown.contains {
                    $0.contains(/NOT recorded: Up( picks the line)?, y records, x drops/)
                })
        }
        // Whichever is picked is seen.
        for number in 1...4 {
            paper.type("↑")
            #expect(
                paper.screen(columns, rows).contains {
                    $0.hasPrefix(number % 2 == 1 ? "> 5 Bo" : "> 4 Ana")
                })
        }
    }

    /// In five lines: the score, the game clock, and whether all is recorded and synced.
    @Test func theSmallestScreenHasScoreClockAndSync() {
        let paper = PaperKeep()
        paper.game.change { $0.rules.periodSeconds = 600 }
        paper.game.setClock(isRunning: true, at: 3000)
        func second() -> String { paper.screen(20, 5)[1] }
        paper.game.publish(peers: [Samples.peer("bo", .inSync)])
        #expect(second() == "09:57 in sync")
        paper.type("4k")
        paper.game.refuse()
        paper.type("E⎋")
        #expect(second().hasSuffix(" 1 NOT recorded") && second().hasPrefix("09:5"))
        paper.type("↑x")
        paper.library.connection.value = .lost("gone")
        #expect(second().hasSuffix(" no daemon"))
        paper.type("4k")
        #expect(second().hasSuffix(" 1 pending"))
        #expect(paper.screen(20, 5)[0].contains("Hawks 0 : 0 Owls"))
    }

    /// Keepers speak of an entry by its name.
    @Test(arguments: seeds(40)) func theNameOfAnEntryIsNeverCut(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let device = ["bo", "mia-ozola", "cy/2"][Int.random(in: 0..<3, using: &random)]
        let name = "\(device).\(Int.random(in: 1...999, using: &random))"
        let paper = PaperKeep()
        paper.hear(
            name, "4 " + String(repeating: "Bogdan ", count: .random(in: 1...9, using: &random)),
            index: 1, home: .random(in: 0...120, using: &random), away: 99)
        let columns = Int.random(in: 40...100, using: &random)
        let shown = paper.screen(columns, Int.random(in: 9...40, using: &random))
        #expect(shown.contains { $0.contains(" \(name) ") }, "\(columns): \(shown)")
        #expect(shown.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    @Test func aLineWithoutAScoreIsNotCutBesideBlanks() {
        let paper = PaperKeep()
        let tracks = "tracks " + String(repeating: "x", count: 54)
        paper.hear("mia.1", tracks, index: 1)
        paper.hear("mia.2", "4 Ana two points", index: 2, home: 2, away: 0)
        #expect(paper.screen(80, 24).contains("  \(tracks)  mia.1  recorded"))
        #expect(paper.screen(79, 24).contains { $0.contains("xx…  mia.1  recorded") })
    }

    @Test func aPickedLineIsSeenHoweverFarBack() {
        let paper = PaperKeep()
        for index in 1...40 { paper.hear("mia.\(index)", "4 Ana foul \(index).", index: index) }
        for _ in 0..<40 { paper.type("↑") }
        #expect(paper.screen(80, 24).contains { $0.hasPrefix("> 4 Ana foul 1.") })
        paper.type("⎋")
        #expect(paper.screen(80, 24).contains { $0.contains("4 Ana foul 40.") })
    }

    /// Lines, notes and messages come and go; players and score stay where they are.
    @Test(arguments: [(80, 24), (120, 40), (200, 60)])
    func nothingMovesWhileTheGameGoesOn(columns: Int, rows: Int) {
        let paper = PaperKeep()
        paper.game.change { $0.away.track(by: ["bo"]) }
        func places() -> [Int?] {
            let shown = paper.screen(columns, rows)
            return ["Bo", "Cy", "Di", "Flo"].map { name in
                shown.firstIndex { $0.contains("   \(name)  ") }
            } + [shown.firstIndex { $0.contains("█") }, shown.firstIndex { $0.contains("───") }]
        }
        let before = places()
        #expect(!before.contains(nil))
        for index in 1...30 {
            paper.hear("bo.\(index)", "8 Ed foul", index: index)
            #expect(places() == before, "\(index) lines")
        }
        paper.type("→")
        #expect(places() == before)
        paper.game.change { $0.held = 2 }
        #expect(places() == before)
        paper.game.change { $0.home.score = 99 }
        #expect(places() == before)
    }

    /// Between the names, if every player still has a row.
    @Test func theScoreIsLargeWhereThereIsRoom() {
        let paper = PaperKeep()
        #expect(paper.screen(80, 24).count { $0.contains("█") } == 5)
        #expect(paper.screen(80, 24).contains { $0.contains("Hawks") && $0.contains("█") })
        #expect(!paper.screen(80, 20).contains { $0.contains("█") })
        paper.game.change { game in
            game.home.players = (1...12).map { number in
                PlayerDocument(
                    slot: "h#\(number)", number: "\(number)", name: "Player\(number)",
                    trackedBy: ["mia"])
            }
        }
        let shown = paper.screen(80, 24)
        #expect(!shown.contains { $0.contains("█") })
        #expect(shown.count { $0.contains("Player") } == 12)
    }

    @Test func theFirstRunSaysWhatToDo() {
        let paper = PaperKeep()
        paper.library.status.value = Samples.status(peers: [Samples.peer("bo", .inSync)])
        let shown = paper.screen(80, 24)
        let first = shown.firstIndex(of: "no game yet; G creates one") ?? 0
        #expect(
            shown[(first + 2)...(first + 5)] == [
                "  1  G   a new game", "  ✓  i   invite the others",
                "  3  T   choose whose moves you type", "  4  7k  two points of number 7",
            ])
        #expect(shown[23] == "G new game · i invite · H overview · ? keys · q quit")
        #expect(paper.screen(20, 5)[1...2] == ["no game yet; G", "creates one"])
    }

    /// The key to press is not cut off.
    @Test(arguments: [60, 40])
    func theNotesOfANarrowScreenKeepTheirKeys(columns: Int) {
        let paper = PaperKeep()
        paper.game.change { $0.away.track(by: []) }
        #expect(paper.screen(columns, 20)[2] == "T: 3 players not tracked")
        paper.game.change { game in
            game.held = 2
            game.home.track(by: [])
        }
        let notes = paper.screen(columns, 20)[2]
        #expect(notes.hasPrefix("T chooses, Enter tracks Hawks  h: 2 ope"))
        if columns == 60 { #expect(notes.hasSuffix("  h: 2 open  T: 6 untracked")) }
        #expect(
            paper.screen(120, 20)[2] == "you track no players: Enter tracks Hawks, T chooses  "
                + "h: 2 questions  T: 6 players not tracked")
    }

    /// Forty players on a small screen: those that do not fit are counted.
    @Test(arguments: [true, false])
    func playersWithoutARowAreCounted(areMine: Bool) {
        let paper = PaperKeep()
        paper.game.change { game in
            game.home.players = (1...40).map { number in
                PlayerDocument(
                    slot: "h#\(number)", number: "\(number)", name: "Player\(number)",
                    trackedBy: areMine || number <= 12 ? ["mia"] : ["bo"])
            }
        }
        let shown = paper.screen(80, 30)
        let more = shown.compactMap { $0.firstMatch(of: /and (\d+) more: type the number/)?.1 }
        let named = shown.joined(separator: "\n").matches(of: /Player\d+/).count
        #expect(more.count == 1)
        #expect(more.first.flatMap { Int($0) }.map { $0 + named } == 40)
        // All players have a row, so nothing is counted.
        #expect(!paper.screen(80, 60).contains { $0.contains("type the number") })
    }

    /// The five counts of a pick-up game, and others that are not 0; in a single row of a narrow
    /// screen the fouls alone.
    @Test func onesOwnPlayersShowTheirCounts() {
        let paper = PaperKeep()
        paper.game.change { game in
            game.home.players[0].counts = ["onePoint": 1, "twoPoints": 12, "foul": 3, "steal": 2]
            game.home.players[1].counts = ["foul": 1]
        }
        func row(_ name: String, _ columns: Int, _ rows: Int, below: Int = 0) -> String {
            let shown = paper.screen(columns, rows)
            let place = shown.firstIndex { $0.contains("   \(name)  ") }
            return place.map { String(shown[$0 + below].prefix(columns / 2)) } ?? ""
        }
        let all = "1P 1  2P 12  AST 0  REB 0  PF 3  STL 2"
        #expect(row("Ana", 120, 40, below: 1).contains(all))
        #expect(row("Bo", 120, 40, below: 1).contains("  1P 0  2P 0  AST 0  REB 0  PF 1"))
        // Where not all have room, those that are 0 are left out.
        #expect(row("Ana", 80, 50, below: 1).contains("  1P 1  2P 12  PF 3  STL 2"))
        #expect(row("Bo", 80, 50, below: 1).contains("  1P 0  2P 0  AST 0  REB 0  PF 1"))
        #expect(row("Bo", 120, 24).contains("  1P 0  2P 0  AST 0  REB 0  PF 1  0 pts"))
        #expect(row("Ana", 120, 24).contains("  1P 1  2P 12  PF 3  STL 2  0 pts"))
        #expect(row("Bo", 80, 24).contains("   1 foul  0 pts"))
        #expect(!row("Bo", 80, 24).contains("PF"))
    }
}
