import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Why a request was not done. Nothing was recorded.
struct Denial: Error {
    let status: Status
    let code: ErrorCode
    /// What failed, on what; where it is not only that nothing was recorded, what still holds.
    let message: String
    /// What to do.
    let advice: String?
    /// What may have been meant, as it can be typed.
    let candidates: [String]?

    init(
        _ status: Status, _ code: ErrorCode, _ message: String, advice: String? = nil,
        candidates: [String]? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.advice = advice
        self.candidates = candidates
    }

    /// The same with something to do that comes before the rest.
    func advising(first: String) -> Denial {
        Denial(
            status, code, message,
            advice: advice.map { "\(first); if it was this game: \($0)" } ?? first,
            candidates: candidates)
    }

    /// The answer that says so; of a request that records it says that nothing was.
    func response(isRecording: Bool = false) -> Response {
        let holds = isRecording && !message.utf8.contains("nothing was".utf8)
        let parts = [message, holds ? "nothing was recorded" : nil, advice]
        return .error(
            status, code: code.rawValue, message: parts.compactMap(\.self).joined(separator: "; "),
            reason: advice == nil ? nil : message, candidates: candidates)
    }

    /// A name or value that does not fit.
    static func unfit(_ message: String) -> Denial {
        Denial(.unprocessable, .malformed, message)
    }

    /// Why the ledger did not record.
    init(_ error: DaemonError) {
        switch error {
        case .notRecording(_, isFull: true):
            self.init(.insufficientStorage, .diskFull, "\(error)")
        case .notRecording(_, isFull: false):
            self.init(.unavailable, .diskFailed, "\(error)")
        case .refused(.notMember):
            self.init(.conflict, .notMember, "\(error)", advice: Self.archiveAdvice)
        case .refused(.tooLarge), .refused(.tooMany), .refused(.chainTooLong):
            self.init(.unprocessable, .tooLarge, "\(error)")
        case .refused:
            self.init(.conflict, .conflict, "\(error)")
        case .homeInUse, .home, .identity, .charter, .missing, .switching, .settings, .listening,
            .log, .library, .homeRemoved, .system:
            self.init(.internalError, .fault, "\(error)")
        }
    }

    /// Words that name no rules, or steps that fit no roster.
    init(_ error: DocumentsError) {
        switch error {
        case .unknownRules:
            self.init(.unprocessable, .unknownRules, "\(error)", candidates: Denial.presets)
        case .unknownKind:
            self.init(.unprocessable, .unknownKind, "\(error)")
        case .rosterTooLong:
            self.init(.unprocessable, .tooLarge, "\(error)")
        case .unknownFormat, .playerTwice, .unfit, .unknownPlayer, .unknownSlot:
            self.init(.unprocessable, .malformed, "\(error)")
        }
    }

    /// What to do with an archive.
    static let archiveAdvice =
        "to record at this table: scored join CODE, with a code of a device of it (scored invite); "
        + "to begin a table of one's own: scored leave, with --bring to take the games along"

    private static let presets = RulesPreset.allCases.filter { $0 != .custom }.map(\.word)
}

/// A text from outside as a message may show it: cleaned and short.
func shown(_ text: String) -> String {
    PlainText.clean(text, max: Limits.shownScalarsMax)
}
