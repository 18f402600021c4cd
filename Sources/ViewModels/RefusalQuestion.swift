package import Documents

/// The question that the daemon's refusal of an order raises. The same for every view, so that each
/// asks where another would.
package struct RefusalQuestion: Hashable, Sendable {
    let code: ErrorCode
    /// `the game hawks-owls is decided: Hawks win 21:1`.
    package let reason: String
    /// The deed of a yes; of one move or two, those of both.
    private let deeds: [Deed]

    /// The deed of a yes as it is asked, and as it is told of a key: `record it anyway`, `records it
    /// anyway`.
    struct Deed: Hashable, Sendable {
        let asked: Term
        let told: Term

        static let record = Deed(asked: .recordAnyway, told: .recordsAnyway)
        fileprivate static let start = Deed(asked: .startAnyway, told: .startsAnyway)
        fileprivate static let begin = Deed(asked: .beginAnyway, told: .beginsAnyway)
        fileprivate static let end = Deed(asked: .endIt, told: .endsIt)
        fileprivate static let sign = Deed(asked: .signIt, told: .signsIt)
        fileprivate static let one = Deed(asked: .correctOne, told: .correctsOne)
        fileprivate static let two = Deed(asked: .makeTwo, told: .makesTwo)
    }

    /// Nil if the refusal is final, as is that of an order that was given in spite of a question.
    package init?(_ refusal: APIError, of order: any Encodable) {
        guard let code = ErrorCode(rawValue: refusal.code),
            let deeds = Self.deeds(code, order)
        else { return nil }
        (self.code, reason, self.deeds) = (code, refusal.reason, deeds)
    }

    private static func deeds(_ code: ErrorCode, _ order: any Encodable) -> [Deed]? {
        switch (order, code) {
        case (let move as MoveRequest, .decided), (let move as MoveRequest, .unlikely):
            move.force == true ? nil : [.record]
        case (let clock as ClockRequest, .decided) where clock.action == .start:
            clock.force == true ? nil : [.start]
        case (let clock as ClockRequest, .conflict) where clock.action == .period:
            clock.force == true ? nil : [.begin]
        case (let end as EndRequest, .unconfirmed): end.force == true ? nil : [.end]
        case (let sign as SignRequest, .unconfirmed): sign.force == true ? nil : [.sign]
        case (let fix as FixRequest, .oneOrTwo): fix.events == nil ? [.one, .two] : nil
        default: nil
        }
    }

    // MARK: For a view with names of actions

    func question(_ names: ActionNames, _ words: Catalogue) -> KeepQuestion {
        guard deeds.count > 1 else { return KeepQuestion(reason, deeds[0].told, names, words) }
        return KeepQuestion(reason, one: deeds[0].told, two: deeds[1].told, names, words)
    }

    // MARK: For a view whose buttons answer

    /// `the game hawks-owls is decided: Hawks win 21:1. Record it anyway?`
    package func text(in words: Catalogue) -> String {
        deeds.count > 1 ? reason : "\(reason). \(words(deeds[0].asked).inSentenceCase)?"
    }

    /// `Correct the one`, `Make two of it`; nil for a question that is answered with yes or no.
    package func choices(in words: Catalogue) -> [String]? {
        deeds.count > 1 ? deeds.map { words($0.asked).inSentenceCase } : nil
    }
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
