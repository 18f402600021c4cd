import Testing

/// The checks are only as good as the reading of the text.
@Suite struct SwiftSourceTests {
    private func tokens(_ text: String) -> [String] {
        SwiftSource(path: "Sources/A/B.swift", text: text).tokens.map(\.text)
    }

    @Test func commentsAndStringsAreNotCode() {
        #expect(tokens("let a = 1 // b\n/* c /* d */ e */ f") == ["let", "a", "=", "1", "f"])
        #expect(tokens("g(\"h \\\" i\", #\"j \" k\"#)") == ["g", "(", ",", ")"])
        #expect(tokens("\"\"\"\nl \" m\n\"\"\" n") == ["n"])
    }

    @Test func interpolationsAreCode() {
        #expect(tokens("\"a \\(b(c) ?? \"d\") e\"; f") == ["b", "(", "c", ")", "?", "?", ";", "f"])
        #expect(tokens("#\"a \\(b) \\#(c)\"# d") == ["c", "d"])
    }

    @Test func linesAreCountedThroughEverything() {
        let source = SwiftSource(
            path: "Sources/A/B.swift", text: "/*\n*/ a\n\"\"\"\n\\(b)\n\"\"\"\n`c d`\n")
        #expect(source.tokens.map(\.line) == [2, 4, 6])
        #expect(source.literals.map(\.line) == [3])
        #expect(source.lineCount == 6)
        #expect(source.module == "A")
        #expect(source.fileName == "B")
    }

    /// A literal that the lexer misreads would swallow code, and the checks would be blind to it.
    @Test func everyFileIsReadToItsEnd() {
        for source in SourceTree.real.swift {
            for (open, close) in [("{", "}"), ("(", ")"), ("[", "]")] {
                let opened = source.tokens.count { $0.text == open }
                let closed = source.tokens.count { $0.text == close }
                #expect(opened == closed, "\(source.path): \(open) \(opened), \(close) \(closed)")
            }
        }
    }

    @Test func cutOffTextDoesNotTrap() {
        let whole = "a /* b */ \"c \\(d) e\" #\"f\"# \"\"\"\ng\"\"\" `h` // i"
        for length in 0...whole.utf8.count {
            let text = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
            #expect(SwiftSource(path: "x", text: text).lineCount <= 2)
        }
    }
}
