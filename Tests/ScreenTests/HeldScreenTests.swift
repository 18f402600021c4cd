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

    @Test func eachIsListedWithWhatItSeemsToBeACopyOf() {
        let held = HeldKeys(HeldScreenViewModel(library: library))
        var moves = two
        moves[1].ofState = .voided
        library.status.value = status(moves)
        #expect(
            HeldScreen(held).lines(100, 7) == [
                "held moves of hawks-owls-2",
                "> bo.17 4 Ana two points · Bo · 04:31  looks like mia.41 (Mia · 04:33)",
                "  bo.18 4 Ana assist · Bo · 04:31      "
                    + "looks like mia.41 (Mia · 04:33), which is void",
                "", "", "",
                "y count it · x void it · Escape back · ? keys",
            ])
    }

    @Test func aNarrowScreenSaysOfThePickedOneWhatItSeemsToBe() {
        let held = held(two)
        #expect(HeldScreen(held).lines(42, 6)[4] == "looks like mia.41 (Mia · 04:33)")
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
        #expect(library.asked.map(\.route) == [.accept])
        library.answer(with: recorded("4 Ana assist counts - 5:12"))
        library.status.value = status([two[0]])
        #expect(held.press(.character("x")))
        library.answer(
            with: recorded(
                "bo.17 is void - 5:12", [WarningDocument(code: "", text: "mia.41 counts")]))
        library.status.value = status([])
        timekeeper.advance(by: .seconds(1))
        #expect(held.press(.character("x")))
        #expect(
            heard == [
                "pick 1", "counting bo.18", "4 Ana assist counts - 5:12", "pick 0",
                "voiding bo.17", "bo.17 is void - 5:12 · mia.41 counts", "no held moves",
                "pick none", "no held moves",
            ])
        let orders = library.orders(EntriesRequest.self)
        #expect(orders.map(\.entries) == [["bo.18"], ["bo.17"]])
        #expect(orders.allSatisfy { $0.game == "hawks-owls-2" && $0.request != nil })
        withExtendedLifetime(bindings) {}
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
        #expect(held.echo.value == "pick a move with Up or Down")
        // Every status repeats the moves; the pick does not change by that.
        library.status.value = status([two[1]])
        #expect(held.picked.value == nil)
        #expect(held.press(.down))
        #expect(held.press(.character("y")))
        #expect(library.orders(EntriesRequest.self).map(\.entries) == [["bo.18"]])
    }

    @Test func othersAnswersMoveThePickAlong() {
        let held = HeldKeys(HeldScreenViewModel(library: library))
        let third = Samples.held("bo.19", "4 Ana foul")
        library.status.value = status(two + [third])
        _ = held.press(.down)
        library.status.value = status([two[1], third])
        #expect(held.picked.value == 0)
        _ = held.press(.character("x"))
        #expect(library.orders(EntriesRequest.self).map(\.entries) == [["bo.18"]])
    }
}
