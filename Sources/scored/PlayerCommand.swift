import Client
import LocalAPI
import Terminal
import ViewModels

extension Command {
    static let player = Command(
        CommandForm(
            "player", .look, "one player's numbers and newest moves",
            operands: "QUERY",
            details: ["QUERY is a number, h4, a slot h#1, or two letters or more of a name."])
    ) { invocation throws(ClientError) in
        let words = invocation.arguments.operands.joined(separator: " ")
        try invocation.demandDevice(in: invocation.home())
        let loop = try invocation.loop()
        let card = PlayerCardViewModel(
            library: loop.library, timekeeper: loop.timekeeper, settlingFor: .zero)
        card.query.value = words.isEmpty ? try invocation.required(0) : words
        let ending = try loop.run(until: card.isLooking.map { !$0 })
        guard ending == .done else { return ending }
        guard card.problem.value.isEmpty else { throw .unusable(card.problem.value) }
        if invocation.console.isJSON, let document = card.document {
            try invocation.console.show(document: JSON.encode(document))
        } else {
            try invocation.console.show(PlayerCardView(card))
        }
        return .done
    }
}
