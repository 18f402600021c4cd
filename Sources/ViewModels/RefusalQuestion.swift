package import Documents

/// The question that the daemon's refusal of an order raises. The same for every view, so that each
/// asks where another would.
package struct RefusalQuestion: Hashable, Sendable {
    let code: ErrorCode
    /// `the game hawks-owls is decided: Hawks win 21:1`.
    package let reason: String
    /// The deed of a yes, its verb first: `record it anyway`. Of one move or two, those of both.
    private let deeds: [String]

    /// Nil if the refusal is final, as is that of an order that was given in spite of a question.
    package init?(_ refusal: APIError, of order: any Encodable) {
        guard let code = ErrorCode(rawValue: refusal.code),
            let deeds = Self.deeds(code, order)
        else { return nil }
        (self.code, reason, self.deeds) = (code, refusal.reason, deeds)
    }

    private static func deeds(_ code: ErrorCode, _ order: any Encodable) -> [String]? {
        switch (order, code) {
        case (let move as MoveRequest, .decided), (let move as MoveRequest, .unlikely):
            move.force == true ? nil : [recordAnyway]
        case (let clock as ClockRequest, .decided) where clock.action == .start:
            clock.force == true ? nil : ["start the game clock anyway"]
        case (let clock as ClockRequest, .conflict) where clock.action == .period:
            clock.force == true ? nil : ["begin it anyway"]
        case (let end as EndRequest, .unconfirmed): end.force == true ? nil : ["end it"]
        case (let sign as SignRequest, .unconfirmed): sign.force == true ? nil : ["sign it"]
        case (let fix as FixRequest, .oneOrTwo):
            fix.events == nil ? ["correct the one", "make two of it"] : nil
        default: nil
        }
    }

    static let recordAnyway = "record it anyway"

    // MARK: For a view with names of actions

    func question(_ names: ActionNames) -> KeepQuestion {
        let does = deeds.map(Self.thirdPerson)
        guard does.count > 1 else { return KeepQuestion(reason, does[0], names) }
        return KeepQuestion(reason, one: does[0], two: does[1], names)
    }

    /// `records it anyway` of `record it anyway`.
    static func thirdPerson(_ deed: String) -> String {
        let verb = deed.prefix { $0 != " " }
        return "\(verb)s\(deed[verb.endIndex...])"
    }

    // MARK: For a view whose buttons answer

    /// `the game hawks-owls is decided: Hawks win 21:1. Record it anyway?`
    package var text: String { choices == nil ? "\(reason). \(deeds[0].inSentenceCase)?" : reason }

    /// `Correct the one`, `Make two of it`; nil for a question that is answered with yes or no.
    package var choices: [String]? { deeds.count > 1 ? deeds.map(\.inSentenceCase) : nil }
}

extension Result where Failure == LibraryError {
    /// Nil if the order was not refused, or for good.
    func question(about order: (any Encodable)?) -> RefusalQuestion? {
        guard case .failure(.refused(let refusal)) = self, let order else { return nil }
        return RefusalQuestion(refusal, of: order)
    }
}

extension String {
    /// With a capital letter at the beginning.
    var inSentenceCase: String { prefix(1).uppercased() + dropFirst() }
}
