package import Documents
package import MoveLog
package import Net
import TLS

/// What people do about devices and links: invite, join, leave, go offline; and what status shows
/// of links. The local API's door to all that.
package final class Peering {
    /// A code that lets one device join.
    package struct OpenInvitation: Sendable {
        /// As it is shown: `XXXX-XXXX-XXXX-XXXX`.
        package let code: String
        /// How long it can still be used.
        package let remaining: Duration
    }

    /// What a turn has to do that changes the table under everything else.
    enum Order {
        case join(InviteCode, via: NamedAddress?, brings: Bool, JoinProgress)
        case leave(LeaveProgress)
    }

    let ledger: Ledger
    let home: Home
    let clock: DeviceClock
    var invitations = Invitations()
    var orders: [Order] = []

    init(ledger: Ledger, home: Home, clock: DeviceClock) {
        self.ledger = ledger
        self.home = home
        self.clock = clock
    }

    /// Opens codes, one for each device that may join: valid for ten minutes. Fewer than asked
    /// for when the limit of open codes is reached; none is the limit itself.
    package func invite(count: Int) -> [OpenInvitation] {
        for _ in 0..<max(0, min(count, Limits.codesMax)) {
            _ = invitations.open(random: randomBytes, at: clock.uptime)
        }
        ledger.noteStateChange()
        return openInvitations.suffix(count)
    }

    /// The codes that can be used now, oldest first.
    package var openInvitations: [OpenInvitation] {
        invitations.unused(at: clock.uptime).map {
            OpenInvitation(code: $0.code.description, remaining: $0.remaining)
        }
    }

    /// Begins to join the table of whoever knows the code, as typed. One at a time: another fails.
    /// Answer with `.later`, and look at the outcome there.
    package func join(code: String, via: NamedAddress?, brings: Bool) -> JoinProgress {
        let progress = JoinProgress()
        do throws(TLSError) {
            let code = try InviteCode(parsing: code)
            orders.append(.join(code, via: via, brings: brings, progress))
        } catch {
            progress.outcome = .failed(.malformed, "\(error)")
        }
        return progress
    }

    /// Begins to leave the table for a new one of this device alone; the log goes to the archive.
    /// It happens in the same turn; answer with `.later`.
    package func leave() -> LeaveProgress {
        let progress = LeaveProgress()
        orders.append(.leave(progress))
        return progress
    }

    /// The keeper's switch for syncing; kept across restarts.
    package var isOnline: Bool { home.settings.isOnline }

    /// Turns the switch: offline closes every link with a good-bye, and dials, announces and
    /// listens no more; online undoes that at once.
    package func setOnline(_ isOnline: Bool) {
        home.update { $0.isOnline = isOnline }
        ledger.noteStateChange()
    }
}

extension Peering {
    private func randomBytes(_ zeros: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return zeros.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

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
        /// The inviter's keeper, as it says.
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
        /// The device is a table of its own; the path of the former log, if there was one to keep.
        case succeeded(archive: String?)
        /// Why it was not possible.
        case failed(String)
    }

    /// How it stands now.
    package internal(set) var outcome = Outcome.pending

    init() {}
}
