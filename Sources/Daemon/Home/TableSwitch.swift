import LocalAPI
import MoveLog
import Net
import Storage

/// A change from one table to another. The remaining steps are written down before the first, so
/// that after a crash at any moment either the old table is complete or the new one.
///
/// The new charter is written to `next/` beside the old one, with the new log if it came from a
/// file; writing the file `switch` is the moment at which the device belongs to the new table.
/// Every later step can be repeated.
struct TableSwitch: Codable, Equatable {
    /// The folder in `archive/` for the old log; nil if there is nothing to keep.
    var archive: String?
    /// True if the old log's entries are to be recorded again at the new table.
    var brings: Bool

    /// The steps after the decision, in order.
    enum Step: CaseIterable {
        case archiveOld
        case installNew
        case keepTransfer
        case finish
    }

    static let file = "switch"
    static let nextFolder = "next"
    static let transferFile = "bringing"
    static let charterFile = "charter"
    static let logFolder = "log"
    static let archiveFolder = "archive"
}

extension Home {
    /// The charter of the present table, after completing what a crash interrupted; nil for a fresh
    /// home.
    func charter(seal: any Seal) throws(DaemonError) -> Charter? {
        try finishSwitch()
        if try !holdsCharter(), try !holdsLog() { return nil }
        do throws(DaemonError) {
            return try folder.charter(seal: seal)
        } catch {
            guard error.isDamage else { throw error }
            return try restoreCharter(insteadOf: error, seal: seal)
        }
    }

    /// Keeps the charter of a fresh home's first table.
    func found(_ charter: Charter) throws(DaemonError) {
        try replace(TableSwitch.charterFile, with: charter.bytes)
    }

    /// Decides that the device belongs to another table from now on; `finishSwitch` does the rest.
    func decide(_ charter: Charter, _ order: TableSwitch) throws(DaemonError) {
        try wrapping { () throws(NetError) in
            let next = try inner(TableSwitch.nextFolder)
            try next.replace(TableSwitch.charterFile, with: charter.bytes)
            try folder.replace(TableSwitch.file, with: JSON.encode(order))
        }
    }

    /// Completes a decided switch, or removes what was prepared and not decided.
    func finishSwitch() throws(DaemonError) {
        var order = try pendingSwitch()
        if order == nil { order = try damagedSwitch() }
        try wrapping { [order] () throws(NetError) in
            guard let order else { return try clear(TableSwitch.nextFolder) }
            for step in TableSwitch.Step.allCases { try perform(step, of: order) }
        }
    }

    /// Nil without an order, and for one that cannot be read.
    func pendingSwitch() throws(DaemonError) -> TableSwitch? {
        try read(TableSwitch.file, bytesMax: DaemonLimits.settingsBytesMax).flatMap {
            try? JSON.decode(TableSwitch.self, from: $0)
        }
    }

    /// The order in the place of one that cannot be read. The file was written once all was
    /// prepared, so the change was decided. The old log is never deleted for it.
    private func damagedSwitch() throws(DaemonError) -> TableSwitch? {
        guard try holdsSwitch() else { return nil }
        let order = TableSwitch(archive: try freeArchiveName("former-table"), brings: false)
        try replace(TableSwitch.file, with: JSON.encode(order))
        warn(
            "\(path)/\(TableSwitch.file), the order of a change to another table, was damaged; the "
                + "change was completed as far as it was prepared; a log that was still in its place "
                + "is in \(TableSwitch.archiveFolder)/\(order.archive ?? ""), and none of its games "
                + "was brought along")
        return order
    }

    /// True from the decision to the last step, whatever the file holds.
    func holdsSwitch() throws(DaemonError) -> Bool {
        try wrapping { () throws(NetError) in try folder.size(of: TableSwitch.file) != nil }
    }

    /// Performs one step of a decided switch; idempotent.
    func perform(_ step: TableSwitch.Step, of order: TableSwitch) throws(NetError) {
        let next = try existing(TableSwitch.nextFolder)
        switch step {
        case .archiveOld:
            // Once the new charter has left `next`, the log beside it is the new one.
            guard try next?.size(of: TableSwitch.charterFile) != nil else { return }
            try archiveOld(order.archive)
        case .installNew:
            if let next, try next.size(of: TableSwitch.charterFile) != nil {
                try next.rename(TableSwitch.charterFile, to: TableSwitch.charterFile, in: folder)
            }
            // Only after the charter: the log in place counts as the old one until the charter has
            // left `next`.
            guard let next, try next.holds(TableSwitch.logFolder) else { return }
            try next.rename(TableSwitch.logFolder, to: TableSwitch.logFolder, in: folder)
        case .keepTransfer:
            guard order.brings, let archive = order.archive else { return }
            try folder.replace(TableSwitch.transferFile, with: Array(archive.utf8))
        case .finish:
            try clear(TableSwitch.nextFolder)
            try folder.remove(TableSwitch.file)
        }
    }

    private func archiveOld(_ archive: String?) throws(NetError) {
        guard let archive else { return try clear(TableSwitch.logFolder) }
        let target = try inner(TableSwitch.archiveFolder + "/" + archive)
        if try folder.holds(TableSwitch.logFolder), try !target.holds(TableSwitch.logFolder) {
            try folder.rename(TableSwitch.logFolder, to: TableSwitch.logFolder, in: target)
        }
        // A copy: the next step replaces the charter in place as a whole.
        guard try folder.size(of: TableSwitch.charterFile) != nil else { return }
        try folder.copy(TableSwitch.charterFile, to: TableSwitch.charterFile, in: target)
    }

    /// The name, made unique within the archive: tables can be left and joined again faster than
    /// the seconds in the name pass.
    func freeArchiveName(_ name: String) throws(DaemonError) -> String {
        let taken = try wrapping { () throws(NetError) in
            try existing(TableSwitch.archiveFolder)?.folderNames() ?? []
        }
        var free = name
        var number = 2
        while taken.contains(free) {
            free = "\(name)-\(number)"
            number += 1
        }
        return free
    }

    /// True if the log has any file.
    func holdsLog() throws(DaemonError) -> Bool {
        try wrapping { () throws(NetError) in
            try existing(TableSwitch.logFolder)?.names().isEmpty == false
        }
    }

    func holdsCharter() throws(DaemonError) -> Bool {
        try wrapping { () throws(NetError) in try folder.size(of: TableSwitch.charterFile) != nil }
    }

    /// Nil if there is no such folder.
    private func existing(_ name: String) throws(NetError) -> Folder? {
        try folder.holds(name) ? try inner(name) : nil
    }

    /// Removes a folder of files, and the log in it.
    private func clear(_ name: String) throws(NetError) {
        guard let inner = try existing(name) else { return }
        if try inner.holds(TableSwitch.logFolder) { try inner.clear(TableSwitch.logFolder) }
        try folder.clear(name)
    }
}

extension Folder {
    fileprivate func holds(_ folder: String) throws(NetError) -> Bool {
        try folderNames().contains(folder)
    }

    /// Removes a folder in this one, and its files.
    fileprivate func clear(_ name: String) throws(NetError) {
        let inner = try Folder(path + "/" + name)
        for file in try inner.names() { try inner.remove(file) }
        // A remainder of `replace` after a crash; the listing omits it.
        try inner.remove("." + TableSwitch.charterFile + ".new")
        try removeFolder(name)
    }
}

extension Home {
    /// Writes a verified log beside the present one, durably; the table switch then puts it in
    /// place. For a member's key the log gets a new incarnation: other devices may hold more of the
    /// last one than the log does.
    func stage(
        _ log: TableLog, under charter: Charter, seal: any Seal, at moment: Moment
    ) throws(DaemonError) {
        try wrapping { () throws(NetError) in try clear(TableSwitch.nextFolder) }
        let config = LogConfig(
            charter: charter,
            disk: FileDisk(try subfolder("\(TableSwitch.nextFolder)/\(TableSwitch.logFolder)")),
            startsNewIncarnation: true)
        try failing(as: DaemonError.log) { () throws(StoreError) in
            try write(log, to: config.disk)
        }
        var opened = try OpenedLog(config, seal: seal, at: moment)
        guard opened.replica.isMember else { return }
        try failing(as: DaemonError.log) { () throws(StoreError) in
            for case .append(let commit) in opened.replica.takeEffects() {
                try opened.store?.append(commit)
            }
            try opened.store?.commit()
        }
    }

    private func write(_ log: TableLog, to disk: any Disk) throws(StoreError) {
        var (store, _) = try MoveStore.open(
            disk, table: log.charter.table, random: { .random(in: 0 ... .max) })
        var waitingBytes = 0
        for span in log.spans {
            guard let run = log.run(span) else { continue }
            try store.append(Commit(run: run))
            waitingBytes += run.byteCount
            guard waitingBytes >= DaemonLimits.stagedBytesOfACommit else { continue }
            try store.commit()
            waitingBytes = 0
        }
        try store.commit()
    }
}
