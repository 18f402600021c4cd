extension StatusDocument {
    /// The warnings, and among them that moves are held; the most urgent first.
    package var warningsAndHeld: [WarningDocument] {
        let count = game?.heldMoves?.count ?? 0
        guard count > 0 else { return warnings }
        let held = WarningDocument(
            code: WarningDocument.heldMoves,
            text: "\(Phrases.count(count, "held move")): not counted until confirmed",
            advice: "scored held")
        return WarningDocument.byUrgency(warnings + [held])
    }

    /// The things that wait for a person, a sentence each: the warnings, held moves, and moves that no other
    /// device has although there are others.
    package var reasonsToLook: [String] {
        var reasons = warningsAndHeld.map(\.sentence)
        if sync.unsynced > 0, peers.contains(where: { $0.state != .left }) {
            reasons.append(
                "\(Phrases.onlyHere(sync.unsynced)); to be reached: "
                    + Phrases.names(sync.unsyncedTo))
        }
        return reasons
    }
}
