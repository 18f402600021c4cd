import MoveLog

/// A player's side, and index in its roster: one less than the slot.
package struct PlayerSeat: Hashable, Sendable {
    package let side: Side
    package let index: Int

    package init(side: Side, index: Int) {
        self.side = side
        self.index = index
    }
}

/// Builds the roster of a game: the lines of the creation, then those of later entries in order.
/// Edits and merges are applied once all lines are present, so their order relative to lines does
/// not matter.
struct RosterFold {
    private(set) var players: Sides<[PlayerLine]> = Sides(home: [], away: [])
    private var seats: [LineRef: PlayerSeat] = [:]
    /// By index, for lines of the creation: nearly all moves name these.
    private var created: [PlayerSeat] = []
    private var lineCount = 0
    /// Lines of united games whose players have lines of this one.
    var elsewhere: Set<LineRef> = []
    /// Live edits and merges, in order; applied by `finish`.
    var edits: [RosterEdited] = []
    var merges: [RosterMerged] = []
    /// The line that a merged line became part of. A value is never also a key.
    private var representatives: [PlayerSeat: PlayerSeat] = [:]

    init(_ lines: [RosterLine], _ game: GameID) {
        for (index, line) in lines.enumerated() {
            let id = PlayerID(entry: game, index: index)
            add(line, id, ref: .created(index), alias: .added(game, index))
            if let seat = seats[.created(index)] { created.append(seat) }
        }
    }

    mutating func add(_ entry: RosterAdded, _ id: EntryID, recordedAs name: EntryID, isLive: Bool) {
        for (index, line) in entry.lines.enumerated() {
            add(
                line, PlayerID(entry: id, index: index), ref: .added(id, index),
                alias: .added(name, index), isWithdrawn: !isLive)
        }
    }

    /// Applies edits and merges; call after the last line.
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

    /// As recorded; nil if the move has no player.
    func seat(_ row: Row, _ entries: EntryRows) -> PlayerSeat? {
        if row.subject >= 0 {
            return Int(row.subject) < created.count ? created[Int(row.subject)] : nil
        }
        guard row.subject == Row.added, case .line(let ref)? = entries.move(row)?.subject else {
            return nil
        }
        return seat(ref)
    }

    /// The seat of the line, or of the line that it became part of.
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

    /// Of two lines with one name, as on a fork, the first in order is kept.
    private mutating func add(
        _ line: RosterLine, _ id: PlayerID, ref: LineRef, alias: LineRef, isWithdrawn: Bool = false
    ) {
        guard lineCount < ScorebookLimits.gameRosterLinesMax, seats[ref] == nil,
            !elsewhere.contains(ref)
        else { return }
        lineCount += 1
        let seat = PlayerSeat(side: line.side, index: players[line.side].count)
        seats[ref] = seat
        seats[alias] = seat
        players[line.side].append(
            PlayerLine(
                side: line.side, slot: seat.index + 1, ref: ref, alias: alias,
                player: line.player ?? id, number: line.number, name: line.name,
                isWithdrawn: isWithdrawn, isRetracted: isWithdrawn))
    }

    /// Applies to the named line even if that was merged.
    private mutating func make(_ edit: RosterEdited) {
        guard let seat = seats[edit.line] else { return }
        var line = players[seat.side][seat.index]
        if let number = edit.number { line.number = number }
        if let name = edit.name { line.name = name }
        if let isActive = edit.isActive { line.isWithdrawn = line.isRetracted || !isActive }
        players[seat.side][seat.index] = line
    }

    /// Ignores lines of different sides and a line merged with itself: the last merge of a circle
    /// has no effect.
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
