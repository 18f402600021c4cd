import MoveLog
import Daemon
import Documents
import LocalAPI
import Scorebook

extension APIError {
    init(
        _ status: Status, _ code: ErrorCode, _ reason: String, advice: String? = nil,
        candidates: [String]? = nil
    ) {
        self.init(
            status: status.code, code: code.rawValue, reason, advice: advice,
            candidates: candidates)
    }

    /// A name or value that does not fit.
    static func unfit(_ reason: String) -> APIError {
        APIError(.unprocessable, .malformed, reason)
    }

    /// The reason for which the ledger did not record.
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
            self.init(.unprocessable, .unknownRules, "\(error)", candidates: Self.presets)
        case .unknownKind:
            self.init(.unprocessable, .unknownKind, "\(error)")
        case .rosterTooLong:
            self.init(.unprocessable, .tooLarge, "\(error)")
        case .unknownFormat, .playerTwice, .unfit, .unknownPlayer, .unknownSlot:
            self.init(.unprocessable, .malformed, "\(error)")
        }
    }

    static let archiveAdvice =
        "to record at this table: scored join CODE, with a code of a device of it (scored invite); "
        + "to begin a table of one's own: scored leave, with --bring to take the games along"

    private static let presets = RulesPreset.allCases.filter { $0 != .custom }.map(\.word)
}

/// A text from outside as a message may show it: cleaned and short.
func shown(_ text: String) -> String {
    PlainText.clean(text, max: Limits.shownScalarsMax)
}
