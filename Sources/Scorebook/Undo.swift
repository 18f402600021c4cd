package import MoveLog

/// What undo and redo of a device would name.
extension Scoreboard {
    /// The device's own last live move; nil when it has none.
    package func undoTarget(of device: PublicKey, at table: TableBoard) -> TimelineEntry? {
        timeline.last {
            $0.isLive && $0.move != nil && table.deviceOfAuthor[$0.author] == device
        }
    }

    /// The device's own last live void, which a redo withdraws; nil when it has none.
    package func redoTarget(of device: PublicKey, at table: TableBoard) -> TimelineEntry? {
        timeline.last {
            guard case .void = $0.content else { return false }
            return $0.isLive && table.deviceOfAuthor[$0.author] == device
        }
    }

    /// The entry with this ID, or the copy that stands in for it; the first where a log is forked.
    package func entry(_ id: EntryID) -> TimelineEntry? {
        timeline.first { $0.id == id || $0.recordedAs == id }
    }
}
