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
            let id = PlayerID(entry: game, index: index)
            add(line, id, ref: .created(index), alias: .added(game, index))
        }
    }

    mutating func fold(_ entry: RosterAdded, _ item: Item, isLive: Bool) {
        for (index, line) in entry.lines.enumerated() {
            add(
                line, PlayerID(entry: item.id, index: index), ref: .added(item.id, index),
                alias: .added(item.recordedAs, index), isWithdrawn: !isLive)
        }
    }

    func seat(_ ref: LineRef) -> PlayerSeat? { seats[ref] }

    /// Of two lines of one name, as a forked log has them, the first in order is the line.
    private mutating func add(
        _ line: RosterLine, _ id: PlayerID, ref: LineRef, alias: LineRef, isWithdrawn: Bool = false
    ) {
        guard lineCount < Limits.gameRosterLinesMax, seats[ref] == nil else { return }
        lineCount += 1
        let seat = PlayerSeat(side: line.side, index: players[line.side].count)
        seats[ref] = seat
        seats[alias] = seat
        players[line.side].append(
            PlayerLine(
                side: line.side, slot: seat.index + 1, ref: ref, alias: alias,
                player: line.player ?? id, number: line.number, name: line.name,
                isWithdrawn: isWithdrawn))
    }
}
