import Documents

/// Who tracks whom, seen from one device.
struct TrackingBoard {
    let game: String
    /// Home first, by slot; those who are out of the game are left out.
    let players: [TrackedPlayerRow]

    init(_ game: GameDocument, _ status: StatusDocument) {
        self.game = game.name
        let reached = Set(status.peers.filter(\.state.isReached).map(\.name))
        players = [(SideName.home, game.home), (.away, game.away)].flatMap { name, side in
            side.players.filter { $0.isActive && $0.mergedInto == nil }.map {
                TrackedPlayerRow(
                    $0, side: name, team: side.name, device: status.device.name, reached: reached)
            }
        }
    }

    /// False while somebody's moves are seen by nobody.
    var isCovered: Bool { players.allSatisfy(\.isCovered) }

    /// `tracking in hawks-owls-2 · you 3 · bo 2, away · nobody 1`.
    var title: String {
        var counts: [String: Int] = [:]
        var away: Set<String> = []
        for player in players {
            for keeper in player.keepers { counts[keeper, default: 0] += 1 }
            away.formUnion(player.keepers.filter(player.isAway))
        }
        let mine = players.count(where: \.isMine)
        let others = counts.keys.filter { $0 != players.first?.device }.sorted()
        let free = players.count { $0.keepers.isEmpty }
        let parts =
            ["tracking in \(game)", "you \(mine)"]
            + others.map { "\($0) \(counts[$0] ?? 0)\(away.contains($0) ? ", away" : "")" }
            + (free == 0 ? [] : ["nobody \(free)"])
        return parts.joined(separator: " · ")
    }
}

/// A player with whoever tracks them.
struct TrackedPlayerRow: RowViewModel {
    let name: String
    let text: String
    let detail: String
    let tone: Tone
    let slot: String
    /// `4 Ana`.
    private let spoken: String
    let side: SideName
    /// The device that shows the row.
    let device: String
    /// Devices that claim the player.
    let keepers: [String]
    private let reached: Set<String>

    init(
        _ player: PlayerDocument, side: SideName, team: String, device: String,
        reached: Set<String>
    ) {
        name = player.slot
        slot = player.slot
        self.side = side
        self.device = device
        self.reached = reached
        keepers = player.trackedBy
        spoken = player.numberAndName
        text = "\(team)  \(spoken)"
        let words = keepers.map { keeper in
            keeper == device ? "you" : reached.contains(keeper) ? keeper : "\(keeper) (away)"
        }
        let isSeen = keepers.contains { $0 == device || reached.contains($0) }
        detail =
            keepers.isEmpty
            ? "nobody"
            : Phrases.line(
                Phrases.names(words), isSeen ? nil : "uncovered: T takes over",
                keepers.count > 1 && isSeen ? "tracked more than once" : nil)
        tone = isSeen ? (keepers.contains(device) ? .good : .plain) : .attention
    }

    /// Whether the device that shows the row claims the player.
    var isMine: Bool { keepers.contains(device) }
    /// Whether somebody who is reached sees the player's moves.
    var isCovered: Bool { keepers.contains { !isAway($0) } }

    /// Whether what this keeper records does not arrive here.
    func isAway(_ keeper: String) -> Bool { keeper != device && !reached.contains(keeper) }

    /// Whose players can be taken over with this one's.
    var awayKeeper: String? { keepers.first(where: isAway) }

    /// Why there is nobody to take over from.
    var takeOverRefusal: String {
        let others = keepers.filter { $0 != device }
        if keepers.isEmpty { return "nobody tracks \(spoken): Enter claims" }
        if others.isEmpty { return "you track \(spoken) already" }
        return "\(Phrases.names(others)) \(others.count == 1 ? "is" : "are") here: agree first, "
            + "then Enter claims \(spoken)"
    }
}
