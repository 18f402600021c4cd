import Seeds
import Terminal
import Testing

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
