import LocalAPI
import MoveLog
import Net

/// Going from one table to another: what the home still has to do, written down before the first
/// step, so that after a crash at any moment either the old table is whole or the new one.
///
/// The new charter is laid beside the old one in `next/`, with the new log where a file brought one;
/// writing the file `switch` is the moment at which the device belongs to the new table. Every step
/// after it can be repeated.
struct TableSwitch: Codable, Equatable {
    /// The folder in `archive/` that takes the old log; nil when there is nothing to keep.
    var archive: String?
    /// Whether the old log's entries are to be recorded again at the new table.
    var brings: Bool

    /// The steps after the moment of decision, in their order.
    enum Step: CaseIterable {
        case setOldAside
        case takeNew
        case noteBringing
        case finish
    }

    static let file = "switch"
    static let nextFolder = "next"
    static let bringingFile = "bringing"
    static let charterFile = "charter"
    static let logFolder = "log"
    static let archiveFolder = "archive"
}

extension Home {
    /// The charter of the present table, after finishing what a crash interrupted; nil for a fresh
    /// home.
    func charter(seal: any Seal) throws(DaemonError) -> Charter? {
        try finishSwitch()
        guard
            let bytes = try read(TableSwitch.charterFile, bytesMax: Limits.charterBytesMax)
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

    /// Does what is left of a decided switch, or clears away what was prepared and not decided.
    func finishSwitch() throws(DaemonError) {
        guard let order = try order() else {
            try clear(TableSwitch.nextFolder)
            return
        }
        for step in TableSwitch.Step.allCases { try perform(step, of: order) }
    }

    func order() throws(DaemonError) -> TableSwitch? {
        try read(TableSwitch.file, bytesMax: Limits.settingsBytesMax).flatMap {
            try? JSON.decode(TableSwitch.self, from: $0)
        }
    }

    /// One step of a decided switch; done again it changes nothing.
    func perform(_ step: TableSwitch.Step, of order: TableSwitch) throws(DaemonError) {
        switch step {
        case .setOldAside:
            // Once the new charter has left `next`, the log beside it is the new one.
            guard try has(TableSwitch.charterFile, in: TableSwitch.nextFolder) else { return }
            try setOldAside(order.archive)
        case .takeNew:
            if try has(TableSwitch.charterFile, in: TableSwitch.nextFolder) {
                let next = try subfolder(TableSwitch.nextFolder)
                try wrapping { () throws(NetError) in
                    try next.rename(
                        TableSwitch.charterFile, to: TableSwitch.charterFile, in: folder)
                }
            }
            try takeNextLog()
        case .noteBringing:
            guard order.brings, let archive = order.archive else { return }
            try replace(TableSwitch.bringingFile, with: Array(archive.utf8))
        case .finish:
            try clear(TableSwitch.nextFolder)
            try wrapping { () throws(NetError) in try folder.remove(TableSwitch.file) }
        }
    }

    /// The name, or one made of it that nothing in the archive has: tables can be left and joined
    /// again faster than the name's seconds pass.
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

    /// Takes the log that was laid beside the new charter, if there is one; only behind the charter,
    /// since the log in its place counts as the old one until the charter has left `next`.
    private func takeNextLog() throws(DaemonError) {
        guard try hasFolder(TableSwitch.nextFolder) else { return }
        let next = try subfolder(TableSwitch.nextFolder)
        guard try next.isHolding(folder: TableSwitch.logFolder, of: self) else { return }
        try wrapping { () throws(NetError) in
            try next.rename(TableSwitch.logFolder, to: TableSwitch.logFolder, in: folder)
        }
    }

    private func setOldAside(_ archive: String?) throws(DaemonError) {
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
        // A copy: the charter in its place is replaced whole by the next step.
        guard try has(TableSwitch.charterFile) else { return }
        try wrapping { () throws(NetError) in
            try folder.copy(TableSwitch.charterFile, to: TableSwitch.charterFile, in: target)
        }
    }

    /// Whether there is any file of the log.
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
            // What a crash may have left of `replace`; the listing does not show it.
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
