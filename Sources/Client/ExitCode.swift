/// What a command tells the shell.
package enum ExitCode: Int32, Hashable, Sendable {
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
    /// `status --check`: the daemon runs, and something is wrong.
    case degraded = 5
    /// The terminal is gone (128 and SIGHUP); the daemon goes on.
    case hungUp = 129
    /// Ended by Ctrl-C (128 and SIGINT).
    case interrupted = 130
    /// Ended by SIGTERM (128 and it).
    case terminated = 143
}
