import MoveLog

/// Which entries of a scope stand. References count only if their target is smaller in order, so
/// one pass from the end settles the voids and one from the start the links.
struct Liveness {
    /// By index in the order.
    let standings: [Standing]

    init(_ items: [Item]) {
        let indices = Self.indices(items)
        var voids = Self.voids(items, indices)
        var standings: [Standing] = []
        standings.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            if let by = voids.removeValue(forKey: index) {
                standings.append(.void(by: by.reversed()))
            } else if Self.isUnlinked(item, index, indices, standings) {
                standings.append(.unlinked)
            } else {
                standings.append(.live)
            }
        }
        self.standings = standings
    }

    /// Indices of the entries that others name, by ID: several where a log is forked, and a copy under
    /// its own ID as well as its origin's.
    private static func indices(_ items: [Item]) -> [EntryID: [Int]] {
        var indices: [EntryID: [Int]] = [:]
        for item in items {
            if case .void(let void) = item.content { indices[void.target] = [] }
            if case .move(let move) = item.content, let linked = move.linked {
                indices[linked] = []
            }
        }
        if indices.isEmpty { return [:] }
        for (index, item) in items.enumerated() {
            note(item.id)
            if item.recordedAs != item.id { note(item.recordedAs) }

            func note(_ id: EntryID) {
                guard indices[id]?.count ?? 0 < Limits.namesakesMax else { return }
                indices[id]?.append(index)
            }
        }
        return indices
    }

    /// For each withdrawn entry the live voids that name it, the last first.
    private static func voids(
        _ items: [Item], _ indices: [EntryID: [Int]]
    ) -> [Int: [EntryID]] {
        var voids: [Int: [EntryID]] = [:]
        for index in items.indices.reversed() {
            guard case .void(let void) = items[index].content, voids[index] == nil else {
                continue
            }
            for target in indices[void.target] ?? [] where target < index {
                voids[target, default: []].append(items[index].id)
            }
        }
        return voids
    }

    private static func isUnlinked(
        _ item: Item, _ index: Int, _ indices: [EntryID: [Int]], _ standings: [Standing]
    ) -> Bool {
        guard case .move(let move) = item.content, let linked = move.linked else { return false }
        let targets = (indices[linked] ?? []).filter { $0 < index }
        return !targets.isEmpty && targets.allSatisfy { standings[$0] != .live }
    }
}
