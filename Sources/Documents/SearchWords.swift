import Scorebook

/// The words of a query, as they are compared: in lower case, without accents on Latin letters.
struct SearchWords {
    /// At most `Limits.searchWordsMax`; behind that nothing is compared.
    private let words: [Word]

    private struct Word {
        let letters: [Character]
        let text: String
        let isNumber: Bool
        /// What kind of move the word means on the command line: `ft`, `reb`.
        let meaning: MoveWord.Meaning?
        /// The parts of `mia.41`.
        let entry: (author: String, digits: String)?

        init(_ text: String) {
            self.text = text
            letters = Array(text)
            isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            // One letter is the beginning of a name before it is a kind.
            meaning = isNumber || letters.count < 2 ? nil : try? MoveWord.read(text)
            guard let dot = text.lastIndex(of: ".") else {
                entry = nil
                return
            }
            let digits = text[text.index(after: dot)...]
            let isName = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            entry = isName ? (String(text[..<dot]), String(digits)) : nil
        }
    }

    /// The words between the spaces.
    init(_ query: String) {
        words = Slug.plain(query).split(separator: " ").prefix(Limits.searchWordsMax)
            .map { Word(String($0)) }
    }

    /// True when there is nothing to look for.
    var isEmpty: Bool { words.isEmpty }

    /// How well a thing fits, all its texts together: 0 where every word is a whole one of it, 1 where
    /// some only begin one, 2 where some stand within one; nil where a word fits nothing.
    func rank(_ fit: SearchFit) -> Int? {
        let all = SearchFit.Bits((1 << words.count) - 1)
        return [fit.whole, fit.start, fit.part].firstIndex(of: all)
    }

    /// The words that a text has. A number fits no text but where it is asked for: all people of
    /// `hawks-owls-4` would else fit a `4`.
    func fit(text: String, hasNumbers: Bool = true) -> SearchFit {
        guard !text.isEmpty else { return SearchFit() }
        let letters = Array(Slug.plain(text))
        let parts = letters.split { !($0.isLetter || $0.isNumber) }
        return fit { word in
            if word.isNumber, !hasNumbers { return nil }
            let sought = word.letters
            if letters == sought || parts.contains(where: { $0.elementsEqual(sought) }) { return 0 }
            if letters.starts(with: sought) || parts.contains(where: { $0.starts(with: sought) }) {
                return 1
            }
            return Self.contains(letters, sought) ? 2 : nil
        }
    }

    /// The words that are exactly one of these, as jersey numbers must be.
    func fit(exactly texts: [String]) -> SearchFit {
        let texts = texts.map(Slug.plain)
        return fit { texts.contains($0.text) && !$0.text.isEmpty ? 0 : nil }
    }

    /// The words that mean the kind, as the command line or the log writes it.
    func fit(_ kind: MoveKind, _ variant: Variant?) -> SearchFit {
        let name = MoveWord.name(kind, variant) ?? "\(kind)"
        let meant = fit { word in
            guard let meaning = word.meaning, meaning.kind == kind else { return nil }
            return meaning.variant == nil || meaning.variant == variant ? 0 : nil
        }
        return fit(text: Phrases.spaced(name)).union(fit(exactly: [name])).union(meant)
    }

    /// The words that may name entries of an author.
    func names(author: String) -> EntryNames {
        let author = Slug.plain(author)
        return EntryNames(
            words: words.enumerated().compactMap { index, word in
                guard let entry = word.entry, entry.author == author else { return nil }
                return (SearchFit.Bits(1) << index, entry.digits)
            })
    }

    /// The words that name, or begin to name, entries of one author.
    struct EntryNames {
        fileprivate let words: [(bit: SearchFit.Bits, digits: String)]

        /// Those that fit the entry of this sequence.
        func fit(sequence: UInt64) -> SearchFit {
            guard !words.isEmpty else { return SearchFit() }
            let digits = "\(sequence)"
            return words.reduce(into: SearchFit()) { fit, word in
                if digits == word.digits {
                    fit.add(word.bit, 0)
                } else if digits.hasPrefix(word.digits) {
                    fit.add(word.bit, 1)
                }
            }
        }
    }

    private func fit(_ rank: (Word) -> Int?) -> SearchFit {
        words.enumerated().reduce(into: SearchFit()) { fit, word in
            if let rank = rank(word.element) { fit.add(1 << word.offset, rank) }
        }
    }

    private static func contains(_ text: [Character], _ part: [Character]) -> Bool {
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}

/// Which words of a query fit, a bit a word: joining what several texts fit is three operations on
/// integers, which is what a move of a season costs.
struct SearchFit {
    typealias Bits = UInt32

    /// Words that are a whole word of a text.
    private(set) var whole: Bits = 0
    /// Words that begin one; these too.
    private(set) var start: Bits = 0
    /// Words that stand in one; all of these too.
    private(set) var part: Bits = 0

    /// True when no word fits.
    var isEmpty: Bool { part == 0 }

    /// What fits one or the other.
    func union(_ other: SearchFit) -> SearchFit {
        var joined = self
        joined.whole |= other.whole
        joined.start |= other.start
        joined.part |= other.part
        return joined
    }

    fileprivate mutating func add(_ bit: Bits, _ rank: Int) {
        part |= bit
        if rank < 2 { start |= bit }
        if rank < 1 { whole |= bit }
    }
}
