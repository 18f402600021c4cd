/// The words of one language, by code.
///
/// There are two sorts of codes. A `Term` has typed values: a view says it of itself. A `Phrase` is
/// said by a document: a code and values that came over a socket. A language is two exhaustive
/// switches (`English`), so the compiler asks for each code that it lacks. No word is looked up by a
/// text, and nothing is parsed.
package struct Catalogue: Sendable {
    /// As in BCP 47: `en`.
    package let tag: String
    private let term: @Sendable (Term) -> String
    private let phrase: @Sendable (PhraseCode, Places) -> String

    package init(
        tag: String, term: @escaping @Sendable (Term) -> String,
        phrase: @escaping @Sendable (PhraseCode, Places) -> String
    ) {
        (self.tag, self.term, self.phrase) = (tag, term, phrase)
    }

    package static let english = Catalogue(
        tag: "en", term: { (English.text($0) as SaidText).text },
        phrase: { (English.text($0, $1) as SaidText).text })

    package func callAsFunction(_ term: Term) -> String { self.term(term) }

    /// A code without places.
    package func callAsFunction(code: PhraseCode) -> String {
        phrase(code, Places(values: [], words: self))
    }

    /// The words of a document; `text` for a code that this version does not know.
    package func callAsFunction(_ phrase: Phrase?, else text: String) -> String {
        guard let phrase, let code = PhraseCode(rawValue: phrase.code) else { return text }
        return self.phrase(code, Places(values: phrase.values, words: self))
    }

    /// The word of a kind of move: `twoPoints` as `two points`; of an unknown kind the kind in words.
    package func callAsFunction(kind: String) -> String {
        PhraseCode(rawValue: kind).map { self(code: $0) } ?? Phrases.spaced(kind)
    }

    /// `bo, cy, di and 3 more`.
    package func names(_ names: [String], atMost limit: Int = 4) -> String {
        guard names.count > limit + 1 else { return Phrases.joined(names, by: ", ") }
        let shown = Phrases.joined(Array(names.prefix(limit)), by: ", ")
        return self(.andMore(shown, names.count - limit))
    }
}

/// The values of a phrase, in the words of a language.
package struct Places {
    fileprivate let values: [PhraseValue]
    fileprivate let words: Catalogue

    /// Empty for a value that another version left out.
    package subscript(place: Int) -> String {
        place < values.count ? text(values[place]) : ""
    }

    /// 0 for a value that is not a number.
    package func number(_ place: Int) -> Int {
        place < values.count ? values[place].number ?? 0 : 0
    }

    package func list(from place: Int = 0) -> String {
        Phrases.joined(values.dropFirst(place).map(text), by: ", ")
    }

    package var count: Int { values.count }

    private func text(_ value: PhraseValue) -> String {
        value.text ?? value.number.map { "\($0)" }
            ?? words(value.phrase, else: value.phrase?.code ?? "")
    }
}

// MARK: How a language is written

/// The text that a language makes of its words. A test writes English into one that shows which letters
/// are the language's own, and which came as values.
package protocol WordText: ExpressibleByStringInterpolation
where StringInterpolation: WordInterpolation, StringLiteralType == String {}

/// Literals are a language's own words; what is interpolated are values.
package protocol WordInterpolation: StringInterpolationProtocol where StringLiteralType == String {
    /// A name, or other words.
    mutating func appendInterpolation(_ value: String)
    /// A count.
    mutating func appendInterpolation(_ number: Int)
}

private struct SaidText: WordText {
    let text: String

    struct StringInterpolation: WordInterpolation {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += value }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
    }

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation said: StringInterpolation) { text = said.text }
}

// MARK: Phrases of documents

extension Phrase {
    package init(_ code: PhraseCode, _ values: PhraseValue...) {
        self.init(code: code.rawValue, values: values)
    }

    package init(_ code: PhraseCode, _ values: [PhraseValue]) {
        self.init(code: code.rawValue, values: values)
    }

    /// `bo, cy`, `bo, cy, di, ed and 3 more`.
    static func names(_ names: [PhraseValue], atMost limit: Int = 4) -> Phrase {
        guard names.count > limit + 1 else { return Phrase(.names, names) }
        return Phrase(.namesMore, [.number(names.count - limit)] + names.prefix(limit))
    }
}

extension PhraseValue {
    package static func text(_ text: String) -> PhraseValue { PhraseValue(text: text) }
    package static func number(_ number: Int) -> PhraseValue { PhraseValue(number: number) }
    package static func phrase(_ phrase: Phrase) -> PhraseValue { PhraseValue(phrase: phrase) }
    static func names(_ names: [String]) -> PhraseValue {
        .phrase(.names(names.map(PhraseValue.text)))
    }
}

extension EntryDocument {
    /// `4 Ana two points`.
    package func text(in words: Catalogue) -> String {
        if let phrase { return words(phrase, else: text) }
        guard let playerText, EntryKind(word: self.kind) == .move,
            let kind = PhraseCode(rawValue: kind)
        else { return text }
        return words(.playerDid(playerText, words(code: kind)))
    }

    /// The text before its correction; nil for a move that was never corrected.
    package func was(in words: Catalogue) -> String? { was.map { words(wasPhrase, else: $0) } }

    /// `by bo.7`, to follow the state's word; nil without a reason.
    package func because(in words: Catalogue) -> String? {
        because.map { words(becausePhrase, else: $0) }
    }
}

extension EntryState {
    /// The word of the state; `live` for an entry that counts.
    package var term: Term {
        switch self {
        case .live: .live
        case .voided: .voided
        case .copy: .copy
        case .held: .held
        case .afterSignOff: .afterSignOff
        case .unknown: .unknown
        }
    }
}

extension HeldMove {
    package func text(in words: Catalogue) -> String { words(phrase, else: text) }
    func ofText(in words: Catalogue) -> String? { ofText.map { words(ofPhrase, else: $0) } }
}

extension GameDocument {
    /// The result is provisional for these reasons; without one it is final.
    package mutating func setProvisional(because reasons: [Phrase]) {
        isProvisional = !reasons.isEmpty
        provisionalBecause = reasons.map { Catalogue.english($0, else: $0.code) }
        provisionalPhrases = reasons.isEmpty ? nil : reasons
    }

    /// Each reason for which the result is provisional.
    package func provisionalBecause(in words: Catalogue) -> [String] {
        provisionalBecause.enumerated().map { place, text in
            let phrases = provisionalPhrases ?? []
            return place < phrases.count ? words(phrases[place], else: text) : text
        }
    }
}

extension SideDocument {
    /// `6 on the court at Q3 02:07`; nil if minutes are known, or no substitution was recorded.
    package func minutesUnknown(in words: Catalogue) -> String? {
        minutesUnknown.map { words(minutesUnknownPhrase, else: $0) }
    }
}
