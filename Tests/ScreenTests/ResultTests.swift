import Documents
import Terminal
import Testing
import ViewModels

@Suite struct ResultTests {
    private func signature(_ device: String, isAgreed: Bool = true) -> SignatureDocument {
        SignatureDocument(
            device: device, name: "", entry: "\(device).9", home: 5, away: 15, digest: "",
            words: "amber-fox-river-stone", isAgreed: isAgreed)
    }

    private func state(_ game: GameDocument) -> String {
        let board = ScoreboardViewModel()
        board.receive(game)
        return board.state.value
    }

    @Test func theWordsStandAsLongAsAllAgree() {
        var game = Samples.game
        game.state = .closed
        game.isProvisional = false
        game.winner = .away
        game.signatures = [signature("mia")]
        game.unsigned = ["bo", "cy"]
        #expect(
            state(game)
                == "ended: Owls win · signed by mia, not yet by bo, cy · result: amber-fox-river-stone"
        )
        game.signatures.append(signature("bo", isAgreed: false))
        game.unsigned = ["cy"]
        #expect(state(game) == "ended: Owls win · signed by mia, bo signed 5:15, not yet by cy")
        game.state = .signed
        game.isOfficial = true
        game.signatures = [signature("mia")]
        game.unsigned = []
        #expect(state(game) == "official: Owls win · signed by mia · result: amber-fox-river-stone")
        game.signatures[0].name = "Referee Jane"
        #expect(state(game).contains(" · signed by Referee Jane (mia) · "))
        game.signatures[0].name = "Mia"
        #expect(state(game).contains(" · signed by mia · "))
        game.state = .forfeit
        game.signatures = []
        game.forfeit = ForfeitDocument(
            by: .home, isDefault: false, home: 0, away: 20, score: "0:20")
        #expect(state(game) == "forfeit by Hawks: Owls win 20:0")
        game.state = .signed
        #expect(state(game) == "official, forfeit by Hawks: Owls win 20:0")
        let board = ScoreboardViewModel()
        board.receive(game)
        #expect(board.phase.value == "official, forfeit 0:20")
        #expect(board.ending.value == "forfeit by Hawks: Owls win 20:0")
        game.forfeit = nil
        board.receive(game)
        #expect(board.ending.value.isEmpty)
        game.state = .abandoned
        game.winner = nil
        game.abandonedBecause = "rain"
        #expect(state(game) == "abandoned: rain")
        game.state = .signed
        #expect(state(game) == "official, abandoned: rain")
    }

    @Test(arguments: [
        (4, 2, false, false, "Hawks (home) · 2 team fouls"),
        // A technical foul of a player is a team foul too.
        (1, 2, false, false, "Hawks (home) · 2 team fouls"),
        (9, 7, true, false, "Hawks (home) · penalty: 7 team fouls"),
        (10, 10, true, true, "Hawks (home) · second penalty: 10 team fouls"),
        (4, 0, false, false, "Hawks (home)"),
    ])
    func theHeadingCountsFouls(
        fouls: Int, ofPeriod: Int, isInPenalty: Bool, isInSecond: Bool, heading: String
    ) {
        var game = Samples.game
        game.home.fouls = fouls
        game.home.periodFouls = ofPeriod
        game.home.isInPenalty = isInPenalty
        game.home.isInSecondPenalty = isInSecond
        let side = PlayersViewModel(side: .home)
        side.receive(game)
        #expect(side.heading.value == heading)
        game.home.timeouts = 1
        side.receive(game)
        #expect(side.heading.value == heading + " · 1 time-out")
    }

    /// Beneath the fouls of the players.
    @Test func theBoxTellsTheTeamFoulsOfThePeriodIfTheyAreOthers() {
        let box = BoxViewModel()
        var game = Samples.game
        box.receive(game)
        #expect(box.homeFouls.value == "")
        game.home.isInPenalty = true
        box.receive(game)
        #expect(box.homeFouls.value == "penalty: 2 team fouls this period")
        game.home.isInPenalty = false
        game.home.fouls = 3
        box.receive(game)
        #expect(box.homeFouls.value == "2 team fouls this period")
    }

    @Test func whoWentUpInAnotherIsOnTheRosterAlone() {
        var game = Samples.game
        game.home.players[1].mergedInto = "h#1"
        game.home.players[1].isActive = false
        let name = game.home.players[1].name
        let roster = RosterViewModel(game)
        let row = roster.grid.rows[1].cells
        #expect(row[0] == "h#2")
        #expect(row[4] == "merged into h#1")
        #expect(roster.grid.rows[0].cells[4] == "active")
        let side = PlayersViewModel(side: .home)
        side.receive(game)
        #expect(!side.grid.value.rows.contains { $0.cells.contains(name) })
        let box = BoxViewModel()
        box.receive(game)
        #expect(!box.home.value.rows.contains { $0.cells.contains(name) })
        game.home.players = []
        game.away.players = []
        let lines = RosterView(RosterViewModel(game)).lines(Style())
        #expect(lines.last == "no players yet: scored roster add home \"4 Ana\"")
    }
}
