/// How far an answer has come that a view model shows.
package enum Loading: Hashable, Sendable {
    /// Nothing is asked for.
    case idle
    /// Asked for; the words, such as `reading the log …`, stand for what is still to come.
    case loading(String)
    /// The answer is shown; the words stand for an empty one.
    case loaded(ifEmpty: Advice = Advice())
    /// There is no answer, for this reason; what is shown may be out of date.
    case failed(Advice)

    static func failed(_ error: LibraryError) -> Loading { .failed(Advice(error.text)) }

    /// The text shown instead of rows.
    package var placeholder: Advice {
        switch self {
        case .loading(let words): Advice(words)
        case .loaded(let words): words
        case .idle, .failed: Advice()
        }
    }

    /// The reason why there is no answer; empty for none.
    package var problem: Advice { if case .failed(let reason) = self { reason } else { Advice() } }

    package var isLoading: Bool { if case .loading = self { true } else { false } }
}
