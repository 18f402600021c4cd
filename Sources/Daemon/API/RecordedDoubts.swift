import Documents
import Scorebook

/// What a keeper can hardly have meant: it is recorded all the same, as nothing is refused but for
/// the disk, and the answer says how to put it right.
extension RecordedEntries {
    /// Of one move, recorded or put in the place of another; nothing is said of many at once.
    var doubts: [WarningDocument] {
        let moves = indices.compactMap { index in
            told(index).map { (entry: board.timeline[index], move: $0) }
        }
        guard let one = moves.first, moves.count == 1 else { return [] }
        let target: TimelineEntry
        if case .fix(let fix) = one.entry.content, let fixed = board.entry(fix.target) {
            target = fixed
        } else {
            target = one.entry
        }
        return unknownKind(one.move, target) + farPeriod(one.move, of: target)
    }

    /// That a player's last substitution was the same one, of two keepers or of one who pressed twice.
    var repeatedSubstitutions: [WarningDocument] {
        // One is at most a player out and a player in; of a file nothing is said.
        indices.count > 2 ? [] : indices.compactMap(repetition)
    }

    private func repetition(at index: Int) -> WarningDocument? {
        guard let move = substitution(index), case .line(let ref) = move.subject,
            let line = board.player(ref),
            let last = board.timeline[..<index].indices.last(where: { places(line, at: $0) }),
            let before = substitution(last), before.variant == move.variant
        else { return nil }
        let name = projection.name(board.timeline[last].id, in: board)
        let own = projection.name(board.timeline[index].id, in: board)
        let what = move.variant == .comingIn ? "came in" : "went out"
        return WarningDocument(
            code: "sameSubstitution", text: "\(line.title) \(what) already (\(name))",
            advice: "if this is the same substitution: scored void \(own)")
    }

    /// Whether an entry says that a player is on the court, or off it: a line-up does of all of its side.
    private func places(_ line: PlayerLine, at index: Int) -> Bool {
        let entry = board.timeline[index]
        guard entry.isLive else { return false }
        switch entry.moveKind {
        case .substitution: return entry.move.map { line.isNamed(by: [$0.subject]) } == true
        case .lineup: return entry.move?.subject == .team(line.side)
        default: return false
        }
    }

    /// That the player of a move sits on the bench, by the last line-up or substitution that says it.
    func benched(_ index: Int, _ line: PlayerLine) -> [WarningDocument] {
        guard let move = board.timeline[index].move, move.isOnCourt,
            let last = board.timeline[..<index].indices.last(where: { places(line, at: $0) }),
            let before = board.timeline[last].move
        else { return [] }
        let isThere =
            before.kind == .lineup
            ? line.isNamed(by: before.players) : before.variant == .comingIn
        guard !isThere else { return [] }
        let name = projection.name(board.timeline[last].id, in: board)
        let player = board.shortName(of: line)
        return [
            WarningDocument(
                code: "onBench", text: "\(line.title) is on the bench (\(name))",
                advice: "if \(line.title) came in: scored sub \(player) for PLAYER")
        ]
    }

    /// That a side has taken more time-outs than the rules give it.
    func timeouts(_ move: Move) -> [WarningDocument] {
        guard move.kind == .timeout, let side = board.side(of: move.subject),
            let allowed = board.rules.preset.timeouts(in: move.period)
        else { return [] }
        let taken = board.timeline.count { entry in
            guard entry.isLive, let other = entry.move, other.kind == .timeout else { return false }
            return allowed.periods.contains(other.period) && board.side(of: other.subject) == side
        }
        guard taken > allowed.count else { return [] }
        return [
            WarningDocument(
                code: "timeouts",
                text: "\(board.teams[side].name) have taken \(Phrases.count(taken, "time-out")); "
                    + "\(board.rules.preset.word) rules allow \(allowed.count) in "
                    + span(allowed.periods),
                advice: "if it was not theirs: scored undo")
        ]
    }

    /// `periods 1 to 2`, `overtime 1`, `the game`.
    private func span(_ periods: ClosedRange<Int>) -> String {
        if periods.count == 1 { return board.rules.name(ofPeriod: periods.lowerBound) }
        return periods.upperBound == Scorebook.Limits.periodMax
            ? "the game" : "periods \(periods.lowerBound) to \(periods.upperBound)"
    }

    private func substitution(_ index: Int) -> Move? {
        let entry = board.timeline[index]
        guard entry.isLive, let move = entry.move, move.kind == .substitution else { return nil }
        return move
    }

    /// The move that an entry says happened; nil for one that says no such thing.
    private func told(_ index: Int) -> Move? {
        if case .fix(let fix) = board.timeline[index].content { return fix.move }
        return board.timeline[index].recordedMove
    }

    private func unknownKind(_ move: Move, _ target: TimelineEntry) -> [WarningDocument] {
        guard !board.rules.knows(move.kind) else { return [] }
        let name = projection.name(target.id, in: board)
        let points = Phrases.count(move.points ?? board.rules.points(of: move.kind), "point")
        return [
            WarningDocument(
                code: "unknownShot",
                text: "\(board.rules.preset.word) rules have no "
                    + "\(Phrases.spaced("\(move.kind)")); recorded as \(points)",
                advice: "if it was another: scored fix \(name) --kind twoPoints")
        ]
    }

    /// A period that nobody can be in yet: beyond the regular ones, and the next one has not begun.
    private func farPeriod(
        _ move: Move, of target: TimelineEntry
    ) -> [WarningDocument] {
        // Where no game clock says it, the period on the board is this very move's.
        let clock = board.clock.governing == nil ? 1 : board.clock.period
        guard move.period > max(clock + 1, board.rules[.periods]) else { return [] }
        let others = board.timeline.lazy.filter { $0.isLive && $0.id != target.id }.compactMap(
            \.move?.period)
        let seen = others.reduce(clock, max)
        guard move.period > max(seen + 1, board.rules[.periods]) else { return [] }
        let name = projection.name(target.id, in: board)
        return [
            WarningDocument(
                code: "farPeriod",
                text:
                    "\(name) is in \(board.rules.name(ofPeriod: move.period)), and nothing else is "
                    + "beyond \(board.rules.name(ofPeriod: seen))",
                advice: "if that was mistyped: scored fix \(name) --period \(seen)")
        ]
    }
}
