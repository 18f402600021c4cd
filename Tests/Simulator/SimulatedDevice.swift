package import MoveLog
package import Scorebook
import Seeds
import Storage

/// One device of a simulated table: the real replica, store and book over a simulated disk. It does
/// what the contract of `Effect` says and nothing else; the world tells it what happens.
package final class SimulatedDevice {
    enum CrashPoint: CaseIterable, Sendable {
        case beforeCommit, beforeSends, amidSends
    }

    /// Its number at the table, from 0.
    package let index: Int
    /// Where it stands among the others: its number, for a clone that of the copied device.
    let place: Int
    let seal: ToySeal
    let disk: SimulatedDisk
    var charter: Charter?
    var wallOffset: Duration
    var dialect = Dialect.present
    private(set) var replica: Replica?
    /// Folds what the log holds.
    package internal(set) var book = Book()
    /// Whether anything came that may bear on a game clock since the clocks were looked at.
    private var isClockDue = true
    private var hasSignOffs = false
    /// Whether a result was official when the clocks were looked at.
    private var hasResult = false
    /// Whose moves came: those who are waited for where nobody claims anything.
    private var movers: Set<AuthorID> = []
    /// The entries by which game clocks run, as the device folds them, where it is timed.
    private(set) var runningClocks: [EntryID] = []
    var store: MoveStore?
    private var recorded: [EntryID] = []
    private(set) var boots: UInt64 = 0
    var isOnline = true
    /// Whether it hears and does nothing, while its uptime goes on.
    var isAsleep = false
    /// Whether its home looks copied or restored at the next start.
    var looksMoved = false
    /// Whether its disk was changed behind its back, so that it may not hold what it told.
    var isTampered = false
    var crashPoint: CrashPoint?
    var promises = Promises()
    let timing: Timing?
    /// As `Scenario.unaskedBytes`.
    private let unaskedBytes: Int?
    /// Whether it takes short frames only.
    private let isSmall: Bool
    private(set) var startedAt = Duration.zero
    private var hasLostPower = false
    /// How many starts of its machine there have been.
    private var starts: UInt64 = 0
    private var kept: SavedClocks?
    private(set) var opening = Opening()

    struct Opening: Sendable {
        var damage = 0
        var aside = 0
        var broken: [String] = []
    }

    init(index: Int, scenario: Scenario, wallOffset: Duration) {
        self.index = index
        place = index
        seal = ToySeal(device: UInt64(index))
        disk = SimulatedDisk(seed: scenario.seed &* 31 &+ UInt64(index))
        disk.harshPercent = scenario.harshPercent
        self.wallOffset = wallOffset
        timing = scenario.isTimed ? Timing(seed: scenario.seed &* 101 &+ UInt64(index)) : nil
        unaskedBytes = scenario.unaskedBytes
        var sizes = SeededGenerator(seed: scenario.seed &* 43 &+ UInt64(index))
        isSmall = Int.random(in: 0..<100, using: &sizes) < scenario.smallPercent
        if let timing { startedAt = .zero - timing.age }
    }

    /// A copy of a device with all that its disk holds, off.
    init(cloning other: SimulatedDevice, as index: Int, scenario: Scenario) {
        self.index = index
        place = other.place
        seal = other.seal
        disk = SimulatedDisk(seed: scenario.seed &* 31 &+ UInt64(index))
        disk.harshPercent = scenario.harshPercent
        disk.replace(with: other.disk.snapshot)
        charter = other.charter
        wallOffset = other.wallOffset
        dialect = other.dialect
        timing = other.timing
        startedAt = other.startedAt
        kept = other.kept
        unaskedBytes = other.unaskedBytes
        isSmall = other.isSmall
    }

    package var key: PublicKey { seal.publicKey }

    package var isLinked: Bool { replica?.peers.contains { $0.link != nil } ?? false }

    /// Everything that the device knows of a game, as its daemon would show it; nil before the game
    /// has come to it. Folded now, where something changed since anybody looked.
    package func board(of game: GameID) -> Scoreboard? { book.open(game) }

    var isUp: Bool { replica != nil }

    /// Whether it was ever let in.
    var isCounted: Bool { charter != nil }

    func moment(_ now: Duration) -> Moment {
        let wall = now + wallOffset
        return Moment(
            uptime: now - startedAt,
            wall: WallTime(
                milliseconds: wall.components.seconds * 1000
                    + wall.components.attoseconds / 1_000_000_000_000_000))
    }

    /// When it has something to do.
    var deadline: Duration? {
        // Taken from the replica in place, of which no copy is made.
        withReplica { $0.nextDeadline }.flatMap { $0 }.map { $0 + startedAt }
    }

    // MARK: Power

    /// The power comes on: opens the log and builds replica and book from it. False when the disk
    /// failed while it was opened.
    func start(seed: UInt64, at now: Duration) -> Bool {
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
        replica = replica(charter, recovery, isNew: looksMoved, seed: seed, at: now)
        if !looksMoved, let author = replica?.author, recovery.mayLackEntries(of: author) {
            replica = replica(charter, recovery, isNew: true, seed: seed, at: now)
        }
        looksMoved = false
        if let unaskedBytes { replica?.unaskedBytesMax = unaskedBytes }
        if isSmall { replica?.frameBytesMax = MoveLogLimits.frameBytesMin }
        opening = Opening(
            damage: recovery.findings.count { $0.mayLoseEntries },
            aside: replica?.aside.count ?? 0, broken: brokenPromises)
        rebuild(from: replica?.log)
        if timing != nil {
            recallClocks(at: now)
            findClocks()
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

    private var brokenPromises: [String] {
        guard !isTampered, let log = replica?.log else { return [] }
        return promises.broken(by: log)
    }

    /// The power goes off: what is in memory is gone, what is pending on the disk is as the disk
    /// decides.
    func stop() {
        // A process can be killed on a machine that runs on.
        hasLostPower = hasLostPower || timing?.losesPower(at: boots) ?? true
        if disk.isPowered { disk.losePower() }
        replica = nil
        store = nil
        recorded = []
        crashPoint = nil
    }

    /// The disk failed: as the daemon does, it records nothing and speaks with nobody until the log
    /// is opened again, and shows what the disk holds meanwhile.
    func halt(seed: UInt64, at now: Duration) {
        store = nil
        recorded = []
        if let charter, let recovery = try? MoveStore.inspect(disk, table: charter.table) {
            let shown = replica(charter, recovery, isNew: false, seed: seed, at: now)
            rebuild(from: shown.log)
            opening.broken = isTampered ? [] : promises.broken(by: shown.log)
        }
        replica = nil
    }

    // MARK: What happens

    /// Works on the replica in place; nil while the device is off.
    @discardableResult
    func withReplica<Result>(
        _ body: (inout Replica) throws -> Result
    ) rethrows -> Result? {
        // Taken out while it is changed, so that its arrays are not copied.
        guard var taken = replica.take() else { return nil }
        defer { replica = taken }
        return try body(&taken)
    }

    func connected(
        _ link: LinkID, to key: PublicKey, isDialer: Bool, at now: Duration
    ) {
        let moment = moment(now)
        withReplica { $0.connected(link, to: key, isDialer: isDialer, at: moment) }
    }

    func receive(_ bytes: [UInt8], from link: LinkID, at now: Duration) {
        let moment = moment(now)
        withReplica { $0.receive(bytes, from: link, at: moment) }
    }

    func disconnected(_ link: LinkID, at now: Duration) {
        let moment = moment(now)
        withReplica { $0.disconnected(link, at: moment) }
    }

    func record(_ entering: Entering, at now: Duration) throws -> [EntryID] {
        let moment = moment(now)
        let drafts = timed(entering.drafts, at: moment)
        let ids = try withReplica {
            try $0.record(drafts, request: entering.request, at: moment)
        }
        recorded += ids ?? []
        return ids ?? []
    }

    /// The entries of this turn that a keeper waits for.
    func takeRecorded() -> [Entry] {
        defer { recorded = [] }
        return recorded.flatMap { replica?.log.entries($0) ?? [] }.map(\.entry)
    }

    // MARK: Folding

    /// Folds all that a log holds again.
    func rebuild(from log: TableLog?) {
        book = log.map { Book(rebuilding: $0) } ?? Book()
        followRemovals(of: log)
        note(log?.allPlaced() ?? [])
        isClockDue = true
    }

    func take(_ admitted: Admitted) {
        book.insert(admitted)
        note(admitted.placed)
    }

    private func note(_ placed: [Placed]) {
        guard timing != nil else { return }
        for item in placed where bearsOnClocks(item.entry) { isClockDue = true }
    }

    /// Whether an entry that came may change by which entries game clocks run: those of the clock,
    /// what withdraws them, the game itself, and copies, which may be any of these; where somebody
    /// signed, all that may make a result official or take it back.
    ///
    /// Every entry is shown to it, since it remembers who moved and whether anybody signed.
    private func bearsOnClocks(_ entry: Entry) -> Bool {
        switch entry.kind {
        case .gameClock, .periodBegan, .void, .gameCreated, .copied: return true
        case .signOff:
            hasSignOffs = true
            return true
        case .note: return hasResult
        case .move:
            let isFirst = movers.insert(entry.id.author).inserted
            return hasResult || (hasSignOffs && isFirst)
        default: return hasSignOffs
        }
    }

    /// Folds without those whom a log says to be removed.
    func followRemovals(of log: TableLog?) {
        let removals = log?.removals ?? [:]
        let isAsBefore =
            removals.count == book.removed.count
            && book.removed.allSatisfy { removals[$0] != nil }
        guard !isAsBefore else { return }
        book.removed = Set(removals.keys)
        isClockDue = true
    }

    // MARK: Game clocks

    func keepClocks(at now: Duration) {
        guard timing != nil else { return }
        findClocks()
        kept = replica.map { SavedClocks(clocks: $0.clocks, at: moment(now)) }
    }

    private func recallClocks(at now: Duration) {
        if hasLostPower || starts == 0 { starts += 1 }
        let own = BootID(rawValue: UInt64(index + 1) << 32 | starts)
        guard let kept else {
            replica?.clocks = BootClocks(own: own)
            return
        }
        let moment = moment(now)
        replica?.clocks =
            hasLostPower
            ? kept.clocks.carried(from: kept.at, to: moment, own: own)
            : BootClocks(own: own, keeping: kept.clocks.offsets, at: moment.uptime)
    }

    private func findClocks() {
        guard isClockDue else { return }
        isClockDue = false
        book.foldChanged()
        runningClocks = findRunningClocks()
        hasResult = book.gameIDs.contains { book.scoreboard(of: $0)?.official != nil }
    }
}
