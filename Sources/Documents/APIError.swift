import Scorebook

/// A refused request: thrown in the daemon, the body of every answer that is not a success, and
/// read again by commands and screens.
///
/// `{"error":{"candidates":["h4","a4"],"code":"ambiguous-player","message":"…"},"schema":1}`
package struct APIError: Error, Hashable, Sendable {
    /// A 4xx or 5xx status of HTTP (RFC 9110, 15).
    package var status: Int
    /// For programs: lower case with hyphens; never changes its meaning. An `ErrorCode`, or one of
    /// the codes of HTTP itself.
    package var code: String
    /// For people: what failed, on what, what still holds, what to do.
    package var message: String
    /// The message without the advice.
    package var reason: String
    /// Nil where there is nothing to do.
    package var advice: String?
    /// Possible meanings of the text, as they can be typed; nil if nothing is close.
    package var candidates: [String]?

    /// The message is the reason, then the advice.
    package init(
        status: Int, code: String, _ reason: String, advice: String? = nil,
        candidates: [String]? = nil
    ) {
        self.status = status
        self.code = code
        self.advice = advice
        self.candidates = candidates
        message = advice.map { "\(reason); \($0)" } ?? reason
        self.reason = reason
    }

    /// Adds that nothing was recorded, unless the reason says so.
    package var withNothingRecorded: APIError {
        guard !reason.utf8.contains("nothing was".utf8) else { return self }
        var error = self
        error.message = [reason, "nothing was recorded", advice].compactMap(\.self)
            .joined(separator: "; ")
        return error
    }

    /// Puts advice before the rest.
    package func advising(first: String) -> APIError {
        APIError(
            status: status, code: code, reason,
            advice: advice.map { "\(first); if it was this game: \($0)" } ?? first,
            candidates: candidates)
    }
}

extension APIError {
    /// A name or value that does not fit.
    package static func unfit(
        _ reason: String, _ code: ErrorCode = .malformed, candidates: [String]? = nil
    ) -> APIError {
        APIError(status: 422, code: code.rawValue, reason, candidates: candidates)
    }

    /// A value of a file that is out of bounds.
    static func unfit(_ field: String, found: String, allowed: String) -> APIError {
        .unfit("\(field) is \(shown(found)) (allowed: \(allowed)); nothing was imported")
    }

    /// A bound that was passed.
    package static func tooLarge(_ reason: String) -> APIError { .unfit(reason, .tooLarge) }
}

/// A text from outside for a message: cleaned and short.
func shown(_ text: String) -> String {
    PlainText.clean(text, max: ScorebookLimits.nameScalarsMax)
}

extension APIError: Codable {
    private enum Key: CodingKey { case schema, error }
    private enum Field: CodingKey { case code, message, reason, advice, candidates }

    /// `status` is 0: the response has it.
    package init(from decoder: any Decoder) throws {
        let error = try decoder.container(keyedBy: Key.self)
            .nestedContainer(keyedBy: Field.self, forKey: .error)
        status = 0
        code = try error.decode(String.self, forKey: .code)
        message = try error.decode(String.self, forKey: .message)
        reason = try error.decodeIfPresent(String.self, forKey: .reason) ?? message
        advice = try error.decodeIfPresent(String.self, forKey: .advice)
        candidates = try error.decodeIfPresent([String].self, forKey: .candidates)
    }

    package func encode(to encoder: any Encoder) throws {
        var document = encoder.container(keyedBy: Key.self)
        try document.encode(1, forKey: .schema)
        var error = document.nestedContainer(keyedBy: Field.self, forKey: .error)
        try error.encode(code, forKey: .code)
        try error.encode(message, forKey: .message)
        if reason != message { try error.encode(reason, forKey: .reason) }
        try error.encodeIfPresent(advice, forKey: .advice)
        try error.encodeIfPresent(candidates, forKey: .candidates)
    }
}
