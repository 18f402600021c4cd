import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The game clock: start, stop, set, next period.
extension Desk {
    var clockRoutes: [Route: Router.Responder] {
        [.clock: { asked throws(Denial) in try turnClock(asked.body(ClockRequest.self)) }]
    }

    private func turnClock(_ order: ClockRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try board(named: order.game)
        if let period = order.period, !(1...Scorebook.Limits.periodMax).contains(period) {
            throw .unfit("there is no period \(period)")
        }
        if order.action != .set, !readings(order).isEmpty {
            throw .unfit("a reading goes with set alone, not with \(order.action.rawValue)")
        }
        let drafts = try drafts(order, board)
        guard !drafts.isEmpty else { return unchanged(order.action, board) }
        return remarked(try record(drafts, request: request)) { board in
            Remarks(more: board.nextAfterTime().map { "\($0.state); next: \($0.command)" } ?? "")
        }
    }

    /// What to record; nothing when the game clock does so already.
    private func drafts(_ order: ClockRequest, _ board: Scoreboard) throws(Denial) -> [Draft] {
        let clock = board.clock
        let period = order.period ?? clock.period
        let isSame = period == clock.period
        let isForced = order.force == true
        if order.action != .set { try refuse(goingBackTo: period, board) }
        switch order.action {
        case .start:
            let elapsed = isSame ? elapsedNow(board) : .zero
            if let length = board.rules.length(ofPeriod: period), elapsed >= length {
                throw Denial(
                    .conflict, .conflict,
                    "\(board.rules.name(ofPeriod: period)) has been played to its end",
                    advice: "the next one: scored clock period")
            }
            if clock.isRunning, isSame { return [] }
            if !isForced {
                try ask(toStart: board)
                if !isSame { try ask(toBegin: period, board) }
            }
            return [
                GameClockEntry(
                    .start, period: period, elapsed: elapsed, moment: ledger.reading
                ).draft(in: board.id)
            ]
        case .stop:
            // One that only the verdict holds would run on if that were taken back.
            guard clock.isRunning || clock.isStoppedByVerdict, isSame else { return [] }
            return [stop(board)]
        case .set:
            return [
                GameClockEntry(
                    .set, period: period, elapsed: try asked(order, board, period),
                    moment: ledger.reading
                ).draft(in: board.id)
            ]
        case .period:
            let next = order.period ?? (clock.governing == nil ? 1 : clock.period + 1)
            guard next <= Scorebook.Limits.periodMax else {
                throw .unfit("there is no period \(next)")
            }
            if clock.governing != nil, next == clock.period { return [] }
            if !isForced { try ask(toBegin: next, board) }
            let began = PeriodBegan(period: next).draft(in: board.id)
            // How far the last one came stays in the log.
            let isOpen = clock.isRunning || clock.isStoppedByVerdict
            return isOpen ? [stop(board), began] : [began]
        }
    }

    /// A stop of the game clock as it stands now.
    func stop(_ board: Scoreboard) -> Draft {
        GameClockEntry(.stop, period: board.clock.period, elapsed: elapsedNow(board))
            .draft(in: board.id)
    }

    private func readings(_ order: ClockRequest) -> [Int] {
        [
            order.seconds, order.remainingSeconds, order.milliseconds,
            order.remainingMilliseconds,
        ].compactMap(\.self)
    }

    private func asked(
        _ order: ClockRequest, _ board: Scoreboard, _ period: Int
    ) throws(Denial) -> Duration {
        guard readings(order).count == 1 else {
            throw .unfit(
                "to set the game clock give seconds, remainingSeconds, milliseconds or "
                    + "remainingMilliseconds, one of them")
        }
        let name = board.rules.name(ofPeriod: period)
        let length = board.rules.length(ofPeriod: period)
        let bound = length ?? Scorebook.Limits.elapsedMax
        let outside = Int(bound.components.seconds) + 1
        func seconds(_ count: Int) -> Duration { .seconds(min(max(count, -1), outside)) }
        func milliseconds(_ count: Int) -> Duration {
            .milliseconds(min(max(count, -1), outside * 1000))
        }
        var elapsed =
            order.seconds.map(seconds) ?? order.milliseconds.map(milliseconds) ?? .zero
        if let left = order.remainingSeconds.map(seconds)
            ?? order.remainingMilliseconds.map(milliseconds)
        {
            guard let length else {
                throw .unfit("\(name) has no length, so nothing of it can remain")
            }
            elapsed = length - left
        }
        guard elapsed >= .zero, elapsed <= bound else {
            throw .unfit(
                "the reading is outside of \(name), which has \(ClockText.print(bound))")
        }
        return elapsed
    }

    /// The game clock is as it was asked to be, so there is nothing to record.
    private func unchanged(_ action: ClockAction, _ board: Scoreboard) -> Answer {
        let text: String
        switch action {
        case .start: text = "the game clock runs already"
        case .stop: text = "the game clock stands already"
        case .period: text = "\(board.rules.name(ofPeriod: board.clock.period)) has begun already"
        case .set: text = "the game clock stands so already"
        }
        return unchanged(text, board)
    }
}
