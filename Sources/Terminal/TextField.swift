/// A line of typed text, with the editing keys of a shell.
package struct TextField: Hashable, Sendable {
    /// At most `limit`, so that the cost of a key does not depend on the text before it.
    private var characters: [Character]
    /// The maximum number of characters; further ones are ignored.
    package let limit: Int

    /// Cuts the text to the limit, which is at least 1.
    package init(_ text: String = "", limit: Int) {
        self.limit = max(1, limit)
        characters = Array(text.prefix(self.limit))
    }

    package var text: String { String(characters) }

    package var isEmpty: Bool { characters.isEmpty }

    /// Edits the text; false for keys that do not, such as arrows and Enter. Returns true for a
    /// character beyond the limit, but ignores it.
    package mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            append(character)
        case .backspace:
            _ = characters.popLast()
        case .control("u"):
            clear()
        case .control("w"):
            removeLastWord()
        case .control, .enter, .tab, .backTab, .escape, .delete, .up, .down, .left, .right,
            .pageUp, .pageDown, .home, .end, .unknown:
            return false
        }
        return true
    }

    package mutating func clear() { characters = [] }

    /// A combining mark, such as an accent, joins the character before it. The scalars of a
    /// character are bounded, as it could grow without end.
    private mutating func append(_ character: Character) {
        guard !character.isNewline else { return }
        guard let last = characters.last, let joined = Self.joined(last, character) else {
            if characters.count < limit { characters.append(character) }
            return
        }
        if joined.unicodeScalars.count <= TerminalLimits.characterScalarsMax {
            characters[characters.count - 1] = joined
        }
    }

    /// The single character that the two combine to; nil if they do not combine.
    private static func joined(_ first: Character, _ second: Character) -> Character? {
        var both = String(first)
        both.append(second)
        return both.index(after: both.startIndex) == both.endIndex ? Character(both) : nil
    }

    private mutating func removeLastWord() {
        while characters.last == " " { characters.removeLast() }
        while let last = characters.last, last != " " { characters.removeLast() }
    }
}
