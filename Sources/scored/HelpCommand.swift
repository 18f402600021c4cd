import Client
import Terminal

extension Command {
    static let help = Command(
        CommandForm(
            "help", .daemon, "this list, one command, or exit-codes", operands: "[COMMAND]",
            options: [OptionForm("all", "every command")])
    ) { invocation throws(ClientError) in
        try HelpCommand.show(invocation.arguments.operand(0) ?? "", invocation)
    }
}

enum HelpCommand {
    static func show(_ command: String, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let text = HelpText(forms: CommandTable.forms)
        guard !command.isEmpty else {
            return try show(text.overview(isWhole: invocation.arguments.has("all")), invocation)
        }
        if command == HelpText.exitCodesWord { return try show(text.exitCodes, invocation) }
        guard let page = text.page(of: command) else { throw text.unknown(command) }
        return try show(page, invocation)
    }

    private static func show(
        _ lines: [String], _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        try invocation.console.show(TextView(lines))
        return .done
    }
}
