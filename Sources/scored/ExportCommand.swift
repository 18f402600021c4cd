import Client

extension Command {
    static let export = Command(
        CommandForm(
            "export", .files, "write games or the log to a file", operands: "FORMAT [GAME]",
            choices: ExportFormat.all.map(\.name),
            options: [
                OptionForm("to", "FILE", "a new file; without it, or with -, the standard output"),
                overwriteOption, OptionForm("game", "GAME", "the same as GAME"),
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
        try invocation.write(
            bytes, to: arguments.value("to"), "\(format.count(of: bytes)) written to")
        return .done
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 11 - name.count))
    }
}
