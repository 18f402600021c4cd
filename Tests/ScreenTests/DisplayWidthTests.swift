import Terminal
import Testing

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
