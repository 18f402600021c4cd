package import MoveLog
import Net
package import Scorebook
import Storage

/// The log of this device's table with all that hangs on it: store, replica, book.
///
/// Everything is handed in during a turn; `turn()` then makes it durable with one commit, and only
/// after that does the book show it and do orders for the links come out. If the commit fails,
/// nothing is acknowledged: store, replica and book are built anew from what the disk holds.
package final class Ledger {
    /// The table's log and this device's part in the conversations about it.
    package var replica: Replica
    /// The scoreboards, of what is durable.
    package private(set) var book = Book()
    /// What opening the log found damaged, in a sentence each.
    package private(set) var damage: [String] = []
    /// What the opening at the start found unfinished at the log's end, in a sentence each. It was
    /// cut off and kept; nothing is wrong with the log any more.
    package private(set) var unfinished: [String] = []
    /// Whether the log, when it was opened first, had nothing in it.
    let wasEmpty: Bool
    /// Whether anything is durable in the log.
    private(set) var holdsEntries = false
    /// Why nothing can be recorded now; nil while all is well.
    package private(set) var problem: Problem?

    /// This device's key and what it signs with.
    package let seal: any Seal
    let clock: DeviceClock
    private var source: Source
    private let hasRoom: () -> Bool
    private var store: MoveStore?
    private var reopenAt: Duration?
    /// Whether much more was held for a moment than is held now; see `returnMemory`.
    private(set) var hasFreedMuch = false
    private var changes = TurnChanges()
    /// Why the log that was opened begins an incarnation; asked in its first turn alone.
    private(set) var opening: HomeIncident.Kind?
    private(set) var isOpening = false
    /// What opening found to have happened to the home, in a sentence; nil for nothing.
    var openingStory: String?
    /// The entries that this turn recorded and the present book does not have yet.
    private var recorded: [EntryID] = []
    /// The book with what this turn recorded, which `book` does not show before it is durable: for the
    /// requests whose meaning depends on it. Nil until the first of them asks.
    private var present: Book?
    /// Called before anything is durable in the log for the first time; why that must not be now.
    var willHoldEntries: () -> DiskError? = { nil }
    /// Gives memory that was freed back to the system.
    var giveBack: () -> Void = returnFreedMemory

    /// Opens the log. `hasRoom` is asked before a full disk is tried again.
    init(
        _ source: Source, seal: any Seal, clock: DeviceClock, hasRoom: @escaping () -> Bool
    ) throws(DaemonError) {
        self.source = source
        self.seal = seal
        self.clock = clock
        self.hasRoom = hasRoom
        let opened = try OpenedLog(source, seal: seal, at: clock.now)
        wasEmpty = opened.isEmpty
        replica = opened.replica
        replica.clocks = BootClocks(own: clock.boot)
        store = opened.store
        unfinished = opened.unfinished
        adopt(opened)
    }

    /// Opens the log to read it: the ledger shows what the disk holds, writes nothing, and must have
    /// no turn. That a log is empty which was used before is damage.
    init(
        inspecting source: Source, isUsed: Bool, seal: any Seal, clock: DeviceClock
    ) throws(DaemonError) {
        self.source = source
        self.seal = seal
        self.clock = clock
        hasRoom = { true }
        let opened: OpenedLog
        do throws(StoreError) {
            opened = try OpenedLog(inspecting: source, seal: seal, at: clock.now)
        } catch {
            throw .log(error)
        }
        wasEmpty = opened.isEmpty
        replica = opened.replica
        replica.clocks = BootClocks(own: clock.boot)
        unfinished = opened.unfinished
        adopt(opened)
        if isUsed, wasEmpty { damage.append("the log is empty, though this home was used before") }
    }

    /// All entries as this device holds them, including this turn's, which are not durable yet.
    package var log: TableLog { replica.log }

    // MARK: During a turn

    /// Records entries, all or none, as part of this turn. They may be acknowledged only after the
    /// turn: answer with `.afterCommit`. A request that was recorded before gives the IDs of that
    /// time and records nothing.
    package func record(
        _ drafts: [Draft], request: RequestID? = nil
    ) throws(DaemonError) -> [EntryID] {
        if let problem { throw .notRecording(problem.reason, isFull: problem.isFull) }
        do throws(RecordError) {
            let entries = try replica.record(drafts, request: request, at: clock.now)
            recorded += entries
            return entries
        } catch {
            throw .refused(error)
        }
    }

    /// A game's scoreboard, which is then at hand for the next question.
    package func scoreboard(of game: GameID) -> Scoreboard? { book.open(game) }

    /// Folds all games that changed since they were folded last, for a question about all of them.
    package func foldAll() { book.foldAll() }

    /// Gives back what was freed. To be called behind a turn, when whoever waited has an answer: until
    /// then what has come in, what was read of it and the answer itself are still held.
    func returnMemory() {
        giveBack()
        hasFreedMuch = false
    }

    /// A game's scoreboard with what this turn has recorded so far: for the requests whose meaning
    /// depends on it. As cheap as the book's as long as that is nothing; else the game is copied once in a
    /// turn, and each entry appended.
    package func presentBoard(of game: GameID) -> Scoreboard? {
        if recorded.isEmpty && present == nil { return scoreboard(of: game) }
        var next = present ?? book
        // Held once only, it is changed in place.
        present = nil
        for id in recorded { next.insert(contentsOf: replica.log.entries(id)) }
        recorded = []
        let board = next.open(game)
        present = next
        return board
    }

    /// Takes a log from a file in, as part of this turn; how many entries are new. It may be told
    /// only after the turn.
    package func merge(_ log: TableLog) -> Result<Int, LogIntake.Refusal> {
        replica.merge(log, at: clock.now)
    }

    /// Says that something changed which is not in the log, so that subscribers hear of it.
    package func markStateChanged() { changes.isStateChanged = true }

    // MARK: The end of a turn

    /// Makes durable what the turn brought, folds it, and says what is to be done now. What is to be sent
    /// is also given to `tell` between the two: whoever waits for it need not wait for the boards.
    func turn(tell: ([Effect]) -> Void = { _ in }) -> Turn {
        let effects = replica.takeEffects()
        (recorded, present) = ([], nil)
        if let failure = commit(effects) { return recover(from: failure, of: effects) }
        var turn = Turn(changes: TurnChanges())
        turn.orders = effects.filter {
            if case .append = $0 { false } else if case .publish = $0 { false } else { true }
        }
        tell(turn.orders)
        let isFolded = rebuild(ifReordered: effects)
        for effect in effects {
            switch effect {
            case .append, .send, .close: continue
            case .publish(.sighted(let device, let address, let link)):
                turn.sightings.append((device, address, link))
            case .publish(let change):
                publish(change, isFolded, &turn.notes)
                if let incident = incident(of: change, among: effects) {
                    turn.incidents.append(incident)
                }
            }
        }
        turn.incidents += otherCopies(among: effects)
        book.removed = removedKeys
        if store != nil {
            source.pass(at: end)
            isOpening = false
        }
        book.foldChanged()
        turn.changes = changes
        changes = TurnChanges()
        return turn
    }

    /// Tries to record again, when it is time to.
    func tick() {
        guard let reopenAt, clock.uptime >= reopenAt else { return }
        if holdsEntries, source.hasNoSegment { return hold(without: "every file") }
        guard problem?.isFull != true || hasRoom() else {
            self.reopenAt = clock.uptime + Limits.reopenInterval
            return
        }
        reopen()
    }

    /// The number of the segment that is appended to; nil while none is.
    var newestSegment: UInt32? { store?.openNumber }

    /// When `tick` has something to do.
    var nextDeadline: Duration? { reopenAt }

    /// Goes over to another table. The store of the former one is let go before `prepare`, which
    /// moves the files. What is known of other machines' clocks stays: a game that comes along brings
    /// its clock.
    func move(prepare: () throws(DaemonError) -> Source) throws(DaemonError) {
        store = nil
        do {
            source = try prepare()
        } catch {
            problem = Problem(reason: "\(error)", isFull: false)
            reopenAt = clock.uptime + Limits.reopenInterval
            throw error
        }
        let opened = try OpenedLog(source, seal: seal, at: clock.now)
        damage = []
        unfinished = opened.unfinished
        adopt(opened)
    }

    private func commit(_ effects: [Effect]) -> StoreError? {
        do throws(StoreError) {
            for case .append(let commit) in effects { try store?.append(commit) }
            guard store?.hasWaiting == true else { return nil }
            if !holdsEntries, let failure = willHoldEntries() { throw StoreError(failure) }
            try store?.commit()
            holdsEntries = true
            return nil
        } catch {
            return error
        }
    }

    /// Once a turn, however often places changed in it: the log holds all that the turn brought.
    private func rebuild(ifReordered effects: [Effect]) -> Bool {
        let isReordered = effects.contains { effect in
            if case .publish(.reordered) = effect { return true }
            return false
        }
        guard isReordered else { return false }
        book = Book(rebuilding: replica.log)
        changes.isRebuilt = true
        changes.admitted = []
        return true
    }

    private func publish(_ change: Change, _ isFolded: Bool, _ notes: inout [String]) {
        switch change {
        case .admitted(let admitted):
            if !isFolded { book.insert(admitted) }
            if !changes.isRebuilt { changes.admitted.append(admitted) }
        case .reordered: return
        case .clocks, .cloned, .forked, .newIncarnation:
            changes.isStateChanged = true
        case .peers, .sighted:
            changes.arePeersChanged = true
        case .removed, .reinstated:
            changes.isStateChanged = true
            changes.arePeersChanged = true
        }
        if let note = sentence(on: change) { notes.append(note) }
    }

    private var removedKeys: Set<PublicKey> { Set(replica.log.removals.keys) }

    // MARK: Failing and opening

    private func recover(from error: StoreError, of effects: [Effect]) -> Turn {
        if let file = error.deletedFile { return hold(without: file, and: effects) }
        problem = Problem(reason: "\(error)", isFull: error.isFull)
        reopenAt = clock.uptime + Limits.reopenInterval
        store = nil
        // What the disk does not hold must not be shown nor built upon.
        if let inspected = try? OpenedLog(inspecting: source, seal: seal, at: clock.now) {
            adopt(inspected.replica)
            book = Book(rebuilding: replica.log)
            book.foldChanged()
        }
        var changed = TurnChanges()
        changed.isRebuilt = true
        changed.isStateChanged = true
        changes = TurnChanges()
        return Turn(
            changes: changed,
            failure: .notRecording("\(error)", isFull: error.isFull))
    }

    /// The file of the log is gone, with all that was acknowledged: what this process holds in memory
    /// is the last of it here, so nothing is opened anew in its place.
    private func hold(without file: String, and effects: [Effect]) -> Turn {
        let own = effects.compactMap { effect in
            if case .append(let commit) = effect, commit.run.author == replica.author {
                commit.run.after
            } else {
                UInt64?.none
            }
        }
        // Before the author's first entry there is nothing to go back to.
        if let later = own.min(), later > 0 {
            adopt(
                Replica(
                    charter: source.charter, commits: replica.commits(without: later),
                    startsNewIncarnation: false, seal: seal,
                    random: SystemRandomNumberGenerator(), at: clock.now))
        }
        hold(without: file)
        let changed = changes
        changes = TurnChanges()
        return Turn(
            changes: changed, failure: .notRecording(problem?.reason ?? "", isFull: false))
    }

    private func hold(without file: String) {
        let reason =
            "\(file) of the log was deleted while the daemon ran; nothing more is recorded; what was "
            + "recorded is still in its memory"
        problem = Problem(reason: reason, isFull: false, isDeleted: true)
        store = nil
        reopenAt = nil
        changes = TurnChanges()
        changes.isStateChanged = true
    }

    private func reopen() {
        do throws(DaemonError) {
            let opened = try OpenedLog(source, seal: seal, at: clock.now)
            // What this process still holds is worth more than going on without it.
            if lacksDurable(opened) { hold(without: "a file") } else { adopt(opened) }
        } catch {
            problem = Problem(reason: "\(error)", isFull: problem?.isFull ?? false)
            reopenAt = clock.uptime + Limits.reopenInterval
        }
    }

    /// Whether the disk holds less of the own log than this process knows to have been durable.
    private func lacksDurable(_ opened: OpenedLog) -> Bool {
        if holdsEntries, opened.isEmpty { return true }
        guard let known = source.knownEnd else { return false }
        let held = min(known.sequence, replica.log.lastHeld(of: known.author))
        return opened.replica.log.lastHeld(of: known.author) < held
    }

    /// Goes on with a replica that was built from the log again. The clocks that the last one knew are
    /// kept, and at the same table which devices left it.
    private func adopt(_ next: Replica) {
        let clocks = replica.clocks
        let isSameTable = replica.log.charter.table == next.log.charter.table
        let left = isSameTable ? replica.left : []
        replica = next
        for key in left { replica.markLeft(key) }
        replica.clocks = clocks
    }

    private func adopt(_ opened: OpenedLog) {
        adopt(opened.replica)
        store = opened.store
        holdsEntries = !opened.isEmpty
        (opening, isOpening) = (opened.cause, true)
        for finding in opened.damage where !damage.contains(finding) { damage.append(finding) }
        problem = nil
        reopenAt = nil
        book = Book(rebuilding: replica.log)
        book.foldChanged()
        hasFreedMuch = true
        changes = TurnChanges()
        changes.isRebuilt = true
        changes.isStateChanged = true
    }
}
