package import Documents
package import Net

/// Why a command is not done.
package enum ClientError: Error, Equatable, Sendable {
    /// The words of the command are wrong; nothing was asked of the daemon.
    case usage(String, command: String)
    /// No daemon works in the home.
    case notRunning(home: String)
    /// The daemon takes no connection now; nothing was asked of it.
    case busy(home: String)
    /// The daemon's socket is there and cannot be used.
    case unreachable(NetError)
    /// The daemon was started and ended, or does not answer; its last words.
    case notStarted(String, diagnostics: [String])
    /// The connection broke before the answer: what was asked may be done or not.
    case lost(String)
    /// The daemon did not answer in time: what was asked may be done or not.
    case late(Duration)
    /// The daemon refused; nothing was recorded.
    case refused(APIError)
    /// The answer is not what this version understands.
    case notUnderstood(String)
    /// What a keeper named or typed cannot be used; a sentence that says what still holds.
    case unusable(String)
    /// A file cannot be read or written.
    case file(NetError)
    /// The standard output takes no more.
    case output(NetError)
    /// The daemon carried out an order, and the standard output does not take its answer; what was done.
    case unwritten(NetError, done: String)
}

extension ClientError {
    /// What the shell is told.
    package var exitCode: ExitCode {
        switch self {
        case .usage: .usage
        case .notRunning: .notRunning
        case .refused(let document)
        where [ErrorCode.removed, .notMember].map(\.rawValue).contains(document.code):
            .removed
        case .busy, .unreachable, .notStarted, .lost, .late, .refused, .notUnderstood, .unusable,
            .file, .output, .unwritten:
            .failed
        }
    }

    /// Whether nobody answers, which may be otherwise in a moment; all else is an answer.
    package var isAbsence: Bool {
        switch self {
        case .notRunning, .busy, .lost, .late: true
        case .usage, .unreachable, .notStarted, .refused, .notUnderstood, .unusable, .file,
            .output, .unwritten:
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
            ["the daemon in \(home) is busy and takes no connection; nothing was asked; try again"]
        case .unreachable(let error): [error.message]
        case .notStarted(let problem, let diagnostics): [problem] + diagnostics.map { "  \($0)" }
        case .lost(let reason):
            ["\(reason); it may be done or not: look with scored log before you repeat it"]
        case .late(let time):
            [
                "no answer from the daemon within \(time.components.seconds) s; it may be done or "
                    + "not: look with scored log before you repeat it"
            ]
        case .refused(let document):
            Self.listed(document)
        case .notUnderstood(let reason):
            ["\(reason); client and daemon may be of different versions: scored down, scored up"]
        case .unusable(let problem): [problem]
        case .file(let error), .output(let error): [error.message]
        case .unwritten(let error, let done): ["\(done); only the answer is lost: \(error.message)"]
        }
    }

    /// The message, and beneath it what it does not name itself of what could be meant.
    private static func listed(_ reason: APIError) -> [String] {
        let candidates = (reason.candidates ?? []).filter { !reason.message.contains($0) }
        return [reason.message] + candidates.map { "  \($0)" }
    }
}
