import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Recording moves.
struct MoveEndpoints: EndpointTopic {
    let api: APIContext

    func move(_ order: MoveRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let settled = try api.board(named: order.game)
        if PlainText.word(order.kind) == "note" { return try noted(order, settled, request) }
        let meaning = try meaning(order, settled)
        let board = board(judging: meaning.kind, order, settled)
        var move = Move(
            meaning.kind, meaning.variant, by: try api.subject(order.player, in: board),
            period: try api.period(order.period, board), elapsed: try api.elapsed(order, board))
        move.points = try api.points(order.points, meaning.kind, board)
        move.annotate(type: order.detail ?? "")
        move.isTracked = api.isTracked(move.subject, board)
        move.isAlone = !api.isLinked
        move.isCovering = TrackingEndpoints(api: api).isCovering(move.subject, board)
        move.linked = try basket(order, of: move, board)
        if order.force != true {
            try refuseIfUnlikely(order, move, board)
            try refuseIfDecided(move, board)
        }
        do throws(Malformed) {
            try move.validate()
        } catch {
            throw .unfit("this move cannot be kept: \(error)")
        }
        let entries = try api.record([move.draft(in: board.id)], request: request)
        // What a further move of the turn takes its period from must not have changed.
        guard move.period == board.clock.period else { return api.recorded(entries) }
        return .afterCommit { [self] in
            .json(encoded: JSON.written(api.answer(entries, scoreAsOfEntry: true)))
        }
    }

    /// The board by which a move is judged: with what the turn recorded before it, where that can
    /// make a difference.
    private func board(
        judging kind: MoveKind, _ order: MoveRequest, _ settled: Scoreboard
    ) -> Scoreboard {
        let rules = settled.rules
        let canBeDecided =
            settled.state.isSettled || settled.isTargetReachedTwice || rules[.target] > 0
            || rules[.cap] > 0 || settled.clock.period >= rules[.periods]
        guard canBeDecided || kind == .assist || order.basket != nil else { return settled }
        return api.ledger.presentBoard(of: settled.id) ?? settled
    }

    /// Words for the record: of a player, of a team, or of the game where nobody fits better.
    private func noted(
        _ order: MoveRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let words = shown(order.detail ?? "")
        guard !words.isEmpty else {
            throw .unfit("a note has words: scored move \(shown(order.player)) note --detail TEXT")
        }
        let title: String
        switch try api.subject(order.player, in: board) {
        case .nobody: title = ""
        case .team(let side): title = "\(board.teams[side].name): "
        case .line(let ref): title = board.player(ref).map { "\($0.title): " } ?? ""
        }
        let note = Note(text: title + words)
        return api.recorded(try api.record([note.draft(in: board.id)], request: request))
    }
}

// MARK: What a move carries

extension MoveEndpoints {
    /// What happened; who puts the kind before the player is told.
    private func meaning(
        _ order: MoveRequest, _ board: Scoreboard
    ) throws(APIError) -> MoveWord.Meaning {
        do throws(APIError) {
            return try api.meaning(order.kind)
        } catch {
            guard (try? MoveWord.read(order.player)) != nil,
                case .player(let line) = PlayerQuery.find(order.kind, in: board)
            else { throw error }
            throw APIError(
                .unprocessable, .unknownKind,
                "'\(shown(order.kind))' is \(line.slotAndTitle), no kind of move",
                advice: "the player comes first: scored move \(shown(order.kind)) "
                    + shown(order.player))
        }
    }

}

// MARK: What is recorded only if it is meant

extension MoveEndpoints {
    /// Points that the rules do not give, but for a free throw's, and an overtime that no other entry shows
    /// are mistyped far more often than meant.
    private func refuseIfUnlikely(
        _ order: MoveRequest, _ move: Move, _ board: Scoreboard
    ) throws(APIError) {
        if let points = move.points, move.kind != .freeThrow {
            throw APIError(
                .conflict, .unlikely,
                "\(Phrases.spaced("\(move.kind)")) is worth \(board.rules.points(of: move.kind)) here, "
                    + "not \(points)",
                advice: "--force records it all the same; for the whole game: scored rules")
        }
        guard order.period != nil, board.rules.isOvertime(move.period) else { return }
        let seen = board.timeline.lazy.filter(\.isLive).compactMap(\.move?.period)
            .reduce(board.clock.governing == nil ? 1 : board.clock.period, max)
        guard move.period > seen else { return }
        throw APIError(
            .conflict, .unlikely,
            "nothing else is in \(board.rules.name(ofPeriod: move.period)): "
                + "the game has \(Phrases.count(board.rules[.periods], "period")), and the last seen "
                + "is \(board.rules.name(ofPeriod: seen))",
            advice:
                "--force records it all the same; if an overtime is played: scored clock period "
                + "\(board.rules[.periods] + 1)")
    }

    /// Of a game that a keeper ended no further scoring move is recorded unasked, whoever is
    /// reached. Of one that its totals decide a device asks that knows all there is; any other cannot
    /// know whether it is decided, so it records and warns.
    private func refuseIfDecided(_ move: Move, _ board: Scoreboard) throws(APIError) {
        guard move.kind.isScoring, board.state.isSettled,
            board.state.isOver || isKnown(board)
        else { return }
        let winner = board.winner.map { "\(board.teams[$0].name) win" } ?? "it is a tie"
        let isSigned = board.state == .signed
        let newer = api.table.games.last.flatMap { $0.id == board.id ? nil : $0.slug }
        throw APIError(
            .conflict, .decided,
            "the game \(api.table.game(board.id)?.slug ?? "") is "
                + (isSigned ? "signed" : board.state.isOver ? "over" : "decided") + ": \(winner) "
                + "\(board.score.home):\(board.score.away)",
            advice: "--force records all the same"
                + (isSigned ? ", not counted; to count it: scored reopen first" : "")
                + (newer.map { "; for the newest game: scored use \($0)" } ?? ""))
    }

    /// Whether every keeper's device is reached and holds nothing that is not here. What those devices
    /// lack says nothing about that: of two keepers at work each always lacks something.
    private func isKnown(_ board: Scoreboard) -> Bool {
        let known = api.ledger.replica.peers.filter(\.holdsNothingMore).map(\.key)
        return Set(board.keepers).subtracting(known).isSubset(of: [api.device])
    }
}

/// The basket that an assist led to.
extension MoveEndpoints {
    /// The one that the keeper names; of an assist without a name the side's last one that is near
    /// enough, and that no other assist has. Nil for every other move.
    func basket(
        _ order: MoveRequest, of move: Move, _ board: Scoreboard
    ) throws(APIError) -> EntryID? {
        guard let name = order.basket else {
            return move.kind == .assist ? lastBasket(before: move, board)?.id : nil
        }
        guard move.kind == .assist else {
            throw .unfit("only an assist belongs to a basket; leave the basket out")
        }
        let entry = try api.entry(name, in: board)
        let spoken = api.table.name(of: entry.recordedAs)
        guard let basket = entry.move, basket.kind.isAssistable, entry.isLive else {
            throw APIError(
                .unprocessable, .wrongEntry,
                "\(spoken) is not a basket that counts (\(CorrectionEndpoints(api: api).words(entry, board)))",
                advice: "scored log shows them")
        }
        guard let side = board.side(of: move.subject), board.side(of: basket.subject) == side,
            basket.subject != move.subject
        else {
            throw APIError(
                .unprocessable, .wrongEntry,
                "\(spoken) (\(CorrectionEndpoints(api: api).words(entry, board))) is not a basket of another player of the same "
                    + "side")
        }
        return entry.id
    }

    private func lastBasket(before move: Move, _ board: Scoreboard) -> TimelineEntry? {
        guard let side = board.side(of: move.subject), let reading = move.elapsed else {
            return nil
        }
        return board.timeline.last { entry in
            guard entry.isLive, entry.moveKind?.isAssistable == true, let basket = entry.move,
                basket.period == move.period, let scored = basket.elapsed
            else { return false }
            // Of all baskets nearly none are so near, and to find their players takes longer.
            let apart = reading < scored ? scored - reading : reading - scored
            return apart <= Limits.assistTimeMax && basket.subject != move.subject
                && board.side(of: basket.subject) == side && !isAssisted(entry.id, board)
        }
    }

    private func isAssisted(_ basket: EntryID, _ board: Scoreboard) -> Bool {
        board.timeline.contains {
            $0.isLive && $0.moveKind == .assist && $0.move?.linked == basket
        }
    }
}

extension MoveKind {
    /// Whether an assist may have led to it.
    fileprivate var isAssistable: Bool { isScoring && self != .freeThrow }
}

extension Scoreboard {
    /// The side of a player or a team; nil for nobody.
    func side(of subject: Subject) -> Side? {
        switch subject {
        case .nobody: nil
        case .team(let side): side
        case .line(let ref): player(ref)?.side
        }
    }
}
