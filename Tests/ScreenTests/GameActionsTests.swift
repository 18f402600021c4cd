import Documents
import Testing
import ViewModels

/// The orders to a game without the desk of a keeper, as buttons of any view give them.
struct GameActionsTests {
    private let game = PickupGame()
    private let actions: GameActions

    init() {
        actions = GameActions(library: game.library, names: { "[\($0)]" })
        game.library.connection.value = .connected
    }

    private var library: PaperLibrary { game.library }
    private var question: String? {
        let line = actions.questions.open.value.line
        return line.isEmpty ? nil : line
    }
    private var outcome: KeepMessage { actions.outcome.value }

    @Test func anOrderTellsItsOutcome() {
        actions.redo()
        library.answer(
            with: RecordedDocument(
                entries: ["mia.2"], echo: "restored: mia.1 - 2:0", home: 2, away: 0))
        #expect(outcome == KeepMessage("restored: mia.1", .good))
        actions.track(.away)
        #expect(library.orders(TrackRequest.self).map(\.players) == [["away"]])
        library.refuse(with: .unavailable("no daemon"))
        #expect(outcome == KeepMessage("no daemon", .bad))
        #expect(question == nil)
    }

    @Test func theScoreOfAQuestionIsTheScoreThatAYesEndsTheGameWith() {
        actions.end()
        #expect(question == "end hawks-owls at 0:0? · [yes] ends it, [no] no")
        game.change { $0.away.score = 3 }
        actions.questions.answer(.yes)
        #expect(question == "end hawks-owls at 0:3? · [yes] ends it, [no] no")
        #expect(library.orders(EndRequest.self).isEmpty)
        actions.questions.answer(.yes)
        #expect(library.orders(EndRequest.self).map(\.game) == ["hawks-owls"])
        #expect(question == nil)
    }

    /// A yes confirms what the question said, and nothing else.
    @Test(arguments: [false, true])
    func whatIsOddIsPartOfTheQuestion(isSignature: Bool) {
        if isSignature { game.change { $0.state = .decided } }
        func ask() { isSignature ? actions.sign() : actions.end() }
        func forced() -> [Bool?] {
            isSignature
                ? library.orders(SignRequest.self).map(\.force)
                : library.orders(EndRequest.self).map(\.force)
        }
        let deed = isSignature ? "sign hawks-owls at 0:0 as Mia?" : "end hawks-owls at 0:0?"
        let odd = WarningDocument(.periodNotBegun, "period 2 was never begun")
        ask()
        library.answer(.nextEnd, with: DoneDocument(text: "", warnings: [odd]))
        #expect(question?.hasPrefix("\(deed) period 2 was never begun · [yes]") == true)
        actions.questions.answer(.yes)
        #expect(forced() == [true])
        library.refuse("gone")
        #expect(question == nil && outcome.tone == .bad)
        // Without the daemon's word the order is refused, and the question comes then.
        ask()
        actions.questions.answer(.yes)
        #expect(forced() == [true, nil])
        library.refuse(code: ErrorCode.unconfirmed.rawValue, "period 2 was never begun")
        #expect(question?.hasPrefix("\(deed) period 2 was never begun") == true)
        actions.questions.answer(.yes)
        #expect(forced() == [true, nil, true])
    }

    @Test func aQuestionClosesWithItsGameAndWithTheNextOrder() {
        actions.end()
        game.change { $0.home.score = 2 }
        #expect(question != nil)
        game.change { $0.name = "hawks-owls-2" }
        #expect(question == nil)
        actions.questions.answer(.yes)
        #expect(library.orders(EndRequest.self).isEmpty)
        actions.end()
        actions.redo()
        #expect(question == nil)
    }

    /// What a yes would do, it would do to the game that is shown.
    @Test(arguments: [true, false]) func aGameThatIsLeftIsNotAskedAbout(isEnd: Bool) {
        if isEnd {
            actions.end()
            actions.questions.answer(.yes)
        } else {
            actions.beginPeriod()
        }
        game.change { $0.name = "hawks-owls-2" }
        library.refuse(
            code: (isEnd ? ErrorCode.unconfirmed : .conflict).rawValue, "period 2 was never begun")
        #expect(question == nil && outcome.text.hasPrefix("period 2 was never begun"))
        #expect(outcome.tone == .bad)
    }

    @Test func aQuestionNamesTheKeeperAsTheStatusDoes() {
        game.change { $0.state = .decided }
        actions.sign()
        #expect(question == "sign hawks-owls at 0:0 as Mia? · [yes] signs it, [no] no")
        var status = Samples.status(game: game.document)
        status.device.keeper = "Mia Ozola"
        library.status.value = status
        #expect(question == "sign hawks-owls at 0:0 as Mia Ozola? · [yes] signs it, [no] no")
        actions.questions.answer(.no)
        #expect(library.orders(SignRequest.self).isEmpty)
    }

    @Test func aPeriodAgainstTheRulesIsForcedWithAYesOnly() {
        actions.beginPeriod()
        library.refuse("too early")
        #expect(question == "too early · [yes] begins it anyway, [no] no")
        actions.questions.answer(.yes)
        #expect(library.orders(ClockRequest.self).map(\.force) == [nil, true])
        // Asked only once.
        library.refuse("too early")
        #expect(question == nil && outcome.tone == .bad)
    }

    @Test func afterAGameTheNextIsOffered() {
        #expect(!actions.offerNextGame() && question == nil)
        game.change { $0.state = .closed }
        #expect(actions.offerNextGame())
        #expect(question?.contains("creates another game") == true)
        var status = Samples.status(game: game.document)
        status.games = [
            GameBrief(name: "rams-bulls", title: "Rams - Bulls", state: .live, home: 0, away: 0),
            GameBrief(
                name: "cats-bears", title: "Cats - Bears", state: .scheduled, home: 0, away: 0),
        ]
        library.status.value = status
        #expect(!actions.offerNextGame() && question == nil)
        #expect(actions.offerNextGame())
        #expect(
            question
                == "go to cats-bears? [newGame] creates another game · [yes] goes there, [no] no")
        actions.questions.answer(.yes)
        #expect(library.orders(UseRequest.self).map(\.game) == ["cats-bears"])
        // Of several it is the one that the daemon names.
        status.newerGame = "lions-wolves"
        library.status.value = status
        #expect(actions.offerNextGame())
        #expect(question?.hasPrefix("go to lions-wolves?") == true)
    }

    @Test func withoutAGameAnOrderSaysSo() {
        var told: [String] = []
        let binding = actions.outcome.bind { told.append($0.text) }
        library.status.value = Samples.status()
        actions.undo()
        actions.redo()
        actions.track(.home)
        actions.beginPeriod()
        actions.end()
        actions.sign()
        #expect(told == Array(repeating: "there is no game yet; [newGame] creates one", count: 6))
        #expect(library.asked.isEmpty)
        withExtendedLifetime(binding) {}
    }
}
