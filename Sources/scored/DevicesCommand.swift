import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let devices = Command(
        CommandForm(
            "devices", .table, "the devices of the table", operands: "[ACTION] [NAME]...",
            choices: ["rename"],
            details: [
                "scored devices rename NAME gives this device its keeper's new name, as",
                "scored keeper does.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        guard let word = arguments.operand(0) else {
            let answer = try invocation.client().get(.devices, as: DevicesDocument.self)
            try invocation.console.show(answer) { document in
                let model = DevicesViewModel()
                model.receive(document)
                return DevicesView(model)
            }
            return .done
        }
        guard word == "rename" else {
            throw arguments.misused("'\(word)' cannot be done to devices; there is rename")
        }
        let name = arguments.operands.dropFirst().joined(separator: " ")
        guard !name.isEmpty else { throw arguments.misused("NAME is missing") }
        return try KeeperCommand.rename(name, invocation)
    }
}
