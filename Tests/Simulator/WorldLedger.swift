package import MoveLog

/// What the devices of a world did and told, as the world saw it: the truth that the end is compared
/// with.
package struct WorldLedger: Sendable {
    /// Everything that was acknowledged to a keeper, by ID: several where a device was copied.
    package private(set) var acknowledged: [EntryID: [Entry]] = [:]
    package private(set) var acknowledgedCount = 0
    /// Everything that any device put into its log as its own, acknowledged or not.
    private(set) var authored: [EntryID: [Entry]] = [:]
    /// When the last of each ID was recorded, in simulated time.
    private(set) var authoredAt: [EntryID: Duration] = [:]

    mutating func found(_ placed: [Placed]) {
        for item in placed { authored[item.entry.id] = [item.entry] }
    }

    mutating func note(_ turn: SimulatedTurn, at now: Duration) {
        for entry in turn.authored {
            // Of one that was never durable another may take the place.
            if Self.add(entry, to: &authored) { authoredAt[entry.id] = now }
        }
        for entry in turn.recorded where Self.add(entry, to: &acknowledged) {
            acknowledgedCount += 1
        }
    }

    func isGenuine(_ entry: Entry) -> Bool { authored[entry.id]?.contains(entry) ?? false }

    @discardableResult
    private static func add(_ entry: Entry, to entries: inout [EntryID: [Entry]]) -> Bool {
        guard let known = entries[entry.id] else {
            entries[entry.id] = [entry]
            return true
        }
        guard !known.contains(entry) else { return false }
        entries[entry.id] = known + [entry]
        return true
    }
}
