import MoveLog

/// A live move in the game's own time.
package struct Play: Sendable {
    /// In the board's timeline.
    package let index: Int
    package let period: Int
    /// Milliseconds in the period, within its bounds. A move without a reading has that of the move
    /// recorded before it in the period: the best estimate.
    package fileprivate(set) var elapsed: Int64
    /// True if the move has a reading of its own.
    package let isRead: Bool
    /// True if the move has no reading because the game clock had not yet started in its period: it
    /// is at the beginning, as certain as a reading.
    package let isBeforeStart: Bool
}

/// A period as it was played.
package struct PlayedPeriod: Sendable {
    /// From 1.
    package let number: Int
    /// Milliseconds.
    package let length: Int64
}

/// The live moves of a game in order of play: by period, by reading of the game clock, then in
/// table order. With several keepers, table order tells which entries an author had seen, but
/// little about the order on the court.
package struct GameTime: Sendable {
    /// From the first period to the last with any move.
    package private(set) var periods: [PlayedPeriod] = []
    /// In order of play. Without their moves: every status computes the times.
    package private(set) var plays: [Play] = []

    /// With `isOfRecord`, a period has table order if one author recorded all its points and all
    /// its moves that tell who was on the court.
    package init(_ board: Scoreboard, isOfRecord: Bool = false) {
        let hasClock = board.clock.governing != nil
        var recorders = RecordersOfPeriods()
        var last = hasClock ? board.clock.period : 1
        var readings = [Int64](repeating: 0, count: ScorebookLimits.periodMax + 1)
        var reached = readings
        let starts = board.firstStarts
        if hasClock { reached[board.clock.period] = board.clock.elapsed.wholeMilliseconds }
        plays.reserveCapacity(board.timeline.count)
        for index in board.timeline.indices where board.timeline[index].isLive {
            guard let noted = board.timeline[index].noted else { continue }
            let period = noted.period
            if !noted.kind.isMark { last = max(last, period) }
            let elapsed = max(0, noted.reading ?? readings[period])
            readings[period] = elapsed
            if isOfRecord, noted.kind.isScoring || noted.kind.isOfCourt {
                recorders.add(board.timeline[index].author, in: period)
            }
            reached[period] = max(reached[period], elapsed)
            plays.append(
                Play(
                    index: index, period: period, elapsed: elapsed, isRead: noted.reading != nil,
                    isBeforeStart: noted.reading == nil && elapsed == 0 && index < starts[period]))
        }
        for number in 1...max(1, last) {
            let length = board.played(number, isLast: number == last, reached[number])
            periods.append(PlayedPeriod(number: number, length: length))
        }
        plays.removeAll { $0.period > last }
        for index in plays.indices {
            let length = periods[plays[index].period - 1].length
            plays[index].elapsed = min(plays[index].elapsed, length)
        }
        plays.sort {
            if $0.period != $1.period { return $0.period < $1.period }
            if recorders.isOne(in: $0.period) { return $0.index < $1.index }
            return $0.elapsed != $1.elapsed ? $0.elapsed < $1.elapsed : $0.index < $1.index
        }
    }

    /// Milliseconds from the first tip-off to the end of play.
    package var length: Int64 { periods.reduce(0) { $0 + $1.length } }

    package func plays(of period: Int) -> ArraySlice<Play> {
        let start = plays.firstIndex { $0.period == period } ?? plays.endIndex
        let end = plays[start...].firstIndex { $0.period != period } ?? plays.endIndex
        return plays[start..<end]
    }

    /// The plays of a period as ranges of `plays`, from its `start`. Plays at one reading form one
    /// range: their order is unknown. Without a game clock, or with one that never moved, each play
    /// is alone, in table order.
    package func moments(of period: Int, from start: Int) -> [Range<Int>] {
        var end = start
        var first: Int64?
        var isTimed = false
        while end < plays.count, plays[end].period == period {
            if plays[end].isRead {
                isTimed = isTimed || first.map { $0 != plays[end].elapsed } ?? false
                first = first ?? plays[end].elapsed
            }
            end += 1
        }
        var moments: [Range<Int>] = []
        for index in start..<end {
            if isTimed, let last = moments.last, plays[index].isRead, plays[index - 1].isRead,
                plays[index - 1].elapsed == plays[index].elapsed
            {
                moments[moments.count - 1] = last.lowerBound..<index + 1
            } else {
                moments.append(index..<index + 1)
            }
        }
        return moments
    }
}

/// The authors who recorded the moves of each period.
private struct RecordersOfPeriods {
    private var authors: [AuthorID?] = Array(repeating: nil, count: ScorebookLimits.periodMax + 1)
    private var isMixed = [Bool](repeating: false, count: ScorebookLimits.periodMax + 1)

    mutating func add(_ author: AuthorID, in period: Int) {
        isMixed[period] = isMixed[period] || authors[period].map { $0 != author } ?? false
        authors[period] = author
    }

    func isOne(in period: Int) -> Bool { authors[period] != nil && !isMixed[period] }
}

extension TimelineEntry {
    /// The fields of a move that determine its time.
    fileprivate var noted: (kind: MoveKind, period: Int, reading: Int64?)? {
        if let corrected {
            return (corrected.kind, corrected.period, corrected.elapsed?.wholeMilliseconds)
        }
        guard case .move(let move) = content else { return nil }
        return (move.kind, move.period, move.elapsed?.wholeMilliseconds)
    }
}

extension Scoreboard {
    /// By period, the timeline index at which its game clock first started; 0 if it never did.
    fileprivate var firstStarts: [Int] {
        var starts = [Int](repeating: 0, count: ScorebookLimits.periodMax + 1)
        for index in timeline.indices where timeline[index].kind == .gameClock {
            guard timeline[index].isLive, case .gameClock(let clock) = timeline[index].content,
                clock.action == .start, starts[clock.period] == 0
            else { continue }
            starts[clock.period] = index
        }
        return starts
    }

    /// Milliseconds of a period: its full length if the game went on to the next one or was played
    /// out, else as far as the game clock and the moves reach.
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
    /// True for a mark of a source: it may name a period that was not played.
    package var isMark: Bool {
        switch self {
        case .periodStart, .periodEnd, .gameEnd, .review, .other: true
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .foul,
            .technicalFoul, .steal, .block, .turnover, .miss, .substitution, .timeout, .foulDrawn,
            .blocked, .lineup, .jumpBall, .violation:
            false
        }
    }
}
