import Seeds
import Terminal
import Testing
import ViewModels

/// Text of any origin, in cells that align.
@Suite struct CanvasTests {
    @Test(arguments: seeds(UInt64(20)))
    func everyCharacterIsWhole(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var canvas = Canvases.blank(&random)
        for _ in 0..<50 {
            Canvases.change(&canvas, &random)
            for row in 0..<canvas.rows {
                var column = 0
                while column < canvas.columns {
                    let cell = canvas[row: row, column: column]
                    let width = DisplayWidth.of(cell.text)
                    #expect(width >= 1 && column + width <= canvas.columns)
                    for behind in column + 1..<max(column + 1, column + width) {
                        #expect(canvas[row: row, column: behind].text.isEmpty)
                    }
                    column += max(1, width)
                }
            }
        }
    }

    @Test(arguments: [
        (Int.min, Int.min), (-1, 0), (0, 0), (1, 1), (Int.max, Int.max), (20, Int.max),
    ])
    func noSizeAndNoPlaceTraps(columns: Int, rows: Int) {
        var canvas = Canvas(columns: columns, rows: rows)
        #expect(canvas.columns >= 1 && canvas.columns <= TerminalLimits.canvasColumnsMax)
        #expect(canvas.rows >= 1 && canvas.rows <= TerminalLimits.canvasRowsMax)
        let places = [Int.min, -1, 0, 1, Int.max]
        for row in places {
            for column in places {
                for width in places {
                    canvas.write("日本 Ana", row: row, column: column, width: width)
                    canvas.clear(row: row, column: column, rows: width, columns: width)
                }
                canvas.cursor = (row, column)
                _ = canvas[row: row, column: column]
            }
        }
        #expect(canvas.cursor == nil)
    }

    /// A cell has three bits for each.
    @Test func everyToneAndLookIsKept() {
        var canvas = Canvas(columns: 1, rows: 1)
        for tone in Tone.allCases {
            for look in UInt8(0)..<8 {
                let look = Canvas.Look(rawValue: look)
                canvas.write("x", row: 0, tone: tone, look: look)
                let cell = canvas[row: 0, column: 0]
                #expect(cell.text == "x" && cell.tone == tone && cell.look == look)
            }
        }
    }

    @Test func aWideCharacterDoesNotHangOverTheEdge() {
        var canvas = Canvas(columns: 5, rows: 1)
        #expect(canvas.write("日本語", row: 0) == 5)
        #expect(canvas.lines == ["日本…"])
        canvas = Canvas(columns: 5, rows: 1)
        canvas.write("日", row: 0, column: 4)
        #expect(canvas.lines == ["    …"])
    }

    @Test func halfOfAWideCharacterDoesNotStay() {
        var canvas = Canvas(columns: 8, rows: 1)
        canvas.write("日本語", row: 0)
        canvas.write("x", row: 0, column: 1)
        #expect(canvas.lines == [" x本語"])
        canvas.write("y", row: 0, column: 2)
        #expect(canvas.lines == [" xy 語"])
        canvas.write("ᄀᄀ", row: 0, column: 1)
        canvas.write("z", row: 0, column: 3)
        #expect(canvas.lines == ["   z  "].map { String($0.dropLast(2)) })
    }

    @Test func aRightToLeftNameKeepsItsNeighboursInPlace() {
        var canvas = Canvas(columns: 30, rows: 2)
        #expect(canvas.write("שלום", row: 0) == 4)
        canvas.write("14", row: 0, column: 5)
        #expect(canvas.lines[0] == "שלום\u{200E} 14")
        #expect(canvas.write("שלום עולם", row: 1, width: 6) == 6)
        #expect(canvas.lines[1] == "שלום …\u{200E}")
    }

    @Test func textsAreHarmless() {
        var canvas = Canvas(columns: 40, rows: 1)
        canvas.write("\u{1B}]0;title\u{7}\u{202E}evil\u{0}", row: 0)
        #expect(!canvas.lines[0].unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
        canvas.write(String(repeating: "e\u{301}", count: 200), row: 0)
        #expect(DisplayWidth.of(canvas.lines[0]) == 40)
    }
}
