import Daemon
import Documents
import LocalAPI
import MoveLog
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

    /// A request that is not possible in the present state.
    static func conflict(
        _ reason: String, advice: String? = nil, candidates: [String]? = nil
    ) -> APIError {
        APIError(.conflict, .conflict, reason, advice: advice, candidates: candidates)
    }

    /// A request that changes something, on the socket for requests that read.
    static func readOnly(_ route: Route) -> APIError {
        APIError(
            .forbidden, .readOnly,
            "\(route.method) \(route.path) changes something, and this socket, view.sock, answers "
                + "only requests that read; nothing was changed",
            advice: "send it to scored.sock in the same folder")
    }

    /// An entry to which the request cannot be applied.
    static func wrongEntry(_ reason: String, advice: String? = nil) -> APIError {
        APIError(.unprocessable, .wrongEntry, reason, advice: advice)
    }

    init(_ error: DaemonError) {
        switch error {
        case .notRecording(_, isFull: true), .notDurable(_, isFull: true):
            self.init(.insufficientStorage, .diskFull, "\(error)")
        case .notRecording(_, isFull: false), .notDurable(_, isFull: false):
            self.init(.unavailable, .diskFailed, "\(error)")
        case .refused(.notMember):
            self.init(.conflict, .notMember, "\(error)", advice: WarningDocument.archiveAdvice)
        case .refused(.tooLarge), .refused(.tooMany), .refused(.chainTooLong):
            self.init(.unprocessable, .tooLarge, "\(error)")
        case .refused:
            self.init(.conflict, .conflict, "\(error)")
        case .homeInUse, .home, .identity, .charter, .missing, .switching, .settings, .later,
            .listening,
            .log, .library, .homeRemoved, .system:
            self.init(.internalError, .fault, "\(error)")
        }
    }
}

/// Throws if a text from outside has too many characters, or none that can be shown; else returns
/// it cleaned.
func cleaned(_ text: String, of thing: String, max: Int) throws(APIError) -> String {
    guard text.unicodeScalars.count <= max else {
        throw .tooLarge("the \(thing) has more than \(max) characters")
    }
    let name = PlainText.clean(try GivenText.whole(text), max: max)
    guard !name.isEmpty else { throw .unfit("the \(thing) has no printable character") }
    return name
}

/// Runs a check of an entry; a fault becomes an `APIError`.
func demandValid(_ thing: String, _ validate: () throws(Malformed) -> Void) throws(APIError) {
    do throws(Malformed) {
        try validate()
    } catch {
        throw .unfit("\(thing) is not valid: \(error)")
    }
}

/// A text from outside for a message: cleaned and short.
func shown(_ text: String) -> String {
    PlainText.clean(text, max: APILimits.shownScalarsMax)
}
