import MoveLog

/// What stands in the place of each corrected move: the last of its live fixes, in order.
struct FixFold {
    /// The corrections of one move.
    struct Correction {
        /// The move of the fix that won.
        let move: Move
        /// The live fixes, in order; the last one won.
        let fixes: [EntryID]
        /// The losers whose keepers the winner's had not seen, and who say something else.
        let conflicts: [EntryID]
    }

    private struct Entry {
        let index: Int
        let id: EntryID
        let fix: Fix
        let isLive: Bool
    }

    /// By the index of the move that is corrected.
    private var corrections: [Int: Correction] = [:]
    /// Live fixes that name nothing which they could correct.
    private(set) var dangling: [EntryID] = []

    init(_ items: [Item], _ liveness: Liveness) {
        guard items.contains(where: { $0.kind == .fix }) else { return }
        let names = NameIndex(items) { content in
            if case .fix(let fix) = content { fix.target } else { nil }
        }
        /// By the index of the move, void ones too, which link those that stand.
        var fixes: [Int: [Entry]] = [:]
        for (index, item) in items.enumerated() {
            guard case .fix(let fix) = item.content else { continue }
            let entry = Entry(
                index: index, id: item.id, fix: fix, isLive: liveness.isLive(index))
            let targets = names.indices(of: fix.target).filter {
                $0 < index && items[$0].isMove
            }
            if targets.isEmpty && entry.isLive { dangling.append(item.id) }
            for target in targets { fixes[target, default: []].append(entry) }
        }
        for (target, entries) in fixes { corrections[target] = Self.correction(entries) }
    }

    /// How the move with this index was corrected; nil when it stands as recorded.
    subscript(index: Int) -> Correction? { corrections.isEmpty ? nil : corrections[index] }

    private static func correction(_ entries: [Entry]) -> Correction? {
        let live = entries.filter(\.isLive)
        guard let winner = live.last else { return nil }
        let seen = ancestors(of: winner, entries)
        let conflicts = live.dropLast().filter {
            !seen.contains($0.id) && !$0.fix.move.says(winner.fix.move)
        }
        return Correction(
            move: winner.fix.move, fixes: live.map(\.id), conflicts: conflicts.map(\.id))
    }

    /// The fixes that the keeper of this one had seen, by its base and that one's, and so on. A base
    /// that is not smaller in order is none, so that there is no circle.
    private static func ancestors(of winner: Entry, _ entries: [Entry]) -> Set<EntryID> {
        let known = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<EntryID> = []
        var last = winner
        while let base = last.fix.base, let next = known[base], next.index < last.index {
            seen.insert(base)
            last = next
        }
        return seen
    }
}

extension Item {
    /// Whether it is something that happened on the court, which may be corrected, held and counted.
    var isMove: Bool { if case .move = content { true } else { false } }
}

extension Move {
    /// Whether the other says the same of the game; how their keepers were placed aside.
    func says(_ other: Move) -> Bool {
        var (mine, theirs) = (self, other)
        (mine.isTracked, mine.isAlone, mine.isCovering) = (false, false, false)
        (theirs.isTracked, theirs.isAlone, theirs.isCovering) = (false, false, false)
        return mine == theirs
    }
}
