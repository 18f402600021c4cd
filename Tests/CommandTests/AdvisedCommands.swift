import Foundation

/// The commands that a text names, read by the rules by which a person does: from the word `scored`
/// on, up to the end of the sentence or to the first word of prose.
enum AdvisedCommands {
    /// Words after the command that belong to it; any other word of lower case is prose.
    private static let followers: Set<String> = [
        "active", "inactive", "add", "away", "deputy", "down", "entries", "events", "for", "found",
        "gamelog", "home", "hawks-owls", "hawks-owls-2", "into", "keep", "links", "log",
        "lost", "merge", "move", "none", "note", "number", "overlay-file", "period", "remove",
        "rename", "rotate", "set", "start", "status", "stop", "this", "up", "bash", "zsh", "fish",
        "ana", "bo", "cy", "three", "owls", "signed", "bo.17", "bears",
    ]

    /// Words after `scored` that make it the name of the program.
    private static let prose: Set<String> = [
        "as", "asks", "have", "keeps", "on", "scored", "sets", "yet", "-f", "-n", "COMMAND",
    ]

    /// The command lines in a text, without `scored`. `§` stands for a value that the text would
    /// have.
    static func commands(in text: String) -> [[String]] {
        text.split(separator: "\n").flatMap { commands(inLine: $0) }
    }

    private static func commands(inLine line: Substring) -> [[String]] {
        var found: [[String]] = []
        var rest = line
        while let start = rest.firstRange(of: "scored ") {
            let isWord =
                start.lowerBound == rest.startIndex
                || !(rest[rest.index(before: start.lowerBound)].isLetter
                    || "/.-".contains(rest[rest.index(before: start.lowerBound)]))
            rest = rest[start.upperBound...]
            guard isWord, let words = words(rest) else { continue }
            found.append(words)
        }
        return found
    }

    /// Nil for prose: the name of the program, or of a command of which the sentence then tells
    /// something (`scored log shows them`).
    private static func words(_ text: Substring) -> [String]? {
        var words: [String] = []
        var hasCommand = false
        var rest = text
        while let (word, isLast) = next(&rest) {
            let isValue = words.last == "--state"
            if !hasCommand, !isValue {
                guard !prose.contains(word), word != "§" else { return nil }
                hasCommand = !word.hasPrefix("-")
            } else if isProse(word, after: words) {
                return words.count == 1 ? nil : words
            }
            words.append(word)
            if isLast { break }
        }
        return words.isEmpty ? nil : words
    }

    /// Whether a word of lower case belongs to the sentence instead of the command.
    private static func isProse(_ word: String, after words: [String]) -> Bool {
        if words.first == "move", word == "in" { return false }
        let isPlain =
            word.first?.isLowercase == true && word.allSatisfy { $0.isLowercase || $0 == "'" }
        return isPlain && !followers.contains(word) && words.last != "--state"
    }

    /// The next word without its quotes, and whether punctuation after it ends the command.
    private static func next(_ rest: inout Substring) -> (word: String, isLast: Bool)? {
        guard let first = rest.first, first != " ", !"(|;".contains(first) else { return nil }
        var word = ""
        if let quote = "\"'".first(where: { $0 == first }) {
            let inner = rest.dropFirst().prefix { $0 != quote }
            word = String(inner)
            rest = rest.dropFirst(inner.count + 2)
        } else {
            let given = rest.prefix { !" ;,)`'\"\\".contains($0) }
            guard !given.isEmpty else { return nil }
            rest = rest.dropFirst(given.count)
            word = String(given)
            // `MM:SS` has a colon inside; one at the end is the sentence's, and so is a dot.
            if let mark = word.last, mark == ":" || mark == "." && !word.hasSuffix("...") {
                return (String(word.dropLast()), true)
            }
        }
        guard rest.first == " " else { return (word, true) }
        rest = rest.dropFirst()
        return (word, false)
    }
}

extension AdvisedCommands {
    /// The texts of the literals in Swift source; `§` stands for an interpolation. Literals that a
    /// plus sign joins over lines are one.
    static func literals(in source: String) -> [String] {
        var lines: [String] = []
        var isBlock = false
        var literals: [String] = []
        for line in source.split(separator: "\n") {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasSuffix("\"\"\"") || text.hasPrefix("\"\"\"") {
                isBlock.toggle()
            } else if isBlock {
                literals.append(withoutInterpolations(text))
            } else if text.hasPrefix("+ \""), let last = lines.last, last.hasSuffix("\"") {
                lines[lines.count - 1] = String(last.dropLast() + text.dropFirst(3))
            } else if !text.hasPrefix("//") {
                lines.append(text)
            }
        }
        for line in lines {
            let plain = withoutInterpolations(line).replacing("\\\"", with: "\u{1}")
            let parts = plain.split(separator: "\"", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() where index % 2 == 1 {
                literals.append(String(part).replacing("\u{1}", with: "\""))
            }
        }
        // The first words of what is hashed or signed are no commands. What ends with a space is
        // followed by a value.
        return literals.filter { !$0.contains(" 1\\") }.map { $0.hasSuffix(" ") ? $0 + "§" : $0 }
    }

    private static func withoutInterpolations(_ text: String) -> String {
        var plain = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "\\(") {
            plain += String(rest[..<start.lowerBound]) + "§"
            rest = rest[start.upperBound...]
            var depth = 1
            while depth > 0, let sign = rest.popFirst() {
                depth += sign == "(" ? 1 : sign == ")" ? -1 : 0
            }
        }
        return plain + rest
    }
}
