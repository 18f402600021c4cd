import Testing

/// A Swift file taken apart once, so that the checks read words instead of characters and never
/// mistake a comment or a string for code.
struct SwiftSource: Sendable {
    /// A word, a single punctuation mark, a comment or the text of a string literal.
    struct Piece: Sendable {
        let text: String
        /// From 1: the line on which the piece begins.
        let line: Int
        /// In bytes from the start of the file.
        let offset: Int
    }

    /// Relative to the root of the repository.
    let path: String
    let lineCount: Int
    /// Words and punctuation marks of the code, those inside interpolations too.
    let tokens: [Piece]
    /// Comments with their slashes.
    let comments: [Piece]
    /// String literals without their quotes; an interpolation stands as a space.
    let literals: [Piece]

    init(path: String, text: String) {
        var lexer = SwiftLexer(text)
        lexer.run()
        self.path = path
        lineCount = lexer.lineCount
        tokens = lexer.tokens
        comments = lexer.comments
        literals = lexer.literals
    }

    /// `Storage` of `Sources/Storage/Segment.swift`; empty for a file that is in no module.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// `Segment` of `Sources/Storage/Segment.swift`.
    var fileName: String {
        let last = path.split(separator: "/").last ?? ""
        return last.hasSuffix(".swift") ? String(last.dropLast(6)) : String(last)
    }

    /// The token at `index`, or an empty text outside the file.
    subscript(index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    /// Whether nothing stands between the token at `index` and the one before it.
    func touchesPrevious(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        return tokens[index - 1].offset + tokens[index - 1].text.utf8.count == tokens[index].offset
    }

    func complaint(at line: Int, _ message: String) -> Complaint {
        Complaint(path: path, line: line, message: message)
    }
}

/// A finding of a check: its place, and what a person should do about it.
struct Complaint: Equatable, CustomStringConvertible {
    let path: String
    /// From 1; 0 where the whole file or the whole tree is meant.
    let line: Int
    let message: String

    var description: String {
        line > 0 ? "\(path):\(line): \(message)" : "\(path): \(message)"
    }
}

/// Fails the running test once for every complaint, so that one run names all of them.
func report(_ complaints: [Complaint]) {
    for complaint in complaints {
        Issue.record("\(complaint)")
    }
}
