import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// The form of `scored status` that fits a terminal.
@Suite(.timeLimit(.minutes(2))) struct ShortStatusTests {
    /// A status of any size: long names, full rosters, a season of games, many warnings.
    private struct Scene {
        var random: SeededGenerator
        let size: Int

        private mutating func count(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }

        private mutating func words(_ most: Int) -> String {
            let words = [
                "Ana", "Bogdanović", "x", "日本太郎", "a-long-word-that-has-no-end-at-all", "の",
            ]
            return (0...count(most)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: " ")
        }

        private mutating func side() -> SideDocument {
            SideDocument(
                name: words(size / 3), score: count(200), fouls: count(30), periodFouls: count(9),
                isInPenalty: count(1) == 0, timeouts: count(5),
                players: (0..<count(size * 5)).map { index in
                    PlayerDocument(
                        slot: "h#\(index)", number: "\(index)", name: words(3),
                        points: count(40), trackedBy: [words(1)],
                        isOnCourt: count(1) == 0 ? index < 5 : nil)
                }, minutesUnknown: count(2) == 0 ? words(size) : nil)
        }

        mutating func status() -> StatusDocument {
            let hasGame = count(9) > 0
            var game = GameDocument(
                name: words(1), title: words(2), state: .live,
                rules: RulesDocument(summary: words(size)), home: side(), away: side(),
                clock: ClockDocument(
                    text: "04:12", milliseconds: 0, period: 1, periodLabel: words(1),
                    isRunning: true),
                isProvisional: true, provisionalBecause: (0..<count(size)).map { _ in words(3) })
            game.heldMoves = (0..<count(size)).map { _ in
                HeldMove(
                    name: words(0), keeper: words(1), text: words(2), of: words(0),
                    ofKeeper: words(1), ofState: .live)
            }
            let states: [PeerState] = [.inSync, .syncing, .suspect, .away, .neverSeen]
            var status = Samples.status(
                unsynced: count(300),
                peers: (0..<count(size * 2)).map { _ in
                    Samples.peer(words(1), states.randomElement(using: &random) ?? .away)
                }, game: hasGame ? game : nil)
            status.sync.isDegraded = count(1) == 0
            status.sync.problem = words(size * 4)
            status.table.name = words(size)
            status.games = (0..<count(size * 4)).map { _ in
                GameBrief(name: words(2), title: words(3), state: .closed, home: 1, away: 2)
            }
            status.warnings = (0..<count(size * 6)).map { index in
                WarningDocument(
                    code: "w\(index)", text: "warning-\(index) \(words(size * 3))",
                    advice: count(1) == 0 ? words(size * 3) : nil)
            }
            return status
        }
    }

    private func lines(_ model: StatusViewModel, isWhole: Bool, columns: Int?) -> [String] {
        StatusView(model, isWhole: isWhole).lines(Style(columns: columns))
    }

    @Test(arguments: seeds(400))
    func itFitsATerminalAndSaysWhatIsLeftOut(seed: UInt64) throws {
        var scene = Scene(random: SeededGenerator(seed: seed), size: Int(seed % 7))
        let status = scene.status()
        let model = StatusViewModel()
        model.receive(status)
        for columns in [80, 40, 132] {
            let lines = lines(model, isWhole: false, columns: columns)
            #expect(lines.count <= 24)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            guard let game = status.game else { continue }
            let score = "\(game.home.score) : \(game.away.score)"
            #expect(lines.prefix(5).contains { $0.contains(score) })
        }
        // Warnings that are not shown are counted; the long form has them.
        let short = lines(model, isWhole: false, columns: 80)
        let isHeld = status.game?.heldMoves?.isEmpty == false
        let all = status.warnings.count + (isHeld ? 1 : 0)
        let shown = short.count { $0.hasPrefix("! ") && !$0.hasSuffix("scored status --all") }
        let more = short.first { $0.hasSuffix("scored status --all") }
            .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        #expect(shown + (more ?? 0) == all)
        #expect(all == 0 || shown > 0)
        let whole = lines(model, isWhole: true, columns: 80)
        for index in status.warnings.indices {
            #expect(whole.contains { $0.hasPrefix("! warning-\(index) ") })
        }
    }

    /// Two sides of twelve, three devices, old games, several warnings.
    @Test func aTableInTheMiddleOfASeason() {
        func side(_ letter: String, _ name: String) -> SideDocument {
            SideDocument(
                name: name, score: 41, fouls: 6, periodFouls: 3, timeouts: 1,
                players: (1...12).map { index in
                    var player = Samples.player(
                        "\(letter)#\(index)", "\(index + 3)", "Player\(index)", index, [:],
                        by: ["mia"])
                    player.isOnCourt = letter == "h" ? index > 7 : nil
                    return player
                })
        }
        var game = Samples.game
        game.home = side("h", "Hawks")
        game.away = side("a", "Owls")
        game.heldMoves = [
            HeldMove(
                name: "bo.7", keeper: "Bo", text: "4 Ana two points", of: "mia.9", ofKeeper: "Mia",
                ofState: .live)
        ]
        var status = Samples.status(
            peers: [Samples.peer("bo", .inSync), Samples.peer("cy", .away)], game: game)
        status.games = (0..<16).map { Samples.brief("g-\($0)", "G - \($0)", 1, 0) }
        status.moreGames = 9
        status.warnings = (1...8).map {
            WarningDocument(code: "w", text: "warning \($0)", advice: "do \($0)")
        }
        let model = StatusViewModel()
        model.receive(status)
        #expect(
            lines(model, isWhole: false, columns: 80) == [
                "in sync with bo · cy away · saved on other devices too", "",
                "    Hawks  41 : 41  Owls   04:12 running", "live · hawks-owls-2 · to 15, lead 2",
                "", "Hawks (home) · 3 team fouls · 1 time-out",
                "  on court: 11 Player8 8, 12 Player9 9, 13 Player10 10, 14 Player11 11, 15",
                "  Player12 12", "Owls (away) · 3 team fouls · 1 time-out",
                "  4 Player1 1, 5 Player2 2, 6 Player3 3, 7 Player4 4, 8 Player5 5, 9 Player6 6,",
                "  10 Player7 7, 11 Player8 8, 12 Player9 9, 13 Player10 10, 14 Player11 11, 15 …",
                "", "! 1 question: the result is provisional until answered", "  scored settle",
                "! warning 1",
                "  do 1", "! warning 2", "  do 2", "! 6 more warnings: scored status --all", "",
                "away: cy now", "25 other games: scored games",
                "Mia, table \"Hall 2\" (fox-jam-oak-sun)",
                "log fingerprint: amber-fox-river-stone · 412 entries",
            ])
    }
}
