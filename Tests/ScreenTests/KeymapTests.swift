import Seeds
import Terminal
import Testing

/// Keys from a file: mistakes are reported with their lines, and the usual keys are used.
struct KeymapTests {
    @Test func everyActionHasItsOwnUsualKey() {
        let keys = Set(KeyAction.allCases.map(\.usualKey))
        #expect(keys.count == KeyAction.allCases.count)
        let keymap = Keymap()
        for action in KeyAction.allCases {
            #expect(keymap.action(for: action.usualKey) == action)
        }
    }

    @Test func aFileGivesActionsOtherKeys() {
        let keymap = Keymap(text: "# mine\n\n two-points   z\nFOUL space\r\nslot §\n")
        #expect(keymap.problems.isEmpty)
        #expect(keymap.action(for: .character("z")) == .twoPoints)
        #expect(keymap.action(for: .character("k")) == nil)
        #expect(keymap.action(for: .character(" ")) == .foul)
        #expect(keymap.name(of: .foul) == "space")
        #expect(keymap.action(for: .character("§")) == .slot)
    }

    @Test func twoActionsMayChangePlaces() {
        let keymap = Keymap(text: "twoPoints l\nthreePoints k")
        #expect(keymap.problems.isEmpty)
        #expect(keymap.action(for: .character("l")) == .twoPoints)
        #expect(keymap.action(for: .character("k")) == .threePoints)
    }

    @Test func mistakesAreSaidWithTheirLine() {
        let keymap = Keymap(
            text: """
                dunk z
                foul
                steal ctrl-x
                assist 7
                rebound z
                rebound a
                block z
                clock u
                """)
        #expect(
            keymap.problems == [
                "keys line 1: no action is called dunk; scored help keep lists all",
                "keys line 2: expected an action and a key, as in: foul z; foul stays f",
                "keys line 3: ctrl-x is not a key; use one character, space, left, right or delete; "
                    + "steal stays v",
                "keys line 4: digits are for jersey numbers; assist stays s",
                "keys line 6: rebound already has a key from line 5",
                "keys line 7: z is already the key of rebound; block stays b",
                "keys line 8: u is already the key of undo; clock stays c",
            ])
        #expect(keymap.action(for: .character("z")) == .rebound)
        #expect(keymap.action(for: .character("u")) == .undo)
    }

    @Test(arguments: [
        "\u{1}", "\u{7f}", "\u{9b}", "\u{202e}", "\u{200b}", "\u{301}", "e\u{301}", "\u{e000}",
    ])
    func whatNobodySeesOrCanPressIsNoKey(word: String) {
        let keymap = Keymap(text: "note \(word)")
        #expect(keymap.problems.count == 1)
        #expect(keymap.action(for: KeyAction.note.usualKey) == .note)
    }

    @Test func theHelpShowsTheKeysAsTheyAre() {
        let rows = HelpKeys(keymap: Keymap(text: "twoPoints z")).groups.flatMap(\.rows)
        #expect(rows.contains { $0.key == "z" && $0.text == "two points" })
        #expect(!rows.contains { $0.key == "k" })
        for action in KeyAction.allCases where !action.isOfLists {
            #expect(rows.count { $0.text == action.text } == 1, "\(action)")
        }
    }

    @Test func theExampleOfTheHelpWorks() {
        let keymap = Keymap(text: "foul z")
        #expect(keymap.problems.isEmpty)
        #expect(keymap.action(for: .character("z")) == .foul)
    }

    @Test func aFileWithoutEndIsNotRead() {
        let keymap = Keymap(text: String(repeating: "foul z\n", count: 5000))
        #expect(keymap.problems.count == 1)
        #expect(keymap.action(for: .character("f")) == .foul)
    }

    /// Whatever the file says, every action has one key and no key two actions.
    @Test(arguments: seeds(80))
    func anyFileLeavesEveryActionReachable(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let words = KeyAction.allCases.map(\.rawValue) + ["dunk", "#", ""]
        let keys = Array("jklfuUxyz?.#=7").map(String.init) + ["space", "left", "ctrl-a", ""]
        let text = (0..<60).map { _ in
            let word = words[Int.random(in: words.indices, using: &generator)]
            return word + " " + keys[Int.random(in: keys.indices, using: &generator)]
        }.joined(separator: "\n")
        let keymap = Keymap(text: text)
        let names = KeyAction.allCases.map { keymap.name(of: $0) }
        #expect(Set(names).count == names.count)
        for action in KeyAction.allCases {
            let key = KeyAction.allCases.map(\.usualKey).first { keymap.action(for: $0) == action }
            let other = [Key.left, .character(" ")] + "yz".map { Key.character($0) }
            #expect(
                key != nil || other.contains { keymap.action(for: $0) == action }, "\(action)")
        }
    }
}
