import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// Open questions on the keep screen, and undo, which may ask one.
struct KeepQuestionTests {
    private let paper = PaperKeep()
    private var keep: KeepKeys { paper.keep }

    /// Requests that change something, or ask what an undo would change.
    private var orders: Int {
        paper.library.asked.count { $0.body != nil || $0.route == .nextUndo }
    }

    /// The ways to a question, each with the word that it has.
    private static let questions: [(word: String, open: @Sendable (PaperKeep) -> Void)] = [
        (
            "decided",
            { paper in
                paper.type("4k")
                paper.game.refuse()
            }
        ),
        ("free throw of 4 Ana?", { $0.type("4N") }), ("end hawks-owls", { $0.type("E") }),
        (
            "sign hawks-owls",
            { paper in
                paper.game.change { $0.state = .decided }
                paper.type("S")
            }
        ),
        (
            "too early",
            { paper in
                paper.type("P")
                paper.library.refuse("too early", to: paper.library.last(.clock))
            }
        ),
        (
            "starts the game clock",
            { paper in
                paper.type("c")
                paper.game.refuse()
            }
        ),
        ("not the game clock?", { $0.type("cu") }),
        (
            "count bo.7",
            { paper in
                paper.type("u")
                let held = QuestionDocument(
                    code: "countHeld", text: "count bo.7 instead?", entries: ["bo.7"])
                paper.library.answer(
                    .undo,
                    with: RecordedDocument(entries: ["mia.9"], echo: "undone", questions: [held]))
            }
        ),
        (
            "again with the same rosters",
            { paper in
                paper.game.change { $0.state = .closed }
                paper.type("G")
            }
        ),
    ]

    /// Undo and redo come after the question: they change nothing, answer nothing and say so, once.
    @Test(arguments: questions.indices, seeds(6))
    func undoAndRedoLeaveAnOpenQuestionOpen(number: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (word, open) = Self.questions[number]
        paper.hear("mia.3", "4 Ana two points", index: 1, home: 2, away: 0)
        open(paper)
        let question = keep.question.value
        #expect(question.line.contains(word) && question.answers.hasSuffix(", n no"))
        let asked = orders
        for index in 0..<Int.random(in: 1...5, using: &random) {
            if Bool.random(using: &random) {
                paper.hear("bo.\(index)", "8 Ed foul", index: 9 + index)
            }
            let key = ["u", "U"][Int.random(in: 0..<2, using: &random)]
            paper.type(key, every: .milliseconds(Int.random(in: 60...900, using: &random)))
            #expect(keep.question.value == question)
            #expect(
                keep.message.value.text == "nothing \(key == "u" ? "un" : "re")done: answer first")
        }
        #expect(orders == asked)
        paper.type(["n", "⎋", "N"][Int.random(in: 0..<3, using: &random)])
        #expect(keep.question.value.isEmpty)
        #expect(keep.message.value.text.hasPrefix("no") && orders == asked)
        paper.type("u")
        #expect(orders == asked + 1)
    }

    /// Answers are never cut off, whatever is asked and however small the screen is; what a later
    /// key said goes first.
    @Test(arguments: questions.indices)
    func theAnswersOfAQuestionAreOnEveryScreen(number: Int) {
        Self.questions[number].open(paper)
        let question = keep.question.value
        for isLater in [false, true] {
            if isLater { paper.type("u") }
            for (columns, rows) in [
                (20, 5), (20, 6), (20, 24), (34, 9), (40, 12), (60, 20), (80, 24),
            ] {
                let lines = paper.screen(columns, rows)
                let text = lines.map(PaperKeep.trimmed).joined(separator: " ")
                #expect(
                    text.contains(question.answers) || text.contains(question.shortAnswers),
                    "\(columns)x\(rows): \(lines)")
                #expect(text.contains(question.text.prefix(12)), "\(columns)x\(rows)")
            }
        }
    }

    /// Undo does not turn the game clock back, and the keeper may mean that.
    @Test(arguments: ["gameClock", "periodBegan"])
    func undoAfterTheGameClockAsksWhetherItMeansTheMoveBefore(kind: String) {
        func turn(_ name: String, index: Int) {
            var entry = PaperKeep.entry(name, "game clock stops at Q1 09:50", index: index)
            (entry.kind, entry.side, entry.player) = (kind, nil, nil)
            paper.library.newest.value = entry
        }
        func undo() -> Int {
            paper.type("u", every: .seconds(1))
            paper.library.answer(.undo, with: RecordedDocument(entries: ["mia.8"], echo: "undone"))
            return paper.library.orders(UndoRequest.self).count
        }
        paper.hear("mia.3", "4 Ana two points", index: 1, home: 2, away: 0)
        // What another keeper does is not undone anyway.
        turn("bo.1", index: 2)
        #expect(undo() == 1)
        turn("mia.4", index: 3)
        paper.hear("bo.2", "8 Ed foul", index: 4)
        #expect(undo() == 1)
        #expect(
            keep.question.value.line
                == "undo 4 Ana two points (mia.3), not the game clock? · y undoes it, n no")
        // The daemon knows best, and says so.
        paper.library.answer(.nextUndo, with: DoneDocument(text: "undo note: late (mia.2)"))
        #expect(keep.question.value.text == "undo note: late (mia.2), not the game clock?")
        paper.type("n")
        #expect(keep.question.value.isEmpty && paper.library.orders(UndoRequest.self).count == 1)
        #expect(undo() == 1)
        paper.type("y")
        #expect(paper.library.orders(UndoRequest.self).count == 2)
        // A move is meant from its key on.
        paper.type("4k")
        #expect(undo() == 3)
        paper.game.record()
        #expect(undo() == 4)
    }

    /// The question is the same while the daemon is away; what is pending is named.
    @Test func undoAfterTheGameClockAsksWithoutADaemonToo() {
        func undo() -> String {
            paper.type("u", every: .seconds(1))
            return keep.question.value.text
        }
        paper.hear("mia.3", "4 Ana two points", index: 1, home: 2, away: 0)
        paper.library.connection.value = .lost("gone")
        paper.type("c")
        #expect(undo() == "undo 4 Ana two points (mia.3), not the game clock?")
        paper.type("n5k")
        #expect(undo().isEmpty && paper.library.orders(UndoRequest.self).count == 1)
        // Only the daemon will know what another undo means.
        paper.type("P")
        #expect(undo() == "undo your last action, not the game clock?")
        let other = PaperKeep()
        other.library.connection.value = .lost("gone")
        other.type("5kcu")
        #expect(other.keep.question.value.text == "undo 5 Bo two points, not the game clock?")
        other.type("y")
        #expect(other.library.orders(UndoRequest.self).count == 1)
    }

    /// Nothing to undo is no question.
    @Test func undoOfNothingAfterTheGameClockSaysSo() {
        paper.type("cu")
        #expect(!keep.question.value.isEmpty)
        paper.library.refuse(
            code: "nothing-to-undo", "nothing to undo", to: paper.library.last(.nextUndo))
        #expect(keep.question.value.isEmpty && keep.message.value.text == "nothing to undo")
    }
}
