/// The pick in a list, and the visible range of the list.
///
/// The pick is an index; the owner of the list moves it with `keep(at:)` when rows change places.
package struct PickList: Hashable, Sendable {
    /// The number of lines. A pick beyond a new end moves to the last line.
    package var count: Int {
        didSet {
            count = max(0, count)
            picked = picked.flatMap { count == 0 ? nil : min($0, count - 1) }
        }
    }
    /// Less than `count`; nil if no line is picked.
    package private(set) var picked: Int?

    /// The first visible line of the last call, so that the list scrolls no more than necessary.
    private var top = 0
    /// The visible rows of the last call: the size of a page.
    private var page = 10

    /// Picks the first line.
    package init(count: Int = 0) {
        self.count = max(0, count)
        picked = count > 0 ? 0 : nil
    }

    /// Picks the line with this index; nil picks none, and an index beyond the end the last line.
    package mutating func keep(at index: Int?) {
        picked = index.flatMap { count == 0 ? nil : min(max(0, $0), count - 1) }
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
    /// and moved as little as possible. Remembers the size of a page.
    package mutating func window(rows: Int) -> Range<Int> {
        let rows = max(0, rows)
        page = max(1, rows)
        if let picked {
            top = min(top, picked)
            top = max(top, picked - max(1, rows) + 1)
        }
        top = max(0, min(top, count - rows))
        return top..<min(count, top + rows)
    }
}

/// The visible range of a text that is longer than the screen.
struct Scroll: Hashable, Sendable {
    private var top = 0
    /// The visible rows of the last call: the size of a page.
    private var page = 10

    init() {}

    /// Scrolls; false for other keys.
    mutating func press(_ key: Key) -> Bool {
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

    /// The range of lines to show, for a number of lines and of visible rows. Remembers the size of
    /// a page and the end.
    mutating func window(of count: Int, rows: Int) -> Range<Int> {
        page = max(2, rows)
        top = max(0, min(top, count - max(0, rows)))
        return top..<min(max(top, count), top + max(0, rows))
    }
}
