/// Which line of a list is picked, and which of its lines are seen where there is not room for all.
///
/// The pick is a place; whoever knows what stands there moves it along when the list changes.
package struct PickList: Hashable, Sendable {
    /// Lines in the list. Where it shrinks, a pick beyond its end goes to the last line.
    package var count: Int {
        didSet {
            count = max(0, count)
            picked = picked.flatMap { count == 0 ? nil : min($0, count - 1) }
        }
    }
    /// The line picked, less than `count`; nil while none is.
    package private(set) var picked: Int?

    /// The first line that was seen last, so that a pick on the way back does not drag the list.
    private var top = 0
    /// As many lines as were seen last: what a page is.
    private var page = 10

    /// A list of so many lines, the first of them picked if `isPicked`.
    package init(count: Int = 0, isPicked: Bool = true) {
        self.count = max(0, count)
        picked = isPicked && count > 0 ? 0 : nil
    }

    /// Picks the line where the picked item stands now, or none where it is gone: nil. A place beyond
    /// the end is the last line.
    package mutating func keep(at index: Int?) {
        picked = index.flatMap { count == 0 ? nil : min(max(0, $0), count - 1) }
    }

    /// Takes a key that moves the pick; false for any other. Without a pick, the keys that go down
    /// begin at the first line, those that go up at the last. An empty list takes the keys and stays
    /// as it is.
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

    /// The lines to show where there is room for so many: as many as fit, the picked one among them,
    /// moved no further than that takes. Also learns how long a page is.
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
