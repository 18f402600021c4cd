/// The words of a question about what several keepers recorded, the same at every door.
extension HeldMove {
    package func question(in words: Catalogue) -> String {
        let pair = words(.pair(ofKeeper, keeper))
        let term: Term =
            switch reason {
            case .withdrawn: .withdrawnToo(otherWords(in: words), keeper)
            case .conflict: .correctedDifferently(pair)
            case .changed: .changedWhat(keeper, ofKeeper)
            case .doubt: .differentBaskets(pair)
            case .apart: .basketsApart(pair)
            // Of a daemon before questions.
            case nil: .isItTheSame(other(in: words))
            }
        return words(term)
    }

    /// The answers that the question allows, in one order.
    package var allowed: [SettleAnswer] {
        SettleAnswer.allCases.filter { answers?.contains($0.rawValue) == true }
    }

    /// The meaning of an answer: a side, `it did not happen`, `both happened`.
    package func words(of answer: SettleAnswer, in words: Catalogue) -> String {
        switch (answer, reason) {
        case (.both, _): words(.bothHappened)
        case (.this, .withdrawn): words(.itHappened)
        case (.that, .withdrawn): words(.itDidNotHappen)
        case (.this, _): side(in: words)
        case (.that, _): other(in: words)
        }
    }

    /// `bo.17 4 Ana three points · Bo · Q1 04:31`: what the question is about.
    package func side(in words: Catalogue) -> String {
        Phrases.line("\(name) \(text(in: words))", keeper, clock)
    }

    /// The move or the correction that counts instead, or that was withdrawn.
    package func other(in words: Catalogue) -> String {
        Phrases.line(otherWords(in: words), ofKeeper, ofClock)
    }

    private func otherWords(in words: Catalogue) -> String {
        ofText(in: words).map { "\(of) \($0)" } ?? of
    }

    /// The question in a few words, beside `side`.
    package func brief(in words: Catalogue) -> String {
        words(reason == .withdrawn ? .wasWithdrawn(of) : .orOther(other(in: words)))
    }
}

extension GameDocument {
    /// `2 open questions`, as in `provisionalBecause`; nil without one.
    package func openQuestions(in words: Catalogue) -> String? {
        held == 0 ? nil : words(.openQuestions(held))
    }
}
