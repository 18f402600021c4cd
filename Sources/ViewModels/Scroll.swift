/// Which lines of a text are seen where there is not room for all.
package struct Scroll: Hashable, Sendable {
    private var top = 0
    /// As many lines as were seen last: what a page is.
    private var page = 10

    /// At the top.
    package init() {}

    /// Takes a key that scrolls; false for any other.
    package mutating func press(_ key: Key) -> Bool {
        switch key {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= page - 1
        case .pageDown: top += page - 1
        case .home: top = 0
        case .end: top = Int.max / 2
        default: return false
        }
        top = max(0, top)
        return true
    }

    /// The lines to show of so many, where there is room for so many rows. Also learns how long a page
    /// is, and where the end is.
    package mutating func window(of count: Int, rows: Int) -> Range<Int> {
        page = max(2, rows)
        top = max(0, min(top, count - max(0, rows)))
        return top..<min(max(top, count), top + max(0, rows))
    }
}
