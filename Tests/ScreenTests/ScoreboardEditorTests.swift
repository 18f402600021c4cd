import Documents
import Terminal
import Testing
import ViewModels

/// The tutorial's pick-up game: two teams of three, to 15 with a lead of 2, tapped move by move,
/// with a game clock that starts and pauses.
@Suite struct ScoreboardEditorTests {
    private let game = PickupGame(minutes: 10)
    private let viewModel: GameScoreboardEditorViewModel
    private let view: GameView

    init() {
        viewModel = GameScoreboardEditorViewModel(
            library: game.library, timekeeper: game.timekeeper, names: Keymap().names)
        view = GameView(viewModel)
    }

    @Test func theScoreboardShowsTwoTeamsOfThreeBeforeTheGame() {
        #expect(view.homeTeamNameLabel == "Hawks")
        #expect(view.awayTeamNameLabel == "Owls")
        #expect(view.scoreLabel == "0 : 0")
        #expect(view.timeLabel == "10:00")
        #expect(view.pauseButtonTitle == "Start")
        #expect(view.homePlayers.map(\.nameLabel) == ["Ana", "Bo", "Cy"])
        #expect(view.awayPlayers.map(\.nameLabel) == ["Di", "Ed", "Flo"])
        #expect(view.homePlayers[0].countLabels == ["0", "0", "0", "0", "0"])
        #expect(!view.arePlayersHidden)
    }

    @Test func aTapOnEachOfTheFiveMovesChangesItsCountAndThePointsTheScore() {
        let ana = viewModel.homePlayers.value[0]
        for tap in [
            ana.onePointMove, ana.twoPointsMove, ana.assistMove, ana.reboundMove, ana.foulMove,
        ] {
            tap()
            game.record()
        }
        #expect(view.homePlayers[0].countLabels == ["1", "1", "1", "1", "1"])
        #expect(view.homePlayers[1].countLabels == ["0", "0", "0", "0", "0"])
        #expect(view.scoreLabel == "3 : 0")
        viewModel.awayPlayers.value[2].twoPointsMove()
        game.record()
        #expect(view.awayPlayers[2].countLabels == ["0", "1", "0", "0", "0"])
        #expect(view.scoreLabel == "3 : 2")
    }

    @Test func theTimerStartsAndPausesAndItsButtonSaysWhatItDoesNext() {
        viewModel.togglePause()
        game.turnClock(at: 0)
        #expect(view.pauseButtonTitle == "Pause")
        game.timekeeper.advance(by: .seconds(3))
        #expect(view.timeLabel == "09:57")
        viewModel.togglePause()
        game.turnClock(at: 3000)
        #expect(view.pauseButtonTitle == "Start")
        game.timekeeper.advance(by: .seconds(60))
        #expect(view.timeLabel == "09:57")
        #expect(view.heard == ["Start", "Pause", "Start"])
        #expect(game.library.orders(ClockRequest.self).map(\.action) == [.start, .stop])
    }

    @Test func theGameGoesOnAt15To14AndEndsWithALeadOfTwo() {
        play(home: 14, away: 14)
        tap(viewModel.homePlayers.value[1].onePointMove)
        #expect(view.scoreLabel == "15 : 14")
        #expect(!view.arePlayersHidden)
        tap(viewModel.homePlayers.value[1].onePointMove)
        #expect(view.scoreLabel == "16 : 14")
        #expect(view.arePlayersHidden)
    }

    @Test func theTimerStopsByItselfWhenTheGameIsOverAndPlayersClose() {
        viewModel.togglePause()
        game.turnClock(at: 0)
        game.timekeeper.advance(by: .seconds(30))
        play(home: 13, away: 0)
        game.timekeeper.advance(by: .milliseconds(500))
        tap(viewModel.homePlayers.value[0].twoPointsMove)
        #expect(viewModel.isFinished.value)
        #expect(viewModel.isPaused.value)
        #expect(view.pauseButtonTitle == "Start")
        #expect(view.timeLabel == "09:29")
        game.timekeeper.advance(by: .seconds(10))
        #expect(view.timeLabel == "09:29")

        viewModel.homePlayers.value[0].onePointMove()
        game.refuse()
        #expect(
            viewModel.questions.open.value.line
                == "the game hawks-owls is decided · y records it anyway, n no")
    }

    @Test func yRecordsAllTheSame() {
        play(home: 15, away: 0)
        viewModel.awayPlayers.value[0].twoPointsMove()
        game.refuse()
        viewModel.questions.answer(.yes)
        let order = game.record()
        #expect(order?.force == true)
        #expect(order?.kind == "twoPoints")
        #expect(order?.player == "a#1")
        #expect(viewModel.questions.open.value.line == "")
        #expect(view.scoreLabel == "15 : 2")
        #expect(viewModel.moves.value.last?.state == .recorded)
    }

    @Test func withoutYNothingIsRecorded() {
        play(home: 15, away: 0)
        viewModel.awayPlayers.value[0].twoPointsMove()
        game.refuse()
        let sent = game.library.asked.count
        viewModel.questions.answer(.no)
        viewModel.questions.answer(.yes)
        #expect(game.library.asked.count == sent)
        #expect(viewModel.questions.open.value.line == "")
        #expect(viewModel.echo.value?.line == "not recorded: 4 Di two points")
    }

    @Test func aBasketTakenBackOpensThePlayersAgain() {
        play(home: 15, away: 0)
        #expect(viewModel.isFinished.value)
        game.change { game in
            game.isDecided = false
            game.state = .live
            game.home.score = 13
        }
        #expect(!viewModel.isFinished.value)
        viewModel.homePlayers.value[0].onePointMove()
        #expect(game.library.orders(MoveRequest.self).last?.force == nil)
    }

    /// Records single points until the score is reached.
    private func play(home: Int, away: Int) {
        var score: SideScore { (game.document.home.score, game.document.away.score) }
        while score.home < home || score.away < away {
            // In turns, so that no side leads by two before the end.
            let isHome = score.away == away || score.home < home && score.home <= score.away
            let side = isHome ? viewModel.homePlayers : viewModel.awayPlayers
            tap(side.value[0].onePointMove)
        }
    }

    private typealias SideScore = (home: Int, away: Int)

    private func tap(_ move: () -> Void) {
        move()
        game.record()
    }
}

/// The tutorial's screen: labels bound to the view model.
private final class GameView {
    private(set) var homeTeamNameLabel = ""
    private(set) var awayTeamNameLabel = ""
    private(set) var scoreLabel = ""
    private(set) var timeLabel = ""
    private(set) var pauseButtonTitle = ""
    private(set) var arePlayersHidden = false
    private(set) var homePlayers: [PlayerView] = []
    private(set) var awayPlayers: [PlayerView] = []
    /// Every text of a label, in order.
    private(set) var heard: [String] = []
    private var bindings: [Binding] = []

    init(_ viewModel: GameScoreboardEditorViewModel) {
        bindings = [
            viewModel.homeTeam.bindAndFire { [unowned self] in homeTeamNameLabel = $0 },
            viewModel.awayTeam.bindAndFire { [unowned self] in awayTeamNameLabel = $0 },
            viewModel.score.bindAndFire { [unowned self] in scoreLabel = $0 },
            viewModel.time.bindAndFire { [unowned self] in timeLabel = $0 },
            viewModel.isFinished.bindAndFire { [unowned self] in arePlayersHidden = $0 },
            viewModel.pauseTitle.bindAndFire { [unowned self] in
                pauseButtonTitle = $0
                heard.append($0)
            },
        ]
        homePlayers = viewModel.homePlayers.value.map(PlayerView.init)
        awayPlayers = viewModel.awayPlayers.value.map(PlayerView.init)
    }
}

/// The tutorial's view of one player, bound once.
private final class PlayerView {
    private(set) var nameLabel = ""
    private(set) var countLabels = ["", "", "", "", ""]
    private var bindings: [Binding] = []

    init(_ viewModel: PlayerScoreboardMoveEditorViewModel) {
        bindings = [viewModel.playerName.bindAndFire { [unowned self] in nameLabel = $0 }]
        let counts = [
            viewModel.onePointMoveCount, viewModel.twoPointMoveCount, viewModel.assistMoveCount,
            viewModel.reboundMoveCount, viewModel.foulMoveCount,
        ]
        for (index, count) in counts.enumerated() {
            bindings.append(count.bindAndFire { [unowned self] in countLabels[index] = $0 })
        }
    }
}
