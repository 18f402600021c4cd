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
                    .home, .playerCard, .help, .quit)
                    + [Row(key: "Ctrl-L", text: "redraw")]),
        ]
    }
}
