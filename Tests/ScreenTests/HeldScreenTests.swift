import Documents
import Terminal
import Testing
import ViewModels

@Suite struct HeldScreenTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()

    private func status(_ moves: [HeldMove]) -> StatusDocument {
        var game = Samples.game
        game.heldMoves = moves
        return Samples.status(game: game)
    }

    private func held(_ moves: [HeldMove]) -> HeldKeys {
        let held = HeldKeys(HeldScreenViewModel(library: library))
        library.status.value = status(moves)
        return held
    }

    private let two = [
        Samples.held("bo.17", "4 Ana two points"), Samples.held("bo.18", "4 Ana assist"),
    ]

    private func recorded(_ echo: String, _ warnings: [WarningDocument] = []) -> RecordedDocument {
        RecordedDocument(entries: ["mia.50"], echo: echo, warnings: warnings)
    }

    private static let withdrawn = HeldMove(
        name: "bo.20", keeper: "Bo", text: "4 Ana steal", clock: "04:31", of: "mia.43",
        ofKeeper: "Mia", ofText: "4 Ana steal", ofState: .voided, reason: .withdrawn,
        answers: ["this", "that"])

    @Test func eachIsListedWithBothSidesAndThePickedOneWithItsAnswers() {
        let held = held(two + [Self.withdrawn])
        #expect(
            HeldScreen(held).lines(100, 13) == [
                "open questions of hawks-owls-2",
                "keepers do not agree: the result is provisional until answered",
                "> bo.17 4 Ana two points · Bo · 04:31  "
                    + "or mia.41 4 Ana three points · Mia · 04:33",
                "  bo.18 4 Ana assist · Bo · 04:31      "
                    + "or mia.41 4 Ana three points · Mia · 04:33",
                "  bo.20 4 Ana steal · Bo · 04:31       mia.43 was withdrawn: did it happen?",
                "", "", "",
                "Mia and Bo recorded different baskets at one moment: which is right, or did both "
                    + "happen?",
                "y bo.17 4 Ana two points · Bo · 04:31",
                "n mia.41 4 Ana three points · Mia · 04:33", "& both happened",
                "y this · n that · & both · Escape back · ? keys",
            ])
        _ = held.press(.down)
        _ = held.press(.down)
        #expect(
            HeldScreen(held).lines(100, 13).suffix(4) == [
                "mia.43 4 Ana steal was withdrawn; Bo recorded it too: did it happen?",
                "y it happened", "n it did not happen", "y this · n that · Escape back · ? keys",
            ])
    }

    @Test func aLowScreenSaysOfThePickedOneTheOtherSide() {
        let held = held(two)
        let lines = HeldScreen(held).lines(42, 6)
        #expect(lines[4] == "or mia.41 4 Ana three points · Mia · 04:33")
    }

    @Test func theKeysAnswerThePickedOneAndEcho() throws {
        let held = held(two)
        var heard: [String] = []
        let bindings = [
            held.echo.bind { heard.append($0) },
            held.picked.bind { heard.append("pick \($0.map(String.init) ?? "none")") },
            held.placeholder.bind { heard.append($0.isEmpty ? "some" : $0) },
        ]
        #expect(held.press(.down))
        #expect(held.press(.character("y")))
        timekeeper.advance(by: .seconds(1))
        #expect(held.press(.character("y")))
        #expect(library.asked.map(\.route) == [.settle])
        library.answer(with: recorded("fixed: 4 Ana assist - 5:12"))
        library.status.value = status([two[0]])
        #expect(held.press(.character("&")))
        library.answer(
            with: recorded(
                "now counted: 4 Ana two points - 7:12",
                [WarningDocument(code: "", text: "4 Ana has 4 fouls")]))
        library.status.value = status([])
        timekeeper.advance(by: .seconds(1))
        #expect(held.press(.character("n")))
        #expect(
            heard == [
                "pick 1", "answering bo.18: this", "fixed: 4 Ana assist - 5:12", "pick 0",
                "answering bo.17: both",
                "now counted: 4 Ana two points - 7:12 · 4 Ana has 4 fouls", "no open questions",
                "pick none", "no open questions",
            ])
        let orders = library.orders(SettleRequest.self)
        #expect(orders.map(\.entry) == ["bo.18", "bo.17"])
        #expect(orders.map(\.answer) == [.this, .both])
        #expect(orders.allSatisfy { $0.game == "hawks-owls-2" && $0.request != nil })
        withExtendedLifetime(bindings) {}
    }

    /// Each key is its answer, and one that the question does not allow sends nothing.
    @Test(arguments: zip(["y", "n", "&"] as [Character], SettleAnswer.allCases))
    func onlyAllowedAnswersAreSent(key: Character, answer: SettleAnswer) {
        for reason in HeldReason.allCases {
            for answers in [SettleAnswer.allCases, [.this, .that]] {
                let library = PaperLibrary()
                let held = HeldKeys(HeldScreenViewModel(library: library))
                var move = Self.withdrawn
                (move.reason, move.answers) = (reason, answers.map(\.rawValue))
                library.status.value = status([move])
                #expect(held.press(.character(key)))
                let sent = library.orders(SettleRequest.self)
                #expect(sent.map(\.answer) == (answers.contains(answer) ? [answer] : []))
                #expect(!held.echo.value.isEmpty)
                #expect(held.own(Reads()).count == answers.count)
            }
        }
    }

    @Test func aRefusalIsSaidAndTheMoveCanBeAnsweredAgain() {
        let held = held(two)
        _ = held.press(.character("y"))
        library.refuse(code: "disk-full", "the disk is full")
        #expect(held.echo.value == "the disk is full")
        #expect(held.tone.value == .bad)
        timekeeper.advance(by: .seconds(1))
        _ = held.press(.character("y"))
        #expect(library.asked.count == 2)
        #expect(!held.press(.character("z")))
    }

    @Test func aKeyMeantForAMoveThatSomebodyElseAnsweredMeansNoOther() {
        let held = held(two)
        library.status.value = status([two[1]])
        #expect(held.picked.value == nil)
        #expect(held.echo.value == "bo.17 was answered by another keeper")
        #expect(held.press(.character("y")))
        #expect(library.asked.isEmpty)
        #expect(held.echo.value == "pick a question with Up or Down")
        // Every status repeats the moves; the pick does not change by that.
        library.status.value = status([two[1]])
        #expect(held.picked.value == nil)
        #expect(held.press(.down))
        #expect(held.press(.character("y")))
        #expect(library.orders(SettleRequest.self).map(\.entry) == ["bo.18"])
    }

    @Test func othersAnswersMoveThePickAlong() {
        let held = HeldKeys(HeldScreenViewModel(library: library))
        let third = Samples.held("bo.19", "4 Ana foul")
        library.status.value = status(two + [third])
        _ = held.press(.down)
        library.status.value = status([two[1], third])
        #expect(held.picked.value == 0)
        _ = held.press(.character("n"))
        #expect(library.orders(SettleRequest.self).map(\.entry) == ["bo.18"])
    }
}
