extension WarningDocument {
    /// What is wrong and what to do, as one sentence.
    package var sentence: String { text + (advice.map { "; \($0)" } ?? "") }

    /// The codes of a status by urgency: what keeps moves from counting at all; then what sends them into
    /// another game; then what endangers the result, those first that nobody but the keepers of this game
    /// can mend before it ends; then who tracks whom; then what has time until after the game.
    package static let urgency = [
        "removed", "forksWithoutEnd", "offlineView", "diskFailed", "diskFull", "archive", "damage",
        "gap", "newerGame",
        "uncovered", heldMoves, "heldElsewhere", "targetReachedTwice", "signedDiffers",
        "signedOtherwise", "behindEnd", "afterSignOff", "lostLater", "fixConflict", "duplicate",
        "protest", "timeOver",
        "untracked", "takenOver", "overlap", "numberTwice", "foulLimit", "unsignedGame",
        "newIncarnation", "clone", "forkedHome", "forked", "removedLater", "gameMissing",
        "unfinished", "home", "clockDiffers", "absurdOrder", "unknownKinds",
    ]

    /// The code of the warning that moves are held. It is in no document: `held` of the game says it.
    package static let heldMoves = "heldMoves"

    /// The warnings by urgency, those of one code in their order; those that the table does not have last.
    package static func byUrgency(_ warnings: [WarningDocument]) -> [WarningDocument] {
        let ranked = warnings.enumerated().map { place, warning in
            (urgency.firstIndex(of: warning.code) ?? urgency.count, place, warning)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}
