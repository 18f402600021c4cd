import MoveLog

/// The place of a player: the side and the index in its roster, one less than the slot.
struct PlayerSeat: Hashable {
    let side: Side
    let index: Int
}

/// The roster of a game: the lines of the creation, then those of later entries in order; edits and
/// merges are made when all lines are there, so that a line need not stand before them.
struct RosterFold {
    private(set) var players: Sides<[PlayerLine]> = Sides(home: [], away: [])
    private var seats: [LineRef: PlayerSeat] = [:]
    /// Those of the creation by index, which nearly all moves name.
    private var created: [PlayerSeat] = []
    private var lineCount = 0
    private var edits: [RosterEdited] = []
    private var merges: [RosterMerged] = []
    /// Of a line that went up in another, the one that has its moves now: never one that is a key.
    private var representatives: [PlayerSeat: PlayerSeat] = [:]

    init(_ lines: [RosterLine], _ game: GameID) {
        for (index, line) in lines.enumerated() {
            let id = PlayerID(entry: game, index: index)
            add(line, id, ref: .created(index), alias: .added(game, index))
            guard let seat = seats[.created(index)] else { continue }
            self.created.append(seat)
        }
    }

    /// Adds the lines of an entry.
    mutating func add(
        _ entry: RosterAdded, _ id: EntryID, recordedAs name: EntryID, isLive: Bool
    ) {
        for (index, line) in entry.lines.enumerated() {
            add(
                line, PlayerID(entry: id, index: index), ref: .added(id, index),
                alias: .added(name, index), isWithdrawn: !isLive)
        }
    }

    /// Keeps a live edit until `finish`.
    mutating func edit(_ entry: RosterEdited) { edits.append(entry) }

    /// Keeps a live merge until `finish`.
    mutating func merge(_ entry: RosterMerged) { merges.append(entry) }

    /// Makes the edits and merges, once all lines are there.
    mutating func finish() {
        for edit in edits { make(edit) }
        for merge in merges { make(merge) }
        for (absorbed, seat) in representatives {
            players[absorbed.side][absorbed.index].mergedInto = players[seat.side][seat.index].ref
            players[absorbed.side][absorbed.index].isWithdrawn = true
        }
        edits = []
        merges = []
        if !representatives.isEmpty { created = created.map { representatives[$0] ?? $0 } }
    }

    /// The seat of a move's player as it was recorded; nil where there is none.
    func seat(_ row: Row, _ entries: EntryRows) -> PlayerSeat? {
        if row.subject >= 0 {
            return Int(row.subject) < created.count ? created[Int(row.subject)] : nil
        }
        guard row.subject == Row.added, case .line(let ref)? = entries.move(row)?.subject else {
            return nil
        }
        return seat(ref)
    }

    /// The seat of a line, or of the one that it went up in.
    func seat(_ ref: LineRef) -> PlayerSeat? {
        guard let seat = own(ref) else { return nil }
        return representatives.isEmpty ? seat : representatives[seat] ?? seat
    }

    private func own(_ ref: LineRef) -> PlayerSeat? {
        if case .created(let index) = ref {
            return created.indices.contains(index) ? created[index] : nil
        }
        return seats[ref]
    }

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
                isWithdrawn: isWithdrawn, mergedInto: nil, isRetracted: isWithdrawn))
    }

    /// An edit belongs to the line that it names, also where that one went up in another.
    private mutating func make(_ edit: RosterEdited) {
        guard let seat = seats[edit.line] else { return }
        var line = players[seat.side][seat.index]
        if let number = edit.number { line.number = number }
        if let name = edit.name { line.name = name }
        if let isActive = edit.isActive { line.isWithdrawn = line.isRetracted || !isActive }
        players[seat.side][seat.index] = line
    }

    /// Two lines of different sides are never one player, and a line never goes up in itself: that
    /// is what keeps a circle of merges from doing anything with its last one.
    private mutating func make(_ merge: RosterMerged) {
        guard let from = seat(merge.from), let into = seat(merge.into), from.side == into.side,
            from != into
        else { return }
        for (absorbed, seat) in representatives where seat == from {
            representatives[absorbed] = into
        }
        representatives[from] = into
    }
}
