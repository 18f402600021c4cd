import MoveLog
import Net
import Storage

/// The marks of a home's own files, by which the next start detects that copies replaced them.
///
/// The file `opened-N` carries no data: it is written once, under a unique name, and never touched
/// again. Restoring a backup, with any tool and also in place, recreates or rewrites the file,
/// which shows in its inode or its status change time, which no program can set. `scored restore` leaves
/// the file `restored` beside it. A restore that
/// leaves the file untouched (a snapshot of the whole file system, the memory of a virtual machine)
/// cannot be detected locally: other devices then prove that they hold more.
///
/// `OpenedLog.init` notices too: the log is then shorter than what was durable. Either way the
/// device goes on under a new author ID (`startsNewIncarnation`), so that no sequence is used
/// twice; `HomeIncident` has the words.
package struct HomeMark: Codable, Equatable, Sendable {
    /// Counts the marks of this home: the N in the file's name.
    package var opening: UInt64
    /// The inode of the file.
    package var inode: UInt64
    /// The file's last change, as in `FileMark`.
    package var changed: Int64
    /// The table of the log beside it, in hexadecimal digits.
    package var table: String
    /// The author under which this device recorded, in hexadecimal digits.
    package var author: String
    /// The last sequence of that author known to be durable.
    package var sequence: UInt64
    /// The newest segment of the log; nil if there was none.
    package var segment: String?
    package var segmentInode: UInt64?

    /// True if the log had a durable entry; nil in a mark of an earlier version.
    package var holdsEntries: Bool?

    /// True if an entry had been recorded. A segment alone does not prove that: the first commit
    /// may have failed on a full disk. An author's first entry is its beginning, for which a
    /// founder's charter is enough.
    var showsEntries: Bool { holdsEntries ?? (segment != nil || sequence > 1) }

    /// The end of the own log of a table; nil for another table than the mark's.
    func end(of table: TableID) -> LogEnd? {
        guard self.table == table.description,
            let author = bytes(hexadecimal: author).flatMap({ AuthorID($0) })
        else { return nil }
        return LogEnd(table: table, author: author, sequence: sequence, holdsEntries: showsEntries)
    }
}

/// The durable end of this device's own log.
struct LogEnd: Equatable {
    var table: TableID
    var author: AuthorID
    var sequence: UInt64
    /// True if the log has a durable entry of any author.
    var holdsEntries: Bool
}

extension Home {
    /// The incident of the home since the daemon last ran in it; nil for none, as for a fresh home.
    /// Call it before `remember`. Without a table the segments of its log are not checked.
    func change(of table: TableID?) throws(DaemonError) -> HomeIncident.Kind? {
        try wrapping { () throws(NetError) in
            if try folder.size(of: HomeFingerprint.restoredName) != nil { return .restored }
            guard let known = settings.place else { return nil }
            let place = try HomeFingerprint(of: folder)
            if place.machine != known.machine { return .otherMachine }
            if place != known { return .otherFolder }
            guard let mark = settings.mark else { return nil }
            let file = try folder.mark(of: Self.markFile(mark.opening))
            guard let file, file.inode == mark.inode, file.changed == mark.changed else {
                return .restored
            }
            guard mark.table == table?.description, let segment = mark.segment else { return nil }
            let log = try inner(TableSwitch.logFolder)
            let present = try log.mark(of: segment)
            if let present, let inode = mark.segmentInode {
                return present.inode == inode ? nil : .restored
            }
            // A log without any segment is reported as empty.
            let holdsOthers = try log.names().contains { $0.hasSuffix(".seg") }
            return present == nil && holdsOthers ? .entriesLost : nil
        }
    }

    /// True if an entry was ever recorded in this table's log here, as far as the home remembers:
    /// the first entry is remembered in its own turn.
    func hasRecorded(in table: TableID) -> Bool {
        // A founder whose log is empty would use its first sequences again.
        if hasLostSettings { return true }
        guard settings.place != nil else { return false }
        guard let mark = settings.mark, mark.table == table.description else { return true }
        return mark.showsEntries
    }

    /// Remembers, durably, that a table's log is about to receive its first entry: from then on an
    /// empty log is a loss. Returns the failure, nil for none.
    func expectEntries(in table: TableID) -> DiskError? {
        guard let mark = settings.mark, mark.table == table.description, !mark.showsEntries else {
            return nil
        }
        var changed = settings
        changed.mark?.holdsEntries = true
        do throws(NetError) {
            try save(changed)
            return nil
        } catch {
            return DiskError(.write, Self.settingsName, error)
        }
    }

    /// Remembers, durably, the place of the home, its files and the end of the own log. A crash at
    /// any moment leaves this mark or the one before, both of which are valid. On a failure the
    /// next start lacks that knowledge, and a warning says so.
    func remember(_ ledger: Ledger) {
        let end = ledger.end
        let opening = (settings.mark?.opening ?? 0) &+ 1
        let name = Self.markFile(opening)
        do throws(DaemonError) {
            let file = try wrapping { () throws(NetError) in
                try folder.replace(name, with: Array("\(opening)\n".utf8))
                return try folder.mark(of: name)
            }
            guard let file else { throw .missing(path: path + "/" + name) }
            var mark = HomeMark(
                opening: opening, inode: file.inode, changed: file.changed,
                table: end.table.description, author: end.author.description,
                sequence: end.sequence, holdsEntries: end.holdsEntries)
            try wrapping { () throws(NetError) in
                let log = try inner(TableSwitch.logFolder)
                mark.segment = try log.names().last { $0.hasSuffix(".seg") }
                mark.segmentInode = try mark.segment.flatMap { (segment) throws(NetError) in
                    try log.mark(of: segment)?.inode
                }
                var changed = settings
                changed.place = try HomeFingerprint(of: folder)
                changed.mark = mark
                changed.charter = hexadecimal(ledger.log.charter.bytes)
                try save(changed)
                try folder.remove(HomeFingerprint.restoredName)
                for other in try folder.names()
                where other.hasPrefix(Self.markPrefix) && other != name {
                    try folder.remove(other)
                }
            }
        } catch {
            warn(
                "cannot remember the state of this home, so a copy of it may go unnoticed: \(error)"
            )
        }
    }

    private static let markPrefix = "opened-"

    private static func markFile(_ opening: UInt64) -> String { "\(markPrefix)\(opening)" }
}
