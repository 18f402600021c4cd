package import MoveLog
package import Scorebook

/// The running game clocks: how long ago their governing entries were recorded.
extension Ledger {
    /// How far a game's clock has come now, and whether that is only estimated from wall times.
    package func elapsed(of board: GameClockBoard) -> (elapsed: Duration, isEstimated: Bool) {
        guard board.isRunning, let governing = board.governing else {
            return (board.elapsed, false)
        }
        let now = clock.now
        let start = board.moment.flatMap { replica.clocks.instant(of: $0, at: now.uptime) }
        let run = start.map { now.uptime - $0.uptime } ?? estimate(governing, board.wall, now)
        let elapsed = min(board.elapsed + max(.zero, run), Scorebook.Limits.elapsedMax)
        return (elapsed, start?.isEstimated ?? true)
    }

    /// Now, as an entry says it that others count a game clock from.
    package var reading: BootReading { replica.clocks.reading(at: clock.uptime) }

    /// How long ago an entry was recorded, by wall clocks: nobody who is linked knows it better.
    private func estimate(_ entry: EntryID, _ wall: WallTime?, _ now: Moment) -> Duration {
        guard let wall else { return .zero }
        let key = replica.log.key(of: entry.author)
        let offset = key.flatMap { replica.wallOffset(of: $0) } ?? 0
        let (there, isBeyond) = now.wall.milliseconds.addingReportingOverflow(offset)
        let (age, isBefore) = there.subtractingReportingOverflow(wall.milliseconds)
        // Nor does a clock that stands in the future say anything about the past.
        return isBeyond || isBefore ? .zero : .milliseconds(age)
    }
}
