import MoveLog
import Storage

extension Home {
    /// Lays a log that was checked beside the present one, durable, to be taken in its place by the
    /// switch. A device whose key is a member's begins its next incarnation in it: others may hold
    /// more of the last one than the log does.
    func lay(
        _ log: TableLog, under charter: Charter, seal: any Seal, at moment: Moment
    ) throws(DaemonError) {
        try clear(TableSwitch.nextFolder)
        let source = Ledger.Source(
            charter: charter,
            disk: FileDisk(
                try subfolder(TableSwitch.nextFolder + "/" + TableSwitch.logFolder)),
            startsNewIncarnation: true)
        do throws(StoreError) {
            try write(log, to: source.disk)
        } catch {
            throw .log(error)
        }
        var opened = try OpenedLog(source, seal: seal, at: moment)
        guard opened.replica.isMember else { return }
        do throws(StoreError) {
            for case .append(let commit) in opened.replica.takeEffects() {
                try opened.store?.append(commit)
            }
            try opened.store?.commit()
        } catch {
            throw .log(error)
        }
    }

    private func write(_ log: TableLog, to disk: any Disk) throws(StoreError) {
        var (store, _) = try MoveStore.open(
            disk, table: log.charter.table, random: randomNumber)
        var waitingBytes = 0
        for span in log.spans {
            guard let run = log.run(span) else { continue }
            try store.append(Commit(run: run))
            waitingBytes += run.byteCount
            guard waitingBytes >= Limits.laidBytesOfACommit else { continue }
            try store.commit()
            waitingBytes = 0
        }
        try store.commit()
    }
}
