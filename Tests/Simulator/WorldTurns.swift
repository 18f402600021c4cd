import MoveLog
import Scorebook

extension World {
    func record(_ index: Int) throws {
        guard !isHealed || !keepers.isDone else { return }
        after(
            keepers.pause(at: index, now: now, random: &dice[.pace]), .keeperRecords(index))
        guard devices[index].replica != nil, !devices[index].isAsleep, let game else { return }
        // The keeper looks at the table before anything is entered, and at a board where need be.
        devices[index].book.foldTable()
        guard
            let entering = keepers.entering(
                at: devices[index], into: game, random: &dice[.pace])
        else { return }
        watchSignatures(entering.drafts, at: index)
        let entries = try devices[index].record(entering, at: now)
        // Unacknowledged, the keeper's client sends the same request again.
        if endTurn(of: index) { keepers.acknowledged(entries, at: index) }
    }

    func wake(_ index: Int) {
        guard wakes[index] ?? .zero <= now else { return }
        wakes[index] = nil
        guard !devices[index].isAsleep else { return }
        let moment = devices[index].moment(now)
        devices[index].withReplica { $0.tick(at: moment) }
        watchLoads(of: index)
        endTurn(of: index)
    }

    func start(_ index: Int) {
        guard !devices[index].isUp, devices[index].charter != nil else { return }
        guard devices[index].start(seed: scenario.seed, at: now) else {
            happenings.note(.openingFailed)
            after(.milliseconds(500), .deviceStarts(index))
            return
        }
        let opening = devices[index].opening
        idleTurns[index] = 0
        happenings.note(.damageFound, times: opening.damage)
        if opening.aside > 0 {
            happenings.note(.aside)
            // A keeper who does not wait for peers, which may return the entries all the same.
            if dice.falls(.decay, percent: 30) { recordAgain(index) }
        }
        note(opening.broken, of: index)
        endTurn(of: index)
    }

    /// What a device told and does not hold.
    func note(_ broken: [String], of index: Int) {
        for words in broken { findings.append("device \(index) at \(now) holds of \(words)") }
    }

    /// Performs what a device's turn gives, and plans its next wake-up. False when the device is off
    /// or has failed, so that nothing of the turn may be told.
    @discardableResult
    func endTurn(of index: Int) -> Bool {
        guard devices[index].isUp else { return false }
        let turn = devices[index].turn(at: now)
        note(turn)
        deliveries.admitted(turn.admitted, at: index, now: now)
        for send in turn.sends { transmit(send.bytes, on: send.link, by: index) }
        for link in turn.closes { hangUp(link) }
        switch turn.failure {
        case .power?:
            fail(index)
            return false
        case .disk?:
            halt(index)
            return false
        case nil: break
        }
        guard let deadline = devices[index].deadline else { return true }
        // One that sleeps hears of the ends of its links, and does what is due when it awakes.
        watchIdling(of: index, turn.isIdle && deadline <= now && !devices[index].isAsleep)
        if deadline < wakes[index] ?? .seconds(1 << 40) {
            wakes[index] = deadline
            agenda.add(.deviceWakes(index), at: max(deadline, now + .microseconds(1)))
        }
        return true
    }

    /// Nobody signs a game that holds what this version does not understand, unless it was withdrawn
    /// or is outside of an official result.
    private func watchSignatures(_ drafts: [Draft], at index: Int) {
        for draft in drafts where draft.kind == .signOff {
            // One that nobody can read signs nothing.
            guard (try? SignOff(body: draft.body)) != nil, case .game(let game) = draft.scope,
                let board = devices[index].board(of: game),
                let stray = board.timeline.first(where: \.isStray)
            else { continue }
            findings.append("device \(index) at \(now) signs over \(stray.recordedAs)")
        }
    }

    /// How many turns in a row may come to nothing and want the next one at once.
    static let idleTurnsMax = 1

    /// A device that did nothing and wants to be woken at once, again and again, would keep a
    /// processor busy. Once is well: its owner may have asked for something behind the turn.
    private func watchIdling(of index: Int, _ isIdling: Bool) {
        idleTurns[index] = isIdling ? idleTurns[index, default: 0] + 1 : 0
        guard idleTurns[index] == Self.idleTurnsMax + 1 else { return }
        findings.append("device \(index) at \(now) wakes for nothing, again and again")
    }

    private func note(_ turn: SimulatedTurn) {
        ledger.note(turn, at: now)
        happenings.note(.fork, times: turn.forks)
        happenings.note(.incarnation, times: turn.incarnations)
        for entry in turn.authored {
            if entry.kind == .copied { happenings.note(.copied) }
            if entry.kind.rawValue >= 1000 || (5...15).contains(entry.kind.rawValue) {
                happenings.note(.unknownKind)
            }
        }
        switch turn.crashedAt {
        case .beforeCommit?: happenings.note(.beforeCommit)
        case .beforeSends?: happenings.note(.beforeSends)
        case .amidSends?: happenings.note(.amidSends)
        case nil: break
        }
    }

    /// The sessions of a device must hold their invariants, whatever the peers do.
    func watchLoads(of index: Int) {
        guard let replica = devices[index].replica else { return }
        lookCount += 1
        // To count what each device lacks costs members times authors.
        let miscounted = lookCount.isMultiple(of: 16) ? replica.miscounted : []
        for words in replica.violations + miscounted {
            findings.append("device \(index) at \(now): \(words)")
        }
    }
}

extension TimelineEntry {
    /// True for a live entry that is malformed or of a later version.
    fileprivate var isStray: Bool {
        switch standing {
        case .void, .afterSignOff: false
        case .live, .unlinked, .copy, .held: content == .malformed || content.isLater
        }
    }
}
