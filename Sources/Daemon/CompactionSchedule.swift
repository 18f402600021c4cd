import Storage

/// When full segments of the log are compacted: one by one, each at a quiet moment, since whoever comes meanwhile
/// waits for some hundredths of a second; where it is never quiet, a minute later all the same.
struct CompactionSchedule {
    /// When it is time to; nil while there is nothing to do.
    private(set) var deadline: Duration?
    private var latest: Duration?
    /// Before that it is not tried, since it failed.
    private var earliest: Duration?

    /// Notes that the log grew or was opened, and whether it has a segment to be compacted.
    mutating func note(isDue: Bool, at now: Duration) {
        guard isDue else {
            self = CompactionSchedule()
            return
        }
        let latest = self.latest ?? now + Limits.compactionDelayMax
        self.latest = latest
        deadline = max(min(now + Limits.compactionPause, latest), earliest ?? .zero)
    }

    /// Notes that a segment was compacted, or need not be.
    mutating func noteDone() { self = CompactionSchedule() }

    /// Notes that it failed: the segment waits.
    mutating func noteFailure(at now: Duration) {
        self = CompactionSchedule()
        earliest = now + Limits.compactionRetryInterval
    }

    /// Whether it is time to.
    func isDue(at now: Duration) -> Bool { deadline.map { now >= $0 } ?? false }
}

/// What is to be said of an attempt to compact a segment, in a sentence.
enum CompactionNote: Equatable, Sendable {
    /// The disk failed; the segment waits.
    case failed(String)
    /// A file of the log is damaged.
    case damaged(String)

    init(failure error: any Error) {
        self = .failed(
            "a full segment of the log was not compacted; the log holds what it held: \(error)")
    }

    /// The words themselves.
    var text: String {
        switch self {
        case .failed(let text), .damaged(let text): text
        }
    }

    /// Nil for what needs no words.
    init?(_ compaction: Compaction) {
        switch compaction {
        case .written, .left: return nil
        case .failed(let error): self.init(failure: error)
        case .damaged(let file):
            self = .damaged(
                "\(file) was damaged or changed since the daemon read it; the daemon still holds all of it; "
                    + "before it is ended, let another device take all moves, or keep them with "
                    + "`scored export log --to FILE`")
        }
    }
}
