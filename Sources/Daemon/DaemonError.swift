import Documents
package import MoveLog
package import Net
package import Storage
package import TLS

/// Why the daemon cannot run, or cannot do what it was asked to.
package enum DaemonError: Error, Equatable, Sendable {
    /// Another daemon works in this home; its process, if it is known.
    case homeInUse(home: String, holder: Int32?)
    /// The home cannot be made, read or written.
    case home(String, NetError)
    /// The file is no key of ours.
    case identity(path: String, TLSError)
    /// The file that says to which table this device belongs cannot be read.
    case charter(path: String, Malformed)
    /// A home that was used before lacks this file, without which it is another device or belongs
    /// to no table.
    case missing(path: String)
    /// The device was interrupted on its way to another table, which its daemon finishes.
    case switching(home: String)
    /// The settings cannot be read; what is wrong with them.
    case settings(path: String, reason: String)
    /// A port or a socket cannot be had.
    case listening(NetError)
    /// The log cannot be opened.
    case log(StoreError)
    /// OpenSSL does not work here.
    case library(TLSError)
    /// The entries are beyond what one request may record. Nothing was recorded.
    case refused(RecordError)
    /// The disk is full or failing; why. Nothing was recorded.
    case notRecording(String, isFull: Bool)
    /// The home was deleted while the daemon ran; how many moves no other device holds, and where the log
    /// was kept for their sake.
    case homeRemoved(String, moves: Int, keptAt: String?)
    /// No random bytes, or something else that never fails on a sound system.
    case system(NetError)
}

extension DaemonError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .homeInUse(let home, let holder):
            "a daemon already runs in \(home)"
                + (holder.map { " (process \($0))" } ?? "")
                + "; end it with `scored down`, or choose another home with SCORED_HOME"
        case .home(let home, let error):
            "cannot use the home \(home): \(error); nothing was changed; "
                + (error.isDiskFull ? "make room" : "choose another with SCORED_HOME")
        case .identity(let path, let error):
            "\(path): \(error); nothing was changed"
        case .charter(let path, let reason):
            "cannot read \(path) (\(reason)), which says to which table this device belongs; "
                + "nothing was changed; restore the file from a backup"
        case .missing(let path):
            "\(path) is missing, but this home was used before; nothing was changed; restore the "
                + "file from a backup, or begin a new home with SCORED_HOME"
        case .switching(let home):
            "\(home) is on its way to another table and cannot be read now; nothing is lost; "
                + "finish it with `scored up`"
        case .homeRemoved(let home, let moves, let file):
            "\(home) was deleted, so its daemon ends; "
                + (moves == 0
                    ? "every move is on another device"
                    : Phrases.onlyHere(moves)
                        + (file.map { "; the whole log was kept: scored import \($0)" }
                            ?? " and could not be kept"))
        case .settings(let path, let reason):
            "cannot read \(path): \(reason); nothing was changed; correct or remove the file"
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
                + "let another device invite"
        case .refused(.notMember):
            "this device holds the log of this table as an archive and is no member of it; "
                + "nothing was recorded"
        case .refused(.tableFull):
            "this table has as many authors as it may, and this device is none of them; nothing was "
                + "recorded; begin a new table and join it with `scored join --bring`"
        case .refused(.inviteeRemoved):
            "that device was removed from this table, and a removed device never comes back with "
                + "its key; nothing was recorded; it can begin anew with another home"
        case .refused(.removesItself):
            "a device cannot remove itself; nothing was recorded; take it away with `scored leave`"
        case .refused(.removesFounder):
            "the device that founded the table cannot be removed; nothing was recorded; begin a "
                + "new table and join it with `scored join --bring`"
        case .refused(.removesStranger):
            "that device is not of this table; nothing was recorded"
        case .refused(.removedBefore):
            "that device was removed before; nothing was recorded"
        case .refused(.mayNotRemove):
            "only the founder and its deputies remove devices, and only the founder a deputy; "
                + "nothing was recorded"
        case .refused(.namesDeputies):
            "only the founder names deputies; nothing was recorded"
        case .refused(.unfitDeputy):
            "only a member other than the founder can be a deputy; nothing was recorded"
        case .notRecording(let reason, _):
            "nothing was recorded: \(reason)"
        case .system(let error):
            "\(error); the scorebook is unchanged"
        }
    }

    private func advice(on error: NetError) -> String {
        guard case .system(operation: "listen on", _, _) = error else { return "" }
        return "; try --listen :0"
    }
}
