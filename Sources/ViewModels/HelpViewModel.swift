/// The keys as they are now, those of a file included.
package final class HelpViewModel: ScreenViewModel {
    private var scroll = Scroll()

    // Input

    package func press(_ key: Key) -> Bool {
        guard scroll.press(key == .character(" ") ? .pageDown : key) else { return false }
        scrolled.value += 1
        return true
    }

    /// The lines to show of so many, where there is room for so many rows.
    package func window(of count: Int, rows: Int) -> Range<Int> {
        scroll.window(of: count, rows: rows)
    }

    // Output

    /// The keys in groups.
    package let groups: [KeyHelp]
    /// What is wrong with the file of keys, and where it lies.
    package let problems: [String]
    /// `keys · Escape goes back`.
    package let title = "the keys · Escape goes back"
    /// Where the keys can be changed.
    package let advice = "the file keys in the home of the device changes them: scored help keep"
    /// What stands beneath keys that there is no room for.
    package let more = "Up and Down show the rest"
    /// Grows with every key that scrolls.
    package let scrolled = Dynamic(0)

    /// Shows a map of keys.
    package init(keymap: Keymap) {
        groups = keymap.help
        problems = keymap.problems
    }
}

/// A group of keys with what each does, ready to be shown.
package struct KeyHelp: Hashable, Sendable {
    /// One key.
    package struct Row: Hashable, Sendable {
        /// `k`, `Tab`.
        package let key: String
        /// `two points`.
        package let text: String
    }

    /// `moves: the number, then`.
    package let title: String
    /// In the order in which people learn them.
    package let rows: [Row]

    /// Every action of the map once, and the keys that no file changes.
    static func groups(of keymap: Keymap) -> [KeyHelp] {
        func rows(_ actions: KeyAction...) -> [Row] {
            actions.map { Row(key: keymap.name(of: $0), text: $0.text) }
        }
        return [
            KeyHelp(
                title: "a move: number, then letter",
                rows: rows(
                    .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound,
                    .offensiveRebound, .defensiveRebound, .foul, .technicalFoul, .steal, .block,
                    .turnover, .miss, .missedThree, .missedFreeThrow)),
            KeyHelp(
                title: "who",
                rows: [
                    Row(key: "0-9", text: "jersey number, else roster line"),
                    Row(key: "Tab", text: "the other side"),
                ] + rows(.slot, .team, .timeout, .points)
                    + [Row(key: "Escape", text: "clear what is typed")]),
            KeyHelp(
                title: "the game",
                rows: rows(.clock, .undo, .redo) + [
                    Row(key: "Up Down", text: "pick a line of the log")
                ]
                    + rows(.void, .fix, .yes, .note, .nextPeriod, .endGame, .sign)),
            KeyHelp(
                title: "elsewhere",
                rows: rows(
                    .held, .takeOver, .invite, .newGame, .games, .search, .timeline, .keepers,
                    .overview, .playerCard, .help, .quit)
                    + [Row(key: "Ctrl-L", text: "redraw")]),
        ]
    }
}
