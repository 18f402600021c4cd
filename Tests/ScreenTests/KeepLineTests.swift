import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// The lines of the keep screen, and what can be done to a picked one.
struct KeepLineTests {
    private let paper = PaperKeep()
    private var keep: KeepKeys { paper.keep }

    private var picked: String? { keep.pickedLine.value }

    private func hearThree() {
        paper.hear("mia.1", "4 Ana two points", index: 1, home: 2, away: 0)
        paper.hear("bo.1", "5 Ed foul", index: 2)
        paper.hear("mia.2", "5 Bo rebound", index: 3)
    }

    @Test func upPicksTheNewestLineAndFurtherUpAnEarlierOne() {
        hearThree()
        paper.type("↑")
        #expect(picked == "mia.2")
        paper.type("↑↑↑")
        #expect(picked == "mia.1")
        paper.type("↓")
        #expect(picked == "bo.1")
        paper.type("⎋")
        #expect(picked == nil)
    }

    @Test func thePickStaysWithItsEntryWhateverArrives() {
        hearThree()
        paper.type("↑↑")
        #expect(picked == "bo.1")
        paper.hear("bo.2", "6 Flo foul", index: 4)
        paper.hear("bo.3", "an older one", index: 1)
        #expect(picked == "bo.1")
        #expect([keep.pickedLine.value] == ["bo.1"])
        paper.type("x")
        #expect(paper.library.orders(EntriesRequest.self).map(\.entries) == [["bo.1"]])
    }

    @Test func aPickedLineIsFixedByTheSameGrammar() {
        hearThree()
        paper.type("↑↑↑e")
        #expect(keep.prompt.value.label == "fix mia.1, 4 Ana two points: Hawks")
        paper.type("5l⏎")
        let fix = paper.library.orders(FixRequest.self).last
        #expect(fix?.entry == "mia.1")
        #expect(fix?.player == "h#2")
        #expect(fix?.kind == "threePoints")
        #expect(paper.library.orders(MoveRequest.self).isEmpty)
        paper.type("e=3⏎")
        #expect(paper.library.orders(FixRequest.self).last?.points == 3)
        #expect(paper.library.orders(FixRequest.self).last?.player == nil)
        paper.type("e⎋4k")
        #expect(paper.library.orders(MoveRequest.self).map(\.player) == ["h#1"])
    }

    /// An old line pushed off by others' entries does not return as the newest.
    @Test func aLineThatIsOldDoesNotComeBack() {
        paper.type("4k")
        paper.game.record()
        paper.hear("mia.1", "4 Ana two points", index: 1, home: 2, away: 0)
        for index in 2...ViewModelsLimits.keepLinesMax + 1 {
            paper.hear("bo.\(index)", "5 Ed foul", index: index)
        }
        #expect(!paper.lines.contains { $0.hasPrefix("4 Ana") })
        paper.type("4f")
        #expect(paper.lines.first == "4 Ana foul [pending]")
        #expect(paper.lines.count { $0.hasPrefix("4 Ana") } == 1)
    }

    @Test func nothingPickedIsNothingVoided() {
        paper.type("xe")
        #expect(paper.said == ["pick a line with Up first", "pick a line with Up first"])
        #expect(paper.library.orders(EntriesRequest.self).isEmpty)
    }

    @Test func nothingIsAskedForTheLines() {
        let window = WindowRequest(name: "1", game: "hawks-owls", newest: 60)
        #expect(paper.library.windows == [window])
        for index in 1...3 {
            paper.type("4k")
            paper.game.record()
            paper.hear("mia.\(index)", "two points \(index)", index: index, home: 2 * index)
        }
        #expect(paper.lines.count == 3)
        paper.library.change("mia.2") { $0.copies = 2 }
        #expect(
            paper.lines == [
                "two points 3 [recorded]", "two points 2 [on 2 devices]", "two points 1 [recorded]",
            ])
        #expect(paper.library.asked.allSatisfy { $0.body != nil })
        #expect(paper.library.windows == [window])
    }

    @Test func aLineThatALaterEntryChangedSaysSo() {
        hearThree()
        paper.library.change("mia.1") { entry in
            (entry.state, entry.because) = (.voided, "by bo.2")
        }
        #expect(paper.lines.last == "4 Ana two points [voided by bo.2]")
    }

    @Test func aDaemonThatComesBackTellsWhatWasNotTold() {
        hearThree()
        paper.library.connection.value = .lost("the daemon went away")
        paper.library.log.append(PaperKeep.entry("bo.2", "6 Flo foul", index: 4))
        #expect(paper.lines.first == "5 Bo rebound [recorded]")
        paper.library.connection.value = .connected
        paper.library.showWindows()
        #expect(paper.lines.first == "6 Flo foul [recorded]")
    }

    /// The daemon's own refusals say that nothing was recorded, others do not.
    @Test(arguments: [
        ("disk-full", "nothing was recorded: the disk is full", ""),
        ("payload-too-large", "the request is too long", "not recorded: "),
    ])
    func aRefusedMoveSaysSoOnItsLine(code: String, text: String, added: String) {
        paper.type("4k")
        paper.library.refuse(code: code, text, to: paper.library.last(.moves))
        #expect(paper.lines == ["4 Ana two points [NOT recorded]"])
        #expect(paper.said.last == added + text)
    }

    @Test func anotherGameEmptiesTheLines() {
        hearThree()
        paper.type("↑→5")
        paper.game.change { game in
            game = GameDocument(
                name: "hawks-owls-2", title: "Hawks - Owls", state: .scheduled, rules: game.rules,
                home: game.home, away: game.away)
        }
        #expect(paper.lines.isEmpty)
        #expect(picked == nil)
        #expect(keep.prompt.value.typed == "")
        #expect(
            paper.said.suffix(2) == [
                "the game is now hawks-owls-2: Hawks - Owls",
                "the game is now hawks-owls-2; what you typed is cleared; Enter continues",
            ])
    }

    /// The actions of others never change the side, the input, the pick or the question.
    @Test(arguments: seeds(30))
    func othersNeverMoveWhatIsMine(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        hearThree()
        let keys = Array("→45↑↑↑.#")
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            paper.type(String(keys[Int.random(in: keys.indices, using: &generator)]))
        }
        if Bool.random(using: &generator) { paper.type("E") }
        let mine = (
            keep.prompt.value.typed, keep.home.value.isActive, picked, keep.question.value.line
        )
        for index in 4..<40 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: paper.hear("bo.\(index)", "6 Flo foul", index: index)
            case 1: paper.game.change { $0.away.score += 2 }
            case 2:
                paper.library.log.append(PaperKeep.entry("bo.\(index)", "5 Ed foul", index: index))
                paper.library.showWindows()
            default: paper.game.timekeeper.advance(by: .milliseconds(200))
            }
            #expect(keep.prompt.value.typed == mine.0)
            #expect(keep.home.value.isActive == mine.1)
            #expect(picked == mine.2)
            #expect(keep.question.value.line == mine.3)
        }
        paper.type("n")
    }
}
