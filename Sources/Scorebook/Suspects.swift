package import MoveLog

extension Scoreboard {
    /// The held moves, in order.
    package var held: [TimelineEntry] { timeline.filter(\.isHeld) }

    /// Counted moves that may be the same as another, in order.
    package var resembling: [TimelineEntry] {
        timeline.filter { $0.isLive && $0.resembles != nil }
    }

    /// Indices of the moves held as copies of one. Cost: one look at each entry.
    package func places(heldAs original: EntryID) -> [Int] {
        timeline.outcomes.indices.filter {
            timeline.outcomes[$0].state == .held && timeline[$0].heldOf == original
        }
    }

    /// The first counted move that may be a copy of the given one. Cost: one look at each entry.
    package func move(resembling other: EntryID) -> EntryID? {
        guard timeline.remarks.contains(where: { $0.resembles == other }) else { return nil }
        return timeline.first { $0.resembles == other && $0.isLive }?.id
    }

    /// Moves corrected differently by keepers who had not seen each other's fix, in order.
    package var conflicting: [TimelineEntry] {
        timeline.filter { $0.isLive && !$0.conflicts.isEmpty }
    }
}

extension TimelineEntry {
    /// The original of a held move; nil for every other entry.
    package var heldOf: EntryID? {
        if case .held(let original) = standing { original } else { nil }
    }
}
