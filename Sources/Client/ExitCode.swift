/// What a command tells the shell.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    /// Done.
    case done = 0
    /// Not done; the standard error says why.
    case failed = 1
    /// The words of the command are wrong.
    case usage = 2
    /// There is no daemon, and this command does not start one.
    case notRunning = 3
    /// This device is no member of the table: it was removed, or holds the log as an archive.
    case removed = 4
    /// `status --check`: the daemon runs, and its disk or its log is damaged.
    case degraded = 5
    /// `status --check`: all is well with the device, and something waits for a person.
    case attention = 6
    /// The terminal is gone (128 and SIGHUP); the daemon goes on.
    case hungUp = 129
    /// Ended by Ctrl-C (128 and SIGINT).
    case interrupted = 130
    /// Ended by SIGTERM (128 and it).
    case terminated = 143

    /// For the help.
    var meaning: String {
        switch self {
        case .done: "done; with status --check: nothing waits for anybody"
        case .failed: "not done; the message on the standard error says why"
        case .usage: "the words of the command are wrong; nothing was done"
        case .notRunning: "no daemon runs, and the command does not start one"
        case .removed: "this device was removed from its table, or holds an archive"
        case .degraded: "status --check: the disk or the log is damaged"
        case .attention:
            """
            status --check: the device is well, and something waits for a person: a
            warning of status, a held move of any game, another game to sign, or moves that
            are only on this device
            """
        case .hungUp: "the terminal is gone; the daemon goes on"
        case .interrupted: "ended by Ctrl-C"
        case .terminated: "ended by SIGTERM"
        }
    }
}
