import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The end of a game: ending, reopening, signing, and devices that are not waited for.
struct EndingEndpoints: EndpointTopic {
    let api: APIContext

    func end(_ order: EndRequest) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        let ending = try ending(order, board)
        if board.state == ending.state, ending.isSame {
            return api.unchanged("the game has ended already: \(board.outcome)", board)
        }
        if order.game == nil, board.moveCount == 0, let waiting = api.gameToSign(but: board.id) {
            let game = api.name(of: board)
            throw .conflict(
                "\(game) has no moves yet, and \(waiting) waits for your signature",
                advice: "scored sign --game \(waiting); to end the other all the same: "
                    + "scored end --game \(game)", candidates: [waiting, game])
        }
        guard board.state != .signed else {
            throw .conflict(
                "the game is official: \(board.result)",
                advice: "to end it differently, first: scored reopen")
        }
        let doubts = ending.doubts
        if order.force != true { try ask(doubts, "ends it", board) }
        var drafts = [ending.draft]
        // A clock stopped only by the verdict would run again when the game is reopened.
        if board.clock.isRunning || board.clock.isStoppedByVerdict {
            drafts.insert(api.clockStop(board), at: 0)
        }
        return try api.recorded(api.record(drafts)) { [self] board in
            Remarks(
                more: nextStep(board), warnings: [tie(board), api.wording.uncompared(board)])
        }
    }

    /// The doubts about ending a game, or about signing one that is over.
    func nextEnd(_ request: RoutedRequest) throws(APIError) -> Response {
        let board = try api.readableBoard(named: request.request.target["game"])
        let doubts = EndDoubts(board, timeLeft: api.timeLeft(board))
        let deed = board.state.isOver ? "sign" : "end"
        return .json(
            DoneDocument(
                text: "\(deed) \(api.name(of: board)) at \(board.score.text)",
                warnings: board.state.isOver ? doubts.ofSignature : doubts.ofEnd))
    }

    /// Refuses what a person did not answer with yes.
    private func ask(
        _ doubts: [WarningDocument], _ deed: String, _ board: Scoreboard
    ) throws(APIError) {
        guard !doubts.isEmpty else { return }
        throw APIError(
            .conflict, .unconfirmed, "\(api.name(of: board)): \(Phrases.list(doubts.map(\.text)))",
            advice: "--yes \(deed) all the same")
    }

    /// The entry that an order asks for, the state that it makes, and what is asked before.
    private struct Ending {
        let draft: Draft
        let state: GameState
        let doubts: [WarningDocument]
        /// True if the game has ended in this way, should it be in the state.
        let isSame: Bool

        init(
            _ draft: Draft, _ state: GameState, _ doubts: [WarningDocument], isSame: Bool = true
        ) {
            (self.draft, self.state, self.doubts, self.isSame) = (draft, state, doubts, isSame)
        }
    }

    private func ending(
        _ order: EndRequest, _ board: Scoreboard
    ) throws(APIError) -> Ending {
        let doubts = EndDoubts(board, timeLeft: api.timeLeft(board))
        guard order.isDefault != true || order.forfeit != nil else {
            throw .unfit("to end a game by default name the side that loses: forfeit")
        }
        switch (order.forfeit, order.abandon) {
        case (nil, nil):
            return Ending(GameEnded().draft(in: board.id), .closed, doubts.ofEnd)
        case (let side?, nil):
            let entry = GameForfeited(side: side.side, isDefault: order.isDefault == true)
            return Ending(
                entry.draft(in: board.id), .forfeit, doubts.of(entry),
                isSame: board.forfeit == Forfeit(entry, board))
        case (nil, let words?):
            let reason = GameAbandoned(reason: words)
            guard !reason.reason.isEmpty else {
                throw .unfit("to abandon a game give a reason: scored end --abandon REASON")
            }
            return Ending(
                reason.draft(in: board.id), .abandoned, doubts.ofAbandonment,
                isSame: board.abandonReason == reason.reason)
        case (_?, _?):
            throw .unfit("a game is forfeited or abandoned, not both")
        }
    }

    private func nextStep(_ board: Scoreboard) -> String {
        let open = board.openQuestions.count
        if open > 0 {
            return "next: answer \(Phrases.count(open, "question")), "
                + api.command("scored settle", in: board.id)
        }
        return "next: " + api.command("scored sign", in: board.id)
    }

    private func tie(_ board: Scoreboard) -> WarningDocument? {
        guard board.state == .closed, board.leader == nil, board.rules.needsWinner,
            !board.hasLaterRules
        else {
            return nil
        }
        let isToTarget =
            board.rules.length(ofPeriod: board.clock.period) == nil && board.rules[.target] > 0
        let isAsked = board.clock.governing == nil || api.timeLeft(board) != nil || isToTarget
        let next = "scored clock period \(board.clock.period + 1)" + (isAsked ? " --force" : "")
        return WarningDocument(
            .tie,
            "\(board.score.text) is a tie, and these rules play on until one side wins",
            advice: "to play on: scored reopen, then \(next)")
    }

    func reopen(_ order: ReopenRequest) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        guard board.state.isOver || !board.signatures.isEmpty else {
            return api.unchanged(
                board.state == .decided
                    ? "no keeper has ended the game: its totals decide it, \(board.result)"
                    : "the game is open already", board)
        }
        let signed = board.signatures.count
        return try api.recorded(api.record([GameReopened().draft(in: board.id)])) { _ in
            guard signed > 0 else { return Remarks() }
            let signatures = Phrases.count(signed, "signature")
            return Remarks(more: "\(signatures) cleared: everyone must sign again")
        }
    }
}

extension Scoreboard {
    /// `ended, Hawks 21:18 Owls`; `forfeit by Owls: Hawks win 20:0`.
    var outcome: String {
        switch state {
        case .forfeit, .abandoned: verdictText
        case .scheduled, .live, .decided, .closed, .signed:
            "\(GamePhase(state).word), \(result)"
        }
    }
}

// MARK: Signing

extension EndingEndpoints {
    /// A signature covers the entries of this turn too: until they are in the book, it waits for
    /// the end of the turn.
    func sign(_ order: SignRequest) throws(APIError) -> Answer {
        guard !ledger.isSettled else {
            return try signNow(order)
        }
        var give: (() -> Response)?
        return .later { [self] in
            if let give {
                let refusal = ledger.problem.map { APIError($0.error).withNothingRecorded }
                return refusal.map(Response.error) ?? give()
            }
            do throws(APIError) {
                switch try signNow(order) {
                case .now(let response): return response
                case .afterCommit(let answer): give = answer
                case .later, .inSteps, .stream: break
                }
            } catch {
                return .error(api.namingNewerGame(error, ofGame: order.game).withNothingRecorded)
            }
            return nil
        }
    }

    private func signNow(_ order: SignRequest) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        try refuse(board)
        try validate(order)
        let signable = board.signable { log.entries($0) }
        let signOff = signable.signOff(
            digest: ledger.seal.digest(signable.bytes), name: order.name ?? "",
            protest: order.protest)
        if isSigned(signOff, board) {
            return api.unchanged(
                "signed already: \(board.result), \(SpokenWords.four(of: signOff.digest))", board,
                adding: api.unsignedGame(but: board.id))
        }
        if order.force != true {
            let doubts = EndDoubts(board, timeLeft: api.timeLeft(board)).ofSignature
            try ask(doubts, "signs it", board)
        }
        return try api.recorded(api.record([signOff.draft(in: board.id)])) { [self] board in
            remarks(on: signOff, board)
        }
    }

    /// Refuses what cannot be signed yet.
    private func refuse(_ board: Scoreboard) throws(APIError) {
        let game = api.name(of: board)
        switch board.signingObstacles.first {
        case .notOver:
            let waiting = api.gameToSign(but: board.id)
            throw .conflict(
                "\(game) is neither decided nor ended, so there is no result to sign",
                advice: waiting.map { "\($0) waits for your signature: scored sign --game \($0)" }
                    ?? "end it: scored end", candidates: waiting.map { [$0] })
        case .questions:
            let open = board.openQuestions.map(\.entry)
            let spoken = open.prefix(APILimits.namedPlayersMax).compactMap { words(of: $0, board) }
            throw .conflict(
                "\(Phrases.entries(open.count)) of \(game) "
                    + "\(open.count == 1 ? "waits" : "wait") for an answer: "
                    + Phrases.list(spoken),
                advice: "scored settle",
                candidates: open.map { table.name(of: board.entry($0)?.recordedAs ?? $0) })
        case .later(let entries):
            let update = "update scored on this device, or sign on another that is up to date"
            throw .conflict(
                "\(game) has \(Phrases.entries(entries.count)) of a newer version, which this "
                    + "device cannot count: \(words(of: entries, board))",
                advice: entries.contains(board.id)
                    ? update : "\(update); what did not happen: \(voiding(entries, board))",
                candidates: names(of: entries, board))
        case .malformed(let entries):
            throw .conflict(
                "\(game) has \(Phrases.entries(entries.count)) that no device can read: "
                    + words(of: entries, board),
                advice: "withdraw them, then record what is missing: \(voiding(entries, board))",
                candidates: names(of: entries, board))
        case .tooManyAuthors(let count):
            throw APIError(
                .conflict, .tooLarge,
                "\(game) has entries of \(count) authors; a signature covers at most "
                    + "\(ScorebookLimits.cutAuthorsMax)")
        case nil: break
        }
        let ahead = api.names(of: board.signersAhead)
        guard ahead.isEmpty else {
            throw .conflict(
                "\(Phrases.names(ahead)) signed entries of \(game) that are not here yet",
                advice: "wait until this device is in sync: scored status")
        }
    }

    private func names(of entries: [EntryID], _ board: Scoreboard) -> [String] {
        entries.map { table.name(of: board.entry($0)?.recordedAs ?? $0) }
    }

    /// The command that withdraws the first of them: as many as a request may name.
    private func voiding(_ entries: [EntryID], _ board: Scoreboard) -> String {
        let named = names(of: entries, board).prefix(APILimits.namedPlayersMax)
        return api.command("scored void \(named.joined(separator: " "))", in: board.id)
    }

    private func words(of entries: [EntryID], _ board: Scoreboard) -> String {
        Phrases.list(
            entries.prefix(APILimits.namedPlayersMax).compactMap { words(of: $0, board) })
    }

    private func words(of move: EntryID, _ board: Scoreboard) -> String? {
        guard let index = board.timeline.firstIndex(where: { $0.id == move }) else { return nil }
        let document = api.projection.entry(at: index, in: board)
        return "\(document.name) \(document.text)"
    }

    private func validate(_ order: SignRequest) throws(APIError) {
        if let name = order.name {
            _ = try cleaned(name, of: "name", max: ScorebookLimits.nameScalarsMax)
        }
        if let protest = order.protest {
            _ = try cleaned(protest, of: "protest", max: ScorebookLimits.noteScalarsMax)
        }
    }

    /// True if this device has signed the same.
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
        remarks.warnings = [api.unsignedGame(but: board.id)]
        if board.official != nil {
            remarks.more = "official: everyone has signed"
        } else {
            let differing = differing(from: signOff, board)
            let missing = (board.unsigned + differing).map(api.name(of:))
            remarks.more = Phrases.list([
                differing.isEmpty
                    ? "" : "\(Phrases.names(differing.map(api.name(of:)))) signed another result",
                missing.isEmpty
                    ? "not official: scored status says why"
                    : "official once \(Phrases.names(missing)) "
                        + "\(missing.count == 1 ? "has" : "have") signed the same",
                "compare the result words aloud",
            ])
        }
        return remarks
    }

    /// The awaited devices that signed another result, in the order of the log.
    private func differing(from signOff: SignOff, _ board: Scoreboard) -> [PublicKey] {
        board.signatures.filter {
            $0.isAwaited && $0.device != api.device
                && ($0.signOff.digest != signOff.digest || $0.signOff.score != signOff.score)
        }.map(\.device)
    }
}

// MARK: Lost devices

extension EndingEndpoints {
    func declareLost(_ order: AbsenceRequest) throws(APIError) -> Answer {
        try api.demandMembership()
        let board = try api.readableBoard(named: order.game)
        let line = try api.deviceLine(order.device)
        guard !log.isRemoved(line.key) else {
            return api.unchanged("\(line.slug) was removed: nothing waits for it", board)
        }
        guard line.key != api.device else {
            throw .unfit("a device cannot declare itself lost")
        }
        if let lost = board.lost.first(where: { $0.key == line.key }) {
            return api.unchanged("\(line.slug) is lost already: \(words(lost.cut, line))", board)
        }
        let state = replica.peers.first { $0.key == line.key }?.state
        if order.force != true, state == .inSync || state == .syncing {
            throw .conflict(
                "\(line.slug) is not lost: it is linked to this device",
                advice: "to declare it lost all the same: --force")
        }
        var last: [AuthorID: UInt64] = [:]
        for author in line.authors.prefix(ScorebookLimits.cutAuthorsMax) {
            let sequence = log.last(of: author)
            if sequence > 0 { last[author] = sequence }
        }
        let cut = Cut(last)
        let isWaitedFor = board.keepers.contains(line.key)
        let draft = DeviceLost(device: line.key, cut: cut).draft(in: board.id)
        return try api.recorded(api.record([draft])) { [self] board in
            let notWaitedFor = WarningDocument(
                .notWaitedFor,
                "\(line.slug) tracked nobody in \(api.name(of: board)), so nothing waited for it")
            return Remarks(
                echo: "nothing waits for \(line.slug) any longer: \(words(cut, line)); later moves "
                    + "count too, and are listed",
                warnings: isWaitedFor ? [] : [notWaitedFor])
        }
    }

    func declareFound(_ order: AbsenceRequest) throws(APIError) -> Answer {
        try api.demandMembership()
        let board = try api.readableBoard(named: order.game)
        let line = try api.deviceLine(order.device)
        guard board.lost.contains(where: { $0.key == line.key }) else {
            return api.unchanged("\(line.slug) is not lost", board)
        }
        let draft = DeviceFound(device: line.key).draft(in: board.id)
        return try api.recorded(api.record([draft])) { _ in
            Remarks(echo: "the game waits for \(line.slug) again")
        }
    }

    /// `counted up to bo.41`.
    private func words(_ cut: Cut, _ line: DeviceLine) -> String {
        let ends = line.authors.compactMap { author in
            cut.last[author].map { table.name(of: EntryID(author: author, sequence: $0)) }
        }
        return ends.isEmpty
            ? "none of its entries are here" : "counted up to \(Phrases.names(ends))"
    }
}
