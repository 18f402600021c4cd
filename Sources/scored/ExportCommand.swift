import Client
import Net

extension Command {
    static let export = Command(
        CommandForm(
            "export", .files, "write games or the log to a file", operands: "FORMAT [GAME]",
            choices: ExportFormat.all.map(\.name),
            options: [
                OptionForm("to", "FILE", "a file instead of the standard output"),
                OptionForm("game", "GAME", "the same as GAME"),
            ],
            details: ["FORMAT is one of"]
                + ExportFormat.all.map { "  \(padded($0.name)) \($0.summary)" })
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let name = try invocation.required(0)
        guard let format = ExportFormat.all.first(where: { $0.name == name }) else {
            let names = ExportFormat.all.map(\.name).joined(separator: ", ")
            throw arguments.misused("'\(name)' is not a format; the formats are \(names)")
        }
        let bytes = try format.bytes(invocation)
        guard let path = arguments.value("to") else {
            try invocation.console.write(bytes)
            return .done
        }
        do throws(NetError) {
            try GivenFile.write(bytes, to: path)
        } catch {
            throw .file(error)
        }
        invocation.console.say("\(format.count(of: bytes)) written to \(path)")
        return .done
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 11 - name.count))
    }
}
