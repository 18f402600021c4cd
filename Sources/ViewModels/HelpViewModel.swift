/// The keys as they are now, those of a file included.
package final class HelpViewModel: ScreenViewModel {
    // Input

    package func press(_ key: Key) -> Bool {
        switch key {
        case .down, .pageDown, .character(" "): top.update(top.value + 1)
        case .up, .pageUp: top.update(max(0, top.value - 1))
        default: return false
        }
        return true
    }

    // Output

    /// The keys in groups.
    package let groups: [KeyHelp]
    /// What is wrong with the file of keys, and where it lies.
    package let problems: [String]
    /// `keys · Escape goes back`.
    package let title: String
    /// So many groups are scrolled out at the top; a view stops where all the rest is visible.
    package let top = Dynamic(0)

    /// Shows a map of keys.
    package init(keymap: Keymap) {
        groups = keymap.help
        problems = keymap.problems
        title = "the keys · Escape goes back · the file keys in the home changes them"
    }
}
