import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The game clock: start, stop, set, next period.
struct ClockEndpoints: EndpointTopic {
    let api: APIContext

    func turnClock(_ order: ClockRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        if let period = order.period, !(1...Scorebook.Limits.periodMax).contains(period) {
            throw .unfit("there is no period \(period)")
        }
        if order.action != .set, !readings(order).isEmpty {
            throw .unfit("a reading goes with set alone, not with \(order.action.rawValue)")
        }
        let drafts = try drafts(order, board)
        guard !drafts.isEmpty else { return unchanged(order.action, board) }
        return api.remarked(try api.record(drafts, request: request)) { board in
            Remarks(more: board.nextAfterTime().map { "\($0.state); next: \($0.command)" } ?? "")
        }
    }

    /// What to record; nothing when the game clock does so already.
    private func drafts(_ order: ClockRequest, _ board: Scoreboard) throws(APIError) -> [Draft] {
        let clock = board.clock
        let period = order.period ?? clock.period
        let isSame = period == clock.period
        let isForced = order.force == true
        if order.action != .set { try refuse(goingBackTo: period, board) }
        switch order.action {
        case .start:
            let elapsed = isSame ? api.elapsedNow(board) : .zero
            if let length = board.rules.length(ofPeriod: period), elapsed >= length {
                throw APIError(
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
                    .start, period: period, elapsed: elapsed, moment: api.ledger.reading
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
                    moment: api.ledger.reading
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
        GameClockEntry(.stop, period: board.clock.period, elapsed: api.elapsedNow(board))
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
    ) throws(APIError) -> Duration {
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
        return api.unchanged(text, board)
    }
}

/// What the game clock is asked to do and would hardly be meant: nothing of it is done before
/// somebody says so again.
extension ClockEndpoints {
    /// Whether a period may begin now: not before the present one has been played, not twice, and
    /// no overtime that nobody needs.
    func ask(toBegin next: Int, _ board: Scoreboard) throws(APIError) {
        guard let reason = doubt(next, board, isFirst: board.clock.governing == nil) else {
            return
        }
        throw APIError(
            .conflict, .conflict, reason,
            advice: "--force begins \(board.rules.name(ofPeriod: next)) all the same"
        )
    }

    /// Whether a period is not over already: nothing but a reading goes back to it, forced or not.
    func refuse(goingBackTo period: Int, _ board: Scoreboard) throws(APIError) {
        guard period < board.clock.period else { return }
        let name = board.rules.name(ofPeriod:)
        throw APIError(
            .conflict, .conflict,
            "\(name(board.clock.period)) is on, and \(name(period)) is over",
            advice: "to go back: scored clock set MM:SS --period \(period)")
    }

    private func doubt(_ next: Int, _ board: Scoreboard, isFirst: Bool) -> String? {
        let present = board.clock.period
        let name = board.rules.name(ofPeriod:)
        if isFirst { return next == 1 ? nil : "\(name(1)) has not been played" }
        if next > present + 1 { return "\(name(present + 1)) has not been played" }
        if let result = result(board) { return "\(result), so no period is left to play" }
        if let left = timeLeft(board) {
            return "\(name(present)) has not been played to its end: "
                + "\(ClockText.print(left)) is left"
        }
        guard board.rules.isOvertime(next) else { return nil }
        if let leader = board.leader {
            return
                "\(board.teams[leader].name) lead \(board.score.home):\(board.score.away), so no "
                + "overtime is needed"
        }
        if board.rules.length(ofPeriod: present) == nil, board.rules[.target] > 0 {
            return "this game is played to \(board.rules[.target]), without overtime"
        }
        return nil
    }

    /// The time left of the present period; nil where the period has no length, and for less than a second, which
    /// cannot be seen on the screen.
    func timeLeft(_ board: Scoreboard) -> Duration? {
        guard let length = board.rules.length(ofPeriod: board.clock.period) else { return nil }
        let left = length - api.elapsedNow(board)
        return left >= .seconds(1) ? left : nil
    }

    /// Whether the game clock may start: not in a game that has a result.
    func ask(toStart board: Scoreboard) throws(APIError) {
        guard let result = result(board) else { return }
        throw APIError(
            .conflict, .decided, result,
            advice: (board.state.isOver ? "to play on: scored reopen; " : "")
                + "--force records the start, for when the result is corrected")
    }

    /// `the game hawks-owls is decided: Hawks win 21:14`; nil while there is no result.
    private func result(_ board: Scoreboard) -> String? {
        guard board.state.isSettled else { return nil }
        let winner = board.winner.map { "\(board.teams[$0].name) win" } ?? "it is a tie"
        return "the game \(api.table.game(board.id)?.slug ?? "") is "
            + (board.state.isOver ? "over" : "decided")
            + ": \(winner) \(board.score.home):\(board.score.away)"
    }
}
