import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Answers to questions about what several keepers recorded of one event.
struct SettleEndpoints: EndpointTopic {
    let api: APIContext

    func held(_ request: RoutedRequest) throws(APIError) -> Response {
        let board = try api.readableBoard(named: request.request.target["game"])
        return .json(
            HeldDocument(game: api.name(of: board), moves: api.projection.heldMoves(board)))
    }

    func settle(_ order: SettleRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        let entry = try api.entry(order.entry, in: board)
        let name = table.name(of: entry.recordedAs)
        guard let (asked, answer) = question(about: entry, order.answer.settlement, board) else {
            throw nothingAsked(entry, name, board)
        }
        let drafts = board.drafts(settling: asked, answer)
        guard !drafts.isEmpty else {
            let answers = board.settlements(of: asked).map(\.rawValue)
            throw .unfit(
                "'\(order.answer.rawValue)' is no answer about \(name); answer with one of: "
                    + Phrases.list(answers))
        }
        return try api.recorded(api.record(drafts))
    }

    /// The question about a move or a fix, with the answer for the entry that it is listed by: *this*
    /// is the named one, also where it is the other side. That is for a name in one question alone;
    /// a withdrawal has no other side that can be right.
    private func question(
        about entry: TimelineEntry, _ answer: Settlement, _ board: Scoreboard
    ) -> (OpenQuestion, Settlement)? {
        let open = board.openQuestions
        if let asked = open.first(where: { $0.entry == entry.id }) { return (asked, answer) }
        let others = open.filter { $0.other == entry.id }
        guard others.count == 1, others[0].kind != .withdrawn else { return nil }
        let turned: [Settlement: Settlement] = [.this: .that, .that: .this]
        return (others[0], turned[answer] ?? answer)
    }

    private func nothingAsked(
        _ entry: TimelineEntry, _ name: String, _ board: Scoreboard
    ) -> APIError {
        let open = board.openQuestions.compactMap { board.entry($0.entry) }
            .map { table.name(of: $0.recordedAs) }
        if let asked = board.openQuestions.first(where: { $0.other == entry.id }),
            let about = board.entry(asked.entry).map({ table.name(of: $0.recordedAs) })
        {
            return APIError(
                .unprocessable, .wrongEntry,
                "\(name) (\(api.words(entry, board))) is the other side of the question about "
                    + about,
                advice: "scored settle \(about) shows both", candidates: [about])
        }
        return APIError(
            .unprocessable, .wrongEntry,
            "nothing is asked about \(name) (\(api.words(entry, board))); it may be answered already",
            advice: open.isEmpty
                ? "nothing in \(api.name(of: board)) waits for an answer"
                : "what waits for an answer: \(Phrases.names(open)); scored settle shows them",
            candidates: open.isEmpty ? nil : open)
    }
}
