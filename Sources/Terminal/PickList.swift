/// The pick in a list, and the visible range of the list.
///
/// The pick is an index; the owner of the list moves it with `keep(at:)` when rows change places.
package struct PickList: Hashable, Sendable {
    /// The number of lines. A pick beyond a new end moves to the last line.
    package var count: Int {
        didSet {
            count = max(0, count)
            picked = picked.flatMap { count == 0 ? nil : min($0, count - 1) }
            top = fitted(to: page)
        }
    }
    /// Less than `count`; nil if no line is picked.
    package private(set) var picked: Int?

    /// The first visible line on a screen of `page` rows, so that the list scrolls no more than
    /// necessary.
    private var top = 0
    /// The visible rows of the last drawing, for the keys.
    private var page = 10

    /// Picks the first line.
    package init(count: Int = 0) {
        self.count = max(0, count)
        picked = count > 0 ? 0 : nil
    }

    /// Picks the line with this index; nil picks none, and an index beyond the end the last line.
    package mutating func keep(at index: Int?) {
        picked = index.flatMap { count == 0 ? nil : min(max(0, $0), count - 1) }
        top = fitted(to: page)
    }

    /// Moves the pick; false for other keys. Without a pick, keys that go down start at the first
    /// line, keys that go up at the last. An empty list ignores the keys and returns true.
    package mutating func press(_ key: Key) -> Bool {
        let last = count - 1
        let place: Int
        switch key {
        case .up: place = picked.map { $0 - 1 } ?? last
        case .down: place = picked.map { $0 + 1 } ?? 0
        case .pageUp: place = picked.map { $0 - max(1, page - 1) } ?? last
        case .pageDown: place = picked.map { $0 + max(1, page - 1) } ?? 0
        case .home: place = 0
        case .end: place = last
        default: return false
        }
        keep(at: place)
        return true
    }

    /// The range of lines to show for a number of visible rows: full, with the picked line in it,
    /// and moved as little as possible. Drawing changes neither the pick nor the scroll; the size
    /// of the page is remembered for the next key.
    package mutating func window(rows: Int) -> Range<Int> {
        let rows = max(0, rows)
        page = max(1, rows)
        let top = fitted(to: rows)
        return top..<min(count, top + rows)
    }

    /// The first visible line for a number of rows.
    private func fitted(to rows: Int) -> Int {
        var top = top
        if let picked { top = max(min(top, picked), picked - max(1, rows) + 1) }
        return max(0, min(top, count - rows))
    }
}
