import Documents
import Terminal
import Testing
import ViewModels

/// What several keepers recorded, at the desk: a fix that may be about one move or two, and the lines
/// of copies and of what is asked about.
@Suite struct KeepSettleTests {
    private let paper = PaperKeep()
    private var keep: KeepKeys { paper.keep }
    private var fixes: [FixRequest] { paper.library.orders(FixRequest.self) }

    private func fix() {
        paper.hear("mia.3", "4 Ana two points", index: 1, home: 2, away: 0)
        paper.type("↑e5⏎")
        #expect(fixes.map(\.events) == [nil])
        paper.library.refuse(
            code: ErrorCode.oneOrTwo.rawValue, "is it one move, or two?",
            to: paper.library.last(.fix))
    }

    /// `y` corrects the one, `&` makes two, and `n` sends nothing more.
    @Test(arguments: [("y", 1), ("&", 2), ("n", nil), ("⎋", nil)] as [(String, Int?)])
    func aFixAsksIfItIsAboutOneMoveOrTwo(key: String, events: Int?) {
        fix()
        #expect(
            keep.question.value.line
                == "is it one move, or two? · y corrects the one, & makes two of it, n no")
        #expect(keep.question.value.shortAnswers == "y one, & two, n no")
        paper.type(key)
        #expect(keep.question.value.isEmpty)
        #expect(fixes.dropFirst().map(\.events) == (events.map { [$0] } ?? []))
        #expect(fixes.allSatisfy { $0.entry == "mia.3" && $0.player == "h#2" })
    }

    @Test func twoIsNoAnswerToOtherQuestions() {
        paper.type("E&")
        #expect(keep.question.value.line.hasPrefix("end hawks-owls"))
        #expect(keep.message.value.text == "&: the question is not about one or two")
        paper.type("n&")
        #expect(keep.message.value.text == "&: there is no question to answer")
        #expect(paper.library.orders(EndRequest.self).isEmpty)
    }

    @Test(
        arguments: [
            (.copy, "of mia.12", "copy of mia.12", .faint),
            (.held, "for mia.12", "answer: h", .attention),
        ] as [(EntryState, String, String, Tone)])
    func theLinesOfACopyAndOfAQuestion(
        state: EntryState, because: String, words: String, tone: Tone
    ) throws {
        paper.library.newest.value = PaperKeep.entry(
            "bo.4", "4 Ana two points", index: 3, copies: 2, state: state, because: because)
        let line = try #require(keep.lines.lines.value.first)
        #expect(line.state == words && line.tone == tone)
        #expect(line.canBePicked)
    }
}
