import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Moves, line-ups, substitutions and notes.
struct MoveEndpoints: EndpointTopic {
    let api: APIContext

    func move(_ order: MoveRequest) throws(APIError) -> Answer {
        let settled = try api.board(named: order.game)
        if PlainText.word(order.kind) == "note" { return try noted(order, settled) }
        let meaning = try meaning(order, settled)
        let board = board(judging: meaning.kind, order, settled)
        let subject = try api.subject(order.player, in: board)
        var move = try recordable(
            meaning.kind, meaning.variant, by: subject, order.period, order.clockSeconds,
            milliseconds: order.clockMilliseconds, board)
        move.points = try api.points(order.points, meaning.kind, board)
        move.annotate(type: order.detail ?? "")
        if let throwCount = order.freeThrows { try state(throwCount, of: &move) }
        move.isCovering = isCovering(move.subject, board)
        move.linked = try basket(order, of: move, board)
        if order.force != true {
            try refuseIfUnlikely(order, move, board)
            try refuseIfDecided(move.kind, board)
        }
        try demandValid("this move") { () throws(Malformed) in try move.validate() }
        return try api.recorded(api.record([move.draft(in: board.id)]), scoreAsOfEntry: true)
    }

    /// Writes into a foul how many free throws it gives.
    private func state(_ throwCount: Int, of move: inout Move) throws(APIError) {
        let bounds = 1...ScorebookLimits.throwsMax
        guard move.kind.isFoul else {
            throw .unfit(
                "only a foul gives free throws, and this is \(Phrases.spaced("\(move.kind)"))")
        }
        guard bounds ~= throwCount else {
            throw .unfit(
                "a foul gives \(bounds.lowerBound) to \(bounds.upperBound) free throws, "
                    + "not \(throwCount); of one that gives none, say nothing")
        }
        move.throwCount = throwCount
    }

    /// The board by which a move is judged: with the entries that the turn has recorded so far, if
    /// they can make a difference.
    private func board(
        judging kind: MoveKind, _ order: MoveRequest, _ settled: Scoreboard
    ) -> Scoreboard {
        let rules = settled.rules
        let canBeDecided =
            settled.state.isSettled || settled.isTargetReachedTwice || rules[.target] > 0
            || rules[.cap] > 0 || settled.clock.period >= rules[.periods]
        guard canBeDecided || kind == .assist || order.basket != nil else { return settled }
        return ledger.presentBoard(of: settled.id) ?? settled
    }

    /// A note about a player, a team or the game.
    private func noted(_ order: MoveRequest, _ board: Scoreboard) throws(APIError) -> Answer {
        let words = shown(order.detail ?? "")
        guard !words.isEmpty else {
            throw .unfit(
                "a note needs words: scored move \(shown(order.player)) note --detail TEXT")
        }
        let title: String
        switch try api.subject(order.player, in: board) {
        case .nobody: title = ""
        case .team(let side): title = "\(board.teams[side].name): "
        case .line(let ref): title = board.player(ref).map { "\($0.title): " } ?? ""
        }
        return try api.recorded(api.record([Note(text: title + words).draft(in: board.id)]))
    }

    /// The kind of the move. A request with kind and player exchanged is refused with that advice.
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
                "'\(shown(order.kind))' is \(line.slotAndTitle), not a kind of move",
                advice: "the player comes first: scored move \(shown(order.kind)) "
                    + shown(order.player))
        }
    }

    /// The player that a move is by, if this device tracks that player.
    private func tracked(_ subject: Subject, _ board: Scoreboard) -> PlayerLine? {
        guard case .line(let ref) = subject, let line = board.player(ref),
            line.trackers.contains(api.device)
        else { return nil }
        return line
    }

    /// True if this device took the player over from a keeper whose device is not in sync with it.
    private func isCovering(_ subject: Subject, _ board: Scoreboard) -> Bool {
        guard let line = tracked(subject, board) else { return false }
        for entry in board.timeline.reversed() where entry.isLive {
            guard case .takenOver(let taken) = entry.content,
                table.deviceOfAuthor[entry.author] == api.device, line.isNamed(by: taken.subjects)
            else { continue }
            return replica.peers.first { $0.key == taken.device }?.state != .inSync
        }
        return false
    }
}

// MARK: Refusals that `force` overrides

extension MoveEndpoints {
    /// Points that the rules do not give, except for free throws, and an overtime without any other
    /// entry are mistyped far more often than meant.
    private func refuseIfUnlikely(
        _ order: MoveRequest, _ move: Move, _ board: Scoreboard
    ) throws(APIError) {
        if let points = move.points, move.kind != .freeThrow {
            throw APIError(
                .conflict, .unlikely,
                "\(Phrases.spaced("\(move.kind)")) is worth \(board.rules.points(of: move.kind)) "
                    + "here, not \(points)",
                advice: "--force records it all the same; for the whole game: scored rules")
        }
        guard order.period != nil, board.rules.isOvertime(move.period) else { return }
        let seen = board.timeline.lazy.filter(\.isLive).compactMap(\.move?.period)
            .reduce(board.clock.governing == nil ? 1 : board.clock.period, max)
        guard move.period > seen else { return }
        throw APIError(
            .conflict, .unlikely,
            "no other entry is in \(board.rules.name(ofPeriod: move.period)): the game has "
                + "\(Phrases.count(board.rules[.periods], "period")), and the last with an entry "
                + "is \(board.rules.name(ofPeriod: seen))",
            advice: "--force records it all the same"
                + (seen < board.rules[.periods]
                    ? "" : "; if an overtime is played: scored clock period \(seen + 1)"))
    }

    /// A scoring move is not recorded in a game that a keeper ended, and none at all while another
    /// game is open, of which it may be. In one that its totals decide a scoring move is refused
    /// only if this device knows all entries; else it is recorded with a warning.
    private func refuseIfDecided(_ kind: MoveKind, _ board: Scoreboard) throws(APIError) {
        guard board.state.isSettled else { return }
        let isOfAnother = board.state.isOver && api.isAnotherOpen(than: board.id)
        guard isOfAnother || kind.isScoring && (board.state.isOver || isKnown(board))
        else { return }
        let next = isOfAnother ? api.nextGame(after: board.id)?.slug : nil
        let isSigned = board.state == .signed
        let state = isSigned ? "signed" : board.state.isOver ? "over" : "decided"
        throw APIError(
            .conflict, .decided,
            "the game \(api.name(of: board)) is \(state): \(board.verdictText)",
            advice: "--force records all the same"
                + (isSigned ? ", not counted; to count it, first: scored reopen" : "")
                + (next.map { "; to go to \($0): scored use \($0)" } ?? ""))
    }

    /// True if every keeper's device is reached and holds nothing that is not here. What those
    /// devices lack does not matter: while two keepers record, each always lacks something.
    private func isKnown(_ board: Scoreboard) -> Bool {
        let known = replica.peers.filter(\.holdsNothingMore).map(\.key)
        return Set(board.keepers).subtracting(known).isSubset(of: [api.device])
    }
}

// MARK: Line-ups, substitutions, notes

extension MoveEndpoints {
    func lineup(_ order: LineupRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        if order.force != true { try refuseIfDecided(.lineup, board) }
        let side = order.side.side
        guard !order.players.isEmpty else { throw .unfit("a line-up needs players") }
        guard order.players.count <= ScorebookLimits.subjectsMax else {
            throw .tooLarge("\(order.players.count) players are too many for a line-up")
        }
        var lines: [PlayerLine] = []
        for text in order.players {
            let line = try player(text, of: side, in: board)
            guard !lines.contains(where: { $0.ref == line.ref }) else {
                throw .unfit("\(line.slotAndTitle) is named twice")
            }
            lines.append(line)
        }
        var move = try recordable(
            .lineup, nil, by: .team(side), order.period, order.clockSeconds, board)
        move.players = lines.map { .line($0.ref) }
        let expected = board.rules[.playersASide]
        let isUsual = expected == 0 || expected == lines.count
        let unusual = WarningDocument(
            .lineupSize, "\(lines.count) on the court; the rules say \(expected) a side")
        return try api.recorded(
            api.record([move.draft(in: board.id)]), adding: isUsual ? [] : [unusual])
    }

    func substitute(_ order: SubstitutionRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        if order.force != true { try refuseIfDecided(.substitution, board) }
        let goingOut = try api.player(order.goingOut, in: board)
        let comingIn = try player(order.comingIn, of: goingOut.side, in: board)
        guard comingIn.ref != goingOut.ref else {
            throw .unfit("\(comingIn.slotAndTitle) cannot come in for themselves")
        }
        let pairs: [(PlayerLine, Variant)] = [(goingOut, .goingOut), (comingIn, .comingIn)]
        var drafts: [Draft] = []
        for (line, variant) in pairs {
            let move = try recordable(
                .substitution, variant, by: .line(line.ref), order.period, order.clockSeconds, board
            )
            drafts.append(move.draft(in: board.id))
        }
        return try api.recorded(api.record(drafts))
    }

    func note(_ order: NoteRequest) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        _ = try cleaned(order.text, of: "note", max: ScorebookLimits.noteScalarsMax)
        return try api.recorded(api.record([Note(text: order.text).draft(in: board.id)]))
    }

    /// A player of one side; a number alone means that side's.
    private func player(
        _ text: String, of side: Side, in board: Scoreboard
    ) throws(APIError) -> PlayerLine {
        let ofSide = PlayerQuery.find(side.letter + text, in: board)
        // Before a part of a name the letter would make another name.
        if case .player(let line) = ofSide,
            text.hasPrefix("#") || PlainText.name(line.number) == PlainText.name(text)
        {
            return line
        }
        let line = try api.player(text, in: board)
        guard line.side == side else {
            throw .unfit("\(line.slotAndTitle) does not play for \(board.teams[side].name)")
        }
        return line
    }

    /// The move with its period, its reading and its flags.
    private func recordable(
        _ kind: MoveKind, _ variant: Variant?, by subject: Subject, _ asked: Int?,
        _ seconds: Int?, milliseconds: Int? = nil, _ board: Scoreboard
    ) throws(APIError) -> Move {
        let period = try api.period(asked, board)
        var move = Move(
            kind, variant, by: subject, period: period,
            elapsed: try api.elapsed(period, seconds, milliseconds: milliseconds, board))
        move.isTracked = tracked(subject, board) != nil
        move.isAlone = !replica.isLinked
        return move
    }
}

/// The basket that an assist led to.
extension MoveEndpoints {
    /// The named basket; without a name the side's last one within `APILimits.assistTimeMax` that
    /// has no assist. Nil for a move that is not an assist.
    private func basket(
        _ order: MoveRequest, of move: Move, _ board: Scoreboard
    ) throws(APIError) -> EntryID? {
        guard let name = order.basket else {
            return move.kind == .assist ? lastBasket(before: move, board)?.id : nil
        }
        guard move.kind == .assist else {
            throw .unfit("only an assist has a basket; leave the basket out")
        }
        let entry = try api.entry(name, in: board)
        let spoken = "\(table.name(of: entry.recordedAs)) (\(api.words(entry, board)))"
        guard let basket = entry.move, basket.kind.isAssistable, entry.isLive else {
            throw .wrongEntry(
                "\(spoken) is not a basket that counts", advice: "scored log shows them")
        }
        guard let side = board.side(of: move.subject), board.side(of: basket.subject) == side,
            basket.subject != move.subject
        else {
            throw .wrongEntry("\(spoken) is not a basket of another player of the same side")
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
            // The time first: it rules out nearly all baskets, and finding players costs more.
            let apart = reading < scored ? scored - reading : reading - scored
            return apart <= APILimits.assistTimeMax && basket.subject != move.subject
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
    fileprivate var isAssistable: Bool { isScoring && self != .freeThrow }
}
