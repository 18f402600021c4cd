package import MoveLog

/// The questions that a scoreboard asks its keepers.
extension Scoreboard {
    /// The moves that wait for an answer, in order: accepted, corrected or withdrawn.
    package var held: [TimelineEntry] { timeline.filter(\.isHeld) }

    /// The moves that count and may be the same as another, in order.
    package var resembling: [TimelineEntry] {
        timeline.filter { $0.isLive && $0.resembles != nil }
    }

    /// Where the moves stand that are held as copies of one. Cost: a look at the standing of each entry.
    package func places(heldAs original: EntryID) -> [Int] {
        timeline.outcomes.indices.filter {
            timeline.outcomes[$0].state == .held && timeline[$0].heldOf == original
        }
    }

    /// The first move that counts and may be the same as one. Cost: a look at each entry.
    package func move(resembling other: EntryID) -> EntryID? {
        guard timeline.remarks.contains(where: { $0.resembles == other }) else { return nil }
        return timeline.first { $0.resembles == other && $0.isLive }?.id
    }

    /// The moves on which keepers disagree who corrected them at once, in order.
    package var conflicting: [TimelineEntry] {
        timeline.filter { $0.isLive && !$0.conflicts.isEmpty }
    }
}

extension TimelineEntry {
    /// The move as whose copy it is held; nil for every other entry.
    package var heldOf: EntryID? {
        if case .held(let original) = standing { original } else { nil }
    }
}
