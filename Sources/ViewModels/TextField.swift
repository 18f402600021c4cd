/// A line of text that a person types, with the keys that shells have taught.
package struct TextField: Hashable, Sendable {
    /// What stands in it; at most `limit` characters.
    package private(set) var text: String
    /// Characters that it takes; more are not typed.
    package let limit: Int

    /// A field with a text, cut to the limit, which is at least 1.
    package init(_ text: String = "", limit: Int) {
        self.limit = max(1, limit)
        self.text = String(text.prefix(self.limit))
    }

    /// True while nothing stands in it.
    package var isEmpty: Bool { text.isEmpty }

    /// Takes a key; false if the key means nothing in a text, as arrows and Enter do. A character
    /// beyond the limit is taken and changes nothing.
    package mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            append(character)
        case .backspace:
            if !text.isEmpty { text.removeLast() }
        case .control("u"):
            text = ""
        case .control("w"):
            removeLastWord()
        case .control, .enter, .tab, .backTab, .escape, .delete, .up, .down, .left, .right,
            .pageUp, .pageDown, .home, .end, .unknown:
            return false
        }
        return true
    }

    /// Empties it.
    package mutating func clear() { text = "" }

    /// A mark that joins the character before it, as an accent does, makes no character of its own;
    /// a character is at most so many marks, or one could grow without end.
    private mutating func append(_ character: Character) {
        guard !character.isNewline else { return }
        let grown = text + String(character)
        guard grown.count <= limit,
            grown.last.map({ $0.unicodeScalars.count <= Limits.characterScalarsMax }) ?? true
        else { return }
        text = grown
    }

    private mutating func removeLastWord() {
        while text.last == " " { text.removeLast() }
        while let last = text.last, last != " " { text.removeLast() }
    }
}
