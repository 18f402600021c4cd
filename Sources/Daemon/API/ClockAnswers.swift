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
        if order.action != .set, order.seconds != nil || order.remainingSeconds != nil {
            throw .unfit("a reading goes with set alone, not with \(order.action.rawValue)")
        }
        guard let draft = try draft(order, board) else { return unchanged(order.action, board) }
        return recorded(try record([draft], request: request))
    }

    /// What to record; nil when the game clock does so already.
    private func draft(_ order: ClockRequest, _ board: Scoreboard) throws(Denial) -> Draft? {
        let clock = board.clock
        let period = order.period ?? clock.period
        let isSame = period == clock.period
        switch order.action {
        case .start:
            if clock.isRunning, isSame { return nil }
            let elapsed = isSame ? elapsedNow(board) : .zero
            if let length = board.rules.length(ofPeriod: period), elapsed >= length {
                throw Denial(
                    .conflict, .conflict,
                    "period \(period) has been played to its end",
                    advice: "the next one: scored clock period")
            }
            return GameClockEntry(.start, period: period, elapsed: elapsed).draft(in: board.id)
        case .stop:
            guard clock.isRunning, isSame else { return nil }
            return GameClockEntry(.stop, period: period, elapsed: elapsedNow(board))
                .draft(in: board.id)
        case .set:
            return GameClockEntry(.set, period: period, elapsed: try asked(order, board, period))
                .draft(in: board.id)
        case .period:
            let next = order.period ?? (clock.governing == nil ? 1 : clock.period + 1)
            guard next <= Scorebook.Limits.periodMax else {
                throw .unfit("there is no period \(next)")
            }
            if clock.governing != nil, next == clock.period { return nil }
            return PeriodBegan(period: next).draft(in: board.id)
        }
    }

    private func asked(
        _ order: ClockRequest, _ board: Scoreboard, _ period: Int
    ) throws(Denial) -> Duration {
        let length = board.rules.length(ofPeriod: period)
        let bound = length ?? Scorebook.Limits.elapsedMax
        let elapsed: Duration
        switch (order.seconds, order.remainingSeconds) {
        case (let seconds?, nil):
            elapsed = .seconds(min(max(seconds, -1), Int(bound.components.seconds) + 1))
        case (nil, let remaining?):
            guard let length else {
                throw .unfit("period \(period) has no length, so nothing of it can remain")
            }
            elapsed = length - .seconds(min(max(remaining, -1), Int(bound.components.seconds) + 1))
        case (nil, nil), (_?, _?):
            throw .unfit("to set the game clock give seconds or remainingSeconds, one of them")
        }
        guard elapsed >= .zero, elapsed <= bound else {
            throw .unfit(
                "the reading is outside of period \(period), which has \(ClockText.print(bound))")
        }
        return elapsed
    }

    /// The game clock is as it was asked to be, so there is nothing to record.
    private func unchanged(_ action: ClockAction, _ board: Scoreboard) -> Answer {
        let text: String
        switch action {
        case .start: text = "the game clock runs already"
        case .stop: text = "the game clock stands already"
        case .period: text = "period \(board.clock.period) has begun already"
        case .set: text = "the game clock stands so already"
        }
        let game = table.game(board.id)?.slug
        return .now(
            .json(
                RecordedDocument(
                    entries: [], game: game, echo: text, home: board.score.home,
                    away: board.score.away,
                    warnings: [WarningDocument(code: "nothingChanged", text: text)])))
    }
}
