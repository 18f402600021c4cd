import Documents
import MoveLog
import Scorebook
import Storage

/// The parameters for opening a table's log.
struct LogConfig {
    var charter: Charter
    var disk: any Disk
    /// True if the home was copied, moved or restored.
    var startsNewIncarnation: Bool
    /// True if the home remembers that this device recorded in this log before.
    var wasUsed = false
    /// The incident of the home for which a new incarnation begins.
    var cause: HomeIncident.Kind?
    /// The last known durable end of the own log.
    var knownEnd: LogEnd?
    /// Called with true before the log is read, which may take long, and with false after.
    var aroundOpening: (Bool) -> Void = { _ in }

    /// The parameters of this device's next log, whose opening is told of as that of this one.
    func followed(by next: LogConfig) -> LogConfig {
        var next = next
        next.aroundOpening = aroundOpening
        return next
    }

    /// Called when a turn is durable: reopening must not repeat what opening found, and must
    /// find at least the log up to `end`.
    mutating func markDurable(upTo end: LogEnd) {
        startsNewIncarnation = false
        cause = nil
        knownEnd = end
        wasUsed = end.holdsEntries
    }
}

extension LogConfig {
    init(_ charter: Charter, in home: Home, startsNewIncarnation: Bool) throws(DaemonError) {
        self.init(
            charter: charter, disk: FileDisk(try home.subfolder(TableSwitch.logFolder)),
            startsNewIncarnation: startsNewIncarnation)
    }

    /// True if the log is known to have no segment file.
    var hasNoSegment: Bool {
        (try? disk.files()).map { !$0.contains { $0.hasSuffix(".seg") } } ?? false
    }

    /// True if the log ends before its last known durable end; appending there would reuse
    /// sequences.
    fileprivate func lacksEntries(in log: TableLog) -> Bool {
        guard let knownEnd, knownEnd.table == charter.table else { return false }
        return log.lastHeld(of: knownEnd.author) < knownEnd.sequence
    }
}

/// The result of opening a log: the replica, and the store if it may record.
struct OpenedLog {
    var replica: Replica
    var store: MoveStore?
    var damage: [String]
    /// Writes that a crash left unfinished, one sentence each; they were repaired.
    var unfinished: [String]
    /// True if the log has no entry and no sign that it ever had one.
    var isEmpty: Bool
    /// True if the disk failed to read a segment.
    var isUnread: Bool
    /// Why a new incarnation was begun here; nil if none was, or if `startsNewIncarnation` ordered
    /// it.
    var cause: HomeIncident.Kind?

    /// With `isForReading` nothing is written, and nothing of the log may be sent.
    init(
        _ config: LogConfig, isForReading: Bool = false, seal: any Seal, at moment: Moment
    ) throws(DaemonError) {
        config.aroundOpening(true)
        defer { config.aroundOpening(false) }
        let recovery: Recovery
        do throws(StoreError) {
            if isForReading {
                recovery = try MoveStore.inspect(config.disk, table: config.charter.table)
            } else {
                (store, recovery) = try MoveStore.open(
                    config.disk, table: config.charter.table, random: { .random(in: 0 ... .max) })
            }
        } catch {
            throw .log(error)
        }
        func built(startsNewIncarnation: Bool) -> Replica {
            Replica(
                charter: config.charter, commits: recovery.commits,
                startsNewIncarnation: startsNewIncarnation, seal: seal,
                random: SystemRandomNumberGenerator(), at: moment)
        }
        isEmpty = recovery.commits.isEmpty && !recovery.mayLackEntries
        isUnread = recovery.findings.contains {
            if case .unreadable = $0 { true } else { false }
        }
        // The founder's first author needs no entry on the disk, and other devices may hold more of
        // it.
        let startsNewIncarnation = config.startsNewIncarnation || (config.wasUsed && isEmpty)
        replica = built(startsNewIncarnation: startsNewIncarnation && !isForReading)
        cause =
            config.cause ?? (startsNewIncarnation && !config.startsNewIncarnation ? .emptied : nil)
        // Damage before the first entry of this incarnation is reported at every opening and does
        // not end the incarnation again.
        if !isForReading, !startsNewIncarnation {
            if recovery.mayLackEntries(of: replica.author) {
                cause = recovery.isDamaged(of: replica.author) ? .damaged : .cutOff
            } else if config.lacksEntries(in: replica.log) {
                cause = .entriesLost
            }
            if cause != nil { replica = built(startsNewIncarnation: true) }
        }
        damage = recovery.unhealed(in: replica.log).filter { !$0.isUnfinishedWrite }
            .map(\.description)
        unfinished = recovery.findings.filter(\.isUnfinishedWrite).map(\.description)
    }
}

/// Unpredictable random bytes.
func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: .min ... .max) }
}

extension Ledger {
    /// Opens the log of a home, after completing what a crash interrupted; a fresh home founds a
    /// table of one. A name that the table does not know yet is recorded in the first turn.
    convenience init(
        home: Home, seal: any Seal, name: String?, clock: DeviceClock,
        aroundOpening: @escaping (Bool) -> Void = { _ in }
    ) throws(DaemonError) {
        let charter: Charter
        if let known = try home.charter(seal: seal) {
            charter = known
        } else {
            charter = try Charter(ofNew: home, seal: seal, at: clock.now)
            try home.found(charter)
        }
        let hasBeenUsed = try home.hasBeenUsed(for: charter.table)
        let change = try home.change(of: charter.table)
        var config = try LogConfig(charter, in: home, startsNewIncarnation: change != nil)
        config.wasUsed = home.hasRecorded(in: charter.table)
        config.cause = change
        config.knownEnd = home.settings.mark?.end(of: charter.table)
        config.aroundOpening = aroundOpening
        try self.init(
            config, seal: seal, clock: clock, hasRoom: { [weak home] in home?.hasRoom() ?? true })
        if hasBeenUsed, wasEmpty {
            home.warn(
                "the log was empty, though this home was used before; the entries that other "
                    + "devices hold are fetched from them")
        }
        // The table at that time, whichever it is.
        willHoldEntries = { [weak self, weak home] in
            self.flatMap { home?.expectEntries(in: $0.log.charter.table) }
        }
        if let name { home.update { $0.keeper = PlainText.clean(name, max: 64) } }
        try recordKeeper(home.settings.keeper)
        // The entries of the first turn are durable before the home is remembered: a crash between
        // the two must not let the next start continue under the former author.
        let turn = turn()
        guard turn.failure == nil else { return }
        // A daemon that recorded nothing leaves an empty log, too.
        let incidents = turn.incidents.filter { $0.kind != .emptied || hasBeenUsed }
        home.keep(incidents)
        openingStory = incidents.first?
            .text(device: "", author: book.table.name(of: replica.author))
        home.remember(self)
    }

    /// Records the keeper's name, unless the table knows it.
    func recordKeeper(_ name: String?) throws(DaemonError) {
        guard replica.isMember, let name, !name.isEmpty,
            book.table.device(seal.publicKey)?.keeper != name
        else { return }
        _ = try record([KeeperNamed(name: name).draft])
    }
}

extension Home {
    /// True if the log must have an entry: its folder has files, or the home remembers an entry. A
    /// daemon that recorded nothing leaves none.
    func hasBeenUsed(for table: TableID) throws(DaemonError) -> Bool {
        guard settings.place != nil else { return false }
        let isRemembered =
            settings.keeper != nil || settings.game != nil || !settings.remembered.isEmpty
            || settings.mark.map { $0.table == table.description && $0.showsEntries } == true
        if isRemembered { return true }
        return try holdsLog()
    }
}

extension Charter {
    /// The charter of a table of one.
    init(ofNew home: Home, seal: any Seal, at moment: Moment) throws(DaemonError) {
        guard let nonce = Octets16(randomBytes(16)) else { preconditionFailure("16 are 16") }
        do throws(Malformed) {
            try self.init(founding: nonce, at: moment.wall, seal: seal)
        } catch {
            throw .charter(path: home.path + "/" + TableSwitch.charterFile, error)
        }
    }
}
