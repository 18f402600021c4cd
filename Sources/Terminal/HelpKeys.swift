package import ViewModels

/// The keys of a screen, then those that work everywhere, including those that a file changes.
package final class HelpKeys: ScrollKeys<HelpPage> {
    /// Without a screen, those of the keep screen.
    package init(keymap: Keymap, of front: (any KeyAdapter)? = nil) {
        super.init(HelpPage(keymap: keymap, of: front), keymap: keymap)
    }

    package override func press(_ key: Key) -> Bool {
        super.press(key == .character(" ") ? .pageDown : key)
    }
}

package final class HelpPage {
    package let groups: [KeyHelp]
    /// The mistakes in the file `keys`, one sentence each.
    package let problems: [String]
    package let title = "the keys · Escape goes back"
    /// The command that explains how to change keys.
    package let advice = "to change the keys, see: scored help keep"
    /// Shown if not all keys fit.
    package let more = "Up and Down show the rest"

    init(keymap: Keymap, of front: (any KeyAdapter)?) {
        let own = front?.help ?? KeyHelp.ofKeep(keymap)
        groups = own + [KeyHelp.everywhere(keymap, isTyping: front?.isTyping == true, after: own)]
        problems = keymap.problems
    }
}

/// A group of keys, with the action of each.
package struct KeyHelp: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        /// `k`, `Tab`.
        package let key: String
        /// `two points`.
        package let text: String

        var line: String { "\(key) \(text)" }
    }

    /// `a move: number, then letter`.
    package let title: String
    /// In the order in which people learn them.
    package let rows: [Row]

    /// The keys that mean the same on every screen, without those in `own`. Where text is typed,
    /// letters open no other screen.
    static func everywhere(_ keymap: Keymap, isTyping: Bool, after own: [KeyHelp]) -> KeyHelp {
        let ways = [.help, .quit] + KeyAction.allCases.filter { $0.destination != nil }
        let known = Set(own.flatMap(\.rows).map(\.key))
        let rows =
            (isTyping ? [] : ways.map { Row(key: keymap.name(of: $0), text: $0.text) })
            + [Row(key: "Escape", text: "back"), Row(key: "Ctrl-L", text: "redraw")]
        return KeyHelp(title: "on every screen", rows: rows.filter { !known.contains($0.key) })
    }

    /// The keys of the keep screen.
    static func ofKeep(_ keymap: Keymap) -> [KeyHelp] {
        func rows(_ actions: KeyAction...) -> [Row] {
            actions.map { Row(key: keymap.name(of: $0), text: $0.text) }
        }
        // The rarest keys are last in each half, where a small screen has no room.
        return [
            KeyHelp(
                title: "who",
                rows: [
                    Row(key: "0-9", text: "jersey number, or roster line"),
                    Row(key: "Tab", text: "the other side"),
                    Row(key: "Backspace", text: "erase the last character"),
                    Row(key: "Ctrl-U", text: "clear the input"),
                    Row(key: "Escape", text: "clear the input, or say no"),
                ] + rows(.slot, .team, .timeout, .points)),
            KeyHelp(
                title: "a move: number, then letter",
                rows: rows(
                    .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound,
                    .offensiveRebound, .defensiveRebound, .foul, .technicalFoul, .steal, .block,
                    .turnover, .miss, .missedThree, .missedFreeThrow)),
            KeyHelp(
                title: "the game",
                rows: rows(.clock, .undo, .redo) + [
                    Row(key: "Up Down", text: "pick a line of the log"),
                    Row(key: "PgUp PgDn", text: "pick five lines further"),
                    Row(key: "Enter", text: "send a fix or a note"),
                ]
                    + rows(
                        .void, .fix, .yes, .no, .both, .note, .nextPeriod, .endGame, .sign, .mend)),
        ]
    }
}

extension Destination {
    package static let help = Destination.named("help")
}
