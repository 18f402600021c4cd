/// What can be written behind a command: the source of the parser, the help and the completions.
package struct CommandForm: Hashable, Sendable {
    /// The sections of the help, in its order.
    package enum Group: String, CaseIterable, Sendable {
        case table, game, score, look, files, daemon
    }

    /// The word of the command; empty for `scored` alone.
    package var name: String
    /// Where the help lists it.
    package var group: Group
    /// One line: what it does.
    package var summary: String
    /// What stands behind it without dashes, in order.
    package var operands: [OperandForm]
    /// Words that may stand first among the operands, for completions.
    package var choices: [String]
    /// What can be said with two dashes.
    package var options: [OptionForm]
    /// Further lines of its own help.
    package var details: [String]
    /// Only `help --all` lists it.
    package var isAdvanced: Bool

    /// Joins the parts; operands as people write them: `PLAYER KIND [GAME] [WORD]...`.
    package init(
        _ name: String, _ group: Group, _ summary: String, operands: String = "",
        choices: [String] = [], options: [OptionForm] = [], details: [String] = [],
        isAdvanced: Bool = false
    ) {
        self.name = name
        self.group = group
        self.summary = summary
        self.operands = operands.split(separator: " ").map { OperandForm(String($0)) }
        self.choices = choices
        self.options = options
        self.details = details
        self.isAdvanced = isAdvanced
    }

    /// What every command takes.
    package static let sharedOptions = [
        OptionForm("state", "DIR", "the home of this device (else SCORED_HOME)"),
        OptionForm("json", "print the daemon's document"),
        OptionForm("no-color", "plain text"),
        OptionForm("help", "say what the command does"),
    ]
}

/// A word behind a command.
package struct OperandForm: Hashable, Sendable {
    /// In capitals: `PLAYER`.
    package let name: String
    /// Nothing is done without it.
    package let isRequired: Bool
    /// Several may come.
    package let isRepeated: Bool

    /// Reads `PLAYER`, `[PLAYER]`, `PLAYER...`, `[PLAYER]...`.
    init(_ text: String) {
        isRepeated = text.hasSuffix("...")
        let word = isRepeated ? text.dropLast(3) : text[...]
        isRequired = !word.hasPrefix("[")
        name = word.filter { $0 != "[" && $0 != "]" }
    }

    /// As the help writes it.
    package var text: String { (isRequired ? name : "[\(name)]") + (isRepeated ? "..." : "") }
}

/// An option of a command.
package struct OptionForm: Hashable, Sendable {
    /// Without the dashes.
    package let name: String
    /// What stands for its value: `N`; nil for one that is there or not.
    package let value: String?
    /// One line: what it does.
    package let summary: String
    /// It may be given several times.
    package let isRepeated: Bool
    /// The help does not list it.
    package let isHidden: Bool

    /// An option that is there or not.
    package init(_ name: String, _ summary: String, isHidden: Bool = false) {
        self.name = name
        value = nil
        self.summary = summary
        isRepeated = false
        self.isHidden = isHidden
    }

    /// An option with a value.
    package init(_ name: String, _ value: String, _ summary: String, isRepeated: Bool = false) {
        self.name = name
        self.value = value
        self.summary = summary
        self.isRepeated = isRepeated
        isHidden = false
    }

    /// As the help writes it.
    package var text: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}
