import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let devices = Command(
        "devices", .table, "list the devices of the table, or change one",
        operands: "[ACTION] [NAME]...",
        choices: DevicesCommand.actions,
        options: [
            OptionForm("force", "with lost: even if the device is in sync"),
            OptionForm("yes", "with remove: do not ask"),
            OptionForm("with-invited", "with remove: also the devices that it invited"),
            OptionForm("not", "with deputy: end it"),
            gameOption,
        ],
        details: [
            "scored devices rename NAME  gives the keeper of this device another name, as",
            "                            scored keeper does",
            "scored devices lost NAME    this game no longer waits for the device: what it",
            "                            recorded so far counts, later moves are listed",
            "scored devices found NAME   this game waits for the device again",
            "scored devices remove NAME  removes the device from the table for good: what it",
            "                            recorded so far counts, later moves never do; only",
            "                            the founder and its deputies can, and the founder",
            "                            cannot be removed",
            "scored devices deputy NAME  the founder makes the device a deputy, which can",
            "                            remove devices but not deputies; --not ends it",
        ]
    ) { invocation throws(ClientError) in
        if let word = invocation.arguments.operand(0) {
            return try DevicesCommand.run(word, invocation)
        }
        let answer = try invocation.lookingClient().get(.devices, as: DevicesDocument.self)
        return try invocation.show(answer, in: DevicesViewModel(), DevicesViewModel.receive) {
            DevicesView($0)
        }
    }
}

private enum DevicesCommand {
    static let actions = ["rename", "lost", "found", "remove", "deputy"]
    private static let owners = [
        ("force", "lost"), ("yes", "remove"), ("with-invited", "remove"), ("not", "deputy"),
    ]

    static func run(_ word: String, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        guard actions.contains(word) else {
            throw arguments.unknown("action", word, among: actions)
        }
        let name = arguments.operands.dropFirst().joined(separator: " ")
        guard !name.isEmpty else { throw arguments.misused("missing NAME") }
        for (option, owner) in owners where arguments.has(option) && word != owner {
            throw arguments.misused("--\(option) can only be used with \(owner)")
        }
        switch word {
        case "rename":
            guard arguments.operands.count == 2 else {
                throw arguments.misused(
                    "rename takes one NAME, the new name of this device's keeper; quote a name "
                        + "with spaces: rename \"\(name)\"")
            }
            return try invocation.change(.keeper, KeeperRequest(name: name))
        case "remove": return try remove(name, invocation)
        case "deputy":
            let request = DeputyRequest(
                request: RequestName.random(), device: name, isDeputy: !arguments.has("not"))
            return try invocation.change(.nameDeputy, request)
        default:
            let request = AbsenceRequest(
                request: RequestName.random(), game: invocation.game, device: name,
                force: invocation.flag("force"))
            return try invocation.record(word == "lost" ? .lost : .found, request)
        }
    }

    /// Shows what a removal would do, asks, and removes.
    private static func remove(
        _ name: String, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        var request = RemovalRequest(
            device: name, withInvited: invocation.flag("with-invited"), isTrial: true)
        if !invocation.arguments.has("yes") {
            let trial = try client.post(.removeDevice, request, as: RemovalAnswer.self).document
            // The answer is not marked as a trial if nothing is left to do.
            if trial.isTrial { try ask(trial, &request, invocation) }
        }
        request.isTrial = nil
        request.request = RequestName.random()
        let answer = try client.post(.removeDevice, request, as: RemovalAnswer.self)
        return try invocation.report(
            answer.bytes, answer.document.text, warnings: answer.document.warnings)
    }

    private static func ask(
        _ trial: RemovalAnswer, _ request: inout RemovalRequest, _ invocation: Invocation
    ) throws(ClientError) {
        try invocation.confirm(
            "Remove it for good?", of: trial.text, otherwise: "nothing was removed")
        guard !trial.invited.isEmpty else { return }
        let invited = Phrases.names(trial.invited)
        request.withInvited =
            try invocation.asks("It invited \(invited). Remove them too?") == true ? true : nil
    }
}
