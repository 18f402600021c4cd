/// What is going to happen, by time and, at one instant, in the order in which it was added: a
/// binary heap of places in a list, so that the items themselves stay where they are.
struct Agenda<Item: Sendable>: Sendable {
    private struct Entry: Sendable {
        var instant: Duration
        var number: UInt64
        /// Its index in `items`.
        var slot: Int

        func isBefore(_ other: Entry) -> Bool {
            instant == other.instant ? number < other.number : instant < other.instant
        }
    }

    private var heap: [Entry] = []
    private var items: [Item?] = []
    private var free: [Int] = []
    private var added: UInt64 = 0

    mutating func add(_ item: Item, at instant: Duration) {
        heap.append(Entry(instant: instant, number: added, slot: keep(item)))
        added += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the next item if it is due before an instant.
    mutating func next(before end: Duration) -> (instant: Duration, item: Item)? {
        guard let first = heap.first, first.instant < end else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        free.append(first.slot)
        guard let item = items[first.slot].take() else { return nil }
        return (first.instant, item)
    }

    private mutating func keep(_ item: Item) -> Int {
        guard let slot = free.popLast() else {
            items.append(item)
            return items.count - 1
        }
        items[slot] = item
        return slot
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let right = left + 1
            let least = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[least].isBefore(heap[parent]) else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
