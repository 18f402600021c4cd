/// When full segments of the log are compacted: one by one, each at a quiet moment, since whoever comes meanwhile
/// waits for some hundredths of a second; where it is never quiet, a minute later all the same.
struct CompactionSchedule {
    /// When it is time to; nil while there is nothing to do.
    private(set) var deadline: Duration?
    private var latest: Duration?

    /// Notes that the log grew or was opened, and whether it has a segment to be compacted.
    mutating func note(isDue: Bool, at now: Duration) {
        guard isDue else {
            self = CompactionSchedule()
            return
        }
        let latest = self.latest ?? now + Limits.compactionDelayMax
        self.latest = latest
        deadline = min(now + Limits.compactionPause, latest)
    }

    /// Whether it is time to.
    func isDue(at now: Duration) -> Bool { deadline.map { now >= $0 } ?? false }
}
