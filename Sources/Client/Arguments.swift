import LocalAPI

/// The words of one command line, sorted into command, operands and options.
package struct Arguments: Hashable, Sendable {
    /// The word of the command; empty for `scored` alone.
    package var command: String
    /// The words without dashes, in order.
    package var operands: [String] = []
    /// In the order given. An array, because a dictionary costs 0.1 ms of a run that takes 2.
    private var options: [Option] = []

    private struct Option: Hashable, Sendable {
        let name: String
        var values: [String]
    }

    package init(command: String) { self.command = command }

    package func has(_ option: String) -> Bool { !values(option).isEmpty }

    /// The last value of an option; nil if it was not given.
    package func value(_ option: String) -> String? { values(option).last }

    package func values(_ option: String) -> [String] {
        options.first { $0.name == option }?.values ?? []
    }

    /// The operand at the position, from 0; nil if there are fewer.
    package func operand(_ position: Int) -> String? {
        position < operands.count ? operands[position] : nil
    }

    /// The value of an option as a whole number within bounds.
    package func number(
        _ option: String, in bounds: ClosedRange<Int>
    ) throws(ClientError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), bounds.contains(number) else {
            throw misused(
                "--\(option) takes a whole number from \(bounds.lowerBound) to "
                    + "\(bounds.upperBound), not '\(text)'")
        }
        return number
    }

    /// Throws if both options were given.
    package func demandNotBoth(_ option: String, _ other: String) throws(ClientError) {
        guard has(option), has(other) else { return }
        throw misused("--\(option) and --\(other) exclude each other")
    }

    /// The usage error of this command.
    package func misused(_ problem: String) -> ClientError {
        .usage(command.isEmpty ? problem : "\(command): \(problem)", command: command)
    }

    /// The error for a word that is none of the known ones.
    package func unknown(_ noun: String, _ word: String, among known: [String]) -> ClientError {
        let words = known.dropLast().joined(separator: ", ")
        return misused("unknown \(noun) '\(word)'; use \(words) or \(known.last ?? "")")
    }

    mutating func give(_ option: String, _ value: String) {
        if let place = options.firstIndex(where: { $0.name == option }) {
            options[place].values.append(value)
        } else {
            options.append(Option(name: option, values: [value]))
        }
    }
}

/// Reads the words of the command line, without the program's name.
package struct ArgumentReader {
    private let words: [String]
    private let form: (String) -> CommandForm?

    /// Knows the commands of these words; makes a form when its word is read.
    package init(words: [String], form: @escaping (String) -> CommandForm?) {
        self.words = words
        self.form = form
    }

    package init(forms: [CommandForm]) {
        self.init(words: forms.map(\.name)) { word in forms.first { $0.name == word } }
    }

    /// The first word without dashes is the command. Options may come before and after it, as `--to
    /// FILE` or `--to=FILE`; a value that begins with dashes needs the second form. After `--` no
    /// word is an option.
    package func read(_ words: [String]) throws(ClientError) -> Arguments {
        guard words.allSatisfy(MarkRun.isBounded) else {
            throw .usage("\(MarkRun.reason)", command: "")
        }
        let form = try form(of: words)
        let options = form.options + CommandForm.sharedOptions
        var arguments = Arguments(command: form.name)
        var rest = words[...]
        var isCommandRead = form.name.isEmpty
        while let word = rest.popFirst() {
            if word == "--" {
                arguments.operands += isCommandRead ? Array(rest) : Array(rest.dropFirst())
                break
            } else if isOption(word) {
                try readOption(word, &rest, options, &arguments)
            } else if isCommandRead {
                arguments.operands.append(word)
            } else {
                isCommandRead = true
            }
        }
        if !arguments.has("help") { try check(arguments, form) }
        return arguments
    }

    private func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    /// False for a negative number, which is a value.
    private func looksLikeOption(_ word: String) -> Bool {
        word.hasPrefix("--") || word.hasPrefix("-") && word.dropFirst().first?.isLetter == true
    }

    /// Finds the command before the options, which depend on it.
    private func form(of words: [String]) throws(ClientError) -> CommandForm {
        let name = commandWord(words)
        if let form = form(name ?? "") { return form }
        guard let name else { throw .usage("missing command", command: "") }
        throw Suggestion.unknownCommand(name, among: self.words)
    }

    private func commandWord(_ words: [String]) -> String? {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return rest.first }
            guard isOption(word) else { return word }
            let isValued = CommandForm.sharedOptions.contains {
                $0.value != nil && "--\($0.name)" == word
            }
            if isValued { rest = rest.dropFirst() }
        }
        return nil
    }

    private func readOption(
        _ word: String, _ rest: inout ArraySlice<String>, _ options: [OptionForm],
        _ arguments: inout Arguments
    ) throws(ClientError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0] == "-h" ? "--help" : String(parts[0])
        guard let option = options.first(where: { "--\($0.name)" == name }) else {
            let known = options.filter { !$0.isHidden }.map { "--\($0.name)" }
            throw arguments.misused(
                "unknown option '\(name)'" + Suggestion.question(name, among: known))
        }
        if arguments.has(option.name), !option.isRepeated {
            throw arguments.misused("\(name) was given twice")
        }
        let inline = parts.count > 1 ? String(parts[1]) : nil
        guard let placeholder = option.value else {
            guard inline == nil else { throw arguments.misused("\(name) takes no value") }
            arguments.give(option.name, "")
            return
        }
        if let inline { return arguments.give(option.name, inline) }
        guard let value = rest.popFirst() else {
            throw arguments.misused("\(name) needs a value (\(placeholder))")
        }
        guard !looksLikeOption(value) else {
            throw arguments.misused(
                "\(name) needs a value (\(placeholder)), but '\(value)' looks like an option; if "
                    + "it is the value, write \(name)=\(value)")
        }
        arguments.give(option.name, value)
    }

    private func check(_ arguments: Arguments, _ form: CommandForm) throws(ClientError) {
        let required = form.operands.filter(\.isRequired).count
        if arguments.operands.count < required {
            let missing = form.operands.filter(\.isRequired)[arguments.operands.count]
            throw arguments.misused("missing \(missing.name)")
        }
        guard form.operands.last?.isRepeated != true else { return }
        if arguments.operands.count > form.operands.count {
            throw arguments.misused(
                "unexpected argument '\(arguments.operands[form.operands.count])'")
        }
    }
}

/// Known words that an unknown word may be a misspelling of.
enum Suggestion {
    /// Words of other programs, with ours.
    private static let synonyms = [
        "start": "up", "stop": "down", "quit": "down", "exit": "down", "forfeit": "end",
        "rename": "team", "merge": "unite",
    ]

    /// The known words that begin with the word or differ from it in a few letters, nearest first.
    static func near(_ word: String, among known: [String]) -> [String] {
        // No suggestions for a long word: the distance costs the product of both lengths.
        guard word.utf8.count <= ClientLimits.suggestedBytesMax else { return [] }
        if let usual = synonyms[word], known.contains(usual) { return [usual] }
        let ranked = known.map { candidate in
            let isStart = word.count > 1 && candidate.hasPrefix(word)
            return (candidate, isStart ? 0 : distance(word, candidate))
        }
        let bound = max(1, word.filter { $0 != "-" }.count / 3)
        return ranked.filter { $0.1 <= bound }.sorted { $0.1 < $1.1 }
            .prefix(ClientLimits.suggestionsMax).map(\.0)
    }

    /// ``; did you mean `a` or `b`?``, or nothing.
    static func question(_ word: String, among known: [String]) -> String {
        let words = near(word, among: known).map { "`\($0)`" }
        return words.isEmpty ? "" : "; did you mean \(words.joined(separator: " or "))?"
    }

    static func unknownCommand(_ name: String, among words: [String]) -> ClientError {
        let known = words.filter { !$0.isEmpty }
        return .usage("unknown command '\(name)'" + question(name, among: known), command: "")
    }

    /// The optimal string alignment distance: letters to insert, remove, change or swap.
    private static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first.unicodeScalars)
        let b = Array(second.unicodeScalars)
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var before: [Int] = []
        var last = Array(0...b.count)
        for row in 1...a.count {
            var next = [row]
            for column in 1...b.count {
                let change = last[column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1)
                var best = min(change, last[column] + 1, next[column - 1] + 1)
                let isSwapped =
                    row > 1 && column > 1 && a[row - 1] == b[column - 2]
                    && a[row - 2] == b[column - 1]
                if isSwapped { best = min(best, before[column - 2] + 1) }
                next.append(best)
            }
            before = last
            last = next
        }
        return last[b.count]
    }
}
