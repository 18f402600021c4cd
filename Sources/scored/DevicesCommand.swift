import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let devices = Command(
        CommandForm(
            "devices", .table, "the devices of the table", operands: "[ACTION] [NAME]...",
            choices: DevicesCommand.actions,
            options: [
                OptionForm("force", "with lost: although it is in sync"),
                OptionForm("yes", "with remove: without a question"),
                OptionForm("with-invited", "with remove: also the devices that it let in"),
                OptionForm("not", "with deputy: it is one no longer"),
                gameOption,
            ],
            details: [
                "scored devices rename NAME  gives this device its keeper's new name, as",
                "                            scored keeper does",
                "scored devices lost NAME    in this game nobody waits for the device any longer:",
                "                            what it recorded so far counts, later is listed",
                "scored devices found NAME   it is waited for again",
                "scored devices remove NAME  removes it from the table for good: what it",
                "                            recorded so far counts, later nowhere; the",
                "                            founder and its deputies may, and nobody removes",
                "                            the founder",
                "scored devices deputy NAME  the founder names a deputy, who may remove devices",
                "                            too, but no deputy; --not ends it",
            ])
    ) { invocation throws(ClientError) in
        guard let word = invocation.arguments.operand(0) else {
            return try DevicesCommand.list(invocation)
        }
        return try DevicesCommand.run(word, invocation)
    }
}

enum DevicesCommand {
    static let actions = ["rename", "lost", "found", "remove", "deputy"]

    static func list(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let answer = try invocation.lookingClient().get(.devices, as: DevicesDocument.self)
        try invocation.console.show(answer) { document in
            let model = DevicesViewModel()
            model.receive(document)
            return DevicesView(model)
        }
        return .done
    }

    static func run(_ word: String, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        guard actions.contains(word) else {
            throw arguments.misused(
                "unknown device action '\(word)'; the actions are "
                    + actions.joined(separator: ", "))
        }
        let name = arguments.operands.dropFirst().joined(separator: " ")
        guard !name.isEmpty else { throw arguments.misused("missing NAME") }
        if arguments.has("force"), word != "lost" {
            throw arguments.misused("--force goes with lost alone")
        }
        for option in ["yes", "with-invited"] where arguments.has(option) && word != "remove" {
            throw arguments.misused("--\(option) goes with remove alone")
        }
        if arguments.has("not"), word != "deputy" {
            throw arguments.misused("--not goes with deputy alone")
        }
        if word == "deputy" {
            let request = DeputyRequest(
                request: RequestName.random(), device: name, isDeputy: !arguments.has("not"))
            return try invocation.show(
                invocation.client().post(.nameDeputy, request, as: DoneDocument.self))
        }
        if word == "remove" { return try RemoveCommand.run(name, invocation) }
        if word == "rename" {
            guard arguments.operands.count == 2 else {
                throw arguments.misused(
                    "rename takes one NAME, a new one for this device's keeper; no device "
                        + "renames another; with spaces: rename \"\(name)\"")
            }
            return try KeeperCommand.rename(name, invocation)
        }
        let request = AbsenceRequest(
            request: RequestName.random(), game: arguments.value("game"), device: name,
            force: arguments.has("force") ? true : nil)
        return try invocation.show(
            invocation.client().post(
                word == "lost" ? .lost : .found, request, as: RecordedDocument.self))
    }
}
