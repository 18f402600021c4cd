package import Documents
package import MoveLog

/// A join that is under way or has ended; ask it again after every turn.
package final class JoinProgress {
    /// How a join stands.
    package enum Outcome: Sendable {
        /// Still looking, or talking to an inviter.
        case pending
        /// The device belongs to the new table, durably.
        case succeeded(Joined)
        /// Nothing was changed. The code is for programs, the message for people.
        case failed(ErrorCode, String)
    }

    /// What a join brought about.
    package struct Joined: Sendable {
        /// Four words that the inviter's screen shows too.
        package var words: String
        /// The table.
        package var table: TableID
        /// The inviter's key.
        package var inviter: PublicKey
        /// The inviter's keeper, as it says; to be cleaned when shown.
        package var inviterName: String
        /// Entries recorded alone that were recorded again at the new table.
        package var brought: Int
        /// The path of the former table's log; nil when there was nothing to keep.
        package var archive: String?
    }

    /// How it stands now.
    package internal(set) var outcome = Outcome.pending

    init() {}
}

/// A leaving that is under way or has ended; ask it again after every turn.
package final class LeaveProgress {
    /// How a leaving stands.
    package enum Outcome: Sendable {
        /// Not done yet.
        case pending
        /// The device is a table of its own; the path of the former log, if there was one to keep,
        /// and how many of its entries were recorded again.
        case succeeded(archive: String?, brought: Int)
        /// Why it was not possible.
        case failed(String)
    }

    /// How it stands now.
    package internal(set) var outcome = Outcome.pending

    init() {}
}

/// The taking over of a table's log that is under way or has ended; ask it again after every turn.
package final class TakeOverProgress {
    /// How a taking over stands.
    package enum Outcome: Sendable {
        /// Not done yet.
        case pending
        /// The log is here, durably; whether this device is a member of its table.
        case succeeded(isMember: Bool)
        /// Why it was not possible. Nothing was changed.
        case failed(String)
    }

    /// How it stands now.
    package var outcome = Outcome.pending
}
