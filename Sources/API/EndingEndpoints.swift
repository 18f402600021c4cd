import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The end of a game: ending, reopening, signing, and devices that are not waited for.
struct EndingEndpoints: EndpointTopic {
    let api: APIContext

    func end(_ order: EndRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        let ending = try ending(order, board)
        if board.state == ending.state, ending.isSame(board) {
            return api.unchanged("the game has ended already: \(board.outcome)", board)
        }
        if order.game == nil, board.moveCount == 0, let waiting = gameToSign(but: board.id) {
            let game = api.table.game(board.id)?.slug ?? ""
            throw APIError(
                .conflict, .conflict,
                "\(game) has no moves yet, and \(waiting) waits for your signature",
                advice: "scored sign --game \(waiting); to end the other all the same: "
                    + "scored end --game \(game)", candidates: [waiting, game])
        }
        guard board.state != .signed else {
            throw APIError(
                .conflict, .conflict, "the game is official: \(board.result)",
                advice: "to end it otherwise: scored reopen")
        }
        var drafts = [ending.draft]
        // A clock that only the verdict holds would run on when the game is reopened.
        if board.clock.isRunning || board.clock.isStoppedByVerdict {
            drafts.insert(ClockEndpoints(api: api).stop(board), at: 0)
        }
        return api.remarked(try api.record(drafts, request: request)) { [self] board in
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

    private func ending(_ order: EndRequest, _ board: Scoreboard) throws(APIError) -> Ending {
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
                + api.command("scored held", in: board.id)
        }
        return "next: " + api.command("scored sign", in: board.id)
    }

    private func doubts(_ board: Scoreboard) -> [WarningDocument] {
        guard board.state == .closed, board.leader == nil, board.rules.needsWinner else {
            return []
        }
        let isToTarget =
            board.rules.length(ofPeriod: board.clock.period) == nil && board.rules[.target] > 0
        let isAsked = board.clock.governing == nil || ClockEndpoints(api: api).timeLeft(board) != nil || isToTarget
        return [
            WarningDocument(
                code: "tie",
                text: "\(board.score.home):\(board.score.away) is a tie, and these rules play on "
                    + "until somebody wins",
                advice: "to play on: scored reopen, then scored clock period "
                    + "\(board.clock.period + 1)" + (isAsked ? " --force" : ""))
        ]
    }

    func reopen(_ order: ReopenRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        guard board.state.isOver || !board.signatures.isEmpty else {
            return api.unchanged(
                board.state == .decided
                    ? "nobody has ended the game: its totals decide it, \(board.result)"
                    : "the game goes on already", board)
        }
        let signed = board.signatures.count
        let draft = GameReopened().draft(in: board.id)
        return api.remarked(try api.record([draft], request: request)) { _ in
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

/// Signing a result.
extension EndingEndpoints {
    /// Nobody signs what this turn brought without it: as long as it is not in the book, the
    /// signature waits for the turn's end.
    func sign(_ order: SignRequest, _ request: RequestID?) throws(APIError) -> Answer {
        guard api.ledger.log.entryCount != api.ledger.book.entryCount else {
            return try signNow(order, request)
        }
        var give: (() -> Response)?
        return .later { [self] in
            if let give { return api.ledger.problem.map(refusal) ?? give() }
            do throws(APIError) {
                switch try signNow(order, request) {
                case .now(let response): return response
                case .afterCommit(let answer): give = answer
                case .later, .stream: break
                }
            } catch {
                return .error(api.namingNewerGame(error, ofGame: order.game).withNothingRecorded)
            }
            return nil
        }
    }

    private func refusal(_ problem: Ledger.Problem) -> Response {
        .error(
            APIError(.notRecording(problem.reason, isFull: problem.isFull)).withNothingRecorded)
    }

    private func signNow(
        _ order: SignRequest, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        try refuse(board)
        try validate(order)
        let signable = board.signable { api.ledger.log.entries($0) }
        let signOff = signable.signOff(
            digest: api.ledger.seal.digest(signable.bytes), name: order.name ?? "",
            protest: order.protest)
        if isSigned(signOff, board) {
            return api.unchanged(
                "signed already: \(board.result), \(SpokenWords.four(of: signOff.digest))", board,
                adding: api.unsignedGame(but: board.id))
        }
        let draft = signOff.draft(in: board.id)
        return api.remarked(try api.record([draft], request: request)) { [self] board in
            remarks(on: signOff, board)
        }
    }

    /// What stands in the way, and what to do about it.
    private func refuse(_ board: Scoreboard) throws(APIError) {
        let game = api.table.game(board.id)?.slug ?? "the game"
        switch board.signingObstacles.first {
        case .notOver:
            let waiting = gameToSign(but: board.id)
            throw APIError(
                .conflict, .conflict,
                "\(game) is neither decided nor ended, so there is no result to sign",
                advice: waiting.map {
                    "\($0) waits for your signature: scored sign --game \($0)"
                } ?? "end it: scored end", candidates: waiting.map { [$0] })
        case .held(let moves):
            let held = moves.prefix(Limits.namedPlayersMax).compactMap { words(of: $0, board) }
            throw APIError(
                .conflict, .conflict,
                "\(Phrases.count(moves.count, "move")) of \(game) "
                    + "\(moves.count == 1 ? "waits" : "wait") for an answer: "
                    + Phrases.list(held),
                advice: "scored held, then scored accept ENTRY or scored void ENTRY",
                candidates: moves.map { api.table.name(of: board.entry($0)?.recordedAs ?? $0) })
        case .unknown(let count):
            throw APIError(
                .conflict, .conflict,
                "\(game) has \(Phrases.entries(count)) of a newer version, which this device "
                    + "cannot count",
                advice: "update scored on this device, or sign on another")
        case .tooManyAuthors(let count):
            throw APIError(
                .conflict, .tooLarge,
                "\(game) has entries of \(count) authors; a signature covers at most "
                    + "\(Scorebook.Limits.cutAuthorsMax)")
        case nil: break
        }
        let ahead = board.signersAhead.map(api.name(of:)).sorted()
        guard ahead.isEmpty else {
            throw APIError(
                .conflict, .conflict,
                "\(Phrases.names(ahead)) signed entries of \(game) that are not here yet",
                advice: "wait until this device is in sync: scored status")
        }
    }

    /// The newest game that is over, of those that this device keeps score of, if it has not signed it:
    /// when another keeper begins the next one, that is the current game.
    func gameToSign(but current: GameID?) -> String? {
        for game in api.table.games.suffix(Scorebook.Limits.freshGamesMax).reversed()
        where game.id != current {
            guard let outline = api.ledger.book.outline(of: game.id), outline.state.isOver
            else { continue }
            if outline.unsigned.contains(api.device) { return game.slug }
            if outline.claimants.contains(api.device) { return nil }
        }
        return nil
    }

    private func words(of move: EntryID, _ board: Scoreboard) -> String? {
        guard let index = board.timeline.firstIndex(where: { $0.id == move }) else { return nil }
        let document = api.projection.entry(at: index, in: board)
        return "\(document.name) \(document.text)"
    }

    private func validate(_ order: SignRequest) throws(APIError) {
        let bounds = [
            ("name", order.name, Scorebook.Limits.nameScalarsMax),
            ("protest", order.protest, Scorebook.Limits.noteScalarsMax),
        ]
        for (field, text, most) in bounds {
            guard let text else { continue }
            guard text.unicodeScalars.count <= most else {
                throw APIError(
                    .unprocessable, .tooLarge, "the \(field) has more than \(most) characters")
            }
            guard !PlainText.clean(text, max: most).isEmpty else {
                throw .unfit("the \(field) has no character that can be shown")
            }
        }
    }

    /// Whether this device's signature says so already.
    private func isSigned(_ signOff: SignOff, _ board: Scoreboard) -> Bool {
        board.signatures.contains {
            $0.device == api.device && $0.signOff.digest == signOff.digest
                && $0.signOff.score == signOff.score && $0.signOff.name == signOff.name
                && $0.signOff.protest == signOff.protest
        }
    }

    private func remarks(on signOff: SignOff, _ board: Scoreboard) -> Remarks {
        let words = SpokenWords.four(of: signOff.digest)
        var remarks = Remarks(echo: "signed: \(board.result), \(words)")
        remarks.warnings = api.unsignedGame(but: board.id)
        if board.official != nil {
            remarks.more = "official: everyone has signed"
        } else {
            let differing = differing(from: signOff, board)
            let missing = (board.unsigned + differing).map(api.name(of:))
            remarks.more = Phrases.list([
                differing.isEmpty
                    ? "" : "not the same as \(Phrases.names(differing.map(api.name(of:)))) signed",
                missing.isEmpty
                    ? "not official: scored status says why"
                    : "official once \(Phrases.names(missing)) signed the same",
                "compare the result words aloud",
            ])
        }
        return remarks
    }

    /// Who is waited for and signed something else, in the order of the log.
    private func differing(from signOff: SignOff, _ board: Scoreboard) -> [PublicKey] {
        board.signatures.filter {
            $0.isAwaited && $0.device != api.device
                && ($0.signOff.digest != signOff.digest || $0.signOff.score != signOff.score)
        }.map(\.device)
    }
}

/// Devices for which nobody waits any longer.
extension EndingEndpoints {
    func declareLost(_ order: AbsenceRequest, _ request: RequestID?) throws(APIError) -> Answer {
        try api.demandMembership()
        let board = try api.readableBoard(named: order.game)
        let line = try api.deviceLine(order.device)
        guard !api.ledger.log.isRemoved(line.key) else {
            return api.unchanged("\(line.slug) was removed: nobody waits for it", board)
        }
        guard line.key != api.device else {
            throw .unfit("this device is not lost: it is the one that asks")
        }
        if let lost = board.lost.first(where: { $0.key == line.key }) {
            return api.unchanged("\(line.slug) is lost already: \(words(lost.cut, line))", board)
        }
        let state = api.ledger.replica.peers.first { $0.key == line.key }?.state
        if order.force != true, state == .inSync || state == .syncing {
            throw APIError(
                .conflict, .conflict, "\(line.slug) is not lost: it is linked to this device",
                advice: "to wait for it no longer all the same: --force")
        }
        var last: [AuthorID: UInt64] = [:]
        for author in line.authors.prefix(Scorebook.Limits.cutAuthorsMax) {
            let sequence = api.ledger.log.last(of: author)
            if sequence > 0 { last[author] = sequence }
        }
        let cut = Cut(last)
        let isWaitedFor = board.keepers.contains(line.key)
        let draft = DeviceLost(device: line.key, cut: cut).draft(in: board.id)
        return api.remarked(try api.record([draft], request: request)) { [self] board in
            var remarks = Remarks(
                echo: "nobody waits for \(line.slug) any longer: \(words(cut, line)); later moves "
                    + "count too, and are listed")
            if !isWaitedFor {
                remarks.warnings.append(
                    WarningDocument(
                        code: "notWaitedFor",
                        text: "\(line.slug) kept nobody in \(api.table.game(board.id)?.slug ?? "it"), "
                            + "so nothing waited for it"))
            }
            return remarks
        }
    }

    func declareFound(_ order: AbsenceRequest, _ request: RequestID?) throws(APIError) -> Answer {
        try api.demandMembership()
        let board = try api.readableBoard(named: order.game)
        let line = try api.deviceLine(order.device)
        guard board.lost.contains(where: { $0.key == line.key }) else {
            return api.unchanged("\(line.slug) is not lost", board)
        }
        let draft = DeviceFound(device: line.key).draft(in: board.id)
        return api.remarked(try api.record([draft], request: request)) { _ in
            Remarks(echo: "\(line.slug) is waited for again")
        }
    }

    /// `counted to bo.41`.
    private func words(_ cut: Cut, _ line: DeviceLine) -> String {
        let ends = line.authors.compactMap { author in
            cut.last[author].map { api.table.name(of: EntryID(author: author, sequence: $0)) }
        }
        return ends.isEmpty ? "nothing of it is here" : "counted to \(Phrases.names(ends))"
    }

}
