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
        var state = seed
        for _ in 0..<500 {
            var text = String.UnicodeScalarView()
            for _ in 0..<20 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let bound: UInt32 = state >> 63 == 0 ? 0x300 : 0x110000
                let value = UInt32(truncatingIfNeeded: state >> 33) % bound
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
