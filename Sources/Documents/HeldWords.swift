/// The words of a question about what several keepers recorded, the same at every door.
extension HeldMove {
    package var question: String {
        switch reason {
        case .withdrawn:
            "\(otherWords) was withdrawn; \(keeper) recorded it too: did it happen?"
        case .conflict: "\(pair) corrected one move differently: which is right?"
        case .changed:
            "\(keeper) changed what \(ofKeeper) says, who tracks the player: which is right?"
        case .doubt:
            "\(pair) recorded different baskets at one moment: which is right, or did both happen?"
        case .apart:
            "\(pair) recorded baskets some seconds apart: which is right, or did both happen?"
        // Of a daemon before questions.
        case nil: "is it the same as \(other)?"
        }
    }

    /// The answers that the question allows, in one order.
    package var allowed: [SettleAnswer] {
        SettleAnswer.allCases.filter { answers?.contains($0.rawValue) == true }
    }

    /// The meaning of an answer: a side, `it did not happen`, `both happened`.
    package func words(of answer: SettleAnswer) -> String {
        switch (answer, reason) {
        case (.both, _): "both happened"
        case (.this, .withdrawn): "it happened"
        case (.that, .withdrawn): "it did not happen"
        case (.this, _): side
        case (.that, _): other
        }
    }

    /// `bo.17 4 Ana three points · Bo · Q1 04:31`: what the question is about.
    package var side: String { Phrases.line("\(name) \(text)", keeper, clock) }

    /// The move or the correction that counts instead, or that was withdrawn.
    package var other: String { Phrases.line(otherWords, ofKeeper, ofClock) }

    private var otherWords: String { ofText.map { "\(of) \($0)" } ?? of }

    /// The question in a few words, beside `side`.
    package var brief: String {
        reason == .withdrawn ? "\(of) was withdrawn: did it happen?" : "or \(other)"
    }

    private var pair: String { "\(ofKeeper) and \(keeper)" }
}

extension GameDocument {
    /// `2 open questions`, as in `provisionalBecause`; nil without one.
    package var openQuestions: String? { held == 0 ? nil : Phrases.openQuestions(held) }
}

extension Phrases {
    package static func openQuestions(_ count: Int) -> String { self.count(count, "open question") }
}
