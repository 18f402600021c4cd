/// What `help` prints, made from the forms of the commands.
package struct HelpText {
    private let forms: [CommandForm]

    /// Knows these commands.
    package init(forms: [CommandForm]) { self.forms = forms }

    /// All commands in groups, one line each; `isWhole` lists the advanced ones too.
    package func overview(isWhole: Bool) -> [String] {
        var lines = [
            "scored keeps the score of a basketball game on several devices at once.", "",
            "scored                  the first time: set up this device; afterwards: status",
            "scored COMMAND ...      one of the commands below",
        ]
        let listed = forms.filter { !$0.name.isEmpty && (isWhole || !$0.isAdvanced) }
        let width = 2 + (listed.map { Self.call($0).count }.filter { $0 <= 28 }.max() ?? 0)
        for group in CommandForm.Group.allCases {
            let members = listed.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines += ["", group.rawValue]
            lines += members.map { Self.row(Self.call($0), $0.summary, width) }
        }
        lines += ["", "everywhere"]
        lines += Self.rows(CommandForm.sharedOptions)
        lines += [
            "", "scored help COMMAND says more; scored help --all lists every command.",
            "scored help \(Self.exitCodesWord) lists what a command tells the shell.",
        ]
        return lines
    }

    /// The word of the page that lists the exit codes.
    package static let exitCodesWord = "exit-codes"

    /// The page of the exit codes.
    package var exitCodes: [String] {
        ["Exit codes", ""]
            + ExitCode.allCases.flatMap { code in
                code.meaning.split(separator: "\n").enumerated().map { index, line in
                    Self.row(index == 0 ? "\(code.rawValue)" : "", String(line), 6)
                }
            }
    }

    /// The help of one command; nil if there is none of this name.
    package func page(of name: String) -> [String]? {
        guard let form = forms.first(where: { $0.name == name && !name.isEmpty }) else {
            return nil
        }
        let options = form.options.filter { !$0.isHidden }
        var lines = [
            "scored " + Self.call(form) + (options.isEmpty ? "" : " [OPTIONS]"), "",
            form.summary.prefix(1).uppercased() + form.summary.dropFirst() + ".",
        ]
        if !form.details.isEmpty { lines += [""] + form.details }
        if !options.isEmpty { lines += [""] + Self.rows(options) }
        return lines
    }

    /// The error for a command that help does not know.
    package func unknown(_ name: String) -> ClientError {
        let words = forms.map(\.name).filter { !$0.isEmpty } + [Self.exitCodesWord]
        let near = Suggestion.near(name, among: words)
        return .usage(
            "there is no command '\(name)'" + Suggestion.question(near), command: "")
    }

    private static func call(_ form: CommandForm) -> String {
        ([form.name] + form.operands.map(\.text)).joined(separator: " ")
    }

    private static func rows(_ options: [OptionForm]) -> [String] {
        let width = 2 + (options.map(\.text.count).max() ?? 0)
        return options.map { row($0.text, $0.summary, width) }
    }

    private static func row(_ head: String, _ summary: String, _ width: Int) -> String {
        let gap = String(repeating: " ", count: max(2, width - head.count))
        return "  \(head)\(gap)\(summary)"
    }
}
