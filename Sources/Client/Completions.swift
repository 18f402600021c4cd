/// Scripts that let a shell complete commands and options, made from the forms of the commands.
package struct Completions {
    /// A shell that completes.
    package enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    private let forms: [CommandForm]

    /// Knows these commands.
    package init(forms: [CommandForm]) { self.forms = forms.filter { !$0.name.isEmpty } }

    /// The script that the shell reads.
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
        var lines = ["complete -c scored -f"]
        for form in forms {
            lines.append(
                "complete -c scored -n __fish_use_subcommand -a \(form.name) -d "
                    + Self.quoted(form.summary))
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

    /// In the quotes of a shell, where only the quote itself ends them.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "\\'") + "'"
    }
}
