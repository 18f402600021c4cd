import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// While answers come late, fail, or come out of order, the results are those of the last query
/// asked, as of its answer.
@Suite struct SearchLawTests {
    /// The expected screen.
    private struct Model {
        var words = ""
        var now = Duration.zero
        var settles: (at: Duration, words: String)?
        var asked = ""
        var questions: [String] = []
        var awaited: Int?
        var shown: [String] = []
        var isFailed = false

        mutating func type(_ typed: String) {
            guard typed != words else { return }
            words = typed
            settles = (now + .milliseconds(200), typed)
            if typed.isEmpty { ask("") }
        }

        mutating func advance(by time: Duration) {
            now += time
            guard let settled = settles, settled.at <= now else { return }
            settles = nil
            ask(settled.words)
        }

        mutating func ask(_ query: String, again: Bool = false) {
            guard query != asked || again else { return }
            asked = query
            if query.isEmpty {
                (awaited, shown, isFailed) = (nil, [], false)
            } else {
                (awaited, isFailed) = (questions.count, false)
                questions.append(query)
            }
        }

        /// Nil is a failure.
        mutating func answer(_ number: Int, _ titles: [String]?) {
            guard number == awaited else { return }
            awaited = nil
            isFailed = titles == nil
            shown = titles ?? shown
        }

        mutating func reconnect() { if isFailed { ask(asked, again: true) } }
    }

    @Test(arguments: seeds(UInt64(300)))
    func onlyTheNewestQuestionIsHeard(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let library = RudeLibrary()
        let timekeeper = ManualTimekeeper()
        let viewModel = SearchKeys(
            SearchViewModel(library: library, timekeeper: timekeeper, names: Keymap().names))
        var model = Model()
        var answered: Set<Int> = []
        for step in 0..<120 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2:
                let word = ["", "a", "an", "ana", "b"][Int.random(in: 0..<5, using: &random)]
                viewModel.model.query = word
                model.type(word)
            case 3...5:
                let time = Duration.milliseconds(Int.random(in: 1...250, using: &random))
                timekeeper.advance(by: time)
                model.advance(by: time)
            case 6, 7:
                guard !library.given.isEmpty else { continue }
                let number = Int.random(
                    in: max(0, library.given.count - 3)..<library.given.count, using: &random)
                guard answered.insert(number).inserted else { continue }
                let titles = (0..<Int.random(in: 0..<3, using: &random)).map { "\(step).\($0)" }
                let isFailed = Bool.random(using: &random)
                library.given[number](
                    isFailed
                        ? .failure(.unavailable("away"))
                        : .success(
                            SearchDocument(
                                query: library.queries[number],
                                results: titles.map {
                                    SearchResult(kind: .game, game: $0, title: $0, detail: "")
                                })))
                model.answer(number, isFailed ? nil : titles)
            default:
                library.connection.value = .connected
                model.reconnect()
            }
            #expect(library.queries == model.questions)
            #expect(viewModel.results.value.map(\.text) == model.shown, "step \(step)")
            #expect(viewModel.loading.value.problem.isEmpty != model.isFailed)
            #expect(viewModel.loading.value.isLoading == (model.awaited != nil))
            if model.words.isEmpty { #expect(viewModel.results.value.isEmpty) }
        }
    }
}

/// A library that also answers ended bindings.
private final class RudeLibrary: GameLibrary {
    let status = Dynamic<StatusDocument?>(nil)
    let newest = Dynamic<EntryDocument?>(nil)
    let connection = Dynamic(LibraryConnection.connecting)
    private(set) var queries: [String] = []
    private(set) var given: [(Result<SearchDocument, LibraryError>) -> Void] = []

    func follow(_ request: WindowRequest) -> LogFeed { LogFeeds {}.open(request) }

    func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        queries.append(request.parameters.first { $0.name == "query" }?.value ?? "")
        given.append { result in
            if let answer = result as? Result<Answer, LibraryError> { then(answer) }
        }
        return Binding {}
    }
}
