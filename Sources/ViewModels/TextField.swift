/// A line of text that a person types, with the keys that shells have taught.
package struct TextField: Hashable, Sendable {
    /// At most `limit`: so a key costs the same whatever was typed before.
    private var characters: [Character]
    /// Characters that it takes; more are not typed.
    package let limit: Int

    /// A field with a text, cut to the limit, which is at least 1.
    package init(_ text: String = "", limit: Int) {
        self.limit = max(1, limit)
        characters = Array(text.prefix(self.limit))
    }

    /// What was typed.
    package var text: String { String(characters) }

    /// True while nothing is in it.
    package var isEmpty: Bool { characters.isEmpty }

    /// Takes a key; false if the key means nothing in a text, as arrows and Enter do. A character
    /// beyond the limit is taken and changes nothing.
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

    /// Empties it.
    package mutating func clear() { characters = [] }

    /// A mark that joins the character before it, as an accent does, makes no character of its own;
    /// a character is at most so many marks, or one could grow without end.
    private mutating func append(_ character: Character) {
        guard !character.isNewline else { return }
        guard let last = characters.last, let joined = Self.joined(last, character) else {
            if characters.count < limit { characters.append(character) }
            return
        }
        if joined.unicodeScalars.count <= Limits.characterScalarsMax {
            characters[characters.count - 1] = joined
        }
    }

    /// The one character that two become side by side; nil if they stay two.
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
