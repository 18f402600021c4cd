import MoveLog

/// An entry of a game where it stands in the order: while it is folded, and on the scoreboard.
protocol OrderedEntry {
    /// The ID that references name.
    var id: EntryID { get }
    /// The entry as it stands in the table's logs.
    var recordedAs: EntryID { get }
    /// The kind.
    var kind: Kind { get }
    /// What it says.
    var content: Content { get }
}

extension Item: OrderedEntry {}
extension TimelineEntry: OrderedEntry {}

/// Which entries of a game a sign-off is about: all that can change the result. Who tracks whom, what
/// people noted, who signed, who is waited for, and voids of such entries stand aside.
enum CountedEntries {
    private static func isAside(_ kind: Kind) -> Bool {
        switch kind {
        case .trackingClaimed, .trackingReleased, .note, .signOff, .deviceLost, .deviceFound: true
        default: false
        }
    }

    /// By index in the order whether an entry is counted and inside the cut; nil is a cut with
    /// everything inside. Nothing outside has a say in what is counted inside, so that what is signed
    /// stays what it was whatever arrives.
    static func flags(
        _ entries: [some OrderedEntry], inside cut: Cut? = nil,
        _ standIns: [EntryID: [EntryID]] = [:]
    ) -> [Bool] {
        var isCounted = namedByVoids(entries)
        return entries.map { entry in
            if let cut, !isInside(cut, entry, standIns) { return false }
            var flag = !isAside(entry.kind)
            if isCounted.isEmpty { return flag }
            if case .void(let void) = entry.content, isCounted[void.target] == .some(false) {
                flag = false
            }
            note(entry.id)
            if entry.recordedAs != entry.id { note(entry.recordedAs) }
            return flag

            func note(_ name: EntryID) {
                if let known = isCounted[name] { isCounted[name] = known ?? false || flag }
            }
        }
    }

    /// Whether a cut has an entry, by its own name or by that of a copy: a copy that was signed stays
    /// signed when its origin returns and takes its place.
    static func isInside(
        _ cut: Cut, _ entry: some OrderedEntry, _ standIns: [EntryID: [EntryID]]
    ) -> Bool {
        cut.contains(entry.recordedAs)
            || !standIns.isEmpty && standIns[entry.id]?.contains(where: cut.contains) == true
    }

    /// The IDs that voids name; of each, whether any entry so far is counted, nil as long as there is
    /// none.
    private static func namedByVoids(_ entries: [some OrderedEntry]) -> [EntryID: Bool?] {
        var named: [EntryID: Bool?] = [:]
        for entry in entries {
            if case .void(let void) = entry.content { named.updateValue(nil, forKey: void.target) }
        }
        return named
    }
}
