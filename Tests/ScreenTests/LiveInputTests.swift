import Documents
import Terminal
import Testing
import ViewModels

/// The tutorial's weather app: a field for a city, here for a player, and the facts about it, asked
/// for when the typing pauses. The players of the samples: home 4 Ana, 07 José, 日本 太郎; away 00 Cy.
@Suite struct LiveInputTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let card: PlayerCardKeys

    init() {
        library.status.value = Samples.status(game: Samples.game)
        library.connection.value = .connected
        card = PlayerCardKeys(PlayerCardViewModel(library: library, timekeeper: timekeeper))
    }

    @Test func aNameTypedLetterByLetterIsAskedForOnceWhenTheTypingPauses() {
        let titles = Heard(card.title)
        type("jos")
        #expect(card.query.value == "jos")
        #expect(library.asked.isEmpty)
        pause()
        #expect(asked == ["h#2"])
        #expect(titles.values == ["07 José · Hawks · h#2"])
        #expect(facts == ["points 2", "fouls 2", "two points 1", "tracked by mia"])
        library.answer(with: Self.log("mia.9", "mia.4"))
        #expect(moves == ["mia.9", "mia.4"])
        #expect(card.latestTitle.value == "newest moves")
    }

    @Test func aPauseWithinTheWordAsksForWhatStandsThere() {
        type("c")
        timekeeper.advance(by: .milliseconds(299))
        type("y")
        timekeeper.advance(by: .milliseconds(299))
        #expect(library.asked.isEmpty)
        timekeeper.advance(by: .milliseconds(1))
        #expect(asked == ["a#1"])
    }

    @Test func theSameNameAgainAsksNothing() {
        type("ana")
        pause()
        library.answer(with: Self.log("mia.9"))
        type("x")
        card.query.value = "ana"
        pause()
        card.query.value = " ana "
        pause()
        #expect(asked == ["h#1"])
        #expect(moves == ["mia.9"])
        #expect(!card.loading.value.isLoading)
    }

    @Test func aLateAnswerNeverWins() {
        type("ana")
        pause()
        card.query.value = "cy"
        pause()
        #expect(asked == ["h#1", "a#1"])
        #expect(library.asked[0].isForgotten)
        library.answer(1, with: Self.log("bo.7"))
        library.answer(0, with: Self.log("mia.9"))
        #expect(card.title.value == "00 Cy · Owls · a#1")
        #expect(moves == ["bo.7"])
    }

    @Test func nothingOfTheOneBeforeStandsBesideTheNext() {
        type("ana")
        pause()
        library.answer(with: Self.log("mia.9"))
        var shown: [String] = []
        let bindings = [
            card.latest.bind { shown.append("\($0.rows.count) moves") },
            card.title.bind { shown.append($0) },
        ]
        card.query.value = "cy"
        pause()
        #expect(shown == ["0 moves", "00 Cy · Owls · a#1"])
        withExtendedLifetime(bindings) {}
    }

    @Test func anEmptyLineShowsWhatToType() {
        let invitation = "type a player's number, slot or part of a name"
        #expect(PlayerCardView(card.model).lines(Style()) == [invitation])
        type("ana")
        pause()
        #expect(card.loading.value != .idle)
        card.query.value = ""
        pause()
        #expect(PlayerCardView(card.model).lines(Style()) == [invitation])
        #expect(card.title.value == "")
        #expect(card.facts.value.isEmpty)
        #expect(library.asked[0].isForgotten)
    }

    @Test(arguments: [
        ("zz", "no player in hawks-owls-2 matches 'zz'"),
        ("anna", "no player in hawks-owls-2 matches 'anna'; did you mean 4 Ana (h#1)?"),
        (
            "0",
            "no player in hawks-owls-2 matches '0'; did you mean 4 Ana (h#1), 07 José (h#2), "
                + "日本 太郎 (h#3)?"
        ),
        ("h#9", "no player in hawks-owls-2 matches 'h#9'"),
    ])
    func aPlayerWhomNobodyKnowsIsSaidToBeUnknown(query: String, problem: String) {
        type("ana")
        pause()
        card.query.value = query
        pause()
        #expect(card.loading.value.problem.text == problem)
        #expect(card.title.value == "")
        #expect(asked == ["h#1"])
        #expect(!card.loading.value.isLoading)
        card.query.value = "ana"
        pause()
        #expect(card.loading.value.problem.text == "")
        #expect(asked == ["h#1", "h#1"])
    }

    @Test func severalWhoFitAreNamedAndNobodyIsGuessed() {
        type("o")
        card.query.value = "h"
        var game = Samples.game
        game.away.players[0].name = "José"
        library.status.value = Samples.status(game: game)
        card.query.value = "josé"
        pause()
        #expect(
            card.loading.value.problem.text
                == "'josé' matches 2 players: 07 José (h#2), 00 José (a#1)")
        #expect(library.asked.isEmpty)
    }

    @Test func itEndsWithItsHolder() {
        var card: PlayerCardKeys? = PlayerCardKeys(
            PlayerCardViewModel(
                library: library, timekeeper: timekeeper))
        weak let held = card?.model
        card?.query.value = "ana"
        pause()
        card?.query.value = "cy"
        #expect(timekeeper.nextDeadline != nil)
        card = nil
        #expect(held == nil)
        #expect(timekeeper.nextDeadline == nil)
        #expect(library.asked.map(\.isForgotten) == [true])
    }

    @Test func twoViewsOfOneViewModelShowTheSame() {
        type("jos")
        pause()
        library.answer(with: Self.log("mia.9"))
        let plain = PlayerCardView(card.model).lines(Style())
        #expect(
            plain == [
                "07 José · Hawks · h#2", "points      2", "fouls       2", "two points  1",
                "tracked by  mia", "", "newest moves", "entry  clock  what                 score",
                "mia.9         h07 José two points    2:0",
            ])
        for columns in [60, 100] {
            let screen = PlayerCardScreen(card).lines(columns, 24)
            #expect(screen[0] == "player: jos")
            for line in plain where !line.isEmpty {
                #expect(screen.contains { $0.contains(line) }, "\(columns): \(line)")
            }
        }
    }

    private func type(_ text: String) {
        for character in text { #expect(card.press(.character(character))) }
    }

    private func pause() { timekeeper.advance(by: .milliseconds(300)) }

    /// The slots of all questions.
    private var asked: [String] { library.asked.map { $0.parameters["player"] ?? "" } }

    private var facts: [String] {
        card.facts.value.rows.map { $0.cells.joined(separator: " ") }
    }

    private var moves: [String] { card.latest.value.rows.map { $0.cells[0] } }

    /// A log with these entries, newest first.
    static func log(_ names: String...) -> LogDocument {
        let entries = names.reversed().enumerated().map { index, name in
            EntryDocument(
                name: name, game: "hawks-owls-2", keeper: "mia", wallMilliseconds: 0, index: index,
                lamport: UInt64(index), kind: "twoPoints", text: "h07 José two points",
                side: .home, player: "h#2", points: 2, home: 2, away: 0)
        }
        return LogDocument(game: "hawks-owls-2", entries: entries)
    }
}
