import Documents
package import MoveLog
package import Net
package import Storage
package import TLS

package enum DaemonError: Error, Equatable, Sendable {
    /// Another daemon runs in this home; its process ID, if known.
    case homeInUse(home: String, holder: Int32?)
    /// The home cannot be created, read or written.
    case home(String, NetError)
    /// The file is not a device's private key.
    case identity(path: String, TLSError)
    /// The charter, which names the table of this device, cannot be read.
    case charter(path: String, Malformed)
    /// A used home lacks this file. Without it the device would have another key or no table.
    case missing(path: String)
    /// A change to another table was interrupted; a daemon completes it.
    case switching(home: String)
    case settings(path: String, reason: String)
    /// A later version of the program has written the settings, and so perhaps the rest of the home.
    case later(path: String)
    /// Cannot listen on a port or a socket.
    case listening(NetError)
    case log(StoreError)
    /// OpenSSL failed.
    case library(TLSError)
    /// The entries exceed what one request may record. Nothing was recorded.
    case refused(RecordError)
    /// The disk is full or failing. Nothing was recorded.
    case notRecording(String, isFull: Bool)
    /// The disk failed after this device's entry was written, and before it was durable.
    case notDurable(String, isFull: Bool)
    /// The home was deleted while the daemon ran. `moves` is the number of moves that no other
    /// device holds, `keptAt` the copy of the log saved for their sake.
    case homeRemoved(String, moves: Int, keptAt: String?)
    /// A system call failed that does not fail on an intact system.
    case system(NetError)
}

/// Runs an operation; `wrap` makes an error of the daemon from its failure.
func failing<Value, Failure>(
    as wrap: (Failure) -> DaemonError, _ work: () throws(Failure) -> Value
) throws(DaemonError) -> Value {
    do throws(Failure) {
        return try work()
    } catch {
        throw wrap(error)
    }
}

extension DaemonError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .homeInUse(let home, let holder):
            "a daemon already runs in \(home)"
                + (holder.map { " (process \($0))" } ?? "")
                + "; end it with `scored --state \(Phrases.shellWord(home)) down`, or choose another "
                + "home with SCORED_HOME"
        case .home(_, let error) where error.isForeign:
            "\(error); nothing was changed"
        case .home(let home, let error):
            "cannot use the home \(home): \(error); nothing was changed; "
                + (error.isDiskFull ? "free some space" : "choose another with SCORED_HOME")
        case .identity(let path, let error):
            "\(path): \(error); nothing was changed; \(Self.afterLoss)"
        case .charter(let path, let reason):
            "cannot read \(path), which names the table of this device: \(reason); nothing was "
                + "changed; restore the file from a backup; \(Self.afterLoss)"
        case .missing(let path):
            "\(path) is missing, but this home was used before; nothing was changed; restore the "
                + "file from a backup; \(Self.afterLoss)"
        case .switching(let home):
            "cannot read \(home): its change to another table was interrupted; nothing is lost; "
                + "complete it with `scored up`"
        case .homeRemoved(let home, let moves, let file):
            "\(home) was deleted, so its daemon ends; "
                + (moves == 0
                    ? "every move is on another device"
                    : Phrases.onlyHere(moves)
                        + (file.map { "; the whole log was saved: scored import \($0)" }
                            ?? " and could not be saved"))
        case .settings(let path, let reason):
            "cannot read \(path): \(reason); the log is whole, and the next start of the daemon "
                + "makes new settings"
        case .later(let path):
            "\(path) was written by a newer version of scored; nothing was changed; install that "
                + "version again"
        case .listening(let error):
            "\(error); the scorebook is unchanged" + advice(on: error)
        case .log(let error):
            "cannot open the log: \(error)"
        case .library(let error):
            "\(error); the scorebook is unchanged"
        case .refused(.tooLarge(_, let bytes)):
            "cannot record an entry of \(bytes) bytes: it is above the limit; nothing was recorded"
        case .refused(.tooMany(let count)):
            "cannot record \(count) entries at once; nothing was recorded"
        case .refused(.chainTooLong):
            "this device is too many invitations away from the table's founder to invite; "
                + "nothing was recorded; let another device invite"
        case .refused(.notMember):
            "this device has only an archive of this table's log and is not a member; "
                + "nothing was recorded"
        case .refused(.tableFull):
            "this table has reached its limit of authors, and this device is not among them; "
                + "nothing was recorded; start a new table and join it with `scored join CODE --bring`"
        case .refused(.inviteeRemoved):
            "that device was removed from this table and cannot join again with the same key; "
                + "nothing was recorded; it can join with a new home"
        case .refused(.removesItself):
            "a device cannot remove itself; nothing was recorded; to leave the table: scored leave"
        case .refused(.removesFounder):
            "the device that founded the table cannot be removed; nothing was recorded; start a "
                + "new table and join it with `scored join CODE --bring`"
        case .refused(.removesStranger):
            "that device does not belong to this table; nothing was recorded"
        case .refused(.removedBefore):
            "that device has already been removed; nothing was recorded"
        case .refused(.mayNotRemove):
            "only the founder and its deputies can remove devices, and only the founder can "
                + "remove a deputy; nothing was recorded"
        case .refused(.namesDeputies):
            "only the founder can appoint deputies; nothing was recorded"
        case .refused(.unfitDeputy):
            "only a member other than the founder can be a deputy; nothing was recorded"
        case .notRecording(let reason, _):
            "nothing was recorded: \(reason)"
        case .notDurable(let reason, _):
            "it is not certain that this was recorded: \(reason); look at `scored log` before you "
                + "record it again"
        case .system(let error):
            "\(error); the scorebook is unchanged"
        }
    }

    /// True if a small file of the home is damaged or gone; the log beside it is not in question.
    var isDamage: Bool {
        switch self {
        case .identity, .charter, .missing, .settings: true
        case .home(_, let error): error.isDamage
        default: false
        }
    }

    /// The ways that are left without a key or a charter. Nothing is imported here: the commands
    /// name the new home.
    private static let afterLoss =
        "without it this home is only read (scored status, log, box, export); to record again, in a "
        + "new home DIR: scored --state DIR join CODE; or with its games: scored export gamelog GAME "
        + "--to FILE, scored --state DIR up, scored --state DIR import FILE"

    private func advice(on error: NetError) -> String {
        guard case .system(operation: "listen on", _, _) = error else { return "" }
        return "; try --listen :0"
    }
}
