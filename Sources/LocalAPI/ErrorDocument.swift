/// The body of every answer that is not a success:
/// `{"error":{"candidates":["h4","a4"],"code":"ambiguous-player","message":"…"},"schema":1}`.
package struct ErrorDocument: Codable, Equatable, Error, Sendable {
    /// What went wrong.
    package struct Reason: Codable, Equatable, Sendable {
        /// For programs: lower case with hyphens; never changes its meaning.
        package var code: String
        /// For people: what failed, on what, what still holds, what to do.
        package var message: String
        /// What failed and on what, without the rest of the message, for screens that ask instead of
        /// naming options; absent where the message says no more.
        package var reason: String?
        /// What the words could have meant, as they can be typed; absent where nothing is close.
        package var candidates: [String]?
    }

    /// 1; it grows when a reader must know.
    package var schema: Int
    /// What went wrong.
    package var error: Reason

    /// An error of the present schema.
    package init(
        code: String, message: String, reason: String? = nil, candidates: [String]? = nil
    ) {
        schema = 1
        error = Reason(code: code, message: message, reason: reason, candidates: candidates)
    }

    /// Reads the error out of a response that is not a success; a body of another shape (no daemon
    /// of ours sends one) becomes an error that says so.
    package init(of response: Response) {
        if let document = try? JSON.decode(ErrorDocument.self, from: response.body) {
            self = document
            return
        }
        let status = response.status
        self.init(
            code: "status-\(status.code)",
            message: "the answer is status \(status.code) \(status.reason) without an explanation")
    }
}
