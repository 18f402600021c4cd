import MoveLog
import Storage

extension Ledger {
    /// What opening a table needs.
    struct Source {
        var charter: Charter
        var disk: any Disk
        /// Whether the home was copied, moved or restored.
        var startsNewIncarnation: Bool
        /// Whether this device recorded something in this log before, as far as its home knows.
        var wasUsed = false
        /// What happened to the home, if that is why a new incarnation is begun.
        var cause: HomeIncident.Kind?
        /// Where the own log was known to end.
        var knownEnd: LogEnd?

        /// A turn is durable, and with it what opening found, which is not to happen again when the log
        /// is opened anew: then it must hold what is known to be durable now.
        mutating func pass(at end: LogEnd) {
            startsNewIncarnation = false
            cause = nil
            knownEnd = end
            wasUsed = end.holdsEntries
        }
    }
}

/// What opening a log gives: this device's part in the table, and the store if it may record.
struct OpenedLog {
    var replica: Replica
    var store: MoveStore?
    var damage: [String]
    /// What a crash left unfinished, in a sentence each; it was mended.
    var unfinished: [String]
    /// Whether nothing was recorded in it, nor shows that it ever was.
    var isEmpty: Bool
    /// Why a new incarnation was begun here; nil where none was, or where it was ordered.
    var cause: HomeIncident.Kind?

    /// Opens for recording.
    init(_ source: Ledger.Source, seal: any Seal, at moment: Moment) throws(DaemonError) {
        do throws(StoreError) {
            let (store, recovery) = try MoveStore.open(
                source.disk, table: source.charter.table, random: randomNumber)
            self.init(source, recovery, isForReading: false, seal: seal, at: moment)
            self.store = store
        } catch {
            throw .log(error)
        }
    }

    /// Opens for reading: nothing is written, and nothing of it may be sent.
    init(
        inspecting source: Ledger.Source, seal: any Seal, at moment: Moment
    ) throws(StoreError) {
        let recovery = try MoveStore.inspect(source.disk, table: source.charter.table)
        self.init(source, recovery, isForReading: true, seal: seal, at: moment)
    }

    private init(
        _ source: Ledger.Source, _ recovery: Recovery, isForReading: Bool, seal: any Seal,
        at moment: Moment
    ) {
        func built(startsNewIncarnation: Bool) -> Replica {
            Replica(
                charter: source.charter, commits: recovery.commits,
                startsNewIncarnation: startsNewIncarnation, seal: seal,
                random: SystemRandomNumberGenerator(), at: moment)
        }
        isEmpty = recovery.commits.isEmpty && !recovery.mayLackEntries
        // The founder's first author needs no entry on the disk, and others may hold more of it.
        let startsNewIncarnation =
            source.startsNewIncarnation || (source.wasUsed && isEmpty)
        replica = built(startsNewIncarnation: startsNewIncarnation && !isForReading)
        cause =
            source.cause ?? (startsNewIncarnation && !source.startsNewIncarnation ? .emptied : nil)
        // Damage that this incarnation began behind is told at every opening and ends none again.
        if !isForReading, !startsNewIncarnation {
            if recovery.mayLackEntries(of: replica.author) {
                cause = .damaged
            } else if source.lacksEntries(in: replica.log) {
                cause = .entriesLost
            }
            if cause != nil { replica = built(startsNewIncarnation: true) }
        }
        damage = recovery.unhealed(in: replica.log).filter { !$0.isUnfinishedWrite }
            .map(\.description)
        unfinished = recovery.findings.filter(\.isUnfinishedWrite).map(\.description)
    }
}

extension Ledger.Source {
    /// Whether the log has no file at all, as far as that can be seen.
    var hasNoSegment: Bool {
        (try? disk.files()).map { !$0.contains { $0.hasSuffix(".seg") } } ?? false
    }

    /// Whether the log ends before what was known to be durable in it: going on behind that end would
    /// use numbers twice.
    fileprivate func lacksEntries(in log: TableLog) -> Bool {
        guard let knownEnd, knownEnd.table == charter.table else { return false }
        return log.lastHeld(of: knownEnd.author) < knownEnd.sequence
    }
}

/// Marks new segments.
func randomNumber() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
}
