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

    /// Reads all entries of a game, in order; unless they are continued, `search` is of no use.
    init(
        _ items: [Item], _ liveness: Liveness, _ devices: [AuthorID: PublicKey],
        _ roster: RosterFold, areContinued: Bool
    ) {
        self.items = items
        standings = liveness.standings
        fixes = FixFold(items, liveness)
        held = HeldFold(items, devices, roster, isContinued: areContinued)
        accepted = Self.accepted(items, liveness)
        settle()
    }

    /// Whether a copy was withdrawn, so that an assist of it may be that of its original.
    var hasWithdrawnCopies: Bool {
        held.hasCopies
            && standings.indices.contains { held.original(of: $0) != nil && !isStanding($0) }
    }
    /// Indices of the baskets with an assist, once that was asked for.
    private var assisted: Set<Int>?
    /// Indices of the moves that somebody lets count, held or not.
    private let accepted: Set<Int>

    subscript(index: Int) -> Standing { standings[index] }

    /// What stands in the place of a corrected move; nil for every other entry.
    func corrected(_ index: Int) -> Move? { fixes[index]?.move }

    /// The move as it stands; nil for every other entry.
    private func move(_ index: Int) -> Move? {
        if let corrected = corrected(index) { return corrected }
        if case .move(let move) = items[index].content { return move }
        return nil
    }

    /// What the move as it stands is linked to.
    private func linked(_ index: Int) -> EntryID? {
        if let corrected = corrected(index) { return corrected.linked }
        if case .move(let move) = items[index].content { return move.linked }
        return nil
    }

    /// Writes into the timeline what has become of the entry.
    func annotate(_ entry: inout TimelineEntry, _ index: Int) {
        if let correction = fixes[index] {
            entry.corrected = correction.move
            entry.fixes = correction.fixes
            entry.conflicts = correction.conflicts
        }
        guard standings[index].isLive, !accepted.contains(index), fixes[index] == nil,
            let other = held.resembled(by: index), standings[other].isLive
        else { return }
        entry.resembles = items[other].id
    }

    private static func accepted(_ items: [Item], _ liveness: Liveness) -> Set<Int> {
        guard items.contains(where: { $0.kind == .accepted }) else { return [] }
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
        let names = NameIndex(links: items.indices.compactMap(linked), items)
        for index in items.indices where standings[index].isLive && items[index].isMove {
            if let linked = linked(index), isGone(linked, before: index, names),
                !moves(index, from: linked, names)
            {
                standings[index] = .unlinked
            } else if let other = held.original(of: index), !isReleased(index) {
                standings[index] = .held(of: items[other].id)
            }
        }
    }

    /// Whether somebody answered that the move is no copy.
    private func isReleased(_ index: Int) -> Bool {
        accepted.contains(index) || fixes[index] != nil
    }

    /// Gives the assist of a basket that was withdrawn as a copy to the one that counts, unless that has one.
    private mutating func moves(_ assist: Int, from linked: EntryID, _ names: NameIndex) -> Bool {
        guard move(assist)?.kind == .assist,
            held.original(of: assist) == nil || isReleased(assist)
        else { return false }
        for copy in names.indices(of: linked) where copy < assist && !isReleased(copy) {
            guard let original = held.original(of: copy), isStanding(original) else { continue }
            if assisted == nil { assisted = assistedBaskets(names) }
            guard assisted?.insert(original).inserted == true else { continue }
            return true
        }
        return false
    }

    /// The indices of the baskets that a live assist names which is no copy.
    private func assistedBaskets(_ names: NameIndex) -> Set<Int> {
        var baskets: Set<Int> = []
        for index in items.indices where standings[index].isLive {
            guard let move = move(index), move.kind == .assist, let linked = move.linked,
                held.original(of: index) == nil || isReleased(index)
            else { continue }
            baskets.formUnion(names.indices(of: linked).filter { $0 < index })
        }
        return baskets
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
