import Client

extension Command {
    static let completions = Command(
        CommandForm(
            "completions", .daemon, "completions for a shell", operands: "SHELL",
            choices: ["bash", "zsh", "fish"],
            details: [
                "bash  source <(scored completions bash)",
                "zsh   source <(scored completions zsh)",
                "fish  scored completions fish | source",
            ], isAdvanced: true)
    ) { invocation throws(ClientError) in
        let word = try invocation.required(0)
        guard let shell = Completions.Shell(rawValue: word) else {
            throw invocation.arguments.misused(
                "'\(word)' is not a known shell; there are bash, zsh, fish")
        }
        let text = Completions(forms: CommandTable.forms).script(for: shell)
        try invocation.console.write(Array(text.utf8))
        return .done
    }
}
