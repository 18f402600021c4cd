import LocalAPI

/// What the requests of one connection wait for behind those that have no answer yet, so that each
/// sees what those before it did and nothing of those behind it: a row of requests means what they
/// mean one by one (RFC 9112, 9.3.2).
enum Hold {
    /// All that went before is answered.
    case nothing
    /// Something was recorded: only what may join its turn goes on.
    case others
    /// Somebody reads at the end of the turn: only what changes nothing goes on.
    case changes
    /// Nothing goes on.
    case everything

    /// Whether a request may be answered now. What joins a turn records, and so waits for readers.
    func lets(_ request: Request, joinsTurn: Bool) -> Bool {
        switch self {
        case .nothing: true
        case .others: joinsTurn
        case .changes: request.isSafe
        case .everything: false
        }
    }

    /// Takes in how a request is answered that was let through, and says how it is to be answered here:
    /// behind what is not durable yet, an answer at once waits for the commit, too. It was judged by what
    /// may turn out not to be recorded.
    mutating func hold(_ answer: Answer, to request: Request) -> Answer {
        switch answer {
        case .now(let response): if self == .others { return .joinably { response } }
        case .joinably: self = .others
        case .later where request.isSafe: self = .changes
        case .afterCommit, .later: self = .everything
        // Nothing behind it is ever answered, so nothing behind it may be done.
        case .stream: self = .everything
        }
        return answer
    }
}

extension Request {
    /// Whether it asks to change nothing (RFC 9110, 9.2.1).
    fileprivate var isSafe: Bool { method == .get || method == .head }
}
