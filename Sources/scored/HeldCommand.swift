import Client
import Documents
import LocalAPI
import Terminal
import ViewModels

extension Command {
    static let held = Command(
        CommandForm(
            "held", .look, "possible duplicates, waiting for a decision",
            options: [gameOption],
            details: [
                "A held move is not counted until somebody answers:",
                "scored accept ENTRY    it happened besides the other one: count it",
                "scored void ENTRY      it is the same one: discard it",
            ])
    ) { invocation throws(ClientError) in
        let name = invocation.arguments.value("game")
        let query = name.map { [Target.QueryItem("game", $0)] } ?? []
        let answer = try invocation.lookingClient().get(.held, query: query, as: HeldDocument.self)
        try invocation.console.show(answer) { document in
            let model = HeldViewModel()
            model.receive(document.moves)
            return HeldView(model)
        }
        return .done
    }
}
