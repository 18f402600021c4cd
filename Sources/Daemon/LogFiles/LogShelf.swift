import MoveLog

/// A log on its way in, in a file that takes several requests: at most one, and not for longer than somebody
/// goes on with it.
final class LogShelf {
    /// The log, as far as it came.
    var incoming: IncomingLog?

    /// Lets go of what nobody went on with.
    func clear(at now: Duration) {
        if let incoming, now >= incoming.usedAt + Limits.logFilePatience { self.incoming = nil }
    }
}

/// A file that is read.
struct IncomingLog {
    /// The name that its sender gave it.
    let name: RequestID
    /// How many of its bytes came.
    var count = 0
    var usedAt: Duration
    var intake: LogIntake
}

extension LogIntake.Refusal {
    /// Why, and where, for people.
    var words: String { offset.map { "at byte \($0): \(reason.words)" } ?? reason.words }
}

extension LogIntake.Refusal.Reason {
    fileprivate var words: String {
        switch self {
        case .malformed(let reason): "the frame is damaged (\(reason))"
        case .versions(let versions):
            "the file is of versions \(versions.lowerBound) to \(versions.upperBound) of the protocol, and "
                + "this program reads \(protocolVersions.upperBound)"
        case .unexpected: "the frame has no place in the log of a table"
        case .notFounding:
            "the file does not begin with the founding entry of the table that it names"
        case .forged: "the run is damaged or forged: its author's signature does not fit"
        case .gap(_, let after):
            "the run begins behind entry \(after) of its author, which is not in the runs before"
        case .limit: "the run is past a limit of authors or branches"
        case .tooLarge(let bytes): "the log has \(bytes) bytes or more, which is past the limit"
        case .cut: "the file ends early: it was cut off here"
        case .otherDigest(let digest):
            "its entries have another digest (\(SpokenWords.four(of: digest.bytes))) than the file "
                + "says at its beginning: a run is missing"
        }
    }
}
