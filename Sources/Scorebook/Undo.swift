package import MoveLog

/// What undo and redo of a device would name.
extension Scoreboard {
    /// The device's own last live move; nil when it has none.
    package func undoTarget(of device: PublicKey, at table: TableBoard) -> TimelineEntry? {
        timeline.last {
            $0.isLive && $0.move != nil && table.deviceOfAuthor[$0.author] == device
        }
    }

    /// What the device withdrew last and still is withdrawn; nil when there is nothing to redo.
    package func redoTarget(of device: PublicKey, at table: TableBoard) -> TimelineEntry? {
        for item in timeline.reversed()
        where item.isLive && table.deviceOfAuthor[item.author] == device {
            guard case .void(let void) = item.content, let target = entry(void.target) else {
                continue
            }
            if case .void = target.content { continue }
            return target
        }
        return nil
    }

    /// What to record so that the entry counts again: a void of each live void that names it.
    package func redoDrafts(of entry: TimelineEntry) -> [Draft] {
        guard case .void(let voids) = entry.standing else { return [] }
        return voids.map { VoidEntry(target: $0).draft(in: id) }
    }

    /// The entry with this ID, or the copy that stands in for it; the first where a log is forked.
    package func entry(_ id: EntryID) -> TimelineEntry? {
        timeline.first { $0.id == id || $0.recordedAs == id }
    }
}
