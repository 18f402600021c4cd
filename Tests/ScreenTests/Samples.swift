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

    static func entry(
        _ name: String, game: String? = "hawks-owls-2", keeper: String = "Mia", index: Int = 0,
        lamport: UInt64 = 1, kind: String = "twoPoints", text: String = "4 Ana two points"
    ) -> EntryDocument {
        EntryDocument(
            name: name, game: game, keeper: keeper, wallMilliseconds: 0, index: index,
            lamport: lamport, kind: kind, text: text)
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

/// A busy table: five other games, a held move, a warning.
extension Samples {
    static func brief(_ name: String, _ title: String, _ home: Int, _ away: Int) -> GameBrief {
        GameBrief(name: name, title: title, state: .closed, home: home, away: away, moves: 31)
    }

    static let otherGames = [
        brief("owls-foxes", "Owls - Foxes", 15, 9), brief("cats-bears", "Cats - Bears", 21, 19),
        brief("hawks-cats", "Hawks - Cats", 11, 15), brief("bears-owls", "Bears - Owls", 4, 15),
        brief("hawks-owls", "Hawks - Owls", 15, 13),
    ]

    static func held(_ name: String, _ text: String) -> HeldMove {
        HeldMove(
            name: name, keeper: "Bo", text: text, player: "h#1", clock: "04:31", of: "mia.41",
            ofKeeper: "Mia", ofText: "4 Ana three points", ofClock: "04:33", reason: .doubt,
            answers: ["this", "that", "both"])
    }

    static var busy: StatusDocument {
        var game = Samples.game
        game.heldMoves = [held("bo.17", "4 Ana two points")]
        game.held = 1
        var status = Samples.status(
            peers: [Samples.peer("bo", .inSync), Samples.peer("cy", .away, missing: 3)], game: game)
        status.games = otherGames
        status.warnings = [
            WarningDocument(
                code: "untracked", text: "nobody tracks 日本 太郎", advice: "scored track h#3")
        ]
        return status
    }
}

extension SideDocument {
    /// Makes these the keepers of every player.
    mutating func track(by keepers: [String]) {
        for index in players.indices { players[index].trackedBy = keepers }
    }
}
