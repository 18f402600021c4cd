import MoveLog

/// The game clock, from its entries in order.
struct ClockFold {
    private(set) var board = GameClockBoard()
    private var lastWasStop = false

    mutating func fold(_ entry: GameClockEntry, _ entries: EntryRows, _ row: Row) {
        let isSamePeriod = entry.period == board.period
        switch entry.action {
        case .start:
            board.ranIn.insert(entry.period)
            if board.isRunning && isSamePeriod || isPast(entry.period) { return }
            govern(entry, entries, row, isRunning: true)
        case .stop:
            if isPast(entry.period) { return }
            if !board.isRunning && isSamePeriod && board.governing != nil {
                guard lastWasStop, entry.elapsed < board.elapsed else { return }
            }
            govern(entry, entries, row, isRunning: false)
            lastWasStop = true
        case .set:
            let runs = board.isRunning && isSamePeriod
            govern(entry, entries, row, isRunning: runs)
        }
    }

    /// A period is over once the next has begun: a start or stop in it comes from a keeper who had
    /// not seen that. To go back on purpose, a keeper sets the game clock.
    private func isPast(_ period: Int) -> Bool { period < board.period }

    /// A period that has already begun does not begin again.
    mutating func fold(_ entry: PeriodBegan, _ entries: EntryRows, _ row: Row) {
        if isPast(entry.period) { return }
        if entry.period == board.period && board.governing != nil { return }
        let standing = GameClockEntry(.set, period: entry.period, elapsed: .zero)
        govern(standing, entries, row, isRunning: false)
    }

    private mutating func govern(
        _ entry: GameClockEntry, _ entries: EntryRows, _ row: Row, isRunning: Bool
    ) {
        board.period = entry.period
        board.elapsed = entry.elapsed
        board.moment = entry.moment
        board.isRunning = isRunning
        board.governing = entries.id(row)
        board.wall = WallTime(milliseconds: row.wall)
        lastWasStop = false
    }
}
