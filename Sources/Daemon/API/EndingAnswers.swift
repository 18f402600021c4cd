import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The end of a game, and going on after all.
extension Desk {
    var endingRoutes: [Route: Router.Responder] {
        [
            .end: { asked throws(Denial) in try end(asked.body(EndRequest.self)) },
            .reopen: { asked throws(Denial) in try reopen(asked.body(ReopenRequest.self)) },
        ]
    }

    private func end(_ order: EndRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try readableBoard(named: order.game)
        let ending = try ending(order, board)
        if board.state == ending.state, ending.isSame(board) {
            return unchanged("the game has ended already: \(board.outcome)", board)
        }
        if order.game == nil, board.moveCount == 0, let waiting = gameToSign(but: board.id) {
            let game = table.game(board.id)?.slug ?? ""
            throw Denial(
                .conflict, .conflict,
                "\(game) has no moves yet, and \(waiting) waits for your signature",
                advice: "scored sign --game \(waiting); to end the other all the same: "
                    + "scored end --game \(game)", candidates: [waiting, game])
        }
        guard board.state != .signed else {
            throw Denial(
                .conflict, .conflict, "the game is official: \(board.result)",
                advice: "to end it otherwise: scored reopen")
        }
        var drafts = [ending.draft]
        // A clock that only the verdict holds would run on when the game is reopened.
        if board.clock.isRunning || board.clock.isStoppedByVerdict {
            drafts.insert(stop(board), at: 0)
        }
        return remarked(try record(drafts, request: request)) { [self] board in
            Remarks(more: nextStep(board), warnings: doubts(board))
        }
    }

    /// One way to end a game.
    private struct Ending {
        var draft: Draft
        var state: GameState
        /// Who wins a forfeit.
        var winner: Side?

        /// Whether the game ended so, given that it is in that state.
        func isSame(_ board: Scoreboard) -> Bool { winner == nil || board.winner == winner }
    }

    private func ending(_ order: EndRequest, _ board: Scoreboard) throws(Denial) -> Ending {
        switch (order.forfeit, order.abandon) {
        case (nil, nil):
            return Ending(draft: GameEnded().draft(in: board.id), state: .closed)
        case (let side?, nil):
            return Ending(
                draft: GameForfeited(side: side.side).draft(in: board.id), state: .forfeit,
                winner: side.side.other)
        case (nil, let words?):
            let reason = GameAbandoned(reason: words)
            guard !reason.reason.isEmpty else {
                throw .unfit("an abandoned game needs a reason: scored end --abandon REASON")
            }
            return Ending(draft: reason.draft(in: board.id), state: .abandoned)
        case (_?, _?):
            throw .unfit("a game is forfeited or abandoned, not both")
        }
    }

    private func nextStep(_ board: Scoreboard) -> String {
        let held = board.held.count
        if held > 0 {
            return "next: answer the \(held == 1 ? "held move" : "\(held) held moves"), "
                + command("scored held", in: board.id)
        }
        return "next: " + command("scored sign", in: board.id)
    }

    private func doubts(_ board: Scoreboard) -> [WarningDocument] {
        guard board.state == .closed, board.leader == nil, board.rules.needsWinner else {
            return []
        }
        let isToTarget =
            board.rules.length(ofPeriod: board.clock.period) == nil && board.rules[.target] > 0
        let isAsked = board.clock.governing == nil || timeLeft(board) != nil || isToTarget
        return [
            WarningDocument(
                code: "tie",
                text: "\(board.score.home):\(board.score.away) is a tie, and these rules play on "
                    + "until somebody wins",
                advice: "to play on: scored reopen, then scored clock period "
                    + "\(board.clock.period + 1)" + (isAsked ? " --force" : ""))
        ]
    }

    private func reopen(_ order: ReopenRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try readableBoard(named: order.game)
        guard board.state.isOver || !board.signatures.isEmpty else {
            return unchanged(
                board.state == .decided
                    ? "nobody has ended the game: its totals decide it, \(board.result)"
                    : "the game goes on already", board)
        }
        let signed = board.signatures.count
        let draft = GameReopened().draft(in: board.id)
        return remarked(try record([draft], request: request)) { _ in
            guard signed > 0 else { return .none }
            let signatures = Phrases.count(signed, "signature")
            return Remarks(more: "\(signatures) cleared: everyone must sign again")
        }
    }
}

extension Scoreboard {
    /// `ended, Hawks 21:18 Owls`; `forfeit, Owls win`.
    var outcome: String {
        switch state {
        case .forfeit: "forfeit, " + (winner.map { "\(teams[$0].name) win" } ?? "nobody wins")
        case .abandoned: "abandoned at \(score.home):\(score.away)"
        case .scheduled, .live, .decided, .closed, .signed:
            "\(GamePhase(state).word), \(result)"
        }
    }
}
