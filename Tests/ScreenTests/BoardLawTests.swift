import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// Laws of the scoreboard's view models, for any arrivals in any order.
@Suite struct BoardLawTests {
    private let game: PickupGame
    private let board: GameScoreboardEditorViewModel

    init() { self.init(PickupGame()) }

    private init(_ game: PickupGame) {
        self.game = game
        board = GameScoreboardEditorViewModel(
            library: game.library, timekeeper: game.timekeeper, names: Keymap().names)
    }

    private static let kinds = ["onePoint", "twoPoints", "assist", "rebound", "foul", "steal"]

    /// The game is over, and one of its players is Bo's.
    private func decide(_ state: GamePhase) {
        game.change { game in
            game.isDecided = true
            game.state = state
            game.away.players[0].trackedBy = ["bo"]
        }
    }

    /// A document of one game in which everything that can change is random.
    private func document(_ random: inout SeededGenerator) -> GameDocument {
        var game = PickupGame().document
        func side(_ side: inout SideDocument) {
            for index in side.players.indices {
                var counts = Counts()
                for kind in Self.kinds where Bool.random(using: &random) {
                    counts[kind] = Int.random(in: 1...9, using: &random)
                }
                side.players[index].counts = counts
                side.players[index].number = "\(Int.random(in: 0...99, using: &random))"
                side.players[index].trackedBy = Bool.random(using: &random) ? ["mia"] : ["bo"]
            }
            side.players.removeLast(Int.random(in: 0...2, using: &random))
            side.score = Int.random(in: 0...30, using: &random)
        }
        side(&game.home)
        side(&game.away)
        game.isDecided = Bool.random(using: &random)
        game.home.players[0].mergedInto = Int.random(in: 0...4, using: &random) == 0 ? "h#2" : nil
        return game
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func whatIsShownIsTheLastDocumentAndPlayersStayThemselves(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let library = PaperLibrary()
        let board = GameScoreboardEditorViewModel(
            library: library, timekeeper: ManualTimekeeper(), names: Keymap().names)
        var known: [String: ObjectIdentifier] = [:]
        var counts: [String: ObjectIdentifier] = [:]
        var told: [Int] = []
        let binding = board.homePlayers.bind { told.append($0.count) }
        for _ in 0..<60 {
            let before = board.homePlayers.value.map(\.slot)
            told = []
            let game = document(&random)
            library.status.value = Samples.status(game: game)
            for (side, players) in [
                (game.home, board.homePlayers.value), (game.away, board.awayPlayers.value),
            ] {
                let documents = side.players.filter { $0.mergedInto == nil }
                #expect(players.map(\.slot) == documents.map(\.slot))
                for (document, player) in zip(documents, players) {
                    for kind in Self.kinds {
                        let count = player.count(of: kind)
                        #expect(count.value == "\(document.counts[kind] ?? 0)")
                        let key = "\(player.slot) \(kind)"
                        #expect(counts[key] ?? ObjectIdentifier(count) == ObjectIdentifier(count))
                        counts[key] = ObjectIdentifier(count)
                    }
                    #expect(player.number.value == document.number)
                    #expect(player.isMine.value == (document.trackedBy == ["mia"]))
                    let identity = ObjectIdentifier(player)
                    #expect(known[player.slot] ?? identity == identity)
                    known[player.slot] = identity
                }
            }
            #expect(board.score.value == "\(game.home.score) : \(game.away.score)")
            #expect(board.isFinished.value == game.isDecided)
            // Delivered only when a player joins or leaves.
            let isChanged = before != board.homePlayers.value.map(\.slot)
            #expect(told.isEmpty != isChanged)
        }
        withExtendedLifetime(binding) {}
    }

    /// For random keys, answers and refusals, the state of each move follows from its answer.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func everyMoveIsFollowedToItsOwnAnswer(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var open: [Int] = []
        var expected: [Int: SentMove.State] = [:]
        var moveOf: [Int: Int] = [:]
        for step in 0..<80 {
            if open.isEmpty || Int.random(in: 0...2, using: &random) > 0 {
                board.homePlayers.value[Int.random(in: 0...2, using: &random)].foulMove()
                let request = game.library.asked.count - 1
                let id = board.moves.value.last?.id ?? 0
                open.append(request)
                moveOf[request] = id
                expected[id] = .pending
                let unsettledCount = expected.count { $0.value != .recorded }
                #expect(
                    board.moves.value.count <= max(ViewModelsLimits.sentMovesMax, unsettledCount))
            } else {
                let request = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                let id = moveOf[request] ?? 0
                if Bool.random(using: &random) {
                    game.library.answer(
                        request, with: RecordedDocument(entries: ["mia.\(step)"], echo: "done"))
                    expected[id] = .recorded
                } else {
                    game.library.refuse(request, with: .unavailable("no"))
                    expected[id] = .refused
                }
            }
            // What waits, and what was refused, stays however much follows.
            let unsettled = expected.filter { $0.value != .recorded }.map(\.key)
            #expect(Set(board.moves.value.map(\.id)).isSuperset(of: unsettled))
            #expect(board.moves.value.map(\.id) == board.moves.value.map(\.id).sorted())
            for move in board.moves.value { #expect(move.state == expected[move.id]) }
        }
    }

    @Test func aMoveIsToldAsPendingThenAsRecordedWithItsScore() {
        let heard = Heard(board.echo)
        board.homePlayers.value[0].twoPointsMove()
        game.record()
        #expect(heard.values.map(\.?.state) == [.pending, .recorded])
        #expect(heard.values.map(\.?.line) == ["4 Ana two points …", "h#1 twoPoints"])
        #expect(heard.values.map(\.?.entry) == [nil, "mia.1"])
        #expect(board.moves.value.map(\.entry) == ["mia.1"])
    }

    /// Whatever the document says: the daemon alone knows what every keeper has recorded.
    @Test(arguments: GamePhase.allCases) func theDaemonAloneSaysWhetherAMoveIsAskedAbout(
        phase: GamePhase
    ) {
        for isRefused in [false, true] {
            decide(phase)
            let sent = game.library.orders(MoveRequest.self).count
            board.homePlayers.value[0].twoPointsMove()
            #expect(game.library.orders(MoveRequest.self).count == sent + 1)
            #expect(game.library.orders(MoveRequest.self).last?.force == nil)
            #expect(board.questions.open.value.isEmpty)
            if isRefused { game.refuse() } else { game.record() }
            #expect(board.questions.open.value.isEmpty != isRefused)
        }
    }

    /// A basket of a kind that the daemon does not expect.
    @Test func whatTheDaemonCallsUnlikelyIsAskedAbout() {
        board.homePlayers.value[0].record("onePoint", points: 3)
        game.library.refuse(code: "unlikely", "one point is worth 1 here, not 3")
        #expect(board.questions.open.value.text == "one point is worth 1 here, not 3")
        // It is not about the result.
        decide(.decided)
        #expect(board.questions.open.value.text == "one point is worth 1 here, not 3")
        board.questions.answer(.yes)
        #expect(game.library.orders(MoveRequest.self).map(\.force) == [nil, true])
    }

    @Test func whatTheDaemonCallsDecidedIsAskedAbout() {
        board.homePlayers.value[0].twoPointsMove()
        game.refuse()
        #expect(board.moves.value.last?.state == .asking)
        #expect(
            board.questions.open.value.line
                == "the game hawks-owls is decided · y records it anyway, n no")
        // Another keeper's move does not change the open question.
        game.change { $0.home.score = 9 }
        #expect(!board.questions.open.value.isEmpty)
        board.questions.answer(.yes)
        #expect(game.library.orders(MoveRequest.self).last?.force == true)
        game.refuse()
        // Asked only once: a forced move that is refused stays refused.
        #expect(board.moves.value.last?.state == .refused)
        #expect(board.questions.open.value.line == "")
    }

    @Test func anotherMoveLeavesTheQuestionUnanswered() {
        board.homePlayers.value[0].twoPointsMove()
        game.refuse()
        board.homePlayers.value[1].foulMove()
        #expect(board.questions.open.value.line == "")
        board.questions.answer(.yes)
        #expect(board.moves.value.map(\.state) == [.refused, .pending])
        #expect(game.library.asked.count == 2)
    }

    @Test func aPlayerOfAGameThatIsNoLongerShownRecordsNothing() {
        let ana = board.homePlayers.value[0]
        game.change { $0.name = "hawks-owls-2" }
        ana.twoPointsMove()
        #expect(game.library.asked.isEmpty)
        #expect(board.homePlayers.value[0] !== ana)
        board.homePlayers.value[0].twoPointsMove()
        #expect(game.library.orders(MoveRequest.self).map(\.game) == ["hawks-owls-2"])
    }

    @Test func theClockOfADecidedGameStartsWithYOnly() {
        let timed = BoardLawTests(PickupGame(minutes: 10))
        let (game, board) = (timed.game, timed.board)
        board.togglePause()
        board.togglePause()
        #expect(game.library.orders(ClockRequest.self).count == 1)
        game.refuse()
        #expect(
            board.questions.open.value.line
                == "the game hawks-owls is decided · y starts the game clock anyway, n no")
        board.questions.answer(.yes)
        #expect(game.library.orders(ClockRequest.self).map(\.force) == [nil, true])
        game.library.refuse(with: .unavailable("no daemon"))
        #expect(board.clockEcho.value == "no daemon")
        board.togglePause()
        #expect(game.library.orders(ClockRequest.self).count == 3)
    }

    @Test func theTeamsOwnMovesAreATeamsAndThreePointsAreNoMoveOfAPickUpGame() {
        board.awaySide.record("timeout")
        #expect(game.library.orders(MoveRequest.self).last?.player == "away")
        #expect(board.moves.value.last?.text == "Owls timeout")
        game.change { $0.away.counts = ["timeout": 1] }
        #expect(board.awaySide.count(of: "timeout").value == "1")
        #expect(
            Array(board.kinds.value.prefix(5))
                == ["onePoint", "twoPoints", "assist", "rebound", "foul"])
        #expect(!board.kinds.value.contains("threePoints"))
        game.change { $0.rules.preset = "fiba" }
        #expect(board.kinds.value.prefix(2) == ["twoPoints", "threePoints"])
    }

    @Test func aTeamHasItsFoulsAndTimeOutsAndWithoutANameThatOfItsSide() {
        #expect(board.homeFouls.value == "")
        game.change { game in
            game.away.name = ""
            (game.home.fouls, game.home.periodFouls, game.home.timeouts) = (9, 7, 1)
            game.home.isInPenalty = true
        }
        #expect(board.homeTeam.value == "Hawks" && board.awayTeam.value == "away")
        #expect(board.homeFouls.value == "penalty: 7 team fouls · 1 time-out")
        #expect(board.awayFouls.value == "")
    }

    @Test func withoutAGameThereIsNothingToShowOrRecord() {
        game.library.status.value = Samples.status()
        for text in [board.homeTeam, board.score, board.homeScore, board.homeFouls, board.title] {
            #expect(text.value == "")
        }
        #expect(board.kinds.value.isEmpty && !board.isFinished.value)
        #expect(board.homePlayers.value.isEmpty)
        board.togglePause()
        board.homeSide.record("timeout")
        board.questions.answer(.yes)
        #expect(game.library.asked.isEmpty)
    }
}
