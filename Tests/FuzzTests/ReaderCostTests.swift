import FuzzTargets
import Seeds
import Testing

/// A text from outside costs time linear in its bytes, whatever it holds and whichever reader takes it.
@Suite("What readers cost", .timeLimit(.minutes(5)))
struct ReaderCostTests {
    /// What makes comparing, hashing, cutting or counting slow where a text is taken as it is.
    private static let units = [
        // Marks of two classes must be put in order, of one only counted; Tibetan ones are other scalars
        // when they are decomposed.
        "\u{301}\u{316}", "\u{301}", "\u{5B0}\u{301}\u{316}\u{345}\u{1DCE}", "\u{F73}\u{F71}",
        "\u{344}", "\u{903}", "\u{FE0F}", "\u{E31}", "\u{20DD}",
        // Where a character ends is only known from its beginning.
        "\u{1F1E6}", "\u{1F468}\u{200D}", "\u{200D}", "\u{1F466}\u{1F3FB}", "\u{600}",
        "\u{1100}", "\u{1100}\u{1161}\u{11A8}", "\u{915}\u{94D}", "\u{E0067}",
        // Longer in lower case, or in another form.
        "\u{130}", "\u{FB03}", "\u{1ED9}", "\u{FDFA}",
        // Ends of lines, and what documents, lists and names are made of.
        "\r\n", "\r", "\n", " ", ",", ", 4 ", "=", ".", "-", "1", "9.", "a", "a ", "a\n", "mia.4 ",
        "[", "{\"a\":", "{\"a\":[", "\"", "\\", "\\u0301\\u0316", "\\ud83c", "1,", "\"a\":1,", "%",
        "%CC%81", "/",
        "home 4 ", "\u{1B}[", "\u{1B}]0;",
    ]

    /// Four times as long a text may cost 4 times as much, and 16 times where the cost grows with the
    /// square. Texts that cost little by their length are not measured more closely: a cost of 0.2 ns
    /// for each pair of bytes is seen (marks of two classes out of order cost 100 ns).
    @Test(arguments: cases(TextReader.allCases))
    func fourTimesTheBytesCostFourTimes(reader: TextReader) {
        for unit in Self.units {
            let said = "\(reader), \(unit.debugDescription)"
            let (short, long) = (text(unit, 4096), text(unit, 16_384))
            let first = least(of: 1, reader, short)
            guard first < .milliseconds(200) else {
                Issue.record("\(said): \(first) for 4 KiB")
                continue
            }
            if first < .milliseconds(4), least(of: 1, reader, long) < .milliseconds(40) {
                continue
            }
            #expect(ratio(reader, long, short) < 8, "\(said): cost of 4 times the bytes")
        }
    }

    /// The costs of two texts, measured in turn: what else runs makes some measurements longer, for seconds.
    private func ratio(_ reader: TextReader, _ long: String, _ short: String) -> Double {
        var (most, least) = (Duration.seconds(1000), Duration.seconds(1000))
        for _ in 0..<8 {
            most = min(most, self.least(of: 2, reader, long))
            least = min(least, self.least(of: 2, reader, short))
            if most / least < 8 { break }
        }
        return most / least
    }

    private func text(_ unit: String, _ bytes: Int) -> String {
        "a" + String(repeating: unit, count: bytes / unit.utf8.count)
    }

    private func least(of count: Int, _ reader: TextReader, _ text: String) -> Duration {
        (0..<count).reduce(.seconds(1000)) { least, _ in
            min(least, CostTarget.cost { reader.read(text) })
        }
    }
}
