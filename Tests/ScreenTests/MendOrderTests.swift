import Documents
import Testing

@testable import ViewModels

/// The line of `keep` that mends the start of a game.
@Suite struct MendOrderTests {
    private func body(_ text: String) -> (any Encodable & Sendable)? {
        MendOrder.read(text, in: "g")?.body?("r")
    }

    @Test func everyFormIsRead() throws {
        #expect(body("swap") as? SwapRequest == SwapRequest(request: "r", game: "g"))
        let team = TeamNameRequest(request: "r", game: "g", team: "home", name: "Hawks II")
        #expect(body("team home  Hawks II") as? TeamNameRequest == team)
        let united = UniteRequest(request: "r", game: "g-2", into: "g")
        #expect(body("unite g-2") as? UniteRequest == united)
        var moved = TransferRequest(
            request: "r", game: "g", first: "mia.4", last: "mia.9", into: "h")
        #expect(body("move mia.4..mia.9 to h") as? TransferRequest == moved)
        moved.last = nil
        moved.addPlayers = true
        #expect(body("move mia.4.. to h adding") as? TransferRequest == moved)
        let named = TransferRequest(
            request: "r", game: "g", entries: ["mia.4", "5"], keeper: "bo", period: 2)
        #expect(body("move mia.4 5 period 2 keeper bo") as? TransferRequest == named)
    }

    @Test(arguments: [
        "", "swap all", "team home", "unite", "move mia.4 to", "move mia.4 period x", "move 1 2 3",
        "turn",
    ])
    func otherTextsAreNotRead(text: String) { #expect(body(text) == nil) }
}
