package import MoveLog
package import Scorebook
import Seeds
import Storage

/// One device of a simulated table: the real replica, store and book over a simulated disk. It does
/// what the contract of `Effect` says and nothing else; the world tells it what happens.
package struct SimulatedDevice {
    /// What a turn leaves to the world once it is durable.
    struct Turn {
        var sends: [(link: LinkID, bytes: [UInt8])] = []
        var closes: [LinkID] = []
        /// Entries that may now be acknowledged to the keeper.
        var recorded: [Entry] = []
        /// Entries that have come in or were recorded.
        var admitted: [Placed] = []
        var hasFailed = false
    }

    /// Its number at the table, from 0.
    package let index: Int
    let seal: ToySeal
    let disk: SimulatedDisk
    var charter: Charter?
    var wallOffset: Duration
    private(set) var replica: Replica?
    /// Folds what the log holds.
    package private(set) var book = Book()
    private var store: MoveStore?
    private var recorded: [EntryID] = []
    private var boots: UInt64 = 0
    var isOnline = true
    /// Whether it hears and does nothing, while its uptime goes on.
    var isAsleep = false
    let timing: Timing?
    /// When its uptime began.
    private(set) var startedAt = Duration.zero
    private var hasLostPower = false
    private var kept = KeptAnchors()

    init(index: Int, scenario: Scenario, wallOffset: Duration) {
        self.index = index
        seal = ToySeal(device: UInt64(index))
        disk = SimulatedDisk(seed: scenario.seed &* 31 &+ UInt64(index))
        self.wallOffset = wallOffset
        timing = scenario.isTimed ? Timing(seed: scenario.seed &* 101 &+ UInt64(index)) : nil
        if let timing { startedAt = .zero - timing.age }
    }

    /// Names the device at the table.
    package var key: PublicKey { seal.publicKey }

    /// Whether any other device is linked to it.
    package var isLinked: Bool { replica?.peers.contains { $0.link != nil } ?? false }

    /// Everything that the device knows of a game, as its daemon would show it; nil before the game
    /// has come to it.
    package func board(of game: GameID) -> Scoreboard? { book.scoreboard(of: game) }

    var isUp: Bool { replica != nil }

    /// What it holds and with whom it speaks.
    var words: String {
        let leaves = replica?.log.frontier.leaves.map {
            "\($0.author.description.prefix(4))@\($0.sequence)"
        }
        let peers = replica?.peers.map {
            "\($0.state) lacks \($0.lacks)\($0.ahead > 0 ? " behind by \($0.ahead)" : "")"
        }
        return "device \(index): \(leaves?.joined(separator: " ") ?? "off"); \(peers ?? [])"
    }

    func moment(_ now: Duration) -> Moment {
        let wall = now + wallOffset
        return Moment(
            uptime: now - startedAt,
            wall: WallTime(
                milliseconds: wall.components.seconds * 1000
                    + wall.components.attoseconds / 1_000_000_000_000_000))
    }

    /// When it has something to do.
    var deadline: Duration? { replica?.nextDeadline.map { $0 + startedAt } }

    /// The power comes on: opens the log and builds replica and book from it. False when the disk
    /// failed while it was opened.
    mutating func start(seed: UInt64, at now: Duration) throws -> Bool {
        guard let charter else { return false }
        boots += 1
        disk.restorePower()
        if hasLostPower, timing != nil { startedAt = now }
        var marks = SeededGenerator(seed: seed &+ boots &* 7919 &+ UInt64(index))
        let opened: (store: MoveStore, recovery: Recovery)
        do {
            opened = try MoveStore.open(
                disk, table: charter.table, random: { marks.next() },
                sizes: SegmentSizes(segmentBytes: 8192, stepBytes: 2048))
        } catch {
            return false
        }
        store = opened.store
        let recovery = opened.recovery
        let resumed = replica(charter, recovery, isNew: false, seed: seed, at: now)
        let mayFork = recovery.mayLackEntries(of: resumed.author)
        replica =
            mayFork ? replica(charter, recovery, isNew: true, seed: seed, at: now) : resumed
        book = Book(rebuilding: replica?.log.allPlaced() ?? [])
        if timing != nil {
            replica?.timedKinds = [.gameClock, .periodBegan]
            let known = kept.anchors(hasLostPower, at: moment(now))
            replica?.restore(anchors: known)
            followClocks(at: now)
        }
        hasLostPower = false
        return true
    }

    private func replica(
        _ charter: Charter, _ recovery: Recovery, isNew: Bool, seed: UInt64, at now: Duration
    ) -> Replica {
        Replica(
            charter: charter, commits: recovery.commits, startsNewIncarnation: isNew, seal: seal,
            random: SeededGenerator(seed: seed &* 17 &+ boots &* 104_729 &+ UInt64(index)),
            at: moment(now))
    }

    /// The power goes off: what is in memory is gone, what is pending on the disk is as the disk
    /// decides.
    mutating func stop() {
        // A process can be killed on a machine that runs on.
        hasLostPower = hasLostPower || timing?.losesPower(at: boots) ?? true
        if disk.isPowered { disk.losePower() }
        replica = nil
        store = nil
        recorded = []
    }

    /// Works on the replica in place; nil while the device is off.
    @discardableResult
    mutating func withReplica<Result>(
        _ body: (inout Replica) throws -> Result
    ) rethrows -> Result? {
        // Taken out while it is changed, so that its arrays are not copied.
        guard var taken = replica else { return nil }
        replica = nil
        defer { replica = taken }
        return try body(&taken)
    }

    mutating func record(_ entering: Entering, at now: Duration) throws -> [EntryID] {
        let moment = moment(now)
        let ids = try withReplica {
            try $0.record(entering.drafts, request: entering.request, at: moment)
        }
        recorded += ids ?? []
        return ids ?? []
    }

    /// Ends a turn: appends, one commit, and only then everything that tells.
    mutating func turn(at now: Duration) -> Turn {
        var turn = Turn()
        guard let effects = withReplica({ $0.takeEffects() }) else { return turn }
        do {
            for case .append(let commit) in effects { try store?.append(commit) }
            try store?.commit()
        } catch {
            turn.hasFailed = true
            return turn
        }
        for effect in effects {
            switch effect {
            case .append: break
            case .send(let link, let bytes): turn.sends.append((link, bytes))
            case .close(let link, _): turn.closes.append(link)
            case .publish(let change):
                publish(change)
                if case .admitted(let placed) = change { turn.admitted += placed }
            }
        }
        if timing != nil {
            followClocks(at: now)
            kept = KeptAnchors(anchors: replica?.anchors ?? [:], at: moment(now))
        }
        turn.recorded = recorded.flatMap { replica?.log.entries($0) ?? [] }.map(\.entry)
        recorded = []
        return turn
    }

    private mutating func followClocks(at now: Duration) {
        book.settle()
        let running = runningClocks
        let moment = moment(now)
        withReplica { $0.follow(running, at: moment) }
    }

    private mutating func publish(_ change: Change) {
        switch change {
        case .admitted(let placed): book.insert(contentsOf: placed)
        case .reordered: book = Book(rebuilding: replica?.log.allPlaced() ?? [])
        case .peers, .ages, .sighted, .forked, .cloned, .newIncarnation, .removed, .reinstated:
            break
        }
    }
}
