import MoveLog
import Storage

/// What opening a log gives: this device's part in the table, and the store if it may record.
struct OpenedLog {
    var replica: Replica
    var store: MoveStore?
    var findings: [String]

    /// Opens for recording.
    init(_ source: Ledger.Source, seal: any Seal, at moment: Moment) throws(DaemonError) {
        do throws(StoreError) {
            let (store, recovery) = try MoveStore.open(
                source.disk, table: source.charter.table, random: randomNumber)
            self.init(source, recovery, seal: seal, at: moment)
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
        var source = source
        source.startsNewIncarnation = false
        self.init(source, recovery, seal: seal, at: moment)
    }

    private init(
        _ source: Ledger.Source, _ recovery: Recovery, seal: any Seal, at moment: Moment
    ) {
        func built(startsNewIncarnation: Bool) -> Replica {
            Replica(
                charter: source.charter, commits: recovery.commits,
                startsNewIncarnation: startsNewIncarnation, seal: seal,
                random: SystemRandomNumberGenerator(), at: moment)
        }
        replica = built(startsNewIncarnation: source.startsNewIncarnation)
        // Damage that this incarnation began behind is told at every opening and ends none again.
        if !source.startsNewIncarnation, recovery.mayLackEntries(of: replica.author) {
            replica = built(startsNewIncarnation: true)
        }
        findings = recovery.findings.map(\.description)
    }
}

/// Marks new segments.
func randomNumber() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
}
