import Seeds
import Terminal
import Testing
import ViewModels

/// Text from others reaches the terminal only as text.
@Suite struct SafeTextTests {
    @Test(arguments: [
        ("Ana", "Ana"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\u{9B}31mb", "a\u{FFFD}31mb"),
        ("one\ntwo\tthree\r", "one two three "), ("a\u{7F}b\u{0}", "a\u{FFFD}b\u{FFFD}"),
        ("Ana\u{202E}toor", "Anatoor"), ("A\u{200B}n\u{FEFF}a\u{2066}", "Ana"),
        ("a\u{2028}b", "a b"), ("\u{301}x", "\u{25CC}\u{301}x"),
        ("e\u{301}\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}\u{301}"),
        ("👩‍👧", "👩‍👧"), ("\u{E000}", "\u{FFFD}"), ("שלום", "שלום\u{200E}"),
        ("\u{E0041}", ""), ("a\u{AD}b", "ab"), ("a\u{3000}b", "a b"),
    ])
    func line(text: String, safe: String) {
        #expect(SafeText.line(text).unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func noTextOfAnyScalarsHasAControlLeft(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var text = String.UnicodeScalarView()
            for _ in 0..<20 {
                let bound: UInt32 = Bool.random(using: &random) ? 0x300 : 0x110000
                let value = UInt32.random(in: 0..<bound, using: &random)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let safe = SafeText.line(String(text))
            #expect(safe.unicodeScalars.allSatisfy { !isControl($0) })
            let lines = safe.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            #expect(lines.count == 1)
            let twice = SafeText.line(safe)
            #expect(twice.unicodeScalars.elementsEqual(safe.unicodeScalars))
        }
    }

    @Test func aGridOfHostileCellsStaysAGrid() {
        let hostile = "\u{1B}]0;owned\u{7}\u{1B}[2J\nsecond\u{202E}"
        let grid = Grid(
            columns: [Grid.Column(hostile), Grid.Column("n", isNumber: true)],
            rows: [Grid.Row([hostile, "1"]), Grid.Row(["Ana", "22"], tone: .bad)])
        let lines = GridView(grid).lines(Style())
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { !isControl($0) } })
        #expect(Set(lines.map { DisplayWidth.of($0) }).count == 1)
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }
}

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("Ana", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("日本", 4), ("ｆｕｌｌ", 8),
        ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🏀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
        ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("שלום", 4), ("محمد", 4), ("हिन्दी", 5),
        ("a\u{200D}b", 2), ("…", 1), ("é́́", 1), ("ﾊﾝｶｸ", 4), ("𠀀", 2),
    ])
    func columns(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test(arguments: ["Ana", "日本語の名前", "👩‍👩‍👧🏀🏀", "Zoe\u{308}Zoe\u{308}", "שלום עולם", ""])
    func aShortenedTextFitsAndIsABeginning(text: String) {
        for columns in 0...14 {
            let short = DisplayWidth.truncated(text, to: columns)
            #expect(DisplayWidth.of(short) <= columns)
            if short != text { #expect(text.hasPrefix(short.dropLast())) }
            let padded = DisplayWidth.padded(short, to: columns)
            #expect(DisplayWidth.of(padded) == columns)
        }
    }

    @Test func whatIsCutOffIsMarked() {
        #expect(DisplayWidth.truncated("Bogdanović", to: 6) == "Bogda…")
        #expect(DisplayWidth.truncated("日本語", to: 4) == "日…")
        #expect(DisplayWidth.truncated("日本語", to: 6) == "日本語")
        #expect(DisplayWidth.padded("7", to: 3, atStart: true) == "  7")
    }
}

/// Answers and help on a terminal, wrapped at spaces.
@Suite struct TextViewTests {
    private func lines(_ text: String, _ columns: Int?) -> [String] {
        TextView([text]).lines(Style(columns: columns))
    }

    @Test(arguments: seeds(300))
    func noWordIsBrokenAndNoneIsLost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "  ", "Ana", "日本太郎", "x", "scored", "a-path/that/is-long/and-has/no-end", "   ",
        ]
        let count = Int.random(in: 0...40, using: &random)
        let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }
            .joined(separator: " ")
        #expect(lines(text, nil) == [text])
        let columns = Int.random(in: 12...90, using: &random)
        let lines = lines(text, columns)
        #expect(lines.flatMap { $0.split(separator: " ") } == text.split(separator: " "))
        if DisplayWidth.of(text) <= columns { #expect(lines == [text]) }
        for line in lines where DisplayWidth.of(line) > columns {
            #expect(line.split(separator: " ").count <= 1)
        }
    }

    @Test func whatStandsBehindAGapGoesOnBeneathIt() {
        #expect(
            lines("  --force   write over a file that is there", 32) == [
                "  --force   write over a file", "            that is there",
            ])
        #expect(
            lines("! the game is over: Hawks win 21:14; undo", 24) == [
                "! the game is over:", "Hawks win 21:14; undo",
            ])
    }
}
