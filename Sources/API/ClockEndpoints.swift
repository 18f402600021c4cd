import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The game clock: start, stop, set, next period.
struct ClockEndpoints: EndpointTopic {
    let api: APIContext

    func turnClock(_ order: ClockRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        let period = try api.period(order.period, board)
        if order.action != .set, !readings(order).isEmpty {
            throw .unfit("a reading goes with set only, not with \(order.action.rawValue)")
        }
        let (clock, name) = (board.clock, board.rules.name(ofPeriod:))
        let isSame = period == clock.period
        // A clock stopped only by the verdict would run again if the verdict were withdrawn.
        let isOpen = clock.isRunning || clock.isStoppedByVerdict
        let isForced = order.force == true
        if order.action != .set { try refuse(goingBackTo: period, board) }
        var drafts: [Draft] = []
        switch order.action {
        case .start:
            let elapsed = isSame ? api.elapsedNow(board) : .zero
            if let length = board.rules.length(ofPeriod: period), elapsed >= length {
                throw .conflict(
                    "\(name(period)) has been played to its end",
                    advice: "the next one: scored clock period")
            }
            if clock.isRunning, isSame {
                return api.unchanged("the game clock is running already", board)
            }
            if !isForced {
                try ask(toStart: board)
                if !isSame { try ask(toBegin: period, board) }
            }
            drafts.append(draft(.start, period, elapsed, board))
        case .stop:
            guard isOpen, isSame else {
                return api.unchanged("the game clock is stopped already", board)
            }
            drafts.append(api.clockStop(board))
        case .set: drafts.append(draft(.set, period, try asked(order, board, period), board))
        case .period:
            let next = try api.period(
                order.period ?? (clock.governing == nil ? 1 : clock.period + 1), board)
            if clock.governing != nil, next == clock.period {
                return api.unchanged("\(name(clock.period)) has begun already", board)
            }
            if !isForced { try ask(toBegin: next, board) }
            // Record how far the last period came.
            if isOpen { drafts.append(api.clockStop(board)) }
            drafts.append(PeriodBegan(period: next).draft(in: board.id))
        }
        return try api.recorded(api.record(drafts)) { board in
            Remarks(
                more: board.nextAfterTime().map {
                    "\(Catalogue.english($0.state, else: "")); next: \($0.command)"
                } ?? "")
        }
    }

    private func draft(
        _ action: GameClockEntry.Action, _ period: Int, _ elapsed: Duration, _ board: Scoreboard
    ) -> Draft {
        GameClockEntry(action, period: period, elapsed: elapsed, moment: ledger.reading)
            .draft(in: board.id)
    }

    private func readings(_ order: ClockRequest) -> [Int] {
        [order.seconds, order.remainingSeconds, order.milliseconds, order.remainingMilliseconds]
            .compactMap(\.self)
    }

    private func asked(
        _ order: ClockRequest, _ board: Scoreboard, _ period: Int
    ) throws(APIError) -> Duration {
        guard readings(order).count == 1 else {
            throw .unfit(
                "to set the game clock give exactly one of seconds, remainingSeconds, milliseconds "
                    + "and remainingMilliseconds")
        }
        let name = board.rules.name(ofPeriod: period)
        let length = board.rules.length(ofPeriod: period)
        let bound = length ?? ScorebookLimits.elapsedMax
        let outside = Int(bound.components.seconds) + 1
        func reading(_ seconds: Int?, _ milliseconds: Int?) -> Duration? {
            seconds.map { .seconds(min(max($0, -1), outside)) }
                ?? milliseconds.map { .milliseconds(min(max($0, -1), outside * 1000)) }
        }
        var elapsed = reading(order.seconds, order.milliseconds) ?? .zero
        if let left = reading(order.remainingSeconds, order.remainingMilliseconds) {
            guard let length else {
                throw .unfit("\(name) has no length, so it has no remaining time")
            }
            elapsed = length - left
        }
        try board.rules.demand(elapsed, within: period)
        return elapsed
    }
}

/// Refusals of unlikely requests; `--force` overrides them.
extension ClockEndpoints {
    /// Refuses a period before the present one has been played, a second time, or as an overtime
    /// that is not needed.
    private func ask(toBegin next: Int, _ board: Scoreboard) throws(APIError) {
        guard let reason = doubt(next, board) else { return }
        throw .conflict(
            reason, advice: "--force begins \(board.rules.name(ofPeriod: next)) all the same")
    }

    /// Refuses to go back to an earlier period, forced or not: only `set` does.
    private func refuse(goingBackTo period: Int, _ board: Scoreboard) throws(APIError) {
        guard period < board.clock.period else { return }
        let name = board.rules.name(ofPeriod:)
        throw .conflict(
            "\(name(board.clock.period)) is on, and \(name(period)) is over",
            advice: "to go back: scored clock set MM:SS --period \(period)")
    }

    private func doubt(_ next: Int, _ board: Scoreboard) -> String? {
        let present = board.clock.period
        let name = board.rules.name(ofPeriod:)
        if board.clock.governing == nil {
            return next == 1 ? nil : "\(name(1)) has not been played"
        }
        if next > present + 1 { return "\(name(present + 1)) has not been played" }
        if let result = result(board) { return "\(result), so no period is left to play" }
        if let left = api.timeLeft(board) {
            return "\(name(present)) has not been played to its end: "
                + "\(ClockText.print(left)) is left"
        }
        guard board.rules.isOvertime(next) else { return nil }
        if let leader = board.leader {
            return "\(board.teams[leader].name) lead \(board.score.text), so no overtime is needed"
        }
        if board.rules.length(ofPeriod: present) == nil, board.rules[.target] > 0 {
            return "this game is played to \(board.rules[.target]), without overtime"
        }
        return nil
    }

    /// Refuses to start the clock of a game that has a result.
    private func ask(toStart board: Scoreboard) throws(APIError) {
        guard let result = result(board) else { return }
        throw APIError(
            .conflict, .decided, result,
            advice: (board.state.isOver ? "to play on: scored reopen; " : "")
                + "--force records the start, for when the result is corrected")
    }

    /// `the game hawks-owls is decided: Hawks win 21:14`; nil while there is no result.
    private func result(_ board: Scoreboard) -> String? {
        guard board.state.isSettled else { return nil }
        let state = board.state.isOver ? "over" : "decided"
        return "the game \(api.name(of: board)) is \(state): \(board.verdictText)"
    }
}

extension APIContext {
    /// A stop of the game clock at its present reading.
    func clockStop(_ board: Scoreboard) -> Draft {
        GameClockEntry(.stop, period: board.clock.period, elapsed: elapsedNow(board))
            .draft(in: board.id)
    }

    /// The time left of the present period; nil in a period without a length, and below a second,
    /// which the screen does not show.
    func timeLeft(_ board: Scoreboard) -> Duration? {
        guard let length = board.rules.length(ofPeriod: board.clock.period) else { return nil }
        let left = length - elapsedNow(board)
        return left >= .seconds(1) ? left : nil
    }
}
