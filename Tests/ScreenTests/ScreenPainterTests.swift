import Seeds
import Terminal
import Testing
import ViewModels

/// After the painter's bytes a terminal shows the canvas.
@Suite struct ScreenPainterTests {
    @Test(arguments: seeds(UInt64(40)))
    func theTerminalShowsTheCanvas(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let hasColor = seed.isMultiple(of: 2)
        var painter = ScreenPainter(hasColor: hasColor)
        var canvas = Canvases.blank(&random)
        var terminal = PaperTerminal(columns: canvas.columns, rows: canvas.rows)
        terminal.receive(ScreenPainter.enter)
        for step in 0..<30 {
            Canvases.change(&canvas, &random)
            terminal.receive(painter.bytes(for: canvas))
            for row in 0..<canvas.rows {
                let expected = Canvases.row(row, of: canvas, hasColor: hasColor)
                #expect(terminal.row(row) == expected, "step \(step), row \(row)")
            }
            #expect(terminal.isCursorShown == (canvas.cursor != nil))
            if let cursor = canvas.cursor {
                #expect(terminal.cursor == cursor)
            }
            #expect(painter.bytes(for: canvas).isEmpty, "what is shown is not sent again")
        }
        #expect(terminal.strange == [])
    }

    @Test(arguments: seeds(UInt64(40)), [PaperTerminal.Opinion.scalars, .narrow])
    func aTerminalOfOtherOpinionsKeepsTheColumns(seed: UInt64, opinion: PaperTerminal.Opinion) {
        var random = SeededGenerator(seed: seed)
        var painter = ScreenPainter(hasColor: false)
        var canvas = Canvases.blank(&random)
        var terminal = PaperTerminal(
            columns: canvas.columns, rows: canvas.rows, opinion: opinion)
        terminal.receive(ScreenPainter.enter)
        for step in 0..<30 {
            Canvases.change(&canvas, &random)
            terminal.receive(painter.bytes(for: canvas))
            for row in 0..<canvas.rows {
                let expected = Canvases.row(row, of: canvas, hasColor: false)
                for (column, (seen, meant)) in zip(terminal.row(row), expected).enumerated()
                where meant.text.utf8.count == 1 {
                    #expect(seen.text == meant.text, "step \(step), row \(row), \(column)")
                }
            }
        }
        #expect(terminal.strange == [])
    }

    /// Screens number their graphemes each for itself: equal numbers may mean different characters,
    /// and different numbers the same.
    @Test(arguments: seeds(UInt64(40)))
    func screensOfTheirOwnAreCompared(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var painter = ScreenPainter(hasColor: true)
        let size = Canvases.blank(&random)
        var terminal = PaperTerminal(columns: size.columns, rows: size.rows)
        terminal.receive(ScreenPainter.enter)
        for step in 0..<10 {
            var canvas = Canvas(columns: size.columns, rows: size.rows)
            for _ in 0..<6 { Canvases.change(&canvas, &random) }
            terminal.receive(painter.bytes(for: canvas))
            for row in 0..<canvas.rows {
                let expected = Canvases.row(row, of: canvas, hasColor: true)
                #expect(terminal.row(row) == expected, "step \(step), row \(row)")
            }
            var copy = Canvas(columns: size.columns, rows: size.rows)
            copy.write("🇩🇪👍🏽e\u{301}", row: 0)
            copy.clear(row: 0)
            copy.draw(canvas, row: 0)
            #expect(copy == canvas)
            #expect(painter.bytes(for: copy).isEmpty, "step \(step): it is shown already")
            copy.write("?", row: 0, look: .underlined)
            #expect(copy != canvas)
        }
    }

    @Test func aDigitCostsFewBytes() {
        var painter = ScreenPainter(hasColor: true)
        var canvas = Canvas(columns: 200, rows: 60)
        canvas.write("Hawks 14 : 9 Owls", row: 40, column: 150, tone: .attention, look: .bold)
        #expect(painter.bytes(for: canvas).count < 80)
        canvas.write("5", row: 40, column: 157, tone: .attention, look: .bold)
        #expect((1..<32).contains(painter.bytes(for: canvas).count))
        canvas.clear(row: 40)
        #expect((1..<32).contains(painter.bytes(for: canvas).count))
    }

    @Test func noColourIsSentWithoutColour() {
        var painter = ScreenPainter(hasColor: false)
        var canvas = Canvas(columns: 20, rows: 5)
        for (row, tone) in Tone.allCases.enumerated() {
            canvas.write("bold", row: row, tone: tone, look: .bold)
            canvas.write("not", row: row, column: 10, tone: tone)
        }
        let text = String(decoding: painter.bytes(for: canvas), as: UTF8.self)
        #expect(text.contains("\u{1B}[1mbold"))
        let codes = text.split(separator: "\u{1B}[").dropFirst().compactMap { part in
            part.firstIndex(of: "m").map { part[..<$0] }
        }.filter { $0.allSatisfy { $0.isNumber || $0 == ";" } }
        #expect(Set(codes) == ["", "1"])
    }

    @Test func whatIsForgottenIsPaintedWhole() {
        var painter = ScreenPainter(hasColor: true)
        var canvas = Canvas(columns: 20, rows: 5)
        canvas.write("Hawks", row: 2)
        let first = painter.bytes(for: canvas)
        painter.forget()
        #expect(painter.bytes(for: canvas) == first)
        var wider = Canvas(columns: 30, rows: 5)
        wider.write("Hawks", row: 2)
        #expect(painter.bytes(for: wider) == first, "another size begins again")
    }

    @Test func leavingRestoresEverything() {
        var painter = ScreenPainter(hasColor: true)
        var terminal = PaperTerminal(columns: 20, rows: 5)
        terminal.receive(ScreenPainter.enter)
        #expect(terminal.isAlternate && !terminal.isWrapping && !terminal.isCursorShown)
        var canvas = Canvas(columns: 20, rows: 5)
        canvas.write("Hawks", row: 4, tone: .bad, look: [.bold, .reversed])
        terminal.receive(painter.bytes(for: canvas))
        #expect(terminal.codes == [1, 7, 31])
        terminal.receive(ScreenPainter.leave)
        #expect(!terminal.isAlternate && terminal.isWrapping && terminal.isCursorShown)
        #expect(terminal.codes == [] && terminal.strange == [])
    }
}

/// Random canvases, by seed.
enum Canvases {
    private static let names = [
        "Ana", "7", "14", "Hawks - Owls", "日本語の名前", "한국", "\u{1112}\u{1161}\u{11AB}", "Zoe\u{308}",
        "e\u{301}\u{302}\u{303}\u{304}", "👩‍👩‍👧", "🏀🏀", "🇩🇪🇫", "👍🏽!", "❤️x", "1️⃣", "שלום 7", "محمد",
        "हिन्दी", "a\u{200D}b", "می\u{200C}خواهم", "ᄀᄀᄀ", "\u{301}first", "ﾊﾝｶｸ", "𠀀", "·…│█", "\u{1161}",
        "a\u{1161}b", "\u{FE0F}\u{20E3}", "\u{1B}[2J", "tab\tnew\nline", "\u{E0001}x", "👩\u{200D}",
        "½",
        String(repeating: "Bogdanović ", count: 20), String(repeating: "👩‍👩‍👧", count: 60), "",
    ]

    static func blank(_ random: inout SeededGenerator) -> Canvas {
        Canvas(
            columns: Int.random(in: 1...60, using: &random),
            rows: Int.random(in: 1...9, using: &random))
    }

    /// A few changes, as between two drawings of a screen.
    static func change(_ canvas: inout Canvas, _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let row = Int.random(in: -1...canvas.rows, using: &random)
            let column = Int.random(in: -2...canvas.columns, using: &random)
            let width = Bool.random(using: &random) ? nil : Int.random(in: -1...20, using: &random)
            if Int.random(in: 0..<5, using: &random) == 0 {
                canvas.clear(row: row, column: column, rows: 2, columns: width)
            } else {
                canvas.write(
                    names.randomElement(using: &random) ?? "", row: row, column: column,
                    width: width, tone: Tone.allCases.randomElement(using: &random) ?? .plain,
                    look: Canvas.Look(rawValue: UInt8.random(in: 0..<8, using: &random)))
            }
        }
        let cursor = Int.random(in: -20..<canvas.columns * canvas.rows, using: &random)
        canvas.cursor = cursor < 0 ? nil : (cursor / canvas.columns, cursor % canvas.columns)
    }

    /// A row as a terminal should show it.
    static func row(_ row: Int, of canvas: Canvas, hasColor: Bool) -> [PaperTerminal.Cell] {
        (0..<canvas.columns).map { column in
            let cell = canvas[row: row, column: column]
            var codes: Set<Int> = []
            if cell.look.contains(.bold) { codes.insert(1) }
            if cell.look.contains(.underlined) { codes.insert(4) }
            if cell.look.contains(.reversed) { codes.insert(7) }
            switch hasColor ? cell.tone : .plain {
            case .plain: break
            case .good: codes.insert(32)
            case .attention: codes.insert(33)
            case .bad: codes.insert(31)
            case .faint: codes.insert(2)
            }
            return PaperTerminal.Cell(text: cell.text, codes: codes).seen
        }
    }
}
