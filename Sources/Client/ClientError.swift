package import Documents
package import Net

/// Why a command was not carried out.
package enum ClientError: Error, Equatable, Sendable {
    /// The command line is wrong; nothing was sent.
    case usage(String, command: String)
    /// No daemon runs in the home.
    case notRunning(home: String)
    /// The daemon accepts no connection now; nothing was sent.
    case busy(home: String)
    /// The daemon's socket exists but cannot be used.
    case unreachable(NetError)
    /// The home, or the process on its socket, belongs to another account; nothing was sent.
    case foreign(NetError)
    /// A daemon was started here but has ended or does not answer; its last diagnostics.
    case notStarted(String, diagnostics: [String])
    /// The connection broke before the answer; the request may have been carried out.
    case lost(String)
    /// The daemon did not answer in time; the request may have been carried out.
    case late(Duration)
    /// The daemon refused; nothing was recorded.
    case refused(APIError)
    /// A signal ended the wait for an answer; the request may have been carried out.
    case interrupted(ExitCode)
    /// This version cannot read the answer.
    case notUnderstood(String)
    /// An input of the keeper cannot be used; a sentence with what still holds.
    case unusable(String)
    /// A file cannot be read or written.
    case file(NetError)
    /// Standard output cannot be written.
    case output(NetError)
    /// The order was carried out, but its answer cannot be printed; what was done.
    case unwritten(NetError, done: String)
}

extension ClientError {
    /// The value of a call of another module; `error` makes an error of this one from its error.
    package static func rethrowing<Value, Inner: Error>(
        _ error: (Inner) -> ClientError, _ call: @autoclosure () throws(Inner) -> Value
    ) throws(ClientError) -> Value {
        let inner: Inner
        do throws(Inner) { return try call() } catch { inner = error }
        throw error(inner)
    }

    package var exitCode: ExitCode {
        switch self {
        case .usage: .usage
        case .notRunning: .notRunning
        case .interrupted(let code): code
        case .refused(let document)
        where [ErrorCode.removed, .notMember].map(\.rawValue).contains(document.code):
            .removed
        case .busy, .unreachable, .foreign, .notStarted, .lost, .late, .refused, .notUnderstood,
            .unusable,
            .file, .output, .unwritten:
            .failed
        }
    }

    /// True if no daemon of this account answers now; the log can still be read from the disk.
    var isAbsence: Bool {
        switch self {
        case .notRunning, .busy, .foreign, .lost, .late: true
        case .usage, .unreachable, .notStarted, .refused, .interrupted, .notUnderstood, .unusable,
            .file, .output, .unwritten:
            false
        }
    }

    /// Lines for the keeper: what failed, on what, what still holds, what to do.
    package var lines: [String] {
        switch self {
        case .usage(let problem, let command):
            [
                problem + (problem.hasSuffix("?") ? " See" : "; see") + " `scored help"
                    + (command.isEmpty ? "`" : " \(command)`")
            ]
        case .notRunning(let home): ["no daemon runs in \(home); start it with scored up"]
        case .busy(let home):
            [
                "the daemon in \(home) is busy and accepts no connection; nothing was recorded; "
                    + "try again"
            ]
        case .unreachable(let error): [error.message]
        case .foreign(let error): [error.message + "; nothing was recorded"]
        case .notStarted(let problem, let diagnostics): [problem] + diagnostics.map { "  \($0)" }
        case .lost(let reason):
            [reason + Self.doubt]
        case .late(let time):
            ["the daemon did not answer within \(time.components.seconds) s" + Self.doubt]
        case .interrupted: ["interrupted; to see what holds now: scored status"]
        case .refused(let document):
            Self.listed(document)
        case .notUnderstood(let reason):
            [
                "\(reason); this program and the daemon may be of different versions: restart the "
                    + "daemon with scored down --now, then scored up"
            ]
        case .unusable(let problem): [problem]
        case .file(let error), .output(let error): [error.message]
        case .unwritten(let error, let done):
            ["\(done), but the answer was not printed: \(error.message)"]
        }
    }

    private static let doubt =
        "; the command may have been carried out: check with scored log before you repeat it"

    /// The message, and below it the candidates that it does not name.
    private static func listed(_ reason: APIError) -> [String] {
        let candidates = (reason.candidates ?? []).filter { !reason.message.contains($0) }
        return [reason.message] + candidates.map { "  \($0)" }
    }
}

/// The exit codes of the program.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    case done = 0
    /// Not done; the reason is on the standard error.
    case failed = 1
    /// The command line is wrong.
    case usage = 2
    /// No daemon runs, and the command does not start one.
    case notRunning = 3
    /// This device is no member of the table: it was removed, or it holds an archive.
    case removed = 4
    /// `status --check`: the daemon runs, and its disk or its log is damaged.
    case degraded = 5
    /// `status --check`: the device is well, and something needs a person.
    case attention = 6
    /// `daemon`, `web serve`: another process serves the home already.
    case taken = 7
    /// The terminal was closed (128 + SIGHUP).
    case hungUp = 129
    /// Ctrl-C (128 + SIGINT).
    case interrupted = 130
    /// 128 + SIGTERM.
    case terminated = 143

    var meaning: String {
        switch self {
        case .done: "done; with status --check: nothing needs attention"
        case .failed: "not done; the reason is on the standard error"
        case .usage: "the command line is wrong; nothing was done"
        case .notRunning: "the daemon, the pages or the service asked for do not run"
        case .removed: "this device was removed from its table, or holds an archive"
        case .degraded: "status --check: the disk or the log is damaged"
        case .attention:
            """
            status --check: the device is well, but something needs a person: a warning of
            status, an open question of any game, another game to sign, or moves that are only on
            this device
            """
        case .taken: "daemon: another process serves this home"
        case .hungUp: "the terminal was closed; the daemon keeps running"
        case .interrupted: "ended by Ctrl-C"
        case .terminated: "ended by SIGTERM"
        }
    }
}

extension ExitCode {
    /// The code of a program that a signal ends, as in shells; nil for a signal that ends none.
    init?(endedBy signal: Signal) {
        switch signal {
        case .hangUp: self = .hungUp
        case .interrupt: self = .interrupted
        case .terminate: self = .terminated
        case .windowChanged, .stop, .resume: return nil
        }
    }
}
