package import MoveLog

/// The questions that a scoreboard asks its keepers.
extension Scoreboard {
    /// The moves that wait for an answer, in order: accepted, corrected or withdrawn.
    package var held: [TimelineEntry] { timeline.filter { $0.heldOf != nil } }

    /// The moves that are held as copies of this one, in order: when it is withdrawn, one of them may
    /// be what happened.
    package func heldCopies(of id: EntryID) -> [TimelineEntry] {
        timeline.filter { $0.heldOf == id }
    }

    /// The moves that count and may be the same as another, in order.
    package var resembling: [TimelineEntry] { timeline.filter { $0.resembles != nil } }

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
