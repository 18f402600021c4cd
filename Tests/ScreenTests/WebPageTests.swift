import Documents
import Testing
import ViewModels

/// A web page: texts by the names of their elements, which follow outputs of view models, and links.
private final class WebPage: Navigator {
    private(set) var texts: [String: String] = [:]
    /// The rows of lists, with their texts.
    private(set) var lists: [String: [(id: String, text: String)]] = [:]
    /// The rows of lists that were new to the page.
    private(set) var newCount = 0
    private(set) var destinations: [Destination] = []
    private var bindings: [Binding] = []

    func bind(_ name: String, _ output: Dynamic<String>) {
        bindings.append(output.bindAndFire { [unowned self] in texts[name] = $0 })
    }

    /// Rows that the page did not have are new to it.
    func bind<Row: Identifiable<String>>(
        _ name: String, _ rows: Dynamic<[Row]>, _ text: @escaping (Row) -> String
    ) {
        bindings.append(
            rows.bindAndFire { [unowned self] rows in
                let known = Set(lists[name, default: []].map(\.id))
                newCount += rows.count { !known.contains($0.id) }
                lists[name] = rows.map { ($0.id, text($0)) }
            })
    }

    func rows(_ name: String) -> [String] { lists[name, default: []].map(\.text) }

    func show(_ destination: Destination) { destinations.append(destination) }
}

/// A second view beside the terminal: outputs become texts, and intents are all that it can do.
@Suite struct WebPageTests {
    private let page = WebPage()
    private let game = PickupGame()

    /// The desk of a pick-up game; the page has buttons where the terminal has keys.
    private func openDesk() -> KeepViewModel {
        let keep = KeepViewModel(
            library: game.library, timekeeper: game.timekeeper, navigator: page,
            names: { "[\($0)]" })
        game.library.connection.value = .connected
        page.bind("score", keep.editor.score)
        page.bind("message", keep.message.map(\.text))
        page.bind("question", keep.question.map(\.line))
        page.bind("lines", keep.lines.lines.map { $0.map { "\($0.text), \($0.state)" }.joined() })
        for player in keep.players(on: .home) {
            page.bind("\(player.slot) name", player.spoken)
            page.bind("\(player.slot) points", player.points)
            page.bind("\(player.slot) twos", player.count(of: "twoPoints"))
        }
        return keep
    }

    @Test func aBasketIsRecordedForAPlayerAndUndone() {
        let keep = openDesk()
        #expect(page.texts["score"] == "0 : 0" && page.texts["h#1 name"] == "4 Ana")
        keep.record("twoPoints", by: "h#1")
        #expect(page.texts["lines"] == "4 Ana two points, pending")
        game.record()
        #expect(page.texts["lines"] == "4 Ana two points, recorded")
        #expect(page.texts["score"] == "2 : 0" && page.texts["message"] == "h#1 twoPoints")
        #expect(page.texts["h#1 points"] == "2" && page.texts["h#1 twos"] == "1")
        #expect(page.texts["h#2 points"] == "0")
        keep.undo()
        #expect(game.library.orders(UndoRequest.self).map(\.game) == ["hawks-owls"])
        game.library.answer(with: RecordedDocument(entries: ["mia.2"], echo: "undone: mia.1"))
        #expect(page.texts["message"] == "undone: mia.1")
    }

    /// Its buttons are the kinds of move of the rules, and one for the game clock.
    @Test func theButtonsOfTheDeskFollowTheGame() {
        let keep = openDesk()
        page.bind("clock", keep.editor.pauseTitle)
        page.bind("fouls", keep.editor.homeFouls)
        let kinds = keep.editor.kinds.value
        #expect(
            kinds.prefix(6).map { Wording.heading(ofKind: $0, in: .english) }
                == ["1P", "2P", "AST", "REB", "PF", "FT"])
        for kind in kinds { keep.record(kind, by: "a#3") }
        #expect(game.library.orders(MoveRequest.self).map(\.kind) == kinds)
        #expect(page.texts["clock"] == "Start" && page.texts["fouls"] == "")
        keep.togglePause()
        game.turnClock(at: 0)
        game.change { $0.home.periodFouls = 1 }
        #expect(page.texts["clock"] == "Pause" && page.texts["fouls"] == "1 team foul")
        keep.actions.end()
        #expect(page.texts["question"] == "end hawks-owls at 0:0? · [yes] ends it, [no] no")
        keep.record("foul", by: "home")
        #expect(page.texts["question"] == "" && !keep.isAsking)
    }

    @Test(arguments: [true, false]) func aQuestionIsAnswered(isYes: Bool) {
        let keep = openDesk()
        keep.record("onePoint", by: "h#2")
        game.refuse()
        #expect(
            page.texts["question"]
                == "the game hawks-owls is decided · [yes] records it anyway, [no] no")
        keep.answer(isYes: isYes)
        #expect(page.texts["question"] == "" && !keep.isAsking)
        let forced = game.library.orders(MoveRequest.self).map { $0.force == true }
        #expect(forced == (isYes ? [false, true] : [false]))
        #expect(page.texts["lines"] == "5 Bo one point, \(isYes ? "pending" : "not recorded")")
    }

    @Test func aPausedTimelineWaitsAndEachEntryIsToldOnce() throws {
        let (library, log) = (PaperLibrary(), PaperLog())
        for lamport in 1...3 { log.record("mia", at: UInt64(lamport)) }
        library.connection.value = .connected
        let timeline = TimelineViewModel(
            library: library, timekeeper: game.timekeeper, navigator: page, of: .game(log.game))
        page.bind("note", timeline.note)
        page.bind("entries", timeline.rows) { "\($0.name) \($0.score)" }
        library.log = log.entries
        library.showWindows()
        timeline.togglePause()
        library.newest.value = log.record("bo", at: 4)
        #expect(page.texts["note"] == "paused · 1 new entry waits")
        #expect(page.rows("entries") == ["mia.3 6:0", "mia.2 4:0", "mia.1 2:0"])
        timeline.togglePause()
        #expect(page.texts["note"] == "" && page.newCount == 4)
        #expect(page.rows("entries") == ["bo.1 8:0", "mia.3 6:0", "mia.2 4:0", "mia.1 2:0"])
    }

    @Test func aResultIsChosenByItsID() throws {
        let search = SearchViewModel(
            library: game.library, timekeeper: game.timekeeper, navigator: page,
            names: { "[\($0)]" })
        page.bind("latest", search.latestTitle)
        page.bind("results", search.results) { $0.text }
        search.query = "ana"
        game.timekeeper.advance(by: .milliseconds(200))
        let ana = SearchResult(
            kind: .player, game: "hawks-owls-2", title: "4 Ana", detail: "", slot: "h#1")
        game.library.answer(with: SearchDocument(query: "ana", results: [ana]))
        let id = try #require(page.lists["results"]?.first?.id)
        search.choose(id)
        #expect(page.rows("results") == ["4 Ana"])
        #expect(page.texts["latest"] == "latest entries of 4 Ana" && page.destinations.isEmpty)
        search.choose("a result that is gone")
        search.choose(id)
        #expect(page.destinations == [.timeline(.game("hawks-owls-2"), player: "h#1")])
    }
}
