package import MoveLog

/// What undo and redo of a device would name.
extension Scoreboard {
    /// The device's own last move or fix that nobody withdrew, a held move too; nil when it has none. A
    /// fix of a move that does not stand is passed over: to withdraw it would change nothing.
    package func undoTarget(of device: PublicKey, at table: TableBoard) -> TimelineEntry? {
        let standing = Set(timeline.filter { $0.stands }.flatMap(\.fixes))
        return timeline.last { entry in
            guard table.deviceOfAuthor[entry.author] == device else { return false }
            if case .fix = entry.content { return entry.isLive && standing.contains(entry.id) }
            return entry.move != nil && entry.stands
        }
    }

    /// What the device withdrew last and still is withdrawn; nil when there is nothing to redo. Fixes
    /// that lost to a later one of the device are settled by that.
    package func redoTarget(of device: PublicKey, at table: TableBoard) -> TimelineEntry? {
        var corrected: Set<EntryID> = []
        for item in timeline.reversed()
        where item.isLive && table.deviceOfAuthor[item.author] == device {
            if case .fix(let fix) = item.content { corrected.insert(fix.target) }
            guard case .void(let void) = item.content, let target = entry(void.target) else {
                continue
            }
            if case .void = target.content { continue }
            if case .fix(let fix) = target.content, corrected.contains(fix.target) { continue }
            return target
        }
        return nil
    }

    /// What to record so that the entry counts again: a void of each live void that names it.
    package func redoDrafts(of entry: TimelineEntry) -> [Draft] {
        guard case .void(let voids) = entry.standing else { return [] }
        return voids.map { VoidEntry(target: $0).draft(in: id) }
    }
}

extension TimelineEntry {
    /// Whether it can still be withdrawn: it counts, or waits to.
    fileprivate var stands: Bool {
        switch standing {
        case .live, .held: true
        case .void, .unlinked, .afterSignOff: false
        }
    }
}
