import Testing

/// Comments say what the signature cannot: none where the signature says all, and none in the house's own
/// English.
@Suite struct DocumentationTests {
    /// Words of a comment that say nothing beside a signature.
    private static let fillers: Set<String> = [
        "a", "an", "the", "of", "to", "in", "is", "are", "it", "its", "this", "that", "these",
        "for",
        "by", "with", "as", "and", "or", "on", "at", "from", "be", "has", "have", "which", "given",
        "return", "new", "make", "create", "get", "true", "if", "all", "value",
    ]
    /// Words and beginnings that a native reader stumbles over, and the better word.
    private static let stumbles: [String: String] = [
        "whoever": "the device that", "whomever": "the device that", "anew": "again",
        "thereof": "of it", "lest": "so that not",
    ]
    private static let openings: [String: String] = [
        "What": "a noun phrase (\"The frames that …\")", "Whether": "\"True if …\"",
        "Whoever": "a noun", "Who": "a noun", "Whom": "a noun",
    ]

    /// Where a signature is silent: what a seam asks of its conformers, and the reason of each bound.
    static func checkSilence(_ source: SwiftSource) -> [Complaint] {
        let docs = DocLines(source)
        return Declaration.all(in: source).compactMap { declaration in
            let signature = declaration.signature
            let isSeam =
                declaration.isPackage && signature.hasPrefix("protocol ")
                || declaration.isInSeam && signature.hasPrefix("func ")
            let isBound =
                source.fileName == "Limits" && signature.hasPrefix("var ")
                && (-1...1).contains { source[declaration.index + $0] == "static" }
            guard isSeam || isBound, docs.above(declaration.index).isEmpty else { return nil }
            return source.complaint(
                at: source.tokens[declaration.index].line,
                "`\(signature)` needs a doc comment (`///`) above it")
        }
    }

    /// A comment whose words are all in the signature is left out.
    static func checkRepetition(_ source: SwiftSource) -> [Complaint] {
        let docs = DocLines(source)
        return Declaration.all(in: source).compactMap { declaration in
            let text = docs.above(declaration.index).joined(separator: " ")
            let said = stems(of: text).subtracting(fillers.map(stem))
            let known = stems(of: source.signature(from: declaration.index))
            guard !text.isEmpty, !text.contains(where: { $0 == "`" || $0.isNumber }),
                said.isSubset(of: known)
            else { return nil }
            return source.complaint(
                at: source.tokens[declaration.index].line,
                "the comment repeats `\(declaration.signature)`: leave it out")
        }
    }

    static func checkEnglish(_ source: SwiftSource) -> [Complaint] {
        source.comments.flatMap { comment -> [Complaint] in
            let text = comment.text.drop { $0 == "/" || $0 == " " }
            let words = text.lowercased().split { !$0.isLetter }.map(String.init)
            var messages = words.compactMap { word in
                stumbles[word].map { "`\(word)`: better \($0)" }
            }
            if comment.text.hasPrefix("///"), let first = text.split(separator: " ").first,
                let better = openings[String(first)], !text.contains("?"),
                source.opensDoc(at: comment.line)
            {
                messages.append("begins with \(first): better \(better)")
            }
            return messages.map { source.complaint(at: comment.line, $0) }
        }
    }

    private static func stems(of text: String) -> Set<String> {
        var words: [String] = []
        var isWord = false
        for character in text {
            if character.isLetter, isWord, !character.isUppercase {
                words[words.count - 1].append(character)
            } else if character.isLetter {
                words.append(character.lowercased())
            }
            isWord = character.isLetter
        }
        return Set(words.map(stem))
    }

    /// A word without its ending, so that `removes`, `removed` and `remove` are one.
    private static func stem(_ word: String) -> String {
        let ending = ["ing", "ies", "ed", "es", "s", "e", "y"].first {
            word.hasSuffix($0) && word.count > $0.count + 2
        }
        return String(word.dropLast(ending?.count ?? 0))
    }

    @Test func seamsAndBoundsAreDocumented() {
        report(SourceTree.real.swift(in: "Sources", "Tests/Simulator").flatMap(Self.checkSilence))
    }

    /// Descriptions of the page are all shown, and each bound has its reason.
    @Test func noCommentRepeatsItsSignature() {
        let sources = SourceTree.real.swift(in: "Sources").filter {
            !$0.path.contains("/Generated/") && $0.fileName != "Limits"
        }
        report(sources.flatMap(Self.checkRepetition))
    }

    @Test func commentsAreInPlainEnglish() {
        report(SourceTree.real.swift(in: "Sources").flatMap(Self.checkEnglish))
    }

    @Test(arguments: [
        ("A", "// not a doc\npackage protocol A {}"), ("A", "///\npackage protocol A {}"),
        ("A", "/// A.\npackage protocol A {\n    func b()\n}"),
        ("A", "/// Far.\n\npackage protocol A {}"),
        ("Limits", "/// A.\nenum Limits {\n    static let a = 1\n}"),
        ("Limits", "/// A.\nenum Limits {\n    package static let a = 1\n}"),
    ])
    func plantedSilenceIsFound(file: String, text: String) {
        let source = SwiftSource(path: "Sources/MoveLog/\(file).swift", text: text)
        #expect(Self.checkSilence(source).count == 1)
    }

    @Test(arguments: [
        ("A", "package struct A {}"), ("A", "package let a = 1"), ("A", "protocol A {}"),
        ("A", "enum Limits {\n    static let a = 1\n}"),
        ("Limits", "enum Limits {\n    /// Why.\n    static let a = 1\n}"),
        ("A", "/// A.\npackage protocol A {\n    /// B.\n    func b()\n    var c: Int { get }\n}"),
    ])
    func documentedAndExcusedPass(file: String, text: String) {
        let source = SwiftSource(path: "Sources/MoveLog/\(file).swift", text: text)
        #expect(Self.checkSilence(source).isEmpty)
    }

    @Test(arguments: [
        "/// The name of the device.\nvar deviceName: String",
        "/// Removes a link.\nfunc removeLink(_ link: Link)",
        "/// An entry with this lamport.\ninit(entry: Entry, lamport: UInt64) {}",
    ])
    func plantedRepetitionIsFound(text: String) {
        let source = SwiftSource(path: "Sources/MoveLog/A.swift", text: text)
        #expect(Self.checkRepetition(source).count == 1)
    }

    @Test(arguments: [
        "/// The name of the device, as people typed it.\nvar deviceName: String",
        "/// Removes a link, and its session.\nfunc removeLink(_ link: Link)",
        "/// In milliseconds.\nvar elapsed: Int",
    ])
    func whatSaysMorePasses(text: String) {
        let source = SwiftSource(path: "Sources/MoveLog/A.swift", text: text)
        #expect(Self.checkRepetition(source).isEmpty)
    }

    @Test func plantedEnglishIsFound() {
        let text = """
            /// What a device has told.
            var a = 1  // Made anew.
            /// True if
            /// What comes next is a sentence that goes on.
            var b = 1
            // Whether is a good word within.
            /// Who is it? A question.
            var c = 1
            """
        let source = SwiftSource(path: "Sources/MoveLog/A.swift", text: text)
        #expect(Self.checkEnglish(source).map(\.line) == [1, 2])
    }
}

extension SwiftSource {
    /// The text of a declaration up to its body or value.
    fileprivate func signature(from index: Int) -> String {
        var text: [String] = []
        for token in tokens[index...].prefix(60) {
            if token.text == "{" || token.text == "=" { break }
            text.append(token.text)
        }
        return text.joined(separator: " ")
    }

    /// True if no comment of the line above goes on in this one.
    fileprivate func opensDoc(at line: Int) -> Bool {
        !comments.contains { $0.line == line - 1 && $0.text.hasPrefix("///") }
    }
}

/// The lines of a file that hold a doc comment and nothing else.
private struct DocLines {
    private let source: SwiftSource
    private let lines: [Int: String]
    /// The first token of each line that has one.
    private let firstTokens: [Int: Int]

    init(_ source: SwiftSource) {
        self.source = source
        var firstTokens: [Int: Int] = [:]
        for index in source.tokens.indices.reversed() {
            firstTokens[source.tokens[index].line] = index
        }
        var lines: [Int: String] = [:]
        for comment in source.comments
        where comment.text.hasPrefix("///") && firstTokens[comment.line] == nil {
            lines[comment.line] = String(comment.text.dropFirst(3).drop { $0 == " " })
        }
        self.lines = lines.filter { !$0.value.isEmpty }
        self.firstTokens = firstTokens
    }

    /// The lines of the comment directly above a token, attributes aside, in their order.
    func above(_ index: Int) -> [String] {
        var line = source.tokens[index].line
        var found: [String] = []
        while line > 1 {
            line -= 1
            if let text = lines[line] {
                found.insert(text, at: 0)
                continue
            }
            guard found.isEmpty, let first = firstTokens[line] else { break }
            if source[first] == ")", let opening = attribute(endingAt: first) {
                line = opening + 1
            } else if source[first] != "@" {
                break
            }
        }
        return found
    }

    /// The line on which the attribute begins whose arguments end with the token at `close`.
    private func attribute(endingAt close: Int) -> Int? {
        var index = close
        while index > 0, source[index] != "(" { index -= 1 }
        return source[index - 2] == "@" ? source.tokens[index - 2].line : nil
    }
}
