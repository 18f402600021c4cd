import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Recording moves.
extension Desk {
    var moveRoutes: [Route: Router.Responder] {
        [
            .moves: { asked throws(Denial) in
                if let order = JSON.moveRequest(in: asked.request.body) { return try move(order) }
                return try move(asked.body(MoveRequest.self))
            }
        ]
    }

    private func move(_ order: MoveRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let settled = try board(named: order.game)
        if PlainText.word(order.kind) == "note" { return try noted(order, settled, request) }
        let meaning = try meaning(order, settled)
        let board = board(judging: meaning.kind, order, settled)
        var move = Move(
            meaning.kind, meaning.variant, by: try subject(order.player, in: board),
            period: try period(order.period, board), elapsed: try elapsed(order, board))
        move.points = try points(order.points, meaning.kind, board)
        move.annotate(type: order.detail ?? "")
        move.isTracked = isTracked(move.subject, board)
        move.isAlone = !isLinked
        move.isCovering = isCovering(move.subject, board)
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
        let entries = try record([move.draft(in: board.id)], request: request)
        // What a further move of the turn takes its period from must not have changed.
        guard move.period == board.clock.period else { return recorded(entries) }
        return .joinably { [self] in
            .json(encoded: JSON.written(answer(entries, scoreAsOfEntry: true)))
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
        return ledger.presentBoard(of: settled.id) ?? settled
    }

    /// Words for the record: of a player, of a team, or of the game where nobody fits better.
    private func noted(
        _ order: MoveRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(Denial) -> Answer {
        let words = shown(order.detail ?? "")
        guard !words.isEmpty else {
            throw .unfit("a note has words: scored move \(shown(order.player)) note --detail TEXT")
        }
        let title: String
        switch try subject(order.player, in: board) {
        case .nobody: title = ""
        case .team(let side): title = "\(board.teams[side].name): "
        case .line(let ref): title = board.player(ref).map { "\($0.title): " } ?? ""
        }
        let note = Note(text: title + words)
        return recorded(try record([note.draft(in: board.id)], request: request))
    }
}

// MARK: What a move carries

extension Desk {
    /// What happened; who puts the kind before the player is told.
    private func meaning(
        _ order: MoveRequest, _ board: Scoreboard
    ) throws(Denial) -> MoveWord.Meaning {
        do throws(Denial) {
            return try meaning(order.kind)
        } catch {
            guard (try? MoveWord.read(order.player)) != nil,
                case .player(let line) = PlayerQuery.find(order.kind, in: board)
            else { throw error }
            throw Denial(
                .unprocessable, .unknownKind,
                "'\(shown(order.kind))' is \(line.slotAndTitle), no kind of move",
                advice: "the player comes first: scored move \(shown(order.kind)) "
                    + shown(order.player))
        }
    }

    /// What a word for a kind means.
    func meaning(_ kind: String) throws(Denial) -> MoveWord.Meaning {
        do throws(Unreadable) {
            return try MoveWord.read(kind)
        } catch {
            guard case .kind(_, let closest) = error else { throw .unfit("\(error)") }
            throw Denial(
                .unprocessable, .unknownKind, "\(error)",
                candidates: closest.isEmpty ? nil : closest)
        }
    }

    /// The period that a keeper names, else the one that is played.
    func period(_ asked: Int?, _ board: Scoreboard) throws(Denial) -> Int {
        guard let asked else { return board.clock.period }
        guard (1...Scorebook.Limits.periodMax).contains(asked) else {
            throw .unfit("there is no period \(asked)")
        }
        return asked
    }

    /// The game clock as the keeper saw it; nil where it never ran, or for another period than the
    /// one that is played.
    func elapsed(_ order: MoveRequest, _ board: Scoreboard) throws(Denial) -> Duration? {
        if let milliseconds = order.clockMilliseconds {
            return try reading(milliseconds: milliseconds)
        }
        if let seconds = order.clockSeconds { return try reading(seconds) }
        guard board.clock.governing != nil,
            (order.period ?? board.clock.period) == board.clock.period
        else { return nil }
        return elapsedNow(board)
    }

    /// A reading that a keeper gives, in seconds elapsed.
    func reading(_ seconds: Int) throws(Denial) -> Duration {
        let limit = Int(Scorebook.Limits.elapsedMax.components.seconds)
        guard (-limit...limit).contains(seconds) else {
            throw .unfit("the game clock cannot stand at \(seconds) seconds")
        }
        return .seconds(seconds)
    }

    private func reading(milliseconds: Int) throws(Denial) -> Duration {
        let limit = Int(Scorebook.Limits.elapsedMax / .milliseconds(1))
        guard (-limit...limit).contains(milliseconds) else {
            throw .unfit("the game clock cannot stand at \(milliseconds) milliseconds")
        }
        return .milliseconds(milliseconds)
    }

    /// The reading of the game clock now, not beyond the period's end.
    func elapsedNow(_ board: Scoreboard) -> Duration {
        let elapsed = max(.zero, ledger.elapsed(of: board.clock).elapsed)
        let length = board.rules.length(ofPeriod: board.clock.period)
        return min(elapsed, length ?? Scorebook.Limits.elapsedMax)
    }

    /// The points where they are not what the rules say.
    func points(
        _ asked: Int?, _ kind: MoveKind, _ board: Scoreboard
    ) throws(Denial) -> Int? {
        guard let asked else { return nil }
        guard kind.isScoring else {
            throw .unfit("\(Phrases.spaced("\(kind)")) is worth no points; leave them out")
        }
        guard asked != board.rules.points(of: kind) else { return nil }
        guard (1...Scorebook.Limits.movePointsMax).contains(asked) else {
            throw .unfit("a shot cannot be worth \(asked) points")
        }
        guard kind != .freeThrow || asked <= Limits.freeThrowPointsMax else {
            throw .unfit(
                "a free throw cannot be worth \(asked) points; possible is 1 to "
                    + "\(Limits.freeThrowPointsMax)")
        }
        return asked
    }

    func isTracked(_ subject: Subject, _ board: Scoreboard) -> Bool {
        guard case .line(let ref) = subject else { return false }
        return board.player(ref)?.trackers.contains(device) ?? false
    }
}

// MARK: What is recorded only if it is meant

extension Desk {
    /// Points that the rules do not give, but for a free throw's, and an overtime that no other entry shows
    /// are mistyped far more often than meant.
    private func refuseIfUnlikely(
        _ order: MoveRequest, _ move: Move, _ board: Scoreboard
    ) throws(Denial) {
        if let points = move.points, move.kind != .freeThrow {
            throw Denial(
                .conflict, .unlikely,
                "\(Phrases.spaced("\(move.kind)")) is worth \(board.rules.points(of: move.kind)) here, "
                    + "not \(points)",
                advice: "--force records it all the same; for the whole game: scored rules")
        }
        guard order.period != nil, board.rules.isOvertime(move.period) else { return }
        let seen = board.timeline.lazy.filter(\.isLive).compactMap(\.move?.period)
            .reduce(board.clock.governing == nil ? 1 : board.clock.period, max)
        guard move.period > seen else { return }
        throw Denial(
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
    private func refuseIfDecided(_ move: Move, _ board: Scoreboard) throws(Denial) {
        guard move.kind.isScoring, board.state.isSettled,
            board.state.isOver || isKnown(board)
        else { return }
        let winner = board.winner.map { "\(board.teams[$0].name) win" } ?? "it is a tie"
        let isSigned = board.state == .signed
        let newer = table.games.last.flatMap { $0.id == board.id ? nil : $0.slug }
        throw Denial(
            .conflict, .decided,
            "the game \(table.game(board.id)?.slug ?? "") is "
                + (isSigned ? "signed" : board.state.isOver ? "over" : "decided") + ": \(winner) "
                + "\(board.score.home):\(board.score.away)",
            advice: "--force records all the same"
                + (isSigned ? ", not counted; to count it: scored reopen first" : "")
                + (newer.map { "; for the newest game: scored use \($0)" } ?? ""))
    }

    /// Whether every keeper's device is reached and holds nothing that is not here. What those devices
    /// lack says nothing about that: of two keepers at work each always lacks something.
    private func isKnown(_ board: Scoreboard) -> Bool {
        let known = ledger.replica.peers.filter(\.holdsNothingMore).map(\.key)
        return Set(board.keepers).subtracting(known).isSubset(of: [device])
    }
}
