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
