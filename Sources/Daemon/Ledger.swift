package import MoveLog
import Net
package import Scorebook
import Storage

/// The log of this device's table, with the store, the replica and the book.
///
/// A turn collects all input. `turn()` then makes it durable with one commit; only after that does
/// the book show it and are the orders for links returned. If the commit fails, nothing is
/// acknowledged: store, replica and book are rebuilt from the disk.
package final class Ledger {
    /// The table's log and the sync sessions with peers.
    package var replica: Replica
    /// The scoreboards of the durable entries.
    package private(set) var book = Book()
    /// The damage found when the log was opened, one sentence each.
    package private(set) var damage: [String] = []
    /// The unfinished writes found at the first opening, one sentence each. They were cut off and
    /// copied; the log is intact.
    package private(set) var unfinished: [String] = []
    /// True if the log was empty when it was first opened.
    let wasEmpty: Bool
    /// True if the log has a durable entry.
    private(set) var holdsEntries = false
    /// Nil while recording is possible.
    package private(set) var problem: Problem?
    package private(set) var meter = LedgerMeter()

    package let seal: any Seal
    let clock: DeviceClock
    private var config: LogConfig
    private let hasRoom: () -> Bool
    private var store: MoveStore?
    /// The time at which `tick` opens the log again; nil while nothing is to be tried.
    private(set) var nextDeadline: Duration?
    /// True if much memory was freed and not yet returned to the system; see `returnMemory`.
    private(set) var hasFreedMuch = false
    private var changes = TurnChanges()
    /// Tells whether documents made earlier are out of date.
    package private(set) var revision = Revision()
    /// True if the next turn folds more of the games that changed, though nothing is ready.
    private(set) var isFolding = false
    /// Why the opened log begins an incarnation; valid until its first turn has ended.
    private var opening: HomeIncident.Kind?
    private var isOpening = false
    /// The incident that opening found, as a sentence.
    var openingStory: String?
    /// The entries recorded in this turn that `present` lacks.
    private var recorded: [EntryID] = []
    /// The book with the entries of this turn, which `book` shows only once they are durable. For
    /// requests whose meaning depends on them; nil until the first of these.
    private var present: Book?
    var comparing = WallComparing()
    /// Called before the log's first entry becomes durable; an error prevents the commit.
    var willHoldEntries: () -> DiskError? = { nil }
    var giveBack: () -> Void = returnFreedMemory

    /// Opens the log for recording. `hasRoom` is asked before a full disk is tried again.
    init(
        _ config: LogConfig, isForReading: Bool = false, seal: any Seal, clock: DeviceClock,
        hasRoom: @escaping () -> Bool
    ) throws(DaemonError) {
        self.config = config
        self.seal = seal
        self.clock = clock
        self.hasRoom = hasRoom
        let opened = try OpenedLog(config, isForReading: isForReading, seal: seal, at: clock.now)
        wasEmpty = opened.isEmpty
        replica = opened.replica
        replica.clocks = BootClocks(own: clock.boot)
        unfinished = opened.unfinished
        adopt(opened)
    }

    /// Opens the log for reading: nothing is written, and `turn` must not be called. A log that is
    /// empty but was used before is damage.
    convenience init(
        inspecting config: LogConfig, isUsed: Bool, seal: any Seal, clock: DeviceClock
    ) throws(DaemonError) {
        try self.init(config, isForReading: true, seal: seal, clock: clock, hasRoom: { true })
        if isUsed, wasEmpty { damage.append("the log is empty, though this home was used before") }
    }

    /// All entries that this device holds, including those of this turn, which are not durable yet.
    package var log: TableLog { replica.log }

    // MARK: During a turn

    /// Records entries, all or none, as part of this turn. Acknowledge them only after the turn,
    /// with `.afterCommit`. A repeated request returns the IDs of the first time and records
    /// nothing.
    package func record(
        _ drafts: [Draft], request: RequestID? = nil
    ) throws(DaemonError) -> [EntryID] {
        let entries = try recording { () throws(RecordError) in
            try replica.record(drafts, request: request, at: clock.now)
        }
        recorded += entries
        return entries
    }

    /// The entries of an earlier request; nil for an unknown one. Throws while it is not certain that
    /// they are durable: after a failed commit they may be in the system's memory alone, or in this
    /// process's.
    package func entries(of request: RequestID) throws(DaemonError) -> [EntryID]? {
        guard let entries = replica.entries(of: request) else { return nil }
        if let problem, !entries.allSatisfy(isProven) {
            throw .notDurable(problem.reason, isFull: problem.isFull)
        }
        return entries
    }

    /// True for an entry that was durable at the end of the last turn without a failure.
    private func isProven(_ entry: EntryID) -> Bool {
        guard entry.author == replica.author else { return true }
        return config.knownEnd.map { $0.author == entry.author && entry.sequence <= $0.sequence }
            ?? false
    }

    private func recording<Value>(
        _ work: () throws(RecordError) -> Value
    ) throws(DaemonError) -> Value {
        if let problem { throw problem.error }
        return try failing(as: DaemonError.refused, work)
    }

    /// The scoreboard of a game. The book keeps it unpacked for the next call.
    package func scoreboard(of game: GameID) -> Scoreboard? { book.open(game) }

    /// Folds some of the games that changed since their last fold; true once all are folded.
    package func foldSome() -> Bool { book.foldSome() }

    /// Returns freed memory to the system. Call it after a turn, once answers are written: until
    /// then the request, the decoded form and the answer are in use.
    func returnMemory() {
        giveBack()
        hasFreedMuch = false
    }

    /// The scoreboard of a game with the entries of this turn. Costs nothing extra if there are
    /// none; otherwise the game is copied once a turn and each entry appended.
    package func presentBoard(of game: GameID) -> Scoreboard? {
        if recorded.isEmpty && present == nil { return scoreboard(of: game) }
        var next = present ?? book
        // Uniquely referenced, the book is changed in place.
        present = nil
        for id in recorded { next.insert(contentsOf: replica.log.entries(id)) }
        recorded = []
        let board = next.open(game)
        present = next
        return board
    }

    /// Begins to merge a log from a file.
    package func merging(_ log: TableLog) -> LogMerge { replica.merging(log) }

    /// Merges some runs, as part of this turn; true once all are merged. Acknowledge them only after
    /// the turn.
    package func mergeSome(_ merge: inout LogMerge) throws(LogIntake.Refusal) -> Bool {
        try replica.mergeSome(&merge, at: clock.now)
    }

    /// True if every entry is durable and in the book: none is of this turn.
    package var isSettled: Bool { log.entryCount == book.entryCount }

    /// Makes the turn report a change outside the log to subscribers.
    package func markStateChanged() {
        changes.isStateChanged = true
        revision.state += 1
    }

    // MARK: The end of a turn

    /// Commits the turn, folds it, and returns what to do now. The orders for links, sends and
    /// closes in order, are passed to `send` between commit and fold, so that peers do not wait for
    /// the fold.
    ///
    /// Nobody is told before `fdatasync`: `MoveStore.commit` returns after the sync, and after a
    /// failed commit nothing is sent. `ScoreDaemon.finishTurn` gives the answers that wait
    /// (`Answer.afterCommit`) and tells streams after this. While the disk fails, there is no store
    /// and no link, and `recording` refuses; screens are sent again what the disk holds.
    func turn(send: ([Effect]) -> Void = { _ in }) -> Turn {
        let effects = replica.takeEffects()
        (recorded, present) = ([], nil)
        if let failure = commit(effects) {
            comparing.turnEnded(withEntries: true)
            return recover(from: failure, of: effects)
        }
        var turn = Turn(changes: TurnChanges())
        send(
            effects.filter {
                if case .append = $0 { false } else if case .publish = $0 { false } else { true }
            })
        let isFolded = rebuild(ifReordered: effects)
        for case .publish(let change) in effects {
            publish(change, of: effects, isFolded, in: &turn)
        }
        turn.incidents += otherCopies(among: effects)
        book.removed = Set(log.removals.keys)
        if store != nil {
            config.markDurable(upTo: end)
            isOpening = false
        }
        let wasFolding = isFolding
        book.foldChanged()
        isFolding = book.isAnyDue
        // Outlines were older than the log for some turns.
        if wasFolding, !isFolding { changes.isStateChanged = true }
        comparing.turnEnded(withEntries: changes.isRebuilt || !changes.admitted.isEmpty)
        turn.changes = takeChanges()
        return turn
    }

    private func takeChanges() -> TurnChanges {
        defer { changes = TurnChanges() }
        revision.count(changes)
        return changes
    }

    /// Tries to record again when the time has come.
    func tick() {
        guard let nextDeadline, clock.uptime >= nextDeadline else { return }
        if holdsEntries, config.hasNoSegment { return stopRecording(withoutFile: "every file") }
        guard problem?.isFull != true || hasRoom() else {
            self.nextDeadline = clock.uptime + DaemonLimits.reopenInterval
            return
        }
        reopen()
    }

    /// The number of the segment being appended to; nil if there is none.
    var newestSegment: UInt32? { store?.openNumber }

    /// Changes to the log of another table. The old store is closed before `prepare`, which moves
    /// the files. The clocks of other machines are kept, for the game clocks of transferred games.
    func move(prepare: () throws(DaemonError) -> LogConfig) throws(DaemonError) {
        store = nil
        do {
            config = try config.followed(by: prepare())
        } catch {
            fail("\(error)", isFull: false)
            throw error
        }
        let opened = try OpenedLog(config, seal: seal, at: clock.now)
        damage = []
        unfinished = opened.unfinished
        adopt(opened)
    }

    private func commit(_ effects: [Effect]) -> StoreError? {
        do throws(StoreError) {
            for case .append(let commit) in effects { try store?.append(commit) }
            guard store?.hasWaiting == true else { return nil }
            if !holdsEntries, let failure = willHoldEntries() { throw StoreError(failure) }
            let begin = clock.uptime
            defer { meter.commits.add(clock.uptime - begin) }
            try store?.commit()
            holdsEntries = true
            meter.count(effects)
            return nil
        } catch {
            meter.failedCommits += 1
            return error
        }
    }

    /// Rebuilds once a turn, however many reorderings it brought; the log has them all.
    private func rebuild(ifReordered effects: [Effect]) -> Bool {
        let isReordered = effects.contains {
            if case .publish(.reordered) = $0 { true } else { false }
        }
        guard isReordered else { return false }
        book = Book(rebuilding: replica.log)
        changes.isRebuilt = true
        changes.admitted = []
        return true
    }

    /// An incarnation begins because the log was opened under a new author, or because a peer
    /// proved something; its entries are then in the same effects.
    private func publish(
        _ change: Change, of effects: [Effect], _ isFolded: Bool, in turn: inout Turn
    ) {
        switch change {
        case .admitted(let admitted):
            if !isFolded { book.insert(admitted) }
            if !changes.isRebuilt { changes.admitted.append(admitted) }
        case .reordered: return
        case .clocks: changes.isStateChanged = true
        case .peers: changes.arePeersChanged = true
        case .sighted(let device, let address, let link):
            turn.sightings.append((device, address, link))
        case .cloned(let key):
            changes.isStateChanged = true
            turn.notes.append(
                "two copies of the home of \(slug(key)) run at the same time; everything they "
                    + "record is kept")
            turn.incidents.append(incident(.peerClone, device: key))
        case .forked(let author):
            changes.isStateChanged = true
            turn.notes.append(
                "the log of \(book.table.name(of: author)) is forked: two copies of its home "
                    + "recorded entries; all of them are kept")
            // This device's own fork is reported with the incarnation that it ends.
            if let key = log.key(of: author), key != seal.publicKey {
                turn.incidents.append(incident(.forked, author: author, device: key))
            }
        case .newIncarnation(let author):
            changes.isStateChanged = true
            if log.authorIDs.filter({ log.key(of: $0) == seal.publicKey }).count > 1 {
                turn.notes.append("this device continues to record as a new author (\(author))")
            }
            let cause = isOpening ? opening : causeOfEnd(in: effects)
            if let cause { turn.incidents.append(incident(cause, author: author)) }
        case .removed(let key):
            changes.isStateChanged = true
            changes.arePeersChanged = true
            turn.notes.append(
                key == seal.publicKey
                    ? "this device was removed from its table; from now on its entries count on no "
                        + "other device"
                    : "\(slug(key)) was removed from the table")
        case .reinstated(let key):
            changes.isStateChanged = true
            changes.arePeersChanged = true
            turn.notes.append(
                "\(slug(key)) is a member again: its removal counts no longer")
        }
    }

    private func slug(_ key: PublicKey) -> String { book.table.slug(of: key) ?? "a device" }

    // MARK: Failing and opening

    private func recover(from error: StoreError, of effects: [Effect]) -> Turn {
        if let file = error.deletedFile {
            return stopRecording(withoutFile: file, discarding: effects)
        }
        fail("\(error)", isFull: error.isFull)
        store = nil
        let own = ownRuns(in: effects)
        var isUnsure = !own.isEmpty
        // The book must not show what the disk does not hold.
        let inspected = try? OpenedLog(config, isForReading: true, seal: seal, at: clock.now)
        // A reading that failed in part proves nothing of what it lacks.
        if let inspected, !inspected.isUnread, !lacksDurable(inspected) {
            // What was written, and not made durable, may survive.
            let end = inspected.replica.log.last(of: replica.author)
            isUnsure = own.contains { $0.after < end }
            adopt(inspected.replica)
            book = Book(rebuilding: replica.log)
            book.foldChanged()
            isFolding = book.isAnyDue
        }
        changes = .rebuilt
        return Turn(
            changes: takeChanges(),
            failure: isUnsure
                ? .notDurable("\(error)", isFull: error.isFull)
                : .notRecording("\(error)", isFull: error.isFull))
    }

    private func ownRuns(in effects: [Effect]) -> [Run] {
        effects.compactMap { effect in
            guard case .append(let commit) = effect, commit.run.author == replica.author else {
                return nil
            }
            return commit.run
        }
    }

    /// A file of the log was deleted, with acknowledged entries. The memory of this process has the
    /// last copy on this device, so the log is not reopened.
    private func stopRecording(withoutFile file: String, discarding effects: [Effect]) -> Turn {
        // Nothing precedes the author's first entry, so the replica stays as it is.
        if let later = ownRuns(in: effects).map(\.after).min(), later > 0 {
            adopt(
                Replica(
                    charter: config.charter, commits: replica.commits(without: later),
                    startsNewIncarnation: false, seal: seal,
                    random: SystemRandomNumberGenerator(), at: clock.now))
        }
        stopRecording(withoutFile: file)
        return Turn(changes: takeChanges(), failure: problem?.error)
    }

    private func stopRecording(withoutFile file: String) {
        let reason =
            "\(file) of the log was deleted while the daemon ran; nothing more is recorded; the "
            + "recorded entries are still in the daemon's memory"
        problem = Problem(reason: reason, isFull: false, isDeleted: true)
        store = nil
        nextDeadline = nil
        changes = TurnChanges()
        changes.isStateChanged = true
    }

    private func reopen() {
        do throws(DaemonError) {
            let opened = try OpenedLog(config, seal: seal, at: clock.now)
            // Keep the entries in memory rather than go on without them.
            if !lacksDurable(opened) {
                adopt(opened)
            } else if opened.isUnread {
                fail("a file of the log cannot be read", isFull: false)
            } else {
                stopRecording(withoutFile: "a file")
            }
        } catch {
            fail("\(error)", isFull: problem?.isFull ?? false)
        }
    }

    private func fail(_ reason: String, isFull: Bool) {
        problem = Problem(reason: reason, isFull: isFull)
        markStateChanged()
        nextDeadline = clock.uptime + DaemonLimits.reopenInterval
    }

    /// True if the disk holds less of the own log than is known to have been durable.
    private func lacksDurable(_ opened: OpenedLog) -> Bool {
        if holdsEntries, opened.isEmpty { return true }
        guard let known = config.knownEnd else { return false }
        let held = min(known.sequence, replica.log.lastHeld(of: known.author))
        return opened.replica.log.lastHeld(of: known.author) < held
    }

    /// Replaces the replica by one rebuilt from the log. The clocks are kept, and at the same table
    /// the devices that left it.
    private func adopt(_ next: Replica) {
        let (clocks, wallClocks) = (replica.clocks, replica.wallClocks)
        let isSameTable = replica.log.charter.table == next.log.charter.table
        let left = isSameTable ? replica.left : []
        replica = next
        for key in left { replica.markLeft(key) }
        (replica.clocks, replica.wallClocks) = (clocks, wallClocks)
    }

    private func adopt(_ opened: OpenedLog) {
        adopt(opened.replica)
        store = opened.store
        holdsEntries = !opened.isEmpty
        (opening, isOpening) = (opened.cause, true)
        for finding in opened.damage where !damage.contains(finding) { damage.append(finding) }
        problem = nil
        nextDeadline = nil
        book = Book(rebuilding: replica.log)
        book.foldChanged()
        isFolding = book.isAnyDue
        hasFreedMuch = true
        changes = .rebuilt
    }
}

extension Ledger {
    struct Turn {
        var changes: TurnChanges
        /// Why nothing of this turn may be acknowledged; every link must then be closed.
        var failure: DaemonError?
        /// The addresses of devices, as peers reported them.
        var sightings: [(device: DeviceID, address: String, through: LinkID)] = []
        /// Sentences for the diagnostics.
        var notes: [String] = []
        /// Incidents of homes, to be kept on the disk.
        var incidents: [HomeIncident] = []
    }

    /// Why nothing can be recorded at present. Reading goes on.
    package struct Problem: Equatable, Sendable {
        /// A sentence with advice.
        package let reason: String
        /// True if free space on the disk ends the problem.
        package let isFull: Bool
        /// True if the log's files were deleted, so that only this process holds the entries.
        package var isDeleted = false

        /// The refusal to record.
        package var error: DaemonError { .notRecording(reason, isFull: isFull) }
    }

    // MARK: Devices

    /// False if the key of this device is lost, so that the log is only read.
    package var canSign: Bool { !(seal is ReadingSeal) }

    /// The whole log as a file; nil where `TableLog.file` makes none.
    package func logFile(at wall: WallTime) -> LogFile? {
        if canSign { replica.signEnds() }
        return log.file(at: wall)
    }

    /// The number of own entries about games that no other device is known to hold.
    package var unsynced: Int { replica.unsyncedCount }

    /// The digest of all entries; equal on two devices exactly when their logs are equal.
    package var digest: Digest { replica.log.digest }

    /// Records own entries that wait for older ones again, as part of this turn. Returns their
    /// number.
    package func recordAgain() throws(DaemonError) -> Int {
        try recording { replica.recordAgain(at: clock.now) }
    }

    func invite(_ key: PublicKey, name: String = "") throws(DaemonError) -> InvitationChain {
        try recording { () throws(RecordError) in
            try replica.invite(
                key, name: PlainText.clean(name, max: ScorebookLimits.nameScalarsMax),
                at: clock.now)
        }
    }

    /// Appoints a deputy, or dismisses one, as part of this turn.
    package func name(
        _ key: PublicKey, asDeputy isDeputy: Bool, request: RequestID? = nil
    ) throws(DaemonError) -> [EntryID] {
        try recording { () throws(RecordError) in
            try replica.name(key, asDeputy: isDeputy, request: request, at: clock.now)
        }
    }

    package func remove(
        _ key: PublicKey, request: RequestID? = nil
    ) throws(DaemonError) -> [EntryID] {
        try recording { () throws(RecordError) in
            try replica.remove(key, request: request, at: clock.now)
        }
    }

    // MARK: Game clocks

    /// The present reading of a game clock, and true if it is only estimated from wall times.
    package func elapsed(of board: GameClockBoard) -> (elapsed: Duration, isEstimated: Bool) {
        guard board.isRunning, let governing = board.governing else {
            return (board.elapsed, false)
        }
        let now = clock.now
        let start = board.moment.flatMap { replica.clocks.instant(of: $0, at: now.uptime) }
        let run = start.map { now.uptime - $0.uptime } ?? estimate(governing, board.wall, now)
        let elapsed = min(board.elapsed + max(.zero, run), ScorebookLimits.elapsedMax)
        return (elapsed, start?.isEstimated ?? true)
    }

    /// The present uptime as entries carry it, for other devices to count a game clock from.
    package var reading: BootReading { replica.clocks.reading(at: clock.uptime) }

    /// Estimates the age of an entry from wall clocks: no linked device knows its uptime.
    private func estimate(_ entry: EntryID, _ wall: WallTime?, _ now: Moment) -> Duration {
        guard let wall else { return .zero }
        let key = replica.log.key(of: entry.author)
        let offset = key.flatMap { replica.wallOffset(of: $0) } ?? 0
        let (there, isBeyond) = now.wall.milliseconds.addingReportingOverflow(offset)
        let (age, isBefore) = there.subtractingReportingOverflow(wall.milliseconds)
        // An overflow comes from an absurd wall time, which says nothing.
        return isBeyond || isBefore ? .zero : .milliseconds(age)
    }

    /// The durable end of this device's own log. Valid after a turn.
    var end: LogEnd {
        LogEnd(
            table: log.charter.table, author: replica.author,
            sequence: log.lastHeld(of: replica.author), holdsEntries: holdsEntries)
    }
}
