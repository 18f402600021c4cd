/// A live move in the game's own time.
package struct Play: Equatable, Sendable {
    /// The move as it stands.
    package var move: Move
    /// Its place in the board's timeline.
    package var index: Int
    /// Milliseconds elapsed in the move's period, within its bounds. Of a move without a reading the
    /// reading of the one recorded before it in the period, as good as anybody knows.
    package var elapsed: Int64
    /// Whether the move has a reading of its own.
    package var isRead: Bool
    /// Whether the move has none because the game clock had not yet started in its period, when
    /// there is none to read: it stands at the beginning, as surely as if it had one.
    package var isBeforeStart: Bool
}

/// A period as long as it was played.
package struct PlayedPeriod: Equatable, Sendable {
    /// From 1.
    package var number: Int
    /// Milliseconds of game clock before it.
    package var start: Int64
    /// Milliseconds played in it.
    package var length: Int64
}

/// The live moves of a game as they were played: by period, by reading of the game clock, and only
/// then in the table's order. Several keepers record apart, so the order of the table says which
/// entry knew of which, and little of what came first on the court.
package struct GameTime: Equatable, Sendable {
    /// The periods from the first to the last in which anything happened.
    package let periods: [PlayedPeriod]
    /// As they were played.
    package let plays: [Play]

    /// Reads a finished board.
    package init(_ board: Scoreboard) {
        var last = board.clock.governing == nil ? 1 : board.clock.period
        var readings: [Int: Int64] = [:]
        var reached: [Int: Int64] = [:]
        if board.clock.governing != nil {
            reached[board.clock.period] = board.clock.elapsed.wholeMilliseconds
        }
        var plays: [Play] = []
        let starts = board.firstStarts
        for (index, entry) in board.timeline.enumerated() where entry.isLive {
            guard let move = entry.move else { continue }
            if !move.kind.isMark { last = max(last, move.period) }
            let reading = move.elapsed?.wholeMilliseconds
            let elapsed = max(0, reading ?? readings[move.period] ?? 0)
            readings[move.period] = elapsed
            reached[move.period] = max(reached[move.period] ?? 0, elapsed)
            plays.append(
                Play(
                    move: move, index: index, elapsed: elapsed, isRead: reading != nil,
                    isBeforeStart: reading == nil && elapsed == 0
                        && index < starts[move.period] ?? 0))
        }
        var periods: [PlayedPeriod] = []
        var start: Int64 = 0
        for number in 1...max(1, last) {
            let length = board.played(number, isLast: number == last, reached[number] ?? 0)
            periods.append(PlayedPeriod(number: number, start: start, length: length))
            start += length
        }
        self.periods = periods
        plays = plays.filter { $0.move.period <= last }
        for index in plays.indices {
            let length = periods[plays[index].move.period - 1].length
            plays[index].elapsed = min(plays[index].elapsed, length)
        }
        self.plays = plays.sorted {
            ($0.move.period, $0.elapsed, $0.index) < ($1.move.period, $1.elapsed, $1.index)
        }
    }

    /// The plays of a period, those of one reading together and of unknown order among themselves.
    /// Where nobody read a clock, or it stood all the time, each stands alone in the table's order.
    package func moments(of period: Int) -> [[Play]] {
        let plays = plays(of: period)
        let readings = plays.lazy.filter(\.isRead).map(\.elapsed)
        let isTimed = readings.first != nil && readings.contains { $0 != readings.first }
        var moments: [[Play]] = []
        for play in plays {
            if isTimed, let last = moments.last?.last, last.elapsed == play.elapsed, last.isRead,
                play.isRead
            {
                moments[moments.count - 1].append(play)
            } else {
                moments.append([play])
            }
        }
        return moments
    }

    /// The plays of a period.
    package func plays(of period: Int) -> ArraySlice<Play> {
        let start = plays.firstIndex { $0.move.period == period } ?? plays.endIndex
        let end = plays[start...].firstIndex { $0.move.period != period } ?? plays.endIndex
        return plays[start..<end]
    }

    /// Milliseconds from the first tip-off to the end of what was played.
    package var length: Int64 { periods.last.map { $0.start + $0.length } ?? 0 }
}

extension Scoreboard {
    /// By period, where in the timeline its game clock was first started.
    fileprivate var firstStarts: [Int: Int] {
        var starts: [Int: Int] = [:]
        for (index, entry) in timeline.enumerated() where entry.isLive {
            guard case .gameClock(let clock) = entry.content, clock.action == .start else {
                continue
            }
            if starts[clock.period] == nil { starts[clock.period] = index }
        }
        return starts
    }

    /// Milliseconds of a period that were played: all of it once the game went on to the next one or
    /// was closed by time, else as far as the game clock and the moves reach.
    fileprivate func played(_ period: Int, isLast: Bool, _ reached: Int64) -> Int64 {
        guard let length = rules.length(ofPeriod: period)?.wholeMilliseconds else { return reached }
        guard isLast else { return length }
        if endedByPoints(in: period) { return reached }
        let isPlayedOut = state == .closed || state == .signed
        return isPlayedOut && period >= rules[.periods] ? length : min(reached, length)
    }

    private func endedByPoints(in period: Int) -> Bool {
        let ahead = max(teams.home.score, teams.away.score)
        if rules[.target] > 0 && ahead >= rules[.target] { return true }
        if rules[.cap] > 0 && ahead >= rules[.cap] { return true }
        return rules[.overtimeTarget] > 0 && rules.isOvertime(period)
    }
}

extension MoveKind {
    /// A mark of a source, which nobody plays: it may name a period that never was.
    fileprivate var isMark: Bool {
        switch self {
        case .periodStart, .periodEnd, .gameEnd, .review, .other: true
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .foul,
            .technicalFoul, .steal, .block, .turnover, .miss, .substitution, .timeout, .foulDrawn,
            .blocked, .lineup, .jumpBall, .violation:
            false
        }
    }
}
