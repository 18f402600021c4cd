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
        guard
            let bytes = try read(TableSwitch.charterFile, bytesMax: DaemonLimits.charterBytesMax)
        else {
            guard try !holdsLog() else {
                throw .missing(path: path + "/" + TableSwitch.charterFile)
            }
            return nil
        }
        do throws(Malformed) {
            return try Charter(bytes: bytes, seal: seal)
        } catch {
            throw .charter(path: path + "/" + TableSwitch.charterFile, error)
        }
    }

    /// Keeps the charter of a fresh home's first table.
    func found(_ charter: Charter) throws(DaemonError) {
        try replace(TableSwitch.charterFile, with: charter.bytes)
    }

    /// Decides that the device belongs to another table from now on; `finishSwitch` does the rest.
    func decide(_ charter: Charter, _ order: TableSwitch) throws(DaemonError) {
        let next = try subfolder(TableSwitch.nextFolder)
        try wrapping { () throws(NetError) in
            try next.replace(TableSwitch.charterFile, with: charter.bytes)
        }
        try replace(TableSwitch.file, with: JSON.encode(order))
    }

    /// Completes a decided switch, or removes what was prepared and not decided.
    func finishSwitch() throws(DaemonError) {
        guard let order = try pendingSwitch() else {
            try clear(TableSwitch.nextFolder)
            return
        }
        for step in TableSwitch.Step.allCases { try perform(step, of: order) }
    }

    func pendingSwitch() throws(DaemonError) -> TableSwitch? {
        try read(TableSwitch.file, bytesMax: DaemonLimits.settingsBytesMax).flatMap {
            try? JSON.decode(TableSwitch.self, from: $0)
        }
    }

    /// Performs one step of a decided switch; idempotent.
    func perform(_ step: TableSwitch.Step, of order: TableSwitch) throws(DaemonError) {
        switch step {
        case .archiveOld:
            // Once the new charter has left `next`, the log beside it is the new one.
            guard try has(TableSwitch.charterFile, in: TableSwitch.nextFolder) else { return }
            try archiveOld(order.archive)
        case .installNew:
            if try has(TableSwitch.charterFile, in: TableSwitch.nextFolder) {
                let next = try subfolder(TableSwitch.nextFolder)
                try wrapping { () throws(NetError) in
                    try next.rename(
                        TableSwitch.charterFile, to: TableSwitch.charterFile, in: folder)
                }
            }
            try installStagedLog()
        case .keepTransfer:
            guard order.brings, let archive = order.archive else { return }
            try replace(TableSwitch.transferFile, with: Array(archive.utf8))
        case .finish:
            try clear(TableSwitch.nextFolder)
            try wrapping { () throws(NetError) in try folder.remove(TableSwitch.file) }
        }
    }

    /// The name, made unique within the archive: tables can be left and joined again faster than
    /// the seconds in the name pass.
    func freeArchiveName(_ name: String) throws(DaemonError) -> String {
        guard try hasFolder(TableSwitch.archiveFolder) else { return name }
        let archive = try subfolder(TableSwitch.archiveFolder)
        let taken = Set(try wrapping { () throws(NetError) in try archive.folderNames() })
        var free = name
        var number = 2
        while taken.contains(free) {
            free = "\(name)-\(number)"
            number += 1
        }
        return free
    }

    /// Moves the staged log into place, if there is one. Only after the charter: the log in place
    /// counts as the old one until the charter has left `next`.
    private func installStagedLog() throws(DaemonError) {
        guard try hasFolder(TableSwitch.nextFolder) else { return }
        let next = try subfolder(TableSwitch.nextFolder)
        guard try next.isHolding(folder: TableSwitch.logFolder, of: self) else { return }
        try wrapping { () throws(NetError) in
            try next.rename(TableSwitch.logFolder, to: TableSwitch.logFolder, in: folder)
        }
    }

    private func archiveOld(_ archive: String?) throws(DaemonError) {
        guard let archive else {
            try clear(TableSwitch.logFolder)
            return
        }
        let target = try subfolder(TableSwitch.archiveFolder + "/" + archive)
        if try hasFolder(TableSwitch.logFolder),
            try !target.isHolding(folder: TableSwitch.logFolder, of: self)
        {
            try wrapping { () throws(NetError) in
                try folder.rename(TableSwitch.logFolder, to: TableSwitch.logFolder, in: target)
            }
        }
        // A copy: the next step replaces the charter in place as a whole.
        guard try has(TableSwitch.charterFile) else { return }
        try wrapping { () throws(NetError) in
            try folder.copy(TableSwitch.charterFile, to: TableSwitch.charterFile, in: target)
        }
    }

    /// True if the log has any file.
    func holdsLog() throws(DaemonError) -> Bool {
        guard try hasFolder(TableSwitch.logFolder) else { return false }
        let log = try subfolder(TableSwitch.logFolder)
        return try wrapping { () throws(NetError) in try !log.names().isEmpty }
    }

    func has(_ file: String, in name: String? = nil) throws(DaemonError) -> Bool {
        if let name {
            guard try hasFolder(name) else { return false }
            let inner = try subfolder(name)
            return try wrapping { () throws(NetError) in try inner.size(of: file) != nil }
        }
        return try wrapping { () throws(NetError) in try folder.size(of: file) != nil }
    }

    private func hasFolder(_ name: String) throws(DaemonError) -> Bool {
        try wrapping { () throws(NetError) in try folder.folderNames().contains(name) }
    }

    /// Removes a folder of files, and the log in it.
    func clear(_ name: String) throws(DaemonError) {
        guard try hasFolder(name) else { return }
        let inner = try subfolder(name)
        if try inner.isHolding(folder: TableSwitch.logFolder, of: self) {
            try remove(TableSwitch.logFolder, in: inner)
        }
        try remove(name, in: folder)
    }

    private func remove(_ name: String, in outer: Folder) throws(DaemonError) {
        try wrapping { () throws(NetError) in
            let inner = try Folder(outer.path + "/" + name)
            for file in try inner.names() { try inner.remove(file) }
            // A remainder of `replace` after a crash; the listing omits it.
            try inner.remove("." + TableSwitch.charterFile + ".new")
            try outer.removeFolder(name)
        }
    }
}

extension Folder {
    fileprivate func isHolding(folder name: String, of home: Home) throws(DaemonError) -> Bool {
        try home.wrapping { () throws(NetError) in try folderNames().contains(name) }
    }
}

extension Home {
    /// Writes a verified log beside the present one, durably; the table switch then puts it in
    /// place. For a member's key the log gets a new incarnation: other devices may hold more of the
    /// last one than the log does.
    func stage(
        _ log: TableLog, under charter: Charter, seal: any Seal, at moment: Moment
    ) throws(DaemonError) {
        try clear(TableSwitch.nextFolder)
        let config = LogConfig(
            charter: charter,
            disk: FileDisk(
                try subfolder(TableSwitch.nextFolder + "/" + TableSwitch.logFolder)),
            startsNewIncarnation: true)
        do throws(StoreError) {
            try write(log, to: config.disk)
        } catch {
            throw .log(error)
        }
        var opened = try OpenedLog(config, seal: seal, at: moment)
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
