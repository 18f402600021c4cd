import Documents
import Terminal
import Testing
import ViewModels

/// Mia's keep screen, with a pick-up game all of whose players she tracks; the test is the daemon.
final class PaperKeep {
    let game = PickupGame()
    let navigator = PaperNavigator()
    let keep: KeepKeys
    /// All messages, in order.
    private(set) var said: [String] = []
    private var bindings: [Binding] = []

    var library: PaperLibrary { game.library }

    init(keymap: Keymap = Keymap()) {
        keep = KeepKeys(
            library: game.library, timekeeper: game.timekeeper, navigator: navigator,
            keymap: keymap)
        game.library.connection.value = .connected
        game.library.showWindows()
        bindings = [keep.message.bind { [unowned self] in said.append($0.text) }]
    }

    /// A test that leaves a question open does not say what becomes of it.
    deinit {
        if keep.isAsking { Issue.record("left open: \(keep.question.value.line)") }
    }

    /// Presses keys at a person's pace; `→` is Tab, `←` Backspace, `⏎` Enter, `⎋` Escape, `↑` and `↓`
    /// the arrows.
    func type(_ keys: String, every gap: Duration = .milliseconds(400)) {
        for character in keys {
            game.timekeeper.advance(by: gap)
            _ = keep.press(Self.key(character))
        }
    }

    static func key(_ character: Character) -> Key {
        switch character {
        case "→": .tab
        case "←": .backspace
        case "⏎": .enter
        case "⎋": .escape
        case "↑": .up
        case "↓": .down
        default: .character(character)
        }
    }

    /// Delivers an entry of another keeper.
    func hear(_ name: String, _ text: String, index: Int, home: Int? = nil, away: Int? = nil) {
        library.newest.value = Self.entry(
            name, text, index: index, home: home, away: away, copies: 1)
    }

    static func entry(
        _ name: String, _ text: String, index: Int, home: Int? = nil, away: Int? = nil,
        copies: Int? = nil, state: EntryState = .live, because: String? = nil,
        voidedBy: [String]? = nil
    ) -> EntryDocument {
        EntryDocument(
            name: name, game: "hawks-owls", keeper: String(name.prefix { $0 != "." }),
            wallMilliseconds: 0, index: index, lamport: UInt64(index), kind: "twoPoints",
            text: text,
            side: .home, player: "h#1", period: 1, home: home, away: away, state: state,
            because: because, voidedBy: voidedBy, copies: copies)
    }

    func screen(_ columns: Int, _ rows: Int) -> [String] { KeepScreen(keep).lines(columns, rows) }

    static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// `4 Ana two points [on 2 devices]`, newest first.
    var lines: [String] { keep.lines.lines.value.map { "\($0.text) [\($0.state)]" } }
}

/// `scored keep`: a keeper scores a game with single keys.
struct KeepTests {
    private let paper = PaperKeep()
    private var keep: KeepKeys { paper.keep }
    private var moves: [MoveRequest] { paper.library.orders(MoveRequest.self) }

    @Test func aNumberAndALetterRecordAMove() {
        paper.type("4k")
        #expect(moves.map(\.player) == ["h#1"])
        #expect(moves.map(\.kind) == ["twoPoints"])
        #expect(paper.lines == ["4 Ana two points [pending]"])
        paper.game.record()
        #expect(paper.lines == ["4 Ana two points [recorded]"])
        #expect(keep.editor.score.value == "2 : 0")
        #expect(paper.said == ["4 Ana two points …", "h#1 twoPoints"])
        paper.hear("mia.1", "4 Ana two points", index: 3, home: 2, away: 0)
        #expect(paper.lines == ["4 Ana two points [recorded]"])
        paper.library.change("mia.1") { $0.copies = 2 }
        #expect(paper.lines == ["4 Ana two points [on 2 devices]"])
    }

    @Test func tabChangesTheSideAndTheTypedPlayerIsShown() {
        #expect(keep.home.value.isActive)
        paper.type("→5")
        #expect(keep.away.value.isActive)
        #expect(keep.prompt.value.label == "Owls")
        #expect(keep.prompt.value.preview == "Ed · 0 points")
        #expect(keep.away.value.mine.map(\.match) == [.none, .exact, .none])
        paper.type("f")
        #expect(moves.map(\.player) == ["a#2"])
        #expect(keep.prompt.value.typed == "")
    }

    /// A row of eighty columns has points and fouls alone.
    @Test func thePickedPlayersCountsAreInThePreview() {
        paper.game.change { $0.away.players[1].counts = ["assist": 2, "rebound": 1, "foul": 3] }
        paper.type("→5")
        #expect(
            keep.prompt.value.preview == "Ed · 0 points · 3 fouls · 2 assists · 1 rebound")
    }

    /// Another keeper swaps the sides while a number is typed.
    @Test func theTypedNumberStaysWithItsTeamThroughASwap() {
        paper.type("5")
        paper.game.change { game in
            (game.home, game.away) = (game.away, game.home)
            for index in game.home.players.indices {
                game.home.players[index].slot = "h#\(index + 1)"
                game.away.players[index].slot = "a#\(index + 1)"
            }
        }
        #expect(keep.away.value.isActive && keep.prompt.value.label == "Hawks")
        #expect(keep.prompt.value.preview == "Bo · 0 points")
        #expect(keep.message.value.text.hasPrefix("home and away were swapped"))
        paper.type("f")
        #expect(moves.map(\.player) == ["a#2"])
    }

    @Test func aNumberThatNobodyHasListsThoseOfTheSide() {
        paper.type("9k")
        #expect(moves.isEmpty)
        #expect(
            paper.said == ["nobody on Hawks has 9; nothing was recorded; its numbers are 4, 5, 6"])
    }

    @Test func whoTakesNoPartAnyMoreIsNamed() {
        paper.game.change { $0.home.players[1].isActive = false }
        paper.type("5k")
        #expect(moves.isEmpty)
        #expect(
            paper.said == [
                "5 of Hawks is inactive; nothing was recorded; to record anyway type #2 Bo"
            ])
        paper.type("#2k")
        #expect(moves.map(\.player) == ["h#2"])
    }

    @Test func aNumberOfSeveralRecordsNothingAndListsThem() {
        paper.game.change { $0.home.players[1].number = "4" }
        #expect(keep.home.value.mine.map(\.label) == ["#1", "#2", "6"])
        paper.type("4k")
        #expect(moves.isEmpty)
        #expect(
            paper.said == [
                "4 could be #1 Ana, #2 Bo; nothing was recorded; type # and the roster line"
            ])
        paper.type("#2k")
        #expect(moves.map(\.player) == ["h#2"])
    }

    @Test func aPlayerWithoutANumberAnswersToTheLine() {
        paper.game.change { $0.home.players[2].number = "" }
        paper.type("3k")
        #expect(moves.map(\.player) == ["h#3"])
    }

    @Test func zeroZeroIsNotZero() {
        paper.game.change {
            $0.home.players[0].number = "0"
            $0.home.players[1].number = "00"
        }
        paper.type("00k0f")
        #expect(moves.map(\.player) == ["h#2", "h#1"])
    }

    @Test func anUnknownKeyHintsAndRecordsNothing() {
        let before = paper.library.asked.count
        paper.type("Z")
        #expect(paper.said == ["Z does nothing here, nothing was recorded; ? shows the keys"])
        #expect(paper.library.asked.count == before)
    }

    @Test func withCapsLockNothingIsLostOrRecordedUnasked() {
        paper.type("5K")
        #expect(
            paper.said.last
                == "5K: Caps Lock? K is keepers; nothing was recorded, 5 is kept")
        #expect(keep.prompt.value.typed == "5" && paper.navigator.destinations.isEmpty)
        paper.type("F")
        #expect(keep.question.value.line == "technical foul of 5 Bo? · y records it anyway, n no")
        #expect(moves.isEmpty)
        paper.type("n5f5Fy")
        #expect(moves.map(\.kind) == ["foul", "technicalFoul"])
        #expect(moves.map(\.force) == [nil, nil])
    }

    /// Each kind on a capital is asked about until it was meant once.
    @Test(arguments: [("M", "missedThree"), ("N", "missedFreeThrow"), ("F", "technicalFoul")])
    func aCapitalKindIsAskedAboutUntilItWasMeant(key: String, kind: String) {
        func ask(_ keys: String) {
            paper.type(keys)
            #expect(keep.question.value.line.hasSuffix("4 Ana? · y records it anyway, n no"))
            #expect(keep.message.value.text == "\(key): Caps Lock?")
        }
        ask("4\(key)")
        #expect(moves.isEmpty)
        // A no, and a yes to something else.
        paper.type("nEy")
        ask("4\(key)")
        paper.type("y")
        #expect(moves.map(\.kind) == [kind])
        paper.type("4\(key)")
        #expect(moves.map(\.kind) == [kind, kind] && keep.question.value.isEmpty)
        // Another one was not meant yet.
        paper.type(key == "M" ? "4N" : "4M")
        #expect(!keep.question.value.isEmpty)
        paper.type("n")
        // A key that only Caps Lock explains.
        for wrong in ["4K", "4J", "4O"] {
            paper.type(wrong + "⎋")
            ask("4\(key)")
            paper.type("y")
        }
        #expect(moves.count == 5)
    }

    @Test(arguments: ["J", "V", "O", "K"])
    func aCapitalThatRecordsNothingKeepsTheNumberAndNamesCapsLock(key: String) {
        paper.type("4\(key)")
        #expect(keep.message.value.text.hasPrefix("4\(key): Caps Lock? \(key) "))
        #expect(keep.message.value.text.hasSuffix("nothing was recorded, 4 is kept"))
        paper.type("k")
        #expect(moves.map(\.player) == ["h#1"])
    }

    /// Under Caps Lock too a question is answered, unless a number is typed.
    @Test func aCapitalAnswersAQuestion() {
        paper.type("EN")
        #expect(keep.question.value.isEmpty && keep.message.value.text == "no: nothing was changed")
        paper.type("EY")
        #expect(keep.question.value.isEmpty && paper.library.orders(EndRequest.self).count == 1)
        paper.type("E4N")
        #expect(keep.question.value.text == "missed free throw of 4 Ana?")
        paper.type("N")
        #expect(keep.message.value.text == "not recorded: 4 Ana missed free throw")
        // Without a question they mean what they always do.
        paper.type("NY")
        #expect(
            paper.said.suffix(2) == [
                "type the number first, then N for free throw missed",
                "Y: Caps Lock? Y does nothing here; nothing was recorded",
            ])
        #expect(moves.isEmpty && paper.library.orders(EndRequest.self).count == 1)
        // A key that the file gives to something else means that.
        let other = PaperKeep(keymap: Keymap(text: "sign Y"))
        other.type("EY")
        #expect(other.library.orders(EndRequest.self).isEmpty)
        other.type("n")
    }

    /// Period, score, and how long an overtime is.
    @Test(arguments: [
        (2, 9, 7, 300, "Q2 is over: P begins period 3"),
        (4, 7, 7, 300, "Q4 is over, a tie: P begins overtime 1"),
        (4, 7, 9, 300, "Q4 is over, Owls lead 9:7: E ends the game"),
        (5, 9, 9, 300, "OT1 is over, a tie: P begins overtime 2"),
        (4, 7, 7, nil, "Q4 is over, a tie: E ends the game"),
    ])
    func itSaysWhatFollowsOnceAPeriodIsOver(
        period: Int, home: Int, away: Int, overtime: Int?, note: String
    ) {
        paper.game.change {
            $0.state = .live
            $0.rules = RulesDocument(
                summary: "", periods: 4, periodSeconds: 600, overtimeSeconds: overtime, points: [:])
            ($0.home.score, $0.away.score) = (home, away)
            $0.clock = ClockDocument(
                text: "00:05", milliseconds: 595_000, remainingMilliseconds: 5000, period: period,
                periodLabel: period > 4 ? "OT\(period - 4)" : "Q\(period)", isRunning: false)
        }
        #expect(!keep.notes.value.map(\.text).contains(note))
        paper.game.change { game in
            game.clock?.milliseconds = 600_000
            game.clock?.remainingMilliseconds = 0
        }
        #expect(keep.notes.value.first?.text == note)
        paper.game.change { $0.state = .closed }
        #expect(!keep.notes.value.map(\.text).contains(note))
    }

    @Test func aDecidedGameAsksFirst() {
        paper.type("4k")
        paper.game.refuse()
        #expect(
            keep.question.value.line == "the game hawks-owls is decided · y records it anyway, n no"
        )
        #expect(paper.lines == ["4 Ana two points [waits for y]"])
        paper.type("y")
        #expect(moves.last?.force == true)
        #expect(keep.question.value.line == "")
    }

    @Test func anUndoneMoveAsksWhetherTheHeldOneCounts() {
        paper.type("u")
        paper.library.answer(
            .undo,
            with: RecordedDocument(
                entries: ["mia.9"], echo: "undone: 4 Ana two points - 0:0",
                questions: [
                    QuestionDocument(
                        code: "countHeld", text: "count bo.7 instead?", entries: ["bo.7"])
                ]))
        #expect(keep.question.value.line == "count bo.7 instead? · y counts it, n no")
        // Others' entries and digits do not close the question.
        paper.hear("bo.8", "5 Ed foul", index: 9)
        paper.type("4")
        #expect(keep.question.value.line == "count bo.7 instead? · y counts it, n no")
        paper.type("y")
        let orders = paper.library.orders(SettleRequest.self)
        #expect(orders.map(\.entry) == ["bo.7"] && orders.map(\.answer) == [.this])
        #expect(keep.prompt.value.typed == "4")
    }

    @Test func theGameEndsAfterAYesAndTheNextIsOffered() {
        paper.type("E")
        #expect(keep.question.value.line == "end hawks-owls at 0:0? · y ends it, n no")
        // A basket of another keeper before the answer asks again.
        paper.game.change { $0.home.score = 2 }
        paper.type("y")
        #expect(keep.question.value.line == "end hawks-owls at 2:0? · y ends it, n no")
        paper.type("y", every: .seconds(1))
        #expect(paper.library.orders(EndRequest.self).count == 1)
        paper.game.change { $0.state = .closed }
        #expect(keep.notes.value.map(\.text) == ["S signs · G next game"])
        paper.type("G")
        #expect(
            keep.question.value.line
                == "play Hawks - Owls again with the same rosters? G creates another game · "
                + "y starts it, n no")
        paper.type("y", every: .seconds(1))
        let next = paper.library.orders(NewGameRequest.self).last
        #expect(next?.home == TeamRequest(name: "Hawks"))
        #expect(next?.rules?.target == 15)
        paper.library.answer(
            .newGame,
            with: RecordedDocument(entries: ["mia.20"], game: "hawks-owls-2", echo: "Hawks - Owls"))
        let claim = paper.library.orders(TrackRequest.self).last
        #expect(claim?.game == "hawks-owls-2")
        #expect(claim?.players == ["h#1", "h#2", "h#3", "a#1", "a#2", "a#3"])
    }

    @Test func onlyAResultIsSigned() {
        // A game without moves has nothing to end or sign.
        paper.game.change { $0.state = .scheduled }
        paper.type("S")
        #expect(keep.message.value.text == "there is no result to sign: hawks-owls has no moves")
        paper.game.change { $0.state = .live }
        paper.type("S")
        #expect(keep.message.value.text == "there is no result to sign yet: E ends hawks-owls")
        #expect(keep.question.value.isEmpty)
        for state in [GamePhase.decided, .closed, .forfeit] {
            paper.game.change { $0.state = state }
            paper.type("S")
            #expect(keep.question.value.line.hasPrefix("sign hawks-owls at 0:0"), "\(state)")
            paper.type("⎋")
        }
    }

    @Test func whatWasSaidOfAResultLeavesWithIt() {
        paper.game.change { $0.state = .closed }
        paper.type("Sy")
        paper.library.answer(with: RecordedDocument(entries: ["mia.9"], echo: "signed: 0:0"))
        paper.game.publish()
        #expect(keep.message.value.text.hasPrefix("signed: 0:0"))
        paper.game.change { $0.home.score = 2 }
        #expect(keep.message.value.text.isEmpty)
        paper.game.change { $0.state = .signed }
        #expect(keep.message.value.text == "official: 2:0")
        paper.game.change { $0.state = .live }
        #expect(keep.message.value.text.isEmpty)
    }

    @Test func withoutAGameTheDeskOffersOne() {
        paper.library.status.value = Samples.status()
        #expect(keep.placeholder.value == "no game yet; G creates one")
        paper.type("7k")
        #expect(paper.said.last == "there is no game yet; G creates one")
        paper.type("G")
        #expect(paper.navigator.destinations == [.creator])
    }

    @Test func whoTracksNobodyIsTold() {
        paper.game.change { game in
            game.home.track(by: [])
            game.away.track(by: ["bo"])
        }
        #expect(
            keep.notes.value.map(\.text) == [
                "you track no players: Enter tracks Hawks, T chooses",
                "T: 3 players whose keeper is away", "T: 3 players not tracked",
            ])
        paper.type("⏎")
        #expect(paper.library.orders(TrackRequest.self).map(\.players) == [["home"]])
    }

    /// Once, and never during input.
    @Test func theSideFollowsTheFirstPlayersThatOneTracks() {
        func track(home: [String], away: [String]) {
            paper.game.change {
                $0.home.track(by: home)
                $0.away.track(by: away)
            }
        }
        track(home: [], away: [])
        track(home: ["bo"], away: [])
        #expect(keep.home.value.isActive)
        track(home: ["bo"], away: ["mia"])
        #expect(keep.away.value.isActive)
        track(home: ["mia"], away: ["bo"])
        #expect(keep.away.value.isActive)
        track(home: [], away: [])
        track(home: ["mia"], away: ["mia"])
        #expect(keep.away.value.isActive)
        track(home: [], away: [])
        paper.type("5")
        track(home: ["mia"], away: [])
        #expect(keep.away.value.isActive && keep.prompt.value.typed == "5")
    }

    @Test func keysPressedWithoutADaemonAreRecordedWhenItIsBack() {
        paper.library.connection.value = .lost("the daemon is gone")
        #expect(keep.verdict.line.value == "not connected: the daemon is gone")
        paper.type("4k5f")
        #expect(paper.lines == ["5 Bo foul [pending]", "4 Ana two points [pending]"])
        paper.library.connection.value = .connected
        #expect(paper.said.last == "connected again")
        #expect(keep.verdict.line.value != "not connected: the daemon is gone")
        paper.game.record()
        #expect(paper.lines == ["5 Bo foul [recorded]", "4 Ana two points [pending]"])
    }

    @Test func aNoteIsTyped() {
        paper.type("!late kick-off?⏎")
        #expect(paper.library.orders(NoteRequest.self).map(\.text) == ["late kick-off?"])
        paper.type("!x⎋4k")
        #expect(paper.library.orders(NoteRequest.self).count == 1)
        #expect(moves.count == 1)
    }

    /// A note is no answer: the question waits, unseen while the note is written.
    @Test(arguments: [true, false]) func aNoteLeavesTheQuestionOpen(isRecorded: Bool) {
        for (keys, question) in [("E", "y ends it, n no"), ("4M", "y records it anyway, n no")] {
            paper.type(keys)
            #expect(paper.screen(120, 24).contains { $0.contains(question) })
            paper.type("!why")
            #expect(!paper.screen(120, 24).contains { $0.contains(question) })
            paper.type(isRecorded ? "⏎" : "⎋")
            #expect(paper.screen(120, 24).contains { $0.contains(question) })
            paper.type("y", every: .seconds(1))
            #expect(keep.question.value.isEmpty)
        }
        #expect(paper.library.orders(NoteRequest.self).count == (isRecorded ? 2 : 0))
        #expect(paper.library.orders(EndRequest.self).count == 1 && moves.count == 1)
    }

    @Test func theKeysOfAFileWorkAndAreShown() {
        let other = PaperKeep(keymap: Keymap(text: "twoPoints z\nfoul nothing"))
        #expect(other.keep.message.value.text.hasPrefix("keys line 2:"))
        other.type("4z4k")
        #expect(other.library.orders(MoveRequest.self).map(\.kind) == ["twoPoints"])
        #expect(other.said.last?.hasPrefix("k does nothing here") == true)
        #expect(other.keep.keys.value.contains("7z two"))
    }

    @Test func theKeyOfTheGameClockSaysWhatItDoesNext() {
        #expect(keep.keys.value.last == "c start clock")
        paper.game.change { $0.rules.periodSeconds = 60 }
        paper.game.setClock(isRunning: true, at: 59_000)
        #expect(keep.keys.value.last == "c pause clock")
        // The end of a period is told by no status.
        paper.game.timekeeper.advance(by: .seconds(2))
        #expect(keep.keys.value.last == "c start clock")
    }

    @Test func aQuestionNamesTheKeyThatAnswersIt() {
        let other = PaperKeep(keymap: Keymap(text: "yes Y"))
        other.type("4k")
        other.game.refuse()
        #expect(
            other.keep.question.value.line
                == "the game hawks-owls is decided · Y records it anyway, n no")
        other.type("yY")
        #expect(other.library.orders(MoveRequest.self).map(\.force) == [nil, true])
        other.type("c")
        other.library.refuse(
            code: ErrorCode.decided.rawValue, "the game is decided", to: other.library.last(.clock))
        #expect(
            other.keep.question.value.line
                == "the game is decided · Y starts the game clock anyway, n no")
        other.type("n")
    }

    @Test func aNewerGameIsANoteAndNotAMove() {
        var status = Samples.status(game: paper.game.document)
        status.newerGame = "cats-bears"
        paper.type("→5")
        paper.library.status.value = status
        #expect(keep.notes.value.map(\.text) == ["g: a newer game is live: cats-bears"])
        #expect(keep.prompt.value.typed == "5" && keep.away.value.isActive)
    }

    @Test func otherScreensAreOneKeyAway() {
        paper.type("4hTigG/LKHp".filter { $0 != "G" })
        #expect(
            paper.navigator.destinations == [
                .held, .tracking, .invitation, .games, .search,
                .timeline(), .keepers(), .overview,
                .playerCard,
            ])
        #expect(keep.prompt.value.typed == "")
        #expect(!keep.press(.character("?")))
        #expect(!keep.press(.character("q")))
    }
}
