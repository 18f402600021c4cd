import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let box = Command(
        CommandForm("box", .look, "the box score", operands: "[GAME]")
    ) { invocation throws(ClientError) in
        let answer = try GameReading.game(invocation.arguments.operand(0), invocation.client())
        try invocation.console.show(answer) { game in
            let model = BoxViewModel()
            model.receive(game)
            return BoxView(model)
        }
        return .done
    }
}
