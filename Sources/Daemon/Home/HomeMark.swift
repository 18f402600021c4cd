import MoveLog
import Net
import Storage

/// What a home remembers of its own files, so that the next start sees whether they are still those,
/// or copies that somebody put in their place.
///
/// The file `opened-N` has nothing to say: it is written once, under a name of its own, and never
/// touched again. A backup that is put back, with whatever tool and also into the same folder, makes
/// that file anew or writes into it, and either shows in its inode or in the time of its last change,
/// which nobody can set. What was put back without the file being touched (the whole file system by a
/// snapshot, the memory of a machine by its host) no device can see by itself: the others then prove
/// that they hold more.
package struct HomeMark: Codable, Equatable, Sendable {
    /// Counts the marks that this home has had: the N in the file's name.
    package var opening: UInt64
    /// The file's number in its file system.
    package var inode: UInt64
    /// The file's last change, as in `FileMark`.
    package var changed: Int64
    /// Whose log lay beside it, in hexadecimal digits.
    package var table: String
    /// The author as whom this device recorded, in hexadecimal digits.
    package var author: String
    /// Up to which entry of that author the log was known to be durable.
    package var sequence: UInt64
    /// The newest segment of the log; nil while there was none.
    package var segment: String?
    /// That file's number in its file system.
    package var segmentInode: UInt64?

    /// Whether anything was durable in the log; nil in a mark of an earlier version.
    package var holdsEntries: Bool?

    /// Whether anything had been recorded. A segment alone does not say so: the first commit may have met
    /// a full disk. An author's first entry is its beginning, for which a founder's charter stands.
    var showsEntries: Bool { holdsEntries ?? (segment != nil || sequence > 1) }

    /// Where the own log of a table ended; nil of another table than the mark's.
    func end(of table: TableID) -> LogEnd? {
        guard self.table == table.description,
            let author = hexadecimalOctets(author).flatMap({ AuthorID($0) })
        else { return nil }
        return LogEnd(table: table, author: author, sequence: sequence, holdsEntries: showsEntries)
    }
}

/// The end of this device's own log, all of it durable.
struct LogEnd: Equatable {
    var table: TableID
    var author: AuthorID
    var sequence: UInt64
    /// Whether anything is durable in the log at all.
    var holdsEntries: Bool
}

extension Home {
    /// What became of the home since the daemon last worked in it; nil when all is as it was, as
    /// it is for a fresh home. To be asked before `remember`. Without a table the segments of its log
    /// are not looked at.
    func change(of table: TableID?) throws(DaemonError) -> HomeIncident.Kind? {
        guard let known = settings.place else { return nil }
        let place = try place()
        if place.machine != known.machine { return .otherMachine }
        if place != known { return .otherFolder }
        guard let mark = settings.mark else { return nil }
        let file = try wrapping { () throws(NetError) in
            try folder.mark(of: Self.markFile(mark.opening))
        }
        guard let file, file.inode == mark.inode, file.changed == mark.changed else {
            return .restored
        }
        guard mark.table == table?.description, let segment = mark.segment else { return nil }
        let log = try subfolder(TableSwitch.logFolder)
        let present = try wrapping { () throws(NetError) in try log.mark(of: segment) }
        if let present, let inode = mark.segmentInode {
            return present.inode == inode ? nil : .restored
        }
        // Of a log without any segment it is told that it is empty.
        let others = try wrapping { () throws(NetError) in try log.names() }
        return present == nil && others.contains { $0.hasSuffix(".seg") } ? .entriesLost : nil
    }

    /// Where the own log of a table ended when that was last remembered.
    func knownEnd(of table: TableID) -> LogEnd? { settings.mark?.end(of: table) }

    /// Whether anything was ever recorded in the log of a table here, as far as the home remembers: the
    /// first entry is remembered in its own turn.
    func hasRecorded(in table: TableID) -> Bool {
        guard settings.place != nil else { return false }
        guard let mark = settings.mark, mark.table == table.description else { return true }
        return mark.showsEntries
    }

    /// Remembers, durably, that entries are about to be in the log of a table whose mark says that there
    /// are none: from then on an empty log is a loss. Why that could not be done; nil where it was.
    func expectEntries(in table: TableID) -> DiskError? {
        guard var mark = settings.mark, mark.table == table.description, !mark.showsEntries else {
            return nil
        }
        mark.holdsEntries = true
        var changed = settings
        changed.mark = mark
        do throws(DaemonError) {
            try write(changed)
            return nil
        } catch {
            guard case .home(_, let failure) = error else {
                return DiskError(
                    operation: .write, file: Self.settingsName, number: 0, words: "\(error)",
                    isFull: false)
            }
            return DiskError(.write, Self.settingsName, failure)
        }
    }

    /// Remembers where the home is, what its files are, and where the own log ends: all of it
    /// durable. A crash at any moment leaves this mark or the one before, both of which fit.
    func remember(_ end: LogEnd) throws(DaemonError) {
        let opening = (settings.mark?.opening ?? 0) &+ 1
        let name = Self.markFile(opening)
        try replace(name, with: Array("\(opening)\n".utf8))
        let file = try wrapping { () throws(NetError) in try folder.mark(of: name) }
        guard let file else { throw .missing(path: path + "/" + name) }
        var mark = HomeMark(
            opening: opening, inode: file.inode, changed: file.changed,
            table: end.table.description, author: end.author.description, sequence: end.sequence)
        mark.holdsEntries = end.holdsEntries
        let log = try subfolder(TableSwitch.logFolder)
        try wrapping { () throws(NetError) in
            mark.segment = try log.names().last { $0.hasSuffix(".seg") }
            mark.segmentInode = try mark.segment.flatMap { (segment) throws(NetError) in
                try log.mark(of: segment)?.inode
            }
        }
        var changed = settings
        changed.place = try place()
        changed.mark = mark
        try write(changed)
        try wrapping { () throws(NetError) in
            for other in try folder.names() where other.hasPrefix(Self.markPrefix) && other != name
            {
                try folder.remove(other)
            }
        }
    }

    private func place() throws(DaemonError) -> HomePlace {
        HomePlace(
            try wrapping { () throws(NetError) in try HomeFingerprint(of: folder) })
    }

    private static let markPrefix = "opened-"

    private static func markFile(_ opening: UInt64) -> String { "\(markPrefix)\(opening)" }
}
