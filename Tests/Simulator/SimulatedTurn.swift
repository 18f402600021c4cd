import MoveLog
import Scorebook
import Storage

/// What a turn leaves to the world once it is durable.
struct SimulatedTurn {
    enum Failure {
        case power, disk
    }

    var sends: [(link: LinkID, bytes: [UInt8])] = []
    var closes: [LinkID] = []
    /// Entries that may now be acknowledged to the keeper.
    var recorded: [Entry] = []
    /// Everything that the device put into its log as its own, durable or not.
    var authored: [Entry] = []
    /// Entries that have come in or were recorded.
    var admitted: [Placed] = []
    var forks = 0
    var incarnations = 0
    var isIdle = false
    /// Where in the turn the power was made to fail.
    var crashedAt: SimulatedDevice.CrashPoint?
    /// What is in the turn is performed all the same: it was, before.
    var failure: Failure?
}

extension SimulatedDevice {
    /// Ends a turn: appends, one commit, and only then everything that tells.
    func turn(at now: Duration) -> SimulatedTurn {
        var turn = SimulatedTurn()
        guard let effects = withReplica({ $0.takeEffects() }) else { return turn }
        turn.isIdle = effects.isEmpty
        turn.authored = authored(in: effects)
        let crash = crashPoint(within: effects)
        turn.crashedAt = crash
        if crash == .beforeCommit {
            turn.failure = .power
            return turn
        }
        do {
            for case .append(let commit) in effects { try store?.append(commit) }
            try store?.commit()
        } catch {
            turn.failure = disk.isPowered ? .disk : .power
            return turn
        }
        if crash == .beforeSends || !disk.isPowered {
            turn.failure = .power
            return turn
        }
        perform(effects, in: &turn)
        withReplica { followRemovals(of: $0.log) }
        keepClocks(at: now)
        turn.recorded = takeRecorded()
        for entry in turn.recorded { promises.note(entry.id.author, upTo: entry.id.sequence) }
        if crash == .amidSends {
            turn.sends.removeLast((turn.sends.count + 1) / 2)
            turn.closes = []
            turn.failure = .power
        }
        if let log = replica?.log {
            for send in turn.sends { promises.note(sent: send.bytes, by: log) }
        }
        return turn
    }

    private func perform(_ effects: [Effect], in turn: inout SimulatedTurn) {
        for effect in effects {
            switch effect {
            case .append: break
            case .send(let link, let bytes): turn.sends.append((link, bytes))
            case .close(let link, _): turn.closes.append(link)
            case .publish(let change): publish(change, in: &turn)
            }
        }
    }

    private func publish(_ change: Change, in turn: inout SimulatedTurn) {
        switch change {
        case .admitted(let admitted):
            take(admitted)
            turn.admitted += admitted.placed
        case .reordered: rebuild(from: replica?.log)
        case .forked: turn.forks += 1
        case .newIncarnation: turn.incarnations += 1
        case .peers, .clocks, .sighted, .cloned, .removed, .reinstated: break
        }
    }

    /// Only what a device records itself comes without a head.
    private func authored(in effects: [Effect]) -> [Entry] {
        effects.flatMap { effect -> [Entry] in
            guard case .append(let commit) = effect, commit.run.head == nil else { return [] }
            return (try? commit.run.entries().map(\.entry)) ?? []
        }
    }

    /// Takes the crash that is due, if this turn has what it is to come between.
    private func crashPoint(within effects: [Effect]) -> CrashPoint? {
        guard let point = crashPoint else { return nil }
        let isFitting = effects.contains { effect in
            switch (point, effect) {
            case (.beforeCommit, .append), (.beforeSends, .append), (.amidSends, .send): true
            default: false
            }
        }
        guard isFitting else { return nil }
        crashPoint = nil
        return point
    }
}

extension SimulatedDevice {
    /// What it holds and with whom it speaks.
    var words: String {
        let leaves = replica?.log.frontier.leaves.map {
            "\($0.author.description.prefix(4))@\($0.sequence)"
        }
        let peers = replica?.peers.map {
            "\($0.state) lacks \($0.lacks)\($0.ahead > 0 ? " behind by \($0.ahead)" : "")"
        }
        let standing = replica?.isRemoved == true ? " (removed)" : ""
        return
            "device \(index)\(standing): \(leaves?.joined(separator: " ") ?? "off"); \(peers ?? [])"
    }
}
