import Testing

/// Nothing is put off, skipped or slept through.
@Suite struct HonestyTests {
    private static let marks: Set<String> = ["TODO", "FIXME", "XXX", "HACK", "WIP"]
    private static let sleeps: Set<String> = ["sleep", "usleep", "nanosleep"]

    /// Marks of unfinished work in the text of a comment or of a page.
    static func checkMarks(path: String, line: Int, text: String) -> [Complaint] {
        text.split { !$0.isLetter }.filter { marks.contains(String($0)) }.map {
            Complaint(path: path, line: line, message: "`\($0)`: do it, or say it in an issue")
        }
    }

    static func checkComments(_ source: SwiftSource) -> [Complaint] {
        source.comments.flatMap { comment in
            checkMarks(path: source.path, line: comment.line, text: comment.text)
                + checkTickets(source, comment)
        }
    }

    /// A comment says why by itself: the number of a ticket means nothing to a reader.
    private static func checkTickets(
        _ source: SwiftSource, _ comment: SwiftSource.Piece
    ) -> [Complaint] {
        let words = comment.text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return zip(words, words.dropFirst()).compactMap { word, next in
            guard ["issue", "ticket"].contains(word), next.allSatisfy(\.isNumber) else {
                return nil
            }
            return source.complaint(at: comment.line, "`\(word) \(next)`: say the reason itself")
        }
    }

    static func checkTests(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.compactMap { index in
            let line = source.tokens[index].line
            switch source[index] {
            case let text where sleeps.contains(text) && source[index + 1] == "(":
                return source.complaint(at: line, "`\(text)`: wait for the event, with a deadline")
            case "disabled" where source[index - 1] == "." && source[index + 1] == "(":
                return source.complaint(at: line, "a disabled test tests nothing")
            case "withKnownIssue":
                return source.complaint(at: line, "a known issue is mended, not kept")
            case "expect" where source[index - 1] == "#" && source[index + 2] == "true":
                return source.complaint(at: line, "an expectation that cannot fail")
            default:
                return nil
            }
        }
    }

    /// Forced unwraps are a rule of the linter; ends of the process are none.
    static func checkEnds(_ source: SwiftSource) -> [Complaint] {
        source.tokens.indices.filter { source[$0] == "fatalError" && source[$0 + 1] == "(" }.map {
            source.complaint(
                at: source.tokens[$0].line, "no `fatalError`: throw, or state a precondition")
        }
    }

    /// A file named after tests that declares anything has a test.
    static func checkHasTest(_ source: SwiftSource) -> [Complaint] {
        let declares = source.tokens.contains { $0.text == "func" || $0.text == "struct" }
        guard source.fileName.hasSuffix("Tests"), declares else { return [] }
        let hasTest = source.tokens.indices.contains {
            source[$0] == "@" && source[$0 + 1] == "Test"
        }
        return hasTest ? [] : [source.complaint(at: 0, "no `@Test` in it")]
    }

    @Test func nothingIsPutOff() {
        let tree = SourceTree.real
        report(tree.swift.flatMap(Self.checkComments))
        for path in tree.paths where !path.hasSuffix(".swift") && !SourceTree.isData(path) {
            let lines = (tree.text(of: path) ?? "").split(
                separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                report(Self.checkMarks(path: path, line: index + 1, text: String(line)))
            }
        }
    }

    @Test func nothingEndsTheProcess() {
        report(SourceTree.real.swift(in: "Sources", "Tests/Simulator").flatMap(Self.checkEnds))
        #expect(Self.checkEnds(SwiftSource(path: "a", text: "fatalError()")).count == 1)
    }

    @Test func testsDoNotSleepOrSkip() {
        report(SourceTree.real.swift(in: "Tests").flatMap(Self.checkTests))
    }

    @Test func testFilesTest() {
        report(SourceTree.real.swift(in: "Tests").flatMap(Self.checkHasTest))
    }

    @Test(arguments: ["// TODO later", "/* a\nFIXME */", "/// XXX: b", "// see issue #12"])
    func plantedMarkIsFound(text: String) {
        #expect(Self.checkComments(SwiftSource(path: "a", text: text)).count == 1)
    }

    @Test(arguments: [
        "Thread.sleep(forTimeInterval: 1)", "usleep(3)", "try await Task.sleep(for: a)",
        "@Test(.disabled(\"a\")) func b() {}", "withKnownIssue { }", "#expect(true)",
    ])
    func plantedEvasionIsFound(text: String) {
        #expect(Self.checkTests(SwiftSource(path: "a", text: text)).count == 1)
    }

    @Test func plantedEmptyTestFileIsFound() {
        let empty = SwiftSource(path: "Tests/A/BTests.swift", text: "func a() {}")
        #expect(Self.checkHasTest(empty).count == 1)
        let full = SwiftSource(path: "Tests/A/BTests.swift", text: "@Test func a() {}")
        #expect(Self.checkHasTest(full).isEmpty)
    }
}
