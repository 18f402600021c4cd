import MoveLog

/// What of a game counts, once voids, corrections and duplicates are known: the standing of every entry
/// and what a move says now. All links of assists are judged on moves as they are corrected.
struct Standings {
    private var standings: [Standing]
    private let items: [Item]
    private let held: HeldFold
    private let fixes: FixFold
    /// Live fixes that name nothing which they could correct.
    var danglingFixes: [EntryID] { fixes.dangling }
    /// What the next move in order is compared with.
    var search: CopySearch { held.search }

    init(
        _ items: [Item], _ liveness: Liveness, _ devices: [AuthorID: PublicKey],
        _ roster: RosterFold
    ) {
        self.items = items
        standings = liveness.standings
        fixes = FixFold(items, liveness)
        held = HeldFold(items, devices, roster)
        accepted = Self.accepted(items, liveness)
        settle()
    }

    /// Indices of the moves that somebody lets count, held or not.
    private let accepted: Set<Int>

    subscript(index: Int) -> Standing { standings[index] }

    /// The move as it stands; nil for every other entry.
    func move(_ index: Int) -> Move? {
        if let correction = fixes[index] { return correction.move }
        if case .move(let move) = items[index].content { return move }
        return nil
    }

    /// Writes into the timeline what has become of the entry.
    func annotate(_ entry: inout TimelineEntry, _ index: Int) {
        if let correction = fixes[index] {
            entry.corrected = correction.move
            entry.fixes = correction.fixes
            entry.conflicts = correction.conflicts
        }
        guard standings[index] == .live, !accepted.contains(index), fixes[index] == nil,
            let other = held.resembled(by: index), standings[other] == .live
        else { return }
        entry.resembles = items[other].id
    }

    private static func accepted(_ items: [Item], _ liveness: Liveness) -> Set<Int> {
        let names = NameIndex(items) { content in
            if case .accepted(let accepted) = content { accepted.target } else { nil }
        }
        var accepted: Set<Int> = []
        for (index, item) in items.enumerated() where liveness.isLive(index) {
            guard case .accepted(let entry) = item.content else { continue }
            accepted.formUnion(names.indices(of: entry.target).filter { $0 < index })
        }
        return accepted
    }

    /// From the start, since links name what is smaller in order.
    private mutating func settle() {
        let names = NameIndex(links: items.indices.compactMap { move($0)?.linked }, items)
        for index in items.indices where standings[index] == .live {
            guard let move = move(index) else { continue }
            if let linked = move.linked, isGone(linked, before: index, names) {
                standings[index] = .unlinked
            } else if let other = held.original(of: index), !accepted.contains(index),
                fixes[index] == nil
            {
                #if PlantedBugs
                    if PlantedBug.isActive(.countsHeld) { continue }
                #endif
                standings[index] = .held(of: items[other].id)
            }
        }
    }

    private func isGone(_ linked: EntryID, before index: Int, _ names: NameIndex) -> Bool {
        let targets = names.indices(of: linked).filter { $0 < index }
        return !targets.isEmpty && targets.allSatisfy { !isStanding($0) }
    }

    private func isStanding(_ index: Int) -> Bool {
        guard case .move(let recorded) = items[index].content else {
            return standings[index].isStanding(nil, now: nil)
        }
        return standings[index].isStanding(recorded, now: move(index))
    }
}

extension Standing {
    /// Whether what links the entry counts: a held basket may count yet; one that was corrected into
    /// something else is none.
    func isStanding(_ recorded: Move?, now: Move?) -> Bool {
        switch self {
        case .live, .held: recorded?.kind.isScoring != true || now?.kind.isScoring == true
        case .void, .unlinked, .afterSignOff: false
        }
    }
}
