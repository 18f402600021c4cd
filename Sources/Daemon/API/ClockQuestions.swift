import Documents
import LocalAPI
import Scorebook

/// What the game clock is asked to do and would hardly be meant: nothing of it is done before
/// somebody says so again.
extension Desk {
    /// Whether a period may begin now: not before the present one has been played, not twice, and
    /// no overtime that nobody needs.
    func ask(toBegin next: Int, _ board: Scoreboard) throws(Denial) {
        guard let reason = doubt(next, board, isFirst: board.clock.governing == nil) else {
            return
        }
        throw Denial(
            .conflict, .conflict, reason,
            advice: "--force begins \(board.rules.name(ofPeriod: next)) all the same"
        )
    }

    /// Whether a period is not over already: nothing but a reading goes back to it, forced or not.
    func refuse(goingBackTo period: Int, _ board: Scoreboard) throws(Denial) {
        guard period < board.clock.period else { return }
        let name = board.rules.name(ofPeriod:)
        throw Denial(
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
        let left = length - elapsedNow(board)
        return left >= .seconds(1) ? left : nil
    }

    /// Whether the game clock may start: not in a game that has a result.
    func ask(toStart board: Scoreboard) throws(Denial) {
        guard let result = result(board) else { return }
        throw Denial(
            .conflict, .decided, result,
            advice: (board.state.isOver ? "to play on: scored reopen; " : "")
                + "--force records the start, for when the result is corrected")
    }

    /// `the game hawks-owls is decided: Hawks win 21:14`; nil while there is no result.
    private func result(_ board: Scoreboard) -> String? {
        guard board.state.isSettled else { return nil }
        let winner = board.winner.map { "\(board.teams[$0].name) win" } ?? "it is a tie"
        return "the game \(table.game(board.id)?.slug ?? "") is "
            + (board.state.isOver ? "over" : "decided")
            + ": \(winner) \(board.score.home):\(board.score.away)"
    }
}
