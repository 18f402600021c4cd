import MoveLog

/// A live move in the game's own time.
package struct Play: Equatable, Sendable {
    /// The move as it stands.
    package var move: Move
    /// Its place in the board's timeline.
    package var index: Int
    /// Milliseconds elapsed in the move's period, within its bounds. Of a move without a reading the
    /// reading of the one recorded before it in the period, as good as anybody knows.
    package var elapsed: Int64
    /// True if the move has a reading of its own.
    package var isRead: Bool
    /// True if the move has none because the game clock had not yet started in its period, when
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
        let times = PlayTimes(board)
        periods = times.periods
        plays = times.order.compactMap { time in
            board.timeline[time.index].move.map {
                Play(
                    move: $0, index: time.index, elapsed: time.elapsed, isRead: time.isRead,
                    isBeforeStart: time.isBeforeStart)
            }
        }
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

/// When each live move was played, without the moves: every status asks.
struct PlayTimes {
    /// One move's time, as `Play` has it.
    struct Time {
        /// In the timeline.
        let index: Int
        let period: Int
        var elapsed: Int64
        let isRead: Bool
        let isBeforeStart: Bool
    }

    private(set) var periods: [PlayedPeriod] = []
    /// As the moves were played.
    private(set) var order: [Time] = []

    /// With `isOfRecord` the moves of a period in which one author has recorded all that tells who was on the
    /// court, and what was scored, stand in the order of that record.
    init(_ board: Scoreboard, isOfRecord: Bool = false) {
        let hasClock = board.clock.governing != nil
        var recorders = RecordersOfPeriods()
        var last = hasClock ? board.clock.period : 1
        var readings = [Int64](repeating: 0, count: Limits.periodMax + 1)
        var reached = readings
        /// Where in the timeline the game clock of a period was first started.
        let starts = board.firstStarts
        if hasClock { reached[board.clock.period] = board.clock.elapsed.wholeMilliseconds }
        order.reserveCapacity(board.timeline.count)
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
            order.append(
                Time(
                    index: index, period: period, elapsed: elapsed, isRead: noted.reading != nil,
                    isBeforeStart: noted.reading == nil && elapsed == 0 && index < starts[period]))
        }
        var start: Int64 = 0
        for number in 1...max(1, last) {
            let length = board.played(number, isLast: number == last, reached[number])
            periods.append(PlayedPeriod(number: number, start: start, length: length))
            start += length
        }
        order.removeAll { $0.period > last }
        for index in order.indices {
            let length = periods[order[index].period - 1].length
            order[index].elapsed = min(order[index].elapsed, length)
        }
        order.sort {
            if $0.period != $1.period { return $0.period < $1.period }
            if recorders.isOne(in: $0.period) { return $0.index < $1.index }
            return $0.elapsed != $1.elapsed ? $0.elapsed < $1.elapsed : $0.index < $1.index
        }
    }

    /// Milliseconds from the first tip-off to the end of what was played.
    var length: Int64 { periods.last.map { $0.start + $0.length } ?? 0 }

    /// The plays of a period as ranges of `order`: those of one reading together and of unknown order
    /// among themselves. Where nobody read a clock, or it stood all the time, each stands alone in the
    /// table's order. `start` is where the period begins.
    func moments(of period: Int, from start: Int) -> [Range<Int>] {
        var end = start
        var first: Int64?
        var isTimed = false
        while end < order.count, order[end].period == period {
            if order[end].isRead {
                isTimed = isTimed || first.map { $0 != order[end].elapsed } ?? false
                first = first ?? order[end].elapsed
            }
            end += 1
        }
        var moments: [Range<Int>] = []
        for index in start..<end {
            if isTimed, let last = moments.last, order[index].isRead, order[index - 1].isRead,
                order[index - 1].elapsed == order[index].elapsed
            {
                moments[moments.count - 1] = last.lowerBound..<index + 1
            } else {
                moments.append(index..<index + 1)
            }
        }
        return moments
    }
}

/// True if one author recorded a period.
private struct RecordersOfPeriods {
    private var authors: [AuthorID?] = Array(repeating: nil, count: Limits.periodMax + 1)
    private var isMixed = [Bool](repeating: false, count: Limits.periodMax + 1)

    mutating func add(_ author: AuthorID, in period: Int) {
        isMixed[period] = isMixed[period] || authors[period].map { $0 != author } ?? false
        authors[period] = author
    }

    func isOne(in period: Int) -> Bool { authors[period] != nil && !isMixed[period] }
}

extension TimelineEntry {
    /// The fields of a move that its time is read from.
    fileprivate var noted: (kind: MoveKind, period: Int, reading: Int64?)? {
        if let corrected {
            return (corrected.kind, corrected.period, corrected.elapsed?.wholeMilliseconds)
        }
        guard case .move(let move) = content else { return nil }
        return (move.kind, move.period, move.elapsed?.wholeMilliseconds)
    }
}

extension Scoreboard {
    /// By period, where in the timeline its game clock was first started; 0 where it never was.
    fileprivate var firstStarts: [Int] {
        var starts = [Int](repeating: 0, count: Limits.periodMax + 1)
        for index in timeline.indices where timeline[index].kind == .gameClock {
            guard timeline[index].isLive, case .gameClock(let clock) = timeline[index].content,
                clock.action == .start, starts[clock.period] == 0
            else { continue }
            starts[clock.period] = index
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
