import MoveLog

/// Where a player's line is: the side and the index in its roster, one less than the slot.
struct PlayerSeat: Hashable {
    let side: Side
    let index: Int
}

/// The roster of a game: the lines of the creation, then those of later entries in order.
struct RosterFold {
    private(set) var players: Sides<[PlayerLine]> = Sides(home: [], away: [])
    private var seats: [LineRef: PlayerSeat] = [:]
    private var lineCount = 0

    init(_ created: GameCreated, _ game: GameID) {
        for (index, line) in created.lines.enumerated() {
            add(
                line, PlayerID(entry: game, index: index), [.created(index), .added(game, index)],
                isWithdrawn: false)
        }
    }

    mutating func fold(_ entry: RosterAdded, _ item: Item, isLive: Bool) {
        for (index, line) in entry.lines.enumerated() {
            add(
                line, PlayerID(entry: item.id, index: index),
                [.added(item.id, index), .added(item.recordedAs, index)], isWithdrawn: !isLive)
        }
    }

    func seat(_ ref: LineRef) -> PlayerSeat? { seats[ref] }

    private mutating func add(
        _ line: RosterLine, _ id: PlayerID, _ refs: [LineRef], isWithdrawn: Bool
    ) {
        guard let ref = refs.first, lineCount < Limits.gameRosterLinesMax, seats[ref] == nil else {
            return
        }
        lineCount += 1
        let seat = PlayerSeat(side: line.side, index: players[line.side].count)
        for ref in refs { seats[ref] = seat }
        players[line.side].append(
            PlayerLine(
                side: line.side, slot: seat.index + 1, ref: ref, player: line.player ?? id,
                number: line.number, name: line.name, isWithdrawn: isWithdrawn))
    }
}
