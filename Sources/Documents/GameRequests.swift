package import MoveLog
package import Scorebook

extension NewGameRequest {
    /// The entry that creates the game. Where a side has no roster, `lastRoster` gives the one the
    /// team had in its last game. The home players come first, so that slots and lines agree with
    /// `ImportRequest.moves`.
    package func created(
        default preset: RulesPreset, lastRoster: (_ team: String, Side) -> [Scorebook.RosterLine]
    ) throws(DocumentsError) -> GameCreated {
        var lines = home.roster.map { bookLines($0, .home) } ?? lastRoster(home.name, .home)
        lines += away.roster.map { bookLines($0, .away) } ?? lastRoster(away.name, .away)
        guard lines.count <= Scorebook.Limits.rosterLinesMax else {
            throw .rosterTooLong(count: lines.count)
        }
        return GameCreated(
            home: home.name, away: away.name,
            rules: try (rules ?? RulesRequest()).rules(default: preset), lines: lines)
    }

    private func bookLines(_ roster: [RosterPlayer], _ side: Side) -> [Scorebook.RosterLine] {
        roster.map { Scorebook.RosterLine(side: side, number: $0.number ?? "", name: $0.name) }
    }
}

extension ImportRequest {
    /// The entry that ends the game; nil where it goes on. A forfeit counts before a reason.
    package func ending(of game: GameID) -> Draft? {
        if let side = forfeit { return GameForfeited(side: side.side).draft(in: game) }
        if let words = abandon { return GameAbandoned(reason: words).draft(in: game) }
        return isEnded == true ? GameEnded().draft(in: game) : nil
    }

    /// The moves of the steps, for the game that `created` made of the same request. Marks of the
    /// source come along; throws for a kind or a slot that is not there.
    package func moves() throws(DocumentsError) -> [Move] {
        var moves: [Move] = []
        for step in steps ?? [] { moves.append(try move(step)) }
        return moves
    }

    /// Where the game clock stands after the moves, as an entry: as the request says, else at the last
    /// reading; nil where nobody read it.
    package func clockEntry(after moves: [Move], in game: GameID) -> Draft? {
        let asked = clock.map { ($0.period, Duration.milliseconds($0.milliseconds)) }
        guard let (period, elapsed) = asked ?? moves.lastReading else { return nil }
        return GameClockEntry(
            .set, period: min(max(1, period), Scorebook.Limits.periodMax),
            elapsed: min(max(.zero, elapsed), Scorebook.Limits.elapsedMax)
        ).draft(in: game)
    }

    /// The move of a step; throws for a kind, a slot or a number that no move has.
    package func move(_ step: ImportStep) throws(DocumentsError) -> Move {
        let meaning = GamelogWord.read(kind: step.kind, side: step.detail, of: step.detail)
        guard let meaning else { throw .unknownKind(step.kind) }
        var subject = step.side.map { Subject.team($0.side) } ?? .nobody
        if let player = step.player { subject = try line(player) }
        try require(step.period, in: 1...Scorebook.Limits.periodMax, "period")
        let bound = 1000 * Limits.periodSecondsMax
        if let elapsed = step.elapsedMilliseconds, !(-bound...bound).contains(elapsed) {
            throw .unfit(
                field: "the game clock", found: "at \(elapsed / 1000) s of period \(step.period)",
                allowed: "at most \(Limits.periodSecondsMax) s of a period")
        }
        var move = Move(
            meaning.kind, meaning.variant, by: subject, period: step.period,
            elapsed: step.elapsedMilliseconds.map { .milliseconds($0) })
        if meaning.kind.isScoring, let points = step.points {
            try require(points, in: 0...Scorebook.Limits.movePointsMax, "points")
            move.points = points
        }
        move.type = text(step.type)
        move.raw = text(step.note)
        for player in step.players ?? [] { move.players.append(try line(player)) }
        return move
    }

    private func text(_ words: String?) -> String {
        let limit = Scorebook.Limits.moveTextBytesMax
        var text = PlainText.clean(words ?? "", max: limit)
        while text.utf8.count > limit { text.removeLast() }
        return text
    }

    private func require(
        _ number: Int, in range: ClosedRange<Int>, _ field: String
    ) throws(DocumentsError) {
        guard range.contains(number) else {
            throw .unfit(
                field: field, found: "\(number)",
                allowed: "\(range.lowerBound) to \(range.upperBound)")
        }
    }

    private func line(_ slot: String) throws(DocumentsError) -> Subject {
        let roster = (home: game.home.roster?.count ?? 0, away: game.away.roster?.count ?? 0)
        guard slot.count > 2, let number = Int(slot.dropFirst(2)), number >= 1 else {
            throw .unknownSlot(slot)
        }
        if slot.hasPrefix("h#"), number <= roster.home { return .line(.created(number - 1)) }
        if slot.hasPrefix("a#"), number <= roster.away {
            return .line(.created(roster.home + number - 1))
        }
        throw .unknownSlot(slot)
    }
}

extension Sequence<Move> {
    /// How far the game clock came as the moves tell: the largest reading of the last period in which
    /// anything was played; nil without a reading there.
    var lastReading: (period: Int, elapsed: Duration)? {
        guard let period = lazy.filter({ !$0.kind.isMark }).map(\.period).max() else { return nil }
        return lazy.filter { $0.period == period }.compactMap(\.elapsed).max()
            .map { (period, Swift.max(.zero, $0)) }
    }
}
