import Documents
import Terminal
import Testing
import ViewModels

/// Screens of the program, fed by view models that nothing feeds: a test sets their outputs.
@Suite struct MockViewModelTests {
    private let library = PaperLibrary()

    private func mockHall() -> HallViewModel {
        let hall = HallViewModel(
            library: library, timekeeper: ManualTimekeeper(), names: { _ in "" })
        hall.isEmpty.value = false
        hall.title.value = "a title"
        (hall.homeTeam.value, hall.awayTeam.value) = ("left", "right")
        (hall.homeScore.value, hall.awayScore.value) = ("88", "-1")
        hall.score.value = "88 : -1"
        hall.state.value = "a state"
        hall.latest.value = "the latest"
        hall.connection.value = "a connection"
        return hall
    }

    /// Every line is an output: a screen has no words of its own, and asks no document.
    @Test(arguments: [(40, 11), (80, 24), (200, 60)])
    func theHallShowsItsOutputsAndNothingElse(columns: Int, rows: Int) {
        let text = HallScreen(mockHall()).lines(columns, rows).joined(separator: "\n")
        for output in ["left", "right", "a state", "the latest", "a connection"] {
            #expect(text.contains(output), "\(output) at \(columns)x\(rows):\n\(text)")
        }
        let outputs = "left right a state the latest a connection title 88 : -1 █"
        let words = Set(text.split { " \n·".contains($0) }.filter { !$0.contains("█") })
        #expect(words.isSubset(of: Set(outputs.split(separator: " "))), "\(words)")
        #expect(library.asked.isEmpty)
    }

    /// The hall is drawn for each output that it shows, and for no other.
    @Test func theHallIsDrawnForEachOutputThatItShows() {
        let (hall, reads) = (mockHall(), Reads())
        func isDue(after change: () -> Void) -> Bool {
            _ = HallScreen(hall).canvas(columns: 80, rows: 24, reads: reads)
            change()
            return reads.isDue
        }
        #expect(isDue { hall.homeScore.value = "89" })
        #expect(isDue { hall.homeFoulsTone.value = .attention })
        #expect(isDue { hall.connectionTone.value = .bad })
        #expect(!isDue { hall.placeholder.value = Advice("instead of a game") })
        #expect(!isDue { hall.ending.value = "an end" })
        #expect(isDue { hall.isEmpty.value = true })
        #expect(!isDue { hall.homeScore.value = "90" })
        #expect(isDue { hall.placeholder.value = Advice("nothing") })
    }

    @Test func aMissingGameIsItsPlaceholder() {
        let hall = mockHall()
        hall.isEmpty.value = true
        hall.placeholder.value = Advice("nothing to see")
        let lines = HallScreen(hall).lines(40, 9).filter { !$0.isEmpty }
        #expect(lines.map { $0.trimmed } == ["nothing to see", "a connection"])
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
