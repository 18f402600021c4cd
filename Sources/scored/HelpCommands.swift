import Client
import Documents
import MoveLog
import Scorebook
import Terminal

extension Command {
    static let help = Command(
        "help", .daemon, "list the commands, or explain one, or a topic",
        operands: "[WORD]", options: [OptionForm("all", "list every command")]
    ) { invocation throws(ClientError) in
        try HelpCommand.show(invocation.arguments.operand(0) ?? "", invocation)
    }

    static let completions = Command(
        "completions", .daemon, "print completions for a shell", operands: "SHELL",
        choices: Completions.Shell.allCases.map(\.rawValue),
        details: [
            "bash  source <(scored completions bash)",
            "zsh   source <(scored completions zsh)",
            "fish  scored completions fish | source",
        ], isAdvanced: true
    ) { invocation throws(ClientError) in
        let word = try invocation.required(0)
        guard let shell = Completions.Shell(rawValue: word) else {
            throw invocation.arguments.unknown(
                "shell", word, among: Completions.Shell.allCases.map(\.rawValue))
        }
        let text = Completions(forms: CommandTable.forms).script(for: shell)
        try invocation.console.write(Array(text.utf8))
        return .done
    }

    static let manual = Command(
        "manual", .daemon, "print a manual page, or the names of all", operands: "[PAGE]",
        options: [OptionForm("date", "DATE", "the date in its foot, such as 2026-11-25")],
        details: [
            "PAGE is the name of its file: scored.1, scored-move.1, scored.7.",
            "scored manual scored.7 | man -l -",
        ], isAdvanced: true
    ) { invocation throws(ClientError) in
        let manual = ManualPages(
            forms: CommandTable.forms, version: ProgramVersion.text,
            date: invocation.arguments.value("date") ?? "")
        guard let name = invocation.arguments.operand(0) else {
            try invocation.console.write(Array((manual.names.joined(separator: "\n") + "\n").utf8))
            return .done
        }
        guard let page = manual.page(name) else {
            throw invocation.arguments.unknown("page", name, among: manual.names)
        }
        try invocation.console.write(Array(page.utf8))
        return .done
    }

    static let version = Command(
        "version", .daemon, "print the version of this program",
        details: [
            "With the versions of its protocol and of its fold. Devices sync if their",
            "protocols overlap, and show the same score of a log if their folds are equal.",
        ]
    ) { invocation throws(ClientError) in
        let document = VersionDocument()
        try invocation.show(
            document,
            as: TextView([
                Phrases.versions(
                    program: document.version, protocols: document.protocolVersionMin,
                    document.protocolVersionMax, fold: document.foldVersion)
            ]))
        return .done
    }
}

enum HelpCommand {
    static func show(_ command: String, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let help = HelpText(forms: CommandTable.forms)
        let lines: [String]
        switch command {
        case "": lines = help.overview(isWhole: invocation.arguments.has("all"))
        // `scored end --help` explains the command alone, `scored help end` its topic too.
        case invocation.arguments.command where invocation.arguments.has("help"):
            guard let page = help.page(of: command) else { throw help.unknown(command) }
            lines = page
        case HelpText.exitCodesWord: lines = help.exitCodes
        default:
            guard let page = help.explanation(of: command) else { throw help.unknown(command) }
            lines = page
        }
        try invocation.console.show(TextView(lines))
        return .done
    }
}

/// The version of this program, which `CHANGELOG.md` describes. Nothing else states it: scripts ask
/// `scored version`.
enum ProgramVersion {
    static let text = "0.9.0"
}

/// The document of `version --json`, with the names of the daemon's report.
private struct VersionDocument: Codable {
    var schema = 1
    var version = ProgramVersion.text
    var protocolVersionMin = Int(protocolVersions.lowerBound)
    var protocolVersionMax = Int(protocolVersions.upperBound)
    var foldVersion = Scorebook.foldVersion
}
