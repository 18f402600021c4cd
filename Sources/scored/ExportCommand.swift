import Client
import Documents
import LocalAPI
import Net

extension Command {
    static let export = Command(
        CommandForm(
            "export", .files, "write the log as JSON lines", operands: "FORMAT", choices: ["log"],
            options: [
                OptionForm("to", "FILE", "a file instead of the standard output"),
                OptionForm("game", "GAME", "the entries of one game"),
            ],
            details: [
                "FORMAT is log: a line an entry, with its author, sequence and order, what it says",
                "and whether it counts.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        guard try invocation.required(0) == "log" else {
            throw arguments.misused("'\(arguments.operands[0])' is no format; there is log")
        }
        let query = arguments.value("game").map { [Target.QueryItem("game", $0)] } ?? []
        let bytes = try invocation.client().getBytes(.export, query: query)
        guard let path = arguments.value("to") else {
            try invocation.console.write(bytes)
            return .done
        }
        do throws(NetError) {
            try GivenFile.write(bytes, to: path)
        } catch {
            throw .file(error)
        }
        let lines = bytes.count { $0 == 0x0A }
        invocation.console.say("\(Phrases.entries(lines)) written to \(path)")
        return .done
    }
}
