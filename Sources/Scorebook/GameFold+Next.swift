import MoveLog

/// One more entry on a board that is whole, so that a move costs the same in the first minute and the
/// last. What comes out is what a fold of everything would show; where that cannot be told from the
/// entry and those few that stand behind it, everything is folded.
extension GameFold {
    /// Takes an entry that is no copy and not on the board; false where everything has to be folded
    /// anew, after which this fold is good for nothing.
    mutating func take(_ item: Item) -> Bool {
        guard tail != nil, board.placesByName[item.id] == nil, let index = place(of: item)
        else { return false }
        switch item.content {
        case .move(let move):
            guard take(move, item, at: index) else { return false }
        case .gameClock(let entry):
            let isStart = entry.action == .start
            if isStart, tail?.search.start(in: entry.period) != true { return false }
            clock.fold(entry, item)
            insert(item, at: index)
        case .periodBegan(let entry):
            clock.fold(entry, item)
            insert(item, at: index)
        case .note:
            insert(item, at: index)
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameCreated, .rosterAdded, .void, .trackingClaimed, .trackingReleased, .rulesChanged,
            .gameEnded, .gameReopened, .fix, .accepted, .rosterEdited, .rosterMerged,
            .gameForfeited, .gameAbandoned, .signOff, .deviceLost, .deviceFound, .takenOver,
            .unknown, .malformed:
            return false
        }
        settle()
        return true
    }

    /// Where in the timeline the entry stands; nil where that is far from the end, or before one
    /// that may have to do with it.
    private func place(of item: Item) -> Int? {
        var index = board.timeline.count
        let first = max(1, index - Limits.lateEntriesMax)
        while index > 1, item.place < board.timeline[index - 1].place {
            guard index > first, board.timeline[index - 1].isIndifferent(to: item) else {
                return nil
            }
            index -= 1
        }
        return index
    }

    private mutating func insert(_ item: Item, at index: Int) {
        let score = board.timeline[index - 1].score
        board.insert(
            TimelineEntry(item, .live, score: score), at: index, gain: Sides(home: 0, away: 0))
    }

    private mutating func take(_ move: Move, _ item: Item, at index: Int) -> Bool {
        let device = tail?.devices[item.recordedAs.author]
        if let device, tail?.keepers.isLost(device) == true { return false }
        guard var entry = entry(move, item, at: index) else { return false }
        if let device, tail?.keepers.note(device) == true {
            board.keepers = tail?.keepers.keepers ?? []
        }
        let before = sums.score
        if entry.isLive {
            sums.fold(move, board.rules, roster)
            moveCount += 1
        }
        if entry.isHeld { heldCount += 1 }
        let gain = Sides(home: sums.score.home - before.home, away: sums.score.away - before.away)
        entry.score.home += gain.home
        entry.score.away += gain.away
        board.insert(entry, at: index, gain: gain)
        return true
    }

    /// The move as it stands; nil where that depends on more than is at hand.
    private mutating func entry(_ move: Move, _ item: Item, at index: Int) -> TimelineEntry? {
        guard let finding = finding(item, at: index),
            let isGone = isGone(move.linked, before: index)
        else { return nil }
        var entry = TimelineEntry(
            item, isGone ? .unlinked : .live, score: board.timeline[index - 1].score)
        switch finding {
        case .nothing: break
        case .held(let recorded):
            guard let original = known(recorded) else { return nil }
            if entry.isLive { entry.standing = .held(of: original.id) }
        case .resembling(let recorded):
            guard let other = known(recorded) else { return nil }
            if entry.isLive && other.isLive { entry.resembles = other.id }
        }
        return entry
    }

    /// What the move may be a copy of; nil where it has a say in what others are copies of.
    private mutating func finding(_ item: Item, at index: Int) -> CopySearch.Finding? {
        let number = board.timeline.count
        guard let recorded = tail?.search.read(item, number, roster) else { return .nothing }
        for later in board.timeline[index...] {
            guard case .move(let move) = later.content, move.kind == recorded.what.kind,
                move.period == recorded.what.period, case .line(let ref) = move.subject
            else { continue }
            if roster.seat(ref) == recorded.what.seat { return nil }
        }
        return tail?.search.visit(next: recorded)
    }

    /// Whether what the move is linked to does not stand; nil where several entries have that name.
    private func isGone(_ linked: EntryID?, before index: Int) -> Bool? {
        guard let linked, let place = board.placesByName[linked], place < index else {
            return false
        }
        if tail?.hasWithdrawnCopies == true { return nil }
        // The creation of the game is nothing that a move can be linked to.
        if place > 0 {
            let target = board.timeline[place]
            if target.standing.isStanding(target.recordedMove, now: target.move) { return false }
        }
        return tail?.hasNamesakes == true ? nil : place > 0
    }

    /// The entry of a move that was compared; nil where another has its name.
    private func known(_ move: RecordedMove) -> TimelineEntry? {
        guard tail?.hasNamesakes == false else { return nil }
        return board.entry(move.id)
    }
}

extension TimelineEntry {
    /// Whether it is the same before and behind another: a move that is not linked to that one, and a
    /// game clock's entry beside anything but a second one.
    fileprivate func isIndifferent(to other: Item) -> Bool {
        switch content {
        case .move(let move): move.linked != other.id
        case .gameClock, .periodBegan: other.isMove || other.kind == .note
        case .note: true
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameCreated, .rosterAdded, .void, .trackingClaimed, .trackingReleased, .rulesChanged,
            .gameEnded, .gameReopened, .fix, .accepted, .rosterEdited, .rosterMerged,
            .gameForfeited, .gameAbandoned, .signOff, .deviceLost, .deviceFound, .takenOver,
            .unknown, .malformed:
            false
        }
    }
}
