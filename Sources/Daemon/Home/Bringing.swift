import MoveLog
import Net
import Scorebook
import Storage

extension Home {
    /// What is to be recorded again at the present table, in commits: the entries of the archive
    /// that a join left behind, in their order, with their origins. Empty when there is nothing.
    /// After a crash the same commits come with the same requests, so nothing is recorded twice.
    func bringing(seal: any Seal) throws(DaemonError) -> [(request: RequestID, drafts: [Draft])] {
        guard
            let name = try read(TableSwitch.bringingFile, bytesMax: Limits.settingsBytesMax)
        else { return [] }
        let archive = String(decoding: name, as: UTF8.self)
        let drafts = try archived(archive, seal: seal)
        return drafts.batches.enumerated().map { index, batch in
            (request(archive, index, seal: seal), batch)
        }
    }

    /// What was to be brought is durable at the present table.
    func endBringing() throws(DaemonError) {
        try wrapping { () throws(NetError) in try folder.remove(TableSwitch.bringingFile) }
    }

    private func archived(_ name: String, seal: any Seal) throws(DaemonError) -> [Draft] {
        let folder = try subfolder(TableSwitch.archiveFolder + "/" + name)
        let bytes = try wrapping { () throws(NetError) in
            try folder.read(TableSwitch.charterFile, bytesMax: Limits.charterBytesMax)
        }
        guard let bytes, let charter = try? Charter(bytes: bytes, seal: seal) else { return [] }
        let disk = FileDisk(
            try subfolder(
                TableSwitch.archiveFolder + "/" + name + "/" + TableSwitch.logFolder))
        let commits: [Commit]
        do throws(StoreError) {
            commits = try MoveStore.inspect(disk, table: charter.table).commits
        } catch {
            throw .log(error)
        }
        let moment = Moment(uptime: .zero, wall: WallTime(milliseconds: 0))
        var replica = Replica(
            charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
            random: SystemRandomNumberGenerator(), at: moment)
        // Nobody returns to an archive what its disk lost; this is in memory alone.
        _ = replica.recordAgain(at: moment)
        let log = replica.log
        let placed = log.allPlaced()
        let luggage = Luggage(of: Book(rebuilding: placed, removed: Set(log.removals.keys)))
        let counted = placed.filter(luggage.includes).sorted { $0.place < $1.place }.map(\.entry)
        // What a device recorded that was removed counted nowhere there, and refers to nothing later.
        let uncounted = log.uncounted(of: seal.publicKey).filter(luggage.includes(uncounted:))
            .sorted { ($0.lamport, $0.id) < ($1.lamport, $1.id) }
        let copies = (counted + uncounted).compactMap { entry in
            CopiedEntry(of: entry, digest: log.digest(of: entry))?.draft
        }
        return copies + luggage.voids
    }

    private func request(_ archive: String, _ index: Int, seal: any Seal) -> RequestID {
        let digest = seal.digest(Array("scored bring 1\0\(archive) \(index)".utf8))
        return RequestID(octets: digest.octets.high)
    }
}
