/// The form of a command on the command line: the source of parser, help and completions.
package struct CommandForm: Hashable, Sendable {
    /// The sections of the help, in its order.
    package enum Group: String, CaseIterable, Sendable {
        case table, game, score, look, files, daemon
    }

    /// The word of the command; empty for `scored` alone.
    package let name: String
    let group: Group
    /// One line of the help, as an order: "record a move".
    let summary: String
    let operands: [OperandForm]
    /// Words for the first operand, for completions.
    let choices: [String]
    let options: [OptionForm]
    /// Further lines of the command's own help.
    let details: [String]
    /// True if only `help --all` lists it.
    let isAdvanced: Bool

    /// Operands are written as in the help: `PLAYER KIND [GAME] [WORD]...`.
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

    /// The options of every command.
    static let sharedOptions = [
        OptionForm("state", "DIR", "the home of this device (default: SCORED_HOME)"),
        OptionForm("json", "print the daemon's document as JSON"),
        OptionForm("no-color", "print plain text"),
        OptionForm("help", "show the help of the command"),
    ]
}

/// A word after the command.
struct OperandForm: Hashable, Sendable {
    /// In capitals: `PLAYER`.
    let name: String
    let isRequired: Bool
    let isRepeated: Bool

    /// Reads `PLAYER`, `[PLAYER]`, `PLAYER...`, `[PLAYER]...`.
    init(_ text: String) {
        isRepeated = text.contains("...")
        isRequired = !text.hasPrefix("[")
        name = text.filter { !"[].".contains($0) }
    }

    /// As in the help.
    var text: String { (isRequired ? name : "[\(name)]") + (isRepeated ? "..." : "") }
}

/// An option of a command.
package struct OptionForm: Hashable, Sendable {
    /// Without the dashes.
    package let name: String
    /// The placeholder of its value: `N`; nil for an option without one.
    package let value: String?
    let summary: String
    let isRepeated: Bool
    /// True if the help does not list it.
    let isHidden: Bool

    /// An option without a value.
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

    /// As in the help.
    var text: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}
