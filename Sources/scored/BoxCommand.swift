import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let box = Command(
        CommandForm("box", .look, "the box score", operands: "[GAME]")
    ) { invocation throws(ClientError) in
        let client = try invocation.lookingClient()
        let name = try GameReading.name(invocation.arguments.operand(0), client)
        let answer = try client.get(.game, name: name, as: GameDocument.self)
        try invocation.console.show(answer) { game in
            let model = BoxViewModel()
            model.receive(game)
            return BoxView(model)
        }
        return .done
    }
}
