import Documents
import Terminal
import Testing
import ViewModels

/// The recorder complains of what a test does not expect, and of nothing else.
@Suite struct OutputRecorderTests {
    private let library = PaperLibrary()
    private let list: GameListViewModel

    init() {
        list = GameListViewModel(
            library: library, navigator: PaperNavigator(), names: Keymap().names)
    }

    private func complaints(of body: (OutputRecorder) -> Void) -> [String] {
        var said: [String] = []
        recording(list, of: library, complain: { words, _ in said.append(words) }, body)
        return said
    }

    private func answer() { library.answer(with: GamesDocument(games: Samples.otherGames)) }

    @Test func whatIsExpectedIsNoComplaint() {
        let said = complaints { recorder in
            answer()
            recorder.expect("rows", "loading")
            list.use("owls-foxes")
            library.answer(with: DoneDocument(text: "done"))
            recorder.expect("notice.text", "notice.tone")
            answer()
        }
        #expect(said.isEmpty)
    }

    @Test func aChangeThatNobodyExpects() {
        let said = complaints { recorder in
            answer()
            recorder.expect("rows")
            list.receive(GamesDocument(games: []))
        }
        #expect(said == ["loading changed", "rows changed"])
    }

    @Test func aChangeThatDoesNotCome() {
        let said = complaints { recorder in
            answer()
            recorder.expect("rows", "loading", "notice.text")
        }
        #expect(said == ["notice.text did not change"])
    }

    @Test func aQuestionLeftOpen() {
        #expect(complaints { _ in } == ["/v1/games is not answered"])
    }
}
