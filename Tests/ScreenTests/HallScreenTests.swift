import Documents
import Terminal
import Testing
import ViewModels

@Suite struct HallScreenTests {
    private func hall(
        _ home: String, _ homeScore: Int, _ away: String, _ awayScore: Int, isTimed: Bool = true
    ) -> HallViewModel {
        let library = PaperLibrary()
        let hall = HallViewModel(
            library: library, timekeeper: ManualTimekeeper(), names: Keymap().names)
        var game = Samples.game
        game.home.name = home
        game.home.score = homeScore
        game.away.name = away
        game.away.score = awayScore
        if !isTimed { game.clock = nil }
        library.status.value = Samples.status(game: game)
        return hall
    }

    private func canvas(_ hall: HallViewModel, _ columns: Int, _ rows: Int) -> Canvas {
        HallScreen(hall).canvas(columns, rows)
    }

    @Test func everySizeSaysTheScore() {
        let halls = [
            hall("Hawks", 5, "Owls", 12), hall("日本代表", 114, "שלום", 98),
            hall(
                String(repeating: "Bogdanović ", count: 20), 0, String(repeating: "👩‍👩‍👧", count: 60),
                1000, isTimed: false),
        ]
        for hall in halls {
            for (columns, rows) in [
                (1, 1), (7, 3), (20, 5), (30, 9), (39, 11), (80, 9), (500, 200),
            ] {
                let canvas = canvas(hall, columns, rows)
                guard columns >= 20 else { continue }
                let text = canvas.lines.joined(separator: "\n")
                let score = "\(hall.homeScore.value) : \(hall.awayScore.value)"
                #expect(text.contains("█") || text.contains(score), "\(columns)x\(rows)")
            }
            for columns in stride(from: 40, through: 200, by: 16) {
                for rows in stride(from: 12, through: 60, by: 6) {
                    let canvas = canvas(hall, columns, rows)
                    let blocks = canvas.lines.filter { $0.contains("██") || $0.contains("█") }
                    #expect(blocks.count >= 5, "\(columns)x\(rows)")
                    #expect(canvas.lines.contains { $0.hasPrefix("in sync") })
                }
            }
        }
    }

    @Test func theScoreTakesMoreThanAllElse() {
        let plain = hall("Hawks", 55, "Owls", 82, isTimed: false)
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            let lines = canvas(plain, columns, rows).lines
            let written = lines.count { !$0.isEmpty && !$0.contains("█") }
            let blocks = lines.count { $0.contains("█") }
            #expect(blocks * 5 > rows * 2 && blocks > written, "\(columns)x\(rows)")
        }
    }

    @Test func nobodyIsShownWithoutAGame() {
        let hall = HallViewModel(
            library: PaperLibrary(), timekeeper: ManualTimekeeper(), names: Keymap().names)
        #expect(canvas(hall, 40, 12).lines[6] == "looking for the daemon")
    }

    @Test func everyDigitHasAShapeOfItsOwn() throws {
        for rows in [5, 7, 10, 14, 21] {
            let digits = try #require(
                BigDigits.largest(for: ["0"], columns: rows * 2, rows: rows))
            #expect(digits.rows <= rows)
            var shapes: Set<[String]> = []
            for character in "0123456789-:. " {
                let text = String(character)
                var canvas = Canvas(columns: 60, rows: rows)
                digits.draw(text, on: &canvas, row: 0, column: 0)
                #expect(canvas.lines.allSatisfy { $0.count <= digits.width(of: text) })
                shapes.insert(canvas.lines)
            }
            #expect(shapes.count == 14)
        }
    }

    @Test func digitsFitOrThereAreNone() throws {
        #expect(BigDigits.largest(for: ["8"], columns: 2, rows: 50) == nil)
        #expect(BigDigits.largest(for: ["8"], columns: 50, rows: 4) == nil)
        #expect(BigDigits.largest(for: ["8"], columns: -1, rows: 0) == nil)
        for columns in 11...120 {
            let digits = try #require(
                BigDigits.largest(for: ["114", "98"], columns: columns, rows: 20))
            #expect(digits.width(of: "114") <= columns && digits.rows <= 20)
        }
        var canvas = Canvas(columns: 11, rows: 5)
        try #require(BigDigits.largest(for: ["17"], columns: 8, rows: 5))
            .draw("17", on: &canvas, row: 0, column: 0)
        #expect(canvas.lines == [" █  ███", "██    █", " █    █", " █    █", "███   █"])
    }
}
