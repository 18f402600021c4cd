package import Documents
import MoveLog
import Net
import Storage

/// Reads a home's log from the disk and merges it, with every checksum and every signature checked.
/// Changes nothing, and never blocks: anything but a plain file is an error.
package enum Verification {
    /// Reads the log of a home, with a daemon running or not. Throws if charter or log cannot be
    /// read. Cost: all bytes are read, and one verification for each signed head.
    package static func document(ofHome path: String) throws(DaemonError) -> VerifyDocument {
        let papers = try HomePapers(of: path)
        let charter = papers.charter
        // Read before the log, which a daemon may be writing.
        let known = papers.home.settings.mark?.end(of: charter.table)
        let disk = try papers.home.folder.logDisk()
        let recovery = try failing(as: DaemonError.log) { () throws(StoreError) in
            try MoveStore.inspect(disk, table: charter.table)
        }
        return VerifyDocument(
            recovery, LogAudit(recovery.commits, charter: charter, seal: papers.seal), known)
    }
}

extension VerifyDocument {
    /// `known` is the remembered end of the own log.
    fileprivate init(_ recovery: Recovery, _ audit: LogAudit, _ known: LogEnd?) {
        let digest = audit.log.digest
        let held = known.map { audit.log.lastHeld(of: $0.author) } ?? 0
        let lost = known.flatMap { end in
            end.holdsEntries && held < end.sequence ? end.sequence - held : nil
        }
        let loss = lost.map {
            "the log ends before the last entry that this device recorded: \($0) of its own "
                + "entries \($0 == 1 ? "is" : "are") missing"
        }
        let unhealed = recovery.unhealed(in: audit.log)
        let findings = recovery.findings.map {
            unhealed.contains($0) ? $0.description : "\($0.description); all of it was recovered"
        }
        self.init(
            table: "\(audit.log.charter.table)", segments: recovery.segments,
            bytes: recovery.bytes, entries: audit.log.entryCount,
            authors: audit.log.authorIDs.count, heads: audit.headCount,
            unsigned: audit.unsignedCount, digest: "\(digest)",
            words: SpokenWords.four(of: digest),
            problems: findings + audit.findings.map(\.description)
                + [loss].compactMap(\.self),
            isSound: !unhealed.contains(where: \.mayLoseEntries) && audit.findings.isEmpty
                && loss == nil)
    }
}
