/// Whether a game is decided: derived from the totals alone, so that a basket which arrives late may
/// take it back.
extension Scoreboard {
    mutating func judge(isEnded: Bool, hasMoves: Bool) {
        let target = rules[.target]
        isTargetReachedTwice =
            target > 0 && rules[.lead] <= 1 && min(teams.home.score, teams.away.score) >= target
        if isEnded {
            state = .closed
        } else if isDecided {
            state = .decided
        } else {
            state = hasMoves || clock.governing != nil ? .live : .scheduled
        }
        winner = state == .closed || state == .decided ? leader : nil
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
