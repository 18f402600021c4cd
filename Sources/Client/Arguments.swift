import LocalAPI

/// The words of one command, sorted: what stands behind the command and what its options say.
package struct Arguments: Hashable, Sendable {
    /// The word of the command; empty for `scored` alone.
    package var command: String
    /// What came without dashes, in order.
    package var operands: [String]
    /// In the order in which they came: few, and a dictionary costs a client that lives two
    /// milliseconds a twentieth of them.
    private var options: [Option] = []

    private struct Option: Hashable, Sendable {
        let name: String
        var values: [String]
    }

    /// No operand and no option.
    package init(command: String, operands: [String] = []) {
        self.command = command
        self.operands = operands
    }

    /// Whether an option was given.
    package func has(_ option: String) -> Bool { !values(option).isEmpty }

    /// The value of an option; nil if it was not given.
    package func value(_ option: String) -> String? { values(option).last }

    /// The values of an option that may be given several times.
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

    /// The error for words that do not fit this command.
    package func misused(_ problem: String) -> ClientError {
        .usage(command.isEmpty ? problem : "\(command): \(problem)", command: command)
    }

    mutating func give(_ option: String, _ value: String) {
        if let place = options.firstIndex(where: { $0.name == option }) {
            options[place].values.append(value)
        } else {
            options.append(Option(name: option, values: [value]))
        }
    }
}

/// Reads the words of the command line after the program's name.
package struct ArgumentReader {
    private let words: [String]
    private let form: (String) -> CommandForm?

    /// Knows the commands of these words and no others; a form is asked for when its word is read.
    package init(words: [String], form: @escaping (String) -> CommandForm?) {
        self.words = words
        self.form = form
    }

    /// Knows these commands and no others.
    package init(forms: [CommandForm]) {
        self.init(words: forms.map(\.name)) { word in forms.first { $0.name == word } }
    }

    /// Sorts the words: the first without dashes is the command; options may stand before and
    /// after it, as `--to FILE` or `--to=FILE`; a value that begins with dashes needs the second
    /// form; after `--` nothing is an option.
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

    /// Dashes and a letter: a negative number is a value like another.
    private func looksLikeOption(_ word: String) -> Bool {
        word.hasPrefix("--") || word.hasPrefix("-") && word.dropFirst().first?.isLetter == true
    }

    /// The form of the command, found before the options are, because they depend on it.
    private func form(of words: [String]) throws(ClientError) -> CommandForm {
        let name = commandWord(words)
        if let form = form(name ?? "") { return form }
        guard let name else { throw .usage("a command is missing", command: "") }
        let near = Suggestion.near(name, among: self.words.filter { !$0.isEmpty })
        throw .usage("there is no command '\(name)'" + Suggestion.question(near), command: "")
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
                "there is no option '\(name)'"
                    + Suggestion.question(Suggestion.near(name, among: known)))
        }
        if arguments.has(option.name), !option.isRepeated {
            throw arguments.misused("\(name) is given twice")
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
                "\(name) needs a value (\(placeholder)), and '\(value)' looks like an option; if "
                    + "it is meant: \(name)=\(value)")
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
