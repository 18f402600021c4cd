package import MoveLog

/// The entries of one command that undo or redo withdraws.
///
/// The last action of a device, with what depends on it, as `VoidEntry`s;
/// `CorrectionEndpoints.undo` asks for it.
package struct Withdrawal: Equatable, Sendable {
    /// In order; never empty.
    package let entries: [TimelineEntry]

    package func drafts(in board: Scoreboard) -> [Draft] {
        VoidEntry.drafts(of: entries.map(\.id), in: board, isUndo: true)
    }
}

/// The actions that undo and redo of a device withdraw.
///
/// An action is all entries of one command in the game: a move, both halves of a substitution, a
/// line-up, a note, a fix, a void or an accept of one entry or several, a change of the roster or
/// the rules. The game clock, tracking, the end and signatures are skipped: other commands correct
/// them. An action is also skipped if its withdrawal would change nothing.
extension Scoreboard {
    /// The device's last action in force; nil if there is none. Stops at an entry outside of the
    /// official result: that is the one the keeper means.
    package func undo(of device: PublicKey, at table: TableBoard) -> Withdrawal? {
        for action in actions(of: device, at: table).reversed() where !action[0].isUndo {
            if action.contains(where: { $0.standing == .afterSignOff }) { return nil }
            if let withdrawal = withdrawal(of: action) { return withdrawal }
        }
        return nil
    }

    /// The device's last undo in force, unless the device recorded another action since; nil if
    /// there is nothing to redo.
    package func redo(of device: PublicKey, at table: TableBoard) -> Withdrawal? {
        for action in actions(of: device, at: table).reversed() {
            guard action[0].isUndo else { return nil }
            let isRedo = action.contains { target(of: $0)?.isUndo == true }
            if isRedo || !action.contains(where: \.isLive) { continue }
            return withdrawal(of: action)
        }
        return nil
    }

    /// In order, none of them empty. A void carries a flag if it belongs to the entry before it; a player coming in
    /// belongs to the one going out just before, and accepts of one moment belong together.
    private func actions(of device: PublicKey, at table: TableBoard) -> [[TimelineEntry]] {
        var actions: [[TimelineEntry]] = []
        for entry in timeline where table.deviceOfAuthor[entry.author] == device {
            guard entry.isAction else { continue }
            if let last = actions.last?.last, entry.continues(last) {
                actions[actions.count - 1].append(entry)
            } else {
                actions.append([entry])
            }
        }
        return actions
    }

    private func withdrawal(of entries: [TimelineEntry]) -> Withdrawal? {
        let names = Set(entries.map(\.id))
        let effective = entries.filter { changes($0, withdrawnWith: names) }
        return effective.isEmpty ? nil : Withdrawal(entries: effective)
    }

    /// True if the withdrawal changes what counts, given that the whole action is withdrawn.
    private func changes(_ entry: TimelineEntry, withdrawnWith names: Set<EntryID>) -> Bool {
        switch entry.content {
        case .move: return entry.isLive || entry.headOf != nil
        case .void:
            guard entry.isLive, case .void(let voids)? = target(of: entry)?.standing else {
                return false
            }
            return names.isSuperset(of: voids)
        case .fix(let fix):
            guard entry.isLive, let named = self.entry(fix.target) else { return false }
            let move = named.headOf.flatMap(self.entry) ?? named
            guard
                [named, move].contains(where: { $0.fixInEffect == entry.id })
                    || move.conflicts.contains(entry.id)
            else { return false }
            return changes(named, withdrawnWith: names)
        case .accepted(let accepted):
            guard entry.isLive, let move = self.entry(accepted.target), move.isLive else {
                return false
            }
            return !timeline.contains { other in
                guard case .accepted(let again) = other.content, other.isLive else { return false }
                return self.entry(again.target)?.id == move.id && !names.contains(other.id)
            }
        default: return entry.isLive
        }
    }

    private func target(of entry: TimelineEntry) -> TimelineEntry? {
        guard case .void(let void) = entry.content else { return nil }
        return self.entry(void.target)
    }
}

extension TimelineEntry {
    fileprivate var isAction: Bool {
        if transfer != nil { return true }
        return switch content {
        case .move, .note, .void, .fix, .accepted, .rosterAdded, .rosterEdited, .rosterMerged,
            .rulesChanged, .teamNamed, .transferred, .gameUnited:
            true
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameCreated, .gameClock, .periodBegan, .wallCompared, .trackingClaimed,
            .trackingReleased, .gameEnded, .gameReopened, .gameForfeited, .gameAbandoned, .signOff,
            .deviceLost, .deviceFound, .takenOver, .unknown, .malformed:
            false
        }
    }

    fileprivate var isUndo: Bool {
        if case .void(let void) = content { void.isUndo } else { false }
    }

    /// True if one command recorded both.
    fileprivate func continues(_ last: TimelineEntry) -> Bool {
        guard author == last.author, recordedAs.sequence == last.recordedAs.sequence + 1 else {
            return false
        }
        if let transfer { return transfer.isContinued }
        switch (last.content, content) {
        case (_, .void(let void)): return void.isContinued
        case (_, .transferred(let body)): return body.isContinued
        case (_, .fix(let fix)): return fix.isContinued
        case (_, .accepted(let accepted)): return accepted.isContinued
        case (.move(let out), .move(let into)):
            return out.variant == .goingOut && into.variant == .comingIn && wall == last.wall
                && out.period == into.period && out.elapsed == into.elapsed
        default: return false
        }
    }
}
