import Documents
import Terminal
import Testing
import ViewModels

/// Mistakes of a keeper who sees the keep screen for the first time.
struct KeepMistakeTests {
    private let paper = PaperKeep()
    private var keep: KeepKeys { paper.keep }

    @Test func aNumberOfTheOtherSideNamesWhoHasItAndTheKey() {
        paper.game.change { $0.away.players[2].number = "33" }
        paper.type("33")
        #expect(keep.prompt.value.preview == "nobody; Tab for 33 Flo of Owls")
        paper.type("k")
        #expect(
            paper.said == [
                "nobody on Hawks has 33; nothing was recorded; Tab for 33 Flo of Owls"
            ])
        #expect(paper.library.orders(MoveRequest.self).isEmpty)
    }

    @Test func theLetterNAnswersNo() {
        paper.type("E")
        #expect(keep.question.value.line == "end hawks-owls at 0:0? · y ends it, n no")
        paper.type("n")
        #expect(keep.question.value.line == "")
        #expect(paper.said.last == "no: nothing was changed")
        #expect(paper.navigator.destinations.isEmpty)
        // A no that comes too late leads nowhere.
        paper.type("n", every: .seconds(1))
        #expect(paper.said.last == "n: there is no question to answer")
        #expect(paper.navigator.destinations.isEmpty)
        paper.type("G")
        #expect(paper.navigator.destinations == [.creator])
    }

    @Test func aQuestionNamesNoOptionOfACommand() {
        paper.type("P")
        paper.library.refuse(
            "too early", advice: "nothing was recorded; --force begins it",
            to: paper.library.last(.clock))
        #expect(keep.question.value.line == "too early · y begins it anyway, n no")
        paper.type("n")
    }

    @Test func aVoidedLineSaysHowItCountsAgain() {
        paper.library.newest.value = PaperKeep.entry(
            "mia.4", "4 Ana two points", index: 1, state: .voided,
            because: "by mia.5", voidedBy: ["mia.5"])
        paper.type("↑e")
        #expect(
            paper.said.last
                == "mia.4 is already voided: pick mia.5, then x restores it and e fixes it")
        paper.type("x")
        #expect(
            paper.said.last == "mia.4 is already voided: pick mia.5, then x restores it")
        #expect(paper.library.orders(FixRequest.self).isEmpty)
    }

    /// The assist of a basket that was voided has no void of its own.
    @Test func aLineVoidedWithItsBasketHasNoWayOfItsOwn() {
        paper.library.newest.value = PaperKeep.entry(
            "mia.4", "4 Ana assist", index: 1, state: .voided, because: "with its basket")
        paper.type("↑x")
        #expect(paper.said.last == "mia.4 is already voided · with its basket")
        #expect(paper.library.orders(EntriesRequest.self).isEmpty)
    }

    // MARK: The picked line

    /// The line that waits for a yes is the nearest to the input, so Up picks it first.
    @Test(arguments: [true, false])
    func theLineThatWaitsCanBePicked(isMeant: Bool) {
        paper.hear("bo.1", "5 Di two points", index: 0)
        paper.type("4k")
        paper.game.refuse()
        #expect(paper.lines.first == "4 Ana two points [waits for y]")
        paper.type("↑")
        #expect(keep.pickedLine.value == keep.lines.lines.value.first?.id)
        #expect(keep.keys.value.starts(with: ["y record it", "x drop it"]))
        paper.type("e")
        #expect(keep.message.value.text == "this move is not recorded: y records it first")
        let before = paper.library.orders(MoveRequest.self).count
        paper.type(isMeant ? "y" : "x", every: .seconds(1))
        #expect(paper.library.orders(MoveRequest.self).count == before + (isMeant ? 1 : 0))
        #expect(paper.library.orders(EntriesRequest.self).isEmpty)
        #expect(keep.question.value.line == "")
        #expect(
            paper.lines.first == "4 Ana two points [\(isMeant ? "pending" : "not recorded")]")
        // What is decided is no longer picked: the next x means no line.
        #expect(keep.pickedLine.value == nil)
    }

    @Test func thePickLeavesWithTheNextMove() {
        paper.hear("bo.1", "5 Di two points", index: 0)
        paper.type("↑")
        #expect(keep.pickedLine.value == "bo.1")
        paper.type("4k")
        #expect(keep.pickedLine.value == nil)
        paper.type("x")
        #expect(paper.library.orders(EntriesRequest.self).isEmpty)
        #expect(keep.message.value.text == "pick a line with Up first")
    }

    // MARK: The end

    /// A yes to the end or to a signature is never given without the moves that are missing.
    @Test func theEndSaysWhatIsNotRecorded() {
        paper.type("4k")
        paper.game.refuse()
        // The question that is open now leaves its move without an answer.
        paper.type("E")
        #expect(
            keep.question.value.line
                == "1 move NOT recorded; end hawks-owls at 0:0? · y ends it, n no")
        paper.type("⎋")
        paper.game.change { $0.state = .decided }
        paper.type("S")
        #expect(keep.question.value.line.hasPrefix("1 move NOT recorded; sign hawks-owls at 0:0"))
        paper.type("⎋↑x")
        #expect(keep.message.value.text == "dropped: 4 Ana two points")
        paper.type("E")
        #expect(keep.question.value.line == "end hawks-owls at 0:0? · y ends it, n no")
        paper.type("⎋")
    }

    /// The words that people read aloud stay after the last signature.
    @Test func theWordsOfTheResultStayOnceItIsOfficial() {
        paper.game.change {
            $0.state = .signed
            $0.signatures = [
                SignatureDocument(
                    device: "mia", name: "Mia", entry: "mia.9", home: 0, away: 0, digest: "",
                    words: "oyster-circle-ruby-lamp", isAgreed: true)
            ]
        }
        #expect(
            keep.notes.value.map(\.text) == [
                "official · result: oyster-circle-ruby-lamp · G next game"
            ])
        for size in [(80, 24), (40, 12)] {
            let lines = paper.screen(size.0, size.1)
            #expect(lines.contains { $0.contains("oyster-circle-ruby-lamp") }, "\(size)")
        }
    }

    @Test func whatTheKeeperDeclinedLeavesOnceAnotherMoveIsThere() {
        paper.type("4k")
        paper.game.refuse()
        paper.type("⎋")
        #expect(paper.lines.first == "4 Ana two points [not recorded]")
        paper.hear("bo.1", "5 Bo foul", index: 1)
        #expect(paper.lines.first == "4 Ana two points [not recorded]")
        paper.type("5k")
        paper.game.record()
        paper.hear("mia.1", "5 Bo two points", index: 2)
        #expect(!paper.lines.contains { $0.hasSuffix("[not recorded]") })
    }

    /// A basket whose question was left open stays on the screen until the keeper has decided.
    @Test(arguments: [true, false]) func aBasketThatWaitsForYNeverVanishes(isMeant: Bool) {
        paper.type("4k")
        paper.game.refuse()
        #expect(paper.lines.first == "4 Ana two points [waits for y]")
        paper.type("5k")
        #expect(keep.message.value.text == "5 Bo two points …; NOT recorded: 4 Ana two points")
        paper.game.record()
        #expect(keep.message.value.text == "h#2 twoPoints; NOT recorded: 4 Ana two points")
        paper.hear("mia.1", "5 Bo two points", index: 1)
        #expect(
            paper.lines == ["4 Ana two points [NOT recorded]", "5 Bo two points [recorded]"])
        #expect(
            keep.notes.value.first?.text
                == "1 move NOT recorded: Up picks the line, y records, x drops")
        paper.type("↑e")
        #expect(keep.message.value.text == "this move is not recorded: y records it first")
        let before = paper.library.orders(MoveRequest.self).count
        paper.type(isMeant ? "y" : "x")
        #expect(keep.pickedLine.value == nil)
        #expect(paper.library.orders(MoveRequest.self).count == before + (isMeant ? 1 : 0))
        if isMeant {
            #expect(paper.library.orders(MoveRequest.self).last?.player == "h#1")
            #expect(paper.library.orders(MoveRequest.self).last?.force == true)
            #expect(paper.lines.first == "4 Ana two points [pending]")
        } else {
            #expect(paper.lines == ["5 Bo two points [recorded]"])
            #expect(keep.message.value.text == "dropped: 4 Ana two points")
        }
        #expect(!keep.notes.value.contains { $0.text.contains("NOT recorded") })
    }

    /// A question is about the game of now; what waits is never recorded without a yes.
    @Test func aQuestionAboutADecidedGameFollowsTheGame() {
        func decide(_ isDecided: Bool, home: Int) {
            paper.game.change {
                $0.isDecided = isDecided
                $0.state = isDecided ? .decided : .live
                $0.winner = isDecided ? .home : nil
                $0.home.score = home
            }
        }
        decide(true, home: 15)
        paper.type("4k")
        paper.game.refuse()
        #expect(
            keep.question.value.line
                == "the game hawks-owls is decided · y records it anyway, n no")
        decide(true, home: 17)
        #expect(
            keep.question.value.line
                == "the game hawks-owls is decided: Hawks win 17:0 · y records it anyway, n no")
        decide(false, home: 13)
        #expect(keep.question.value.line == "the game goes on · y records it anyway, n no")
        #expect(paper.library.orders(MoveRequest.self).count == 1)
        paper.type("y", every: .seconds(1))
        #expect(paper.library.orders(MoveRequest.self).map(\.force) == [nil, true])
    }

    @Test func whatIsPendingIsCountedWhileTheDaemonIsAway() {
        paper.type("4k")
        #expect(keep.notes.value.isEmpty)
        paper.library.connection.value = .lost("the daemon was ended; it goes on with scored up")
        paper.type("5k")
        for (columns, rows) in [(20, 5), (34, 9), (40, 12), (80, 24)] {
            let lines = paper.screen(columns, rows)
            let text = lines.joined(separator: " ")
            #expect(text.contains(/2 (moves )?pending/), "\(columns)x\(rows): \(lines)")
            if rows >= 12 { #expect(lines.contains { $0.contains("scored up") }) }
        }
        paper.game.record()
        paper.library.connection.value = .connected
        #expect(keep.notes.value.isEmpty && keep.unrecorded.value.isEmpty)
    }

    @Test func aRedoOfNothingIsToldInAFewWords() {
        paper.type("U")
        paper.library.refuse(
            code: ErrorCode.nothingToRedo.rawValue,
            "nothing to redo in hawks-owls since this device's last entry",
            advice: "to restore an older entry, void its void")
        #expect(keep.message.value.text == "nothing to redo since your last entry")
    }

    /// It still leads back, and takes along what was said.
    @Test func escapeClearsTheOldMessage() {
        paper.type("4k")
        paper.game.record()
        #expect(!keep.message.value.text.isEmpty)
        #expect(!keep.press(.escape) && keep.message.value.text.isEmpty)
    }

    @Test func leavingWithAMoveThatIsNotRecordedTakesTwoPresses() {
        #expect(!keep.press(.character("q")))
        paper.type("4k")
        paper.game.refuse()
        paper.type("5k")
        #expect(keep.press(.character("q")))
        #expect(
            keep.message.value.text == "not everything is recorded: q again leaves all the same")
        #expect(!keep.press(.character("q")))
        paper.type("y")
        #expect(keep.message.value.text == "pick the line that is NOT recorded with Up first")
    }

    @Test func leavingWithAMoveThatIsPendingTakesTwoPresses() {
        paper.type("4k")
        #expect(keep.press(.character("q")))
        #expect(!keep.press(.character("q")))
        paper.game.record()
        #expect(!keep.press(.character("q")))
    }

    @Test(arguments: [("3x3", "l", "three points"), ("fiba", "j", "one point")])
    func aShotThatTheRulesDoNotKnowIsAskedAboutFirst(
        preset: String, key: String, shot: String
    ) {
        paper.game.change {
            $0.rules.preset = preset
            $0.rules.points = [:]
        }
        let question = "\(preset) rules have no \(shot) · y records it anyway, n no"
        for no in ["⎋", "n"] {
            paper.type("4\(key)")
            #expect(keep.question.value.line == question)
            paper.type(no)
            #expect(keep.question.value.line == "")
        }
        #expect(paper.library.orders(MoveRequest.self).isEmpty)
        #expect(paper.lines == Array(repeating: "4 Ana \(shot) [not recorded]", count: 2))
        paper.type("4\(key)")
        #expect(paper.lines.first == "4 Ana \(shot) [waits for y]")
        // The next move answers no.
        paper.type("5k")
        #expect(paper.library.orders(MoveRequest.self).map(\.kind) == ["twoPoints"])
        paper.type("4\(key)y")
        let orders = paper.library.orders(MoveRequest.self)
        #expect(orders.count == 2 && orders[1].player == "h#1")
        // A yes about the shot does not force a game that was decided meanwhile.
        #expect(orders[1].force == nil)
        paper.game.refuse()
        #expect(
            keep.question.value.line == "the game hawks-owls is decided · y records it anyway, n no"
        )
        paper.type("y", every: .seconds(1))
        #expect(paper.library.orders(MoveRequest.self).last?.force == true)
        // Custom rules have every shot.
        paper.game.change { $0.rules.preset = nil }
        paper.type("6\(key)")
        #expect(paper.library.orders(MoveRequest.self).count == 4)
    }

    /// No message about an older key stays beside new input.
    @Test(arguments: ["Z", "k", "x", "99k", "y", "4=9", "555", "↑"])
    func aHintLeavesWithTheNextNumber(keys: String) {
        paper.type(keys, every: keys == "555" ? .milliseconds(100) : .milliseconds(400))
        #expect(keep.message.value.text != "")
        paper.type("7")
        #expect(keep.message.value.text == "")
    }

    @Test func whatBecameOfAMoveOrOfTheDaemonStaysWhileTheNextIsTyped() {
        paper.type("4k")
        paper.game.record()
        paper.type("5")
        #expect(keep.message.value.text == "h#1 twoPoints")
        paper.library.connection.value = .lost("gone")
        paper.type("⎋5")
        #expect(keep.message.value.text.hasPrefix("connection lost"))
        paper.library.connection.value = .lost("the home was deleted")
        #expect(keep.message.value.text == "not connected: the home was deleted")
    }

    @Test func afterASignatureTheDeskSaysWhoIsMissing() {
        paper.game.change {
            $0.state = .closed
            $0.signatures = [
                SignatureDocument(
                    device: "mia", name: "", entry: "mia.9", home: 0, away: 0, digest: "",
                    words: "a-b-c-d", isAgreed: true)
            ]
            $0.unsigned = ["bo"]
        }
        #expect(keep.notes.value.map(\.text) == ["signed here, not yet by bo · G next game"])
        paper.game.change {
            $0.state = .signed
            $0.unsigned = []
        }
        #expect(keep.notes.value.map(\.text) == ["official · result: a-b-c-d · G next game"])
    }

    @Test func theStateStandsAlsoWhereItsReasonsHaveNoRoom() {
        paper.game.change {
            $0.isProvisional = true
            $0.provisionalBecause = [
                "bo kept score and is not in sync, and nobody knows since when"
            ]
        }
        for (columns, isWhole) in [(80, false), (140, true)] {
            let lines = paper.screen(columns, 24)
            #expect(lines[0].contains("not begun · provisional"))
            #expect(lines[0].contains("since when") == isWhole)
        }
    }

    /// The help shows whole sentences, and all of them by scrolling.
    @Test(arguments: [60, 80, 100, 120, 200])
    func theHelpShowsWholeSentences(columns: Int) {
        let help = HelpKeys(keymap: Keymap())
        let screen = HelpScreen(help)
        var missing = Set(help.groups.flatMap(\.rows).map(\.text))
        for _ in 0..<80 {
            let lines = screen.lines(columns, 24)
            #expect(!lines.contains { $0.contains("…") })
            missing = missing.filter { text in !lines.contains { $0.contains(text) } }
            _ = help.press(.down)
        }
        #expect(missing.isEmpty)
        // One step back changes the screen, also after keys beyond the end.
        _ = screen.lines(columns, 10)
        for _ in 0..<80 { _ = help.press(.down) }
        let last = screen.lines(columns, 10)
        _ = help.press(.up)
        #expect(last != screen.lines(columns, 10))
    }

    /// Keys pressed just after the game changed are meant for the game before.
    @Test func whatIsTypedWhenTheGameChangesGoesIntoNoOtherGame() {
        paper.hear("mia.1", "4 Ana two points", index: 0, home: 2, away: 0)
        paper.type("↑e")
        paper.game.change { $0.name = "cats-bears" }
        paper.type("5l⏎")
        #expect(paper.library.orders(MoveRequest.self).isEmpty)
        #expect(paper.library.orders(FixRequest.self).isEmpty)
        #expect(
            paper.said.contains(
                "the game is now cats-bears; what you typed is cleared; Enter continues"))
        #expect(paper.said.last == "")
        paper.type("5k")
        #expect(paper.library.orders(MoveRequest.self).map(\.kind) == ["twoPoints"])
    }

    @Test func aNoteGoesToTheGameThatItWasBegunIn() {
        paper.type("!late")
        paper.game.change { $0.name = "cats-bears" }
        #expect(keep.prompt.value.typed == "late")
        paper.type("⏎")
        #expect(paper.library.orders(NoteRequest.self).map(\.game) == ["hawks-owls"])
    }
}
