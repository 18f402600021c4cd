import MoveLog

/// Which entries of a scope are withdrawn. References count only if their target is smaller in order,
/// so one pass from the end settles it, and no void can reach round to itself.
struct Liveness {
    /// By index in the order: live, or void; whatever else a standing may be is found out later.
    let standings: [Standing]

    init(_ items: [Item]) {
        guard items.contains(where: { $0.kind == .void }) else {
            standings = Array(repeating: .live, count: items.count)
            return
        }
        let names = NameIndex(items) { content in
            if case .void(let void) = content { void.target } else { nil }
        }
        var voids: [Int: [EntryID]] = [:]
        for index in items.indices.reversed() {
            guard case .void(let void) = items[index].content, voids[index] == nil else {
                continue
            }
            for target in names.indices(of: void.target) where target < index {
                voids[target, default: []].append(items[index].id)
            }
        }
        var standings = Array(repeating: Standing.live, count: items.count)
        for (index, names) in voids { standings[index] = .void(by: names.reversed()) }
        self.standings = standings
    }

    /// Whether no live void names the entry.
    func isLive(_ index: Int) -> Bool { standings[index].isLive }
}

/// Indices of the entries that others name, by ID: several where a log is forked, and a copy under
/// its own ID as well as its origin's.
struct NameIndex {
    private var indices: [EntryID: [Int]] = [:]

    /// Looks up what `name` finds named in the entries.
    init(_ items: [Item], _ name: (Content) -> EntryID?) {
        self.init(links: items.compactMap { name($0.content) }, items)
    }

    /// Looks up these names.
    init(links: [EntryID], _ items: [Item]) {
        for named in links { indices[named] = [] }
        if indices.isEmpty { return }
        for (index, item) in items.enumerated() {
            note(item.id, index)
            if item.recordedAs != item.id { note(item.recordedAs, index) }
        }
    }

    private mutating func note(_ id: EntryID, _ index: Int) {
        guard let known = indices[id], known.count < Limits.namesakesMax else { return }
        indices[id]?.append(index)
    }

    /// In order; the first `Limits.namesakesMax` alone.
    func indices(of id: EntryID) -> [Int] { indices[id] ?? [] }
}
