/// The last entry about the end of a game.
enum Ruling: Equatable {
    /// Nothing, or that it goes on after all.
    case open
    case closed
    case forfeited(by: Side)
    case abandoned(reason: String)

    /// The ruling of an entry; nil for one that says nothing about the end.
    init?(_ content: Content) {
        switch content {
        case .gameEnded: self = .closed
        case .gameReopened: self = .open
        case .gameForfeited(let entry): self = .forfeited(by: entry.side)
        case .gameAbandoned(let entry): self = .abandoned(reason: entry.reason)
        default: return nil
        }
    }
}

/// True if a game is decided: derived from the totals alone, so that a basket which arrives late may
/// take it back. What people said stands above it.
extension Scoreboard {
    /// Judges a board whose totals and game clock are settled. `lastShot` is the largest reading of a
    /// made shot in the period of the game clock.
    mutating func judge(_ ruling: Ruling, hasMoves: Bool, lastShot: Duration?) {
        let target = rules[.target]
        isTargetReachedTwice =
            target > 0 && rules[.lead] <= 1 && min(teams.home.score, teams.away.score) >= target
        switch ruling {
        case .closed: (state, winner) = (.closed, leader)
        case .forfeited(let side): (state, winner) = (.forfeit, side.other)
        case .abandoned(let reason):
            (state, winner) = (.abandoned, nil)
            abandonReason = reason
        case .open where isDecided: (state, winner) = (.decided, leader)
        case .open:
            (state, winner) = (hasMoves || clock.governing != nil ? .live : .scheduled, nil)
        }
        ending = state
        if state.isSettled { stopClock(at: lastShot) }
    }

    /// A game clock that nobody stopped stands where the game was decided. Nobody recorded that, so
    /// that it runs on by itself when a late entry takes the verdict back.
    private mutating func stopClock(at lastShot: Duration?) {
        guard clock.isRunning else { return }
        clock.isRunning = false
        clock.isStoppedByVerdict = true
        if let lastShot { clock.elapsed = lastShot }
    }

    private var isDecided: Bool {
        guard let leader else { return false }
        let ahead = teams[leader].score
        let lead = ahead - teams[leader.other].score
        if rules[.target] > 0 && ahead >= rules[.target] && lead >= rules[.lead] { return true }
        if rules[.cap] > 0 && ahead >= rules[.cap] { return true }
        if rules[.overtimeTarget] > 0 && overtimePoints(leader) >= rules[.overtimeTarget] {
            return true
        }
        return isTimeOver
    }

    private func overtimePoints(_ side: Side) -> Int {
        teams[side].periodScores.dropFirst(rules[.periods]).reduce(0, +)
    }

    /// The last period has been played to its end by the game clock.
    private var isTimeOver: Bool {
        guard clock.governing != nil, clock.period >= rules[.periods], !clock.isRunning,
            let length = rules.length(ofPeriod: clock.period)
        else { return false }
        return clock.elapsed >= length
    }
}

extension Scoreboard {
    /// The moves that count and stand behind the entry by which a keeper ended the game, as indices
    /// of the timeline, in its order: taken with `force`, or by a keeper who had not heard of the end. One
    /// of such a keeper may stand before it too, and is not among them: nobody can tell it from one that
    /// came in time. Empty while nobody ended it. Cost: a look at each entry behind that one.
    package var movesBehindEnd: [Int] {
        guard state.isOver else { return [] }
        var moves: [Int] = []
        for index in timeline.indices.reversed() {
            let entry = timeline[index]
            guard entry.isLive else { continue }
            if Ruling(entry.content) != nil { break }
            if entry.isMove { moves.append(index) }
        }
        return moves.reversed()
    }
}
