/// The texts of `help`, made from the forms of the commands.
package struct HelpText {
    private let forms: [CommandForm]

    package init(forms: [CommandForm]) { self.forms = forms }

    /// All commands in groups, one line each; the advanced ones only if `isWhole`.
    package func overview(isWhole: Bool) -> [String] {
        var lines = [
            "scored keeps the score of a basketball game on several devices at once.", "",
            "scored                  set up this device the first time; later show the status",
            "scored COMMAND ...      run one of the commands below",
        ]
        let listed = forms.filter { !$0.name.isEmpty && (isWhole || !$0.isAdvanced) }
        let width = 2 + (listed.map { Self.call($0).count }.filter { $0 <= 28 }.max() ?? 0)
        for group in CommandForm.Group.allCases {
            let members = listed.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines += ["", group.rawValue]
            lines += members.map { Self.row(Self.call($0), $0.summary, width) }
        }
        lines += ["", "topics"]
        let topicWidth = 2 + (HelpTopic.all.map(\.name.count).max() ?? 0)
        lines += HelpTopic.all.map { Self.row($0.name, $0.title, topicWidth) }
        lines += ["", "options of every command"]
        lines += Self.rows(CommandForm.sharedOptions)
        lines += [
            "", "scored help COMMAND explains a command, scored help TOPIC a topic;",
            "scored help --all lists every command,",
            "scored help \(Self.exitCodesWord) the exit codes.",
        ]
        return lines
    }

    /// The word of the page that lists the exit codes.
    package static let exitCodesWord = "exit-codes"

    package var exitCodes: [String] {
        ["Exit codes", ""]
            + ExitCode.allCases.flatMap { code in
                code.meaning.split(separator: "\n").enumerated().map { index, line in
                    Self.row(index == 0 ? "\(code.rawValue)" : "", String(line), 6)
                }
            }
    }

    /// The help of one command; nil if it is unknown.
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

    /// The help of a command or of a topic; of both, one after the other, if they share the word.
    package func explanation(of word: String) -> [String]? {
        let topic = HelpTopic.all.first { $0.name == word }?.lines
        switch (page(of: word), topic) {
        case (let page?, let topic?): return page + [""] + topic
        case (let page, let topic): return page ?? topic
        }
    }

    package func unknown(_ name: String) -> ClientError {
        Suggestion.unknownCommand(
            name, among: forms.map(\.name) + HelpTopic.all.map(\.name) + [Self.exitCodesWord])
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

/// Shell scripts that complete commands and options, made from the forms of the commands.
package struct Completions {
    package enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    private let forms: [CommandForm]

    package init(forms: [CommandForm]) { self.forms = forms.filter { !$0.name.isEmpty } }

    package func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "autoload -U +X bashcompinit && bashcompinit\n" + bash
        case .fish: fish
        }
    }

    private var bash: String {
        var lines = [
            "_scored() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} words",
            "    if [[ $COMP_CWORD -eq 1 ]]; then",
            "        words='\(forms.map(\.name).joined(separator: " "))'",
            "    else",
            "        case ${COMP_WORDS[1]} in",
        ]
        for form in forms {
            lines.append("            \(form.name)) words='\(Self.words(form))' ;;")
        }
        lines += [
            "        esac", "    fi",
            "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}",
            "complete -o default -F _scored scored", "",
        ]
        return lines.joined(separator: "\n")
    }

    private var fish: String {
        // After a command without choices, files are offered.
        var lines = ["complete -c scored -n __fish_use_subcommand -f"]
        for form in forms {
            lines.append(
                "complete -c scored -n __fish_use_subcommand -a \(form.name) -d "
                    + Self.quoted(form.summary))
            if !form.choices.isEmpty {
                lines.append(
                    "complete -c scored -n '__fish_seen_subcommand_from \(form.name)' -f -a "
                        + Self.quoted(form.choices.joined(separator: " ")))
            }
            for option in Self.options(form) {
                let value = option.value == nil ? "" : " -r"
                lines.append(
                    "complete -c scored -n '__fish_seen_subcommand_from \(form.name)' "
                        + "-l \(option.name)\(value) -d " + Self.quoted(option.summary))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func options(_ form: CommandForm) -> [OptionForm] {
        (form.options + CommandForm.sharedOptions).filter { !$0.isHidden }
    }

    private static func words(_ form: CommandForm) -> String {
        (form.choices + options(form).map { "--\($0.name)" }).joined(separator: " ")
    }

    /// In single quotes for a shell.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "\\'") + "'"
    }
}
