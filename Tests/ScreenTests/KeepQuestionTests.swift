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
        paper.type("n", every: .seconds(1))
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
        paper.type("n")
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
                == "undo your last action, not the game clock? · y undoes it, n no")
        // Only the daemon knows which one, and says so.
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

    /// A question is asked while the daemon is away too; what is pending is named.
    @Test func undoAfterTheGameClockAsksWithoutADaemonToo() {
        func undo() -> String {
            paper.type("u", every: .seconds(1))
            return keep.question.value.text
        }
        paper.hear("mia.3", "4 Ana two points", index: 1, home: 2, away: 0)
        paper.library.connection.value = .lost("gone")
        paper.type("c")
        #expect(undo() == "undo your last action, not the game clock?")
        paper.type("n5k")
        #expect(undo().isEmpty && paper.library.orders(UndoRequest.self).count == 1)
        // Only the daemon will know what another undo means.
        paper.type("P")
        #expect(undo() == "undo your last action, not the game clock?")
        paper.type("n")
        let other = PaperKeep()
        other.library.connection.value = .lost("gone")
        other.type("5kcu")
        #expect(other.keep.question.value.text == "undo 5 Bo two points, not the game clock?")
        other.type("y")
        #expect(other.library.orders(UndoRequest.self).count == 1)
    }

    /// A question of the daemon that comes late is asked after the open one: the next key was meant
    /// for what was shown.
    @Test func aLateQuestionWaitsUntilTheOpenOneIsClosed() {
        let forced = { paper.library.orders(MoveRequest.self).compactMap(\.force).count }
        paper.type("4k5kE")
        paper.library.refuse(code: "decided", "the game is decided", to: 0)
        #expect(keep.message.value.text == "1 more question after this one")
        paper.library.refuse(code: "decided", "the game is decided", to: 1)
        #expect(keep.message.value.text == "2 more questions after this one")
        #expect(keep.question.value.text == "end hawks-owls at 0:0?")
        #expect(paper.lines.allSatisfy { $0.hasSuffix("two points [pending]") })
        paper.type("n")
        #expect(keep.question.value.text == "the game is decided")
        #expect(
            paper.lines == ["5 Bo two points [pending]", "4 Ana two points [waits for y]"])
        #expect(keep.message.value.text == "the game is decided")
        paper.type("y", every: .seconds(1))
        #expect(forced() == 1 && paper.lines.first == "5 Bo two points [waits for y]")
        // The next move leaves what is open.
        paper.type("6f")
        #expect(forced() == 1 && keep.question.value.isEmpty)
        #expect(keep.message.value.text == "6 Cy foul …; NOT recorded: 5 Bo two points")
    }

    /// For any keys, and any answers of a daemon that comes and goes.
    @Test(arguments: seeds(UInt64(120))) func nothingIsRecordedWithoutAYes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let desk = RandomDesk(paper)
        for _ in 0..<120 { desk.step(&random) }
        desk.close()
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

/// A keeper who presses any key, before a daemon that answers anything.
private final class RandomDesk {
    private let paper: PaperKeep
    /// The numbers of the requests that have an answer.
    private var answered: Set<Int> = []

    init(_ paper: PaperKeep) {
        self.paper = paper
        // The rules of FIBA have no shot of one point: it is always asked about.
        paper.game.change {
            $0.rules.preset = "fiba"
            $0.rules.points = [:]
        }
    }

    private var keep: KeepKeys { paper.keep }
    private var asked: [PaperLibrary.Asked] { paper.library.asked }

    private static let keys = [
        "4k", "5f", "→6k", "4j", "5N", "E", "S", "P", "c", "u", "U", "y", "y", "y", "n", "&", "⎋",
        "x", "↑", "G", "↑e5⏎", "!late⏎",
    ]

    func step(_ random: inout SeededGenerator) {
        let (subject, number) = (keep.questions.subject, keep.questions.number)
        let (question, before) = (keep.question.value, asked.count)
        let isRefusedPicked = keep.lines.lines.value.contains {
            $0.id == keep.pickedLine.value && $0.refused != nil
        }
        var key = ""
        // True if the game or the daemon has taken the reason for the question away.
        var isGone = false
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6:
            key = Self.keys.randomElement(using: &random) ?? "y"
            paper.type(key, every: .seconds(1))
        case 6..<9: isGone = answerOne(&random)
        default: isGone = change(&random)
        }
        let given = asked.dropFirst(before).filter { Self.needsYes($0.body) }
        switch key {
        case "y":
            #expect(given.count <= 1)
            // Without a question it is about the picked line.
            if subject == nil { #expect(given.isEmpty || isRefusedPicked) }
            if given.first?.body is MoveRequest { #expect(subject == .move || subject == nil) }
        case "&": #expect(given.isEmpty || question.answers.contains("& makes two"))
        default: #expect(given.isEmpty, "\(key.isEmpty ? "the daemon" : key): \(given)")
        }
        // What comes late never takes the place of an open question.
        if key.isEmpty, subject != nil, !isGone { #expect(keep.questions.number == number) }
        check()
    }

    /// True for an order that is given after a yes only.
    private static func needsYes(_ body: (any Encodable & Sendable)?) -> Bool {
        switch body {
        case let move as MoveRequest: move.force == true || move.kind == "onePoint"
        case let clock as ClockRequest: clock.force == true
        case let fix as FixRequest: fix.events != nil
        case is EndRequest, is SignRequest, is SettleRequest, is NewGameRequest, is UseRequest:
            true
        default: false
        }
    }

    /// True if the daemon said that there is nothing to undo.
    private func answerOne(_ random: inout SeededGenerator) -> Bool {
        let open = asked.indices.filter { !answered.contains($0) && asked[$0].route != .gameLog }
        guard let number = open.randomElement(using: &random) else { return false }
        answered.insert(number)
        guard Bool.random(using: &random) else {
            answer(number)
            return false
        }
        let code: ErrorCode =
            switch asked[number].body {
            case let clock as ClockRequest: clock.action == .period ? .conflict : .decided
            case is MoveRequest: .decided
            case is FixRequest: .oneOrTwo
            case is EndRequest, is SignRequest: .unconfirmed
            default: .nothingToUndo
            }
        paper.library.refuse(code: code.rawValue, "refused: \(number)", to: number)
        return asked[number].route == .nextUndo
    }

    private func answer(_ number: Int) {
        switch asked[number].route {
        case .nextUndo, .nextEnd, .use:
            let odd = WarningDocument(.periodNotBegun, "period 2 was never begun")
            paper.library.answer(number, with: DoneDocument(text: "undo", warnings: [odd]))
        default:
            let held = QuestionDocument(
                code: "countHeld", text: "count bo.7 instead?", entries: ["bo.7"])
            let entries = ["mia.\(number)"]
            paper.library.answer(
                number,
                with: RecordedDocument(entries: entries, echo: "done", questions: [held]))
        }
    }

    /// True if another game is kept now.
    private func change(_ random: inout SeededGenerator) -> Bool {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: paper.library.connection.value = .lost("gone")
        case 1: paper.library.connection.value = .connected
        case 2: paper.game.change { $0.home.score += 2 }
        case 3:
            paper.game.change { game in
                game.isDecided.toggle()
                game.state = game.isDecided ? .decided : .live
            }
        case 4: paper.game.change { $0.state = $0.state == .closed ? .live : .closed }
        default:
            paper.game.change { $0.name = $0.name == "hawks-owls" ? "cats-bears" : "hawks-owls" }
            return true
        }
        return false
    }

    /// One question at most, and the move that waits for its answer is the one that it names.
    private func check() {
        let waiting = keep.editor.moves.value.filter { $0.state == .asking }
        #expect(waiting.count == (keep.questions.subject == .move ? 1 : 0))
        #expect(waiting.allSatisfy { $0.text == keep.question.value.text })
        #expect(keep.question.value.isEmpty == (keep.questions.subject == nil))
    }

    /// Everything is answered: no move is left without an outcome.
    func close() {
        for number in asked.indices where !answered.contains(number) {
            if asked[number].route != .gameLog { answer(number) }
        }
        for _ in 0..<60 where keep.questions.subject != nil { paper.type("⎋") }
        check()
        #expect(keep.questions.subject == nil)
        #expect(
            keep.editor.moves.value.allSatisfy {
                [.recorded, .refused, .declined].contains($0.state)
            })
    }
}
