/// What is going to happen, by time and, at one instant, in the order in which it was added: a
/// binary heap.
struct Agenda<Item: Sendable>: Sendable {
    private struct Entry: Sendable {
        var instant: Duration
        var number: UInt64
        var item: Item

        func isBefore(_ other: Entry) -> Bool {
            instant == other.instant ? number < other.number : instant < other.instant
        }
    }

    private var heap: [Entry] = []
    private var added: UInt64 = 0

    mutating func add(_ item: Item, at instant: Duration) {
        heap.append(Entry(instant: instant, number: added, item: item))
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
        return (first.instant, first.item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].isBefore(heap[smallest]) { smallest = child }
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
