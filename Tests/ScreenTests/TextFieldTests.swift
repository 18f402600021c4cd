import Seeds
import Terminal
import Testing

@Suite struct TextFieldTests {
    private func typed(_ keys: [Key], into text: String = "", limit: Int = 20) -> String {
        var field = TextField(text, limit: limit)
        for key in keys {
            let isTaken = field.press(key)
            #expect(isTaken)
        }
        return field.text
    }

    private func keys(_ text: String) -> [Key] { text.map { .character($0) } }

    @Test func charactersStandInTheOrderTypedAndBackspaceTakesTheLast() {
        #expect(typed(keys("Häwks q")) == "Häwks q")
        #expect(typed(keys("Owlz") + [.backspace] + keys("s")) == "Owls")
        #expect(typed([.backspace]) == "")
        #expect(typed([.backspace], into: "a👩‍👩‍👧‍👦") == "a")
    }

    @Test func controlUEmptiesItAndControlWTakesAWordWithItsSpaces() {
        #expect(typed([.control("u")], into: "4 Ana, 7 Bo") == "")
        #expect(typed([.control("w")], into: "4 Ana, 7 Bo") == "4 Ana, 7 ")
        #expect(typed([.control("w"), .control("w")], into: "4 Ana, 7  ") == "4 ")
        #expect(typed([.control("w")]) == "")
    }

    @Test func whatIsBeyondTheLimitIsNotTyped() {
        #expect(typed(keys("abcdef"), limit: 4) == "abcd")
        #expect(TextField("abcdef", limit: 4).text == "abcd")
        #expect(typed(keys("abcd") + [.backspace] + keys("x"), limit: 4) == "abcx")
    }

    @Test func marksJoinTheirCharacterAndCannotPileUp() {
        #expect(typed(keys("e") + [.character("\u{301}")], limit: 1) == "e\u{301}")
        let piled = typed(keys("e") + Array(repeating: .character("\u{301}"), count: 500))
        #expect(piled.count == 1)
        #expect(piled.unicodeScalars.count <= 16)
    }

    @Test func aLineHasNoEndOfLine() {
        #expect(typed(keys("a") + [.character("\n"), .character("\r\n")]) == "a")
    }

    @Test(arguments: [
        Key.enter, .tab, .backTab, .escape, .delete, .up, .down, .left, .right, .pageUp,
        .pageDown, .home, .end, .unknown, .control("l"),
    ])
    func keysOfTheScreenPassBy(key: Key) {
        var field = TextField("Owls", limit: 20)
        let isTaken = field.press(key)
        #expect(!isTaken)
        #expect(field.text == "Owls")
    }

    @Test func anEmptyOneSaysSo() {
        var field = TextField(limit: 5)
        #expect(field.isEmpty)
        let isTaken = field.press(.character("a"))
        #expect(isTaken)
        #expect(!field.isEmpty)
        field.clear()
        #expect(field.isEmpty)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
    func neverLongerThanItsLimitWhateverIsTyped(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let characters: [Character] = ["a", " ", "é", "\u{301}", "日", "👍🏽", "\u{200D}", "ا"]
        var field = TextField(limit: 12)
        for _ in 0..<400 {
            let key: Key =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: .backspace
                case 1: .control("w")
                case 2 where Int.random(in: 0..<20, using: &random) == 0: .control("u")
                default: .character(characters.randomElement(using: &random) ?? "a")
                }
            let isTaken = field.press(key)
            #expect(isTaken)
            #expect(field.text.count <= 12)
        }
    }
}
