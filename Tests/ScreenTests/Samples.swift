import Documents

enum Samples {
    static func player(
        _ slot: String, _ number: String, _ name: String, _ points: Int,
        _ counts: Counts, by keepers: [String]
    ) -> PlayerDocument {
        PlayerDocument(
            slot: slot, number: number, name: name, points: points,
            fouls: counts["foul"] ?? 0, counts: counts, trackedBy: keepers)
    }

    static var game: GameDocument {
        GameDocument(
            name: "hawks-owls-2", title: "Hawks - Owls", state: .live,
            rules: RulesDocument(preset: "pickup", summary: "to 15, lead 2", target: 15, lead: 2),
            home: SideDocument(
                name: "Hawks", score: 5, fouls: 2, periodFouls: 2,
                players: [
                    player("h#1", "4", "Ana", 3, ["twoPoints": 1, "onePoint": 1], by: ["mia"]),
                    player("h#2", "07", "José", 2, ["twoPoints": 1, "foul": 2], by: ["mia"]),
                    player("h#3", "", "日本 太郎", 0, [:], by: []),
                ]),
            away: SideDocument(
                name: "Owls", score: 12,
                players: [
                    player(
                        "a#1", "00", "Cy", 12, ["twoPoints": 6, "rebound": 11, "assist": 1],
                        by: ["bo", "cy"])
                ], counts: ["timeout": 1, "rebound": 2]),
            clock: ClockDocument(
                text: "04:12", milliseconds: 252_000, period: 1, periodLabel: "", isRunning: true),
            target: 15, moves: 9, isCurrent: true)
    }

    static func peer(_ name: String, _ state: PeerState, missing: Int = 0) -> PeerDocument {
        PeerDocument(
            name: name, id: "00", state: state, address: "192.168.1.4:7420", missing: missing,
            lastSeenSeconds: state == .neverSeen ? nil : 0, roundTripMilliseconds: 3)
    }

    static func status(
        _ state: SyncState = .inSync, unsynced: Int = 0, peers: [PeerDocument] = [],
        game: GameDocument? = nil
    ) -> StatusDocument {
        StatusDocument(
            version: "0.1", table: TableBrief(id: "aa", name: "Hall 2", words: "fox-jam-oak-sun"),
            device: DeviceBrief(id: "bb", name: "mia", keeper: "Mia", author: "cc"),
            sync: SyncDocument(
                state: state, digest: "dd", words: "amber-fox-river-stone", unsynced: unsynced,
                entries: 412),
            peers: peers, game: game, storage: StorageDocument(logBytes: 65_536))
    }
}
