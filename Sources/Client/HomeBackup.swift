import LocalAPI
import Net
import TLS

/// A backup of a home: one file, which `tar` and `sha256sum` read too, with everything that the home
/// remembers (Protocol/backup.md).
///
/// It may be made while the daemon runs: a log only grows, and other files are replaced as a whole (but
/// for the counter of a phone, of which any is right). So it holds all that was acknowledged before it
/// began. A restored home has the key of the device, and a sign by which its daemon begins a new author
/// (`HomeMark`), so that no sequence is ever given twice.
package enum HomeBackup {
    /// The first member.
    package struct Description: Codable, Equatable, Sendable {
        /// 1 for this form.
        package var schema = 1
        /// The version of the program that made it.
        package var version: String
        /// The time at which it began, in seconds since 1970.
        package var seconds: Int
    }

    private static let descriptionName = "backup.json"
    private static let sumsName = "SHA256SUMS"
    private static let prefix = "home/"
    private static let charterName = "charter"
    private static let identityName = "identity.pem"
    private static let lockName = "lock"
    /// The folder of a home where a backup is unpacked.
    private static let draftName = "restoring"
    /// Files that belong to a process or to the place of a home, not to the device.
    private static let passing: Set = [
        lockName, WebSettings.lockName, WebSettings.logName, WebSettings.olderLogName,
        GrowingOutput.diagnosticsName, GrowingOutput.olderDiagnosticsName, StartOptions.fileName,
        draftName,
    ]

    // MARK: Making

    /// Writes a backup of the home through `append`; returns how many files it has.
    package static func make(
        of home: StateHome, version: String, seconds: Int,
        append: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) -> Int {
        let folder = try unfailing { () throws(NetError) in
            let folder = try Folder(home.path, creating: false)
            try folder.demandOwn()
            return folder
        }
        for (name, meaning) in [
            (charterName, "names its table"), (identityName, "is the key of the device"),
        ] where try unfailing({ () throws(NetError) in try folder.size(of: name) }) == nil {
            throw .unusable(
                "\(home.path)/\(name), which \(meaning), is missing; no backup was made; what to do "
                    + "says: scored doctor; to save the log alone: scored export log --to FILE")
        }
        var writer = Writer(seconds: seconds)
        try writer.add(
            descriptionName, JSON.encode(Description(version: version, seconds: seconds)), append)
        try add(folder, "", &writer, append)
        let sums = writer.sums
        try writer.add(sumsName, Array(sums.utf8), append)
        try append(TapeArchive.end)
        // Neither the description nor the sums are files of the home.
        return writer.count - 2
    }

    private static func unfailing<Value>(
        _ work: () throws(NetError) -> Value
    ) throws(ClientError) -> Value {
        do throws(NetError) { return try work() } catch {
            throw .unusable("\(error.message); no backup was made")
        }
    }

    /// The table of a home, if the folder is one, and whether it is on its way to another.
    private struct Table: Equatable {
        let charter: [UInt8]?
        let isChanging: Bool

        init(of folder: Folder) throws(NetError) {
            charter = try folder.inspect(charterName, bytesMax: ClientLimits.keysBytesMax)
            isChanging = try folder.size(of: "switch") != nil
        }
    }

    /// Adds the files of a folder, then the folders in it; `path` is that of the folder in the home.
    /// The settings come before the log, so that they never know of an entry that the log lacks; a
    /// segment that is begun later is left out, since the end of the one before it may be missing.
    private static func add(
        _ folder: Folder, _ path: String, _ writer: inout Writer,
        _ append: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        let table = try unfailing { () throws(NetError) in try Table(of: folder) }
        var folders: [String] = []
        for name in try unfailing({ () throws(NetError) in try folder.allNames() })
        where !passing.contains(name) && !name.hasPrefix("opened-") && !name.hasSuffix(".new") {
            let place = "\(folder.path)/\(name)"
            switch GivenFile.kind(place) {
            case .folder: folders.append(name)
            case .plain:
                let bytes = try unfailing { () throws(NetError) in
                    try GivenFile.read(place, bytesMax: ClientLimits.backupFileBytesMax)
                }
                try writer.add(prefix + path + name, bytes, append)
            // A socket; or a file that was replaced or removed at this moment.
            case .other, nil: continue
            }
        }
        // A phone that is removed meanwhile moves from `phones` to `archive`.
        let phones = PhoneHomes.folderName
        for name in folders.filter({ $0 == phones }) + folders.filter({ $0 != phones }) {
            let inner = try unfailing { () throws(NetError) in
                try Folder("\(folder.path)/\(name)", creating: false)
            }
            try add(inner, "\(path)\(name)/", &writer, append)
        }
        let tableNow = try unfailing { () throws(NetError) in try Table(of: folder) }
        guard !table.isChanging, tableNow == table else {
            throw .unusable(
                "\(folder.path) is changing to another table; no backup was made; to complete the "
                    + "change: scored up; then try again")
        }
    }

    private struct Writer {
        let seconds: Int
        private(set) var sums = ""
        private(set) var count = 0

        init(seconds: Int) { self.seconds = seconds }

        mutating func add(
            _ name: String, _ bytes: [UInt8], _ append: ([UInt8]) throws(ClientError) -> Void
        ) throws(ClientError) {
            guard name.utf8.count <= TapeArchive.nameBytesMax,
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                !name.hasPrefix(prefix) || parts(name) != nil, count < ClientLimits.backupFilesMax
            else {
                throw .unusable(
                    "\(name) is no file of a home, and a backup cannot name it; no backup was made; "
                        + "move it out of the home")
            }
            try append(TapeArchive.header(name, bytes: bytes.count, seconds: seconds))
            try append(bytes + TapeArchive.padding(bytes: bytes.count))
            sums += "\(SHA256.digest(bytes))  \(name)\n"
            count += 1
        }
    }

    /// The folders and the name of a member that is a file of a home; nil for any other name.
    private static func parts(_ name: String) -> (folders: [Substring], file: String)? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.hasPrefix(prefix), (2...ClientLimits.backupDepthMax).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }), let file = parts.last
        else { return nil }
        return (Array(parts[1..<(parts.count - 1)]), String(file))
    }

    // MARK: Restoring

    /// Makes a home of a backup, which `read` gives in parts of at most so many bytes, fewer only at
    /// its end. The folder of the home must be absent or empty. All sums are right before a file is in
    /// its place, and the charter, without which no daemon begins, is the last. Returns the
    /// description, and how many files there are.
    package static func restore(
        to home: StateHome, read: (Int) throws(ClientError) -> [UInt8]
    ) throws(ClientError) -> (description: Description, files: Int) {
        let isNew = GivenFile.kind(home.path) == nil
        let folder = try unrestored { () throws(NetError) in
            let folder = try Folder(home.path)
            try folder.demandOwn()
            return folder
        }
        // Before the lock, which a daemon has: a device there is the better reason.
        try demandFree(folder, home)
        // No daemon and no other restore begins meanwhile.
        let lock = try unrestored { () throws(NetError) in
            try LockFile("\(home.path)/\(lockName)")
        }
        do throws(ClientError) {
            try demandFree(folder, home)
            remove(draftName, in: folder)
            let result = try unpack(into: "\(home.path)/\(draftName)", read)
            do throws(NetError) { try moveUp(in: folder) } catch {
                throw .unusable(
                    "\(error.message); the device was restored in part, and no daemon begins in "
                        + "\(home.path); remove that folder, then try again")
            }
            withExtendedLifetime(lock) {}
            return result
        } catch {
            remove(draftName, in: folder)
            if isNew { remove(folder) }
            throw error
        }
    }

    private static func unrestored<Value>(
        _ work: () throws(NetError) -> Value
    ) throws(ClientError) -> Value {
        do throws(NetError) { return try work() } catch {
            throw .unusable("\(error.message); nothing was restored")
        }
    }

    private static func demandFree(_ folder: Folder, _ home: StateHome) throws(ClientError) {
        let names = try unrestored { () throws(NetError) in try folder.allNames() }
        guard let first = names.first(where: { ![lockName, draftName].contains($0) }) else {
            return
        }
        let way = "choose another home with --state DIR, or move this one away"
        if names.contains(draftName) {
            throw .unusable(
                "an earlier restore was interrupted in \(home.path); nothing was restored; remove "
                    + "that folder, then try again")
        }
        throw .unusable(
            home.isFresh
                ? "\(home.path) has files (\(first)); nothing was restored; \(way)"
                : "there is a device in \(home.path) already; nothing was restored; \(way)")
    }

    private static func moveUp(in folder: Folder) throws(NetError) {
        let draft = try Folder("\(folder.path)/\(draftName)", creating: false)
        let names = try draft.allNames()
        for name in names.filter({ $0 != charterName }) + names.filter({ $0 == charterName }) {
            try draft.rename(name, to: name, in: folder)
        }
        try folder.removeFolder(draftName)
    }

    private static func unpack(
        into draft: String, _ read: (Int) throws(ClientError) -> [UInt8]
    ) throws(ClientError) -> (description: Description, files: Int) {
        var description: Description?
        var sums = ""
        var names: Set<String> = []
        while let (name, bytes) = try next(read) {
            if name == sumsName {
                guard String(decoding: bytes, as: UTF8.self) == sums, let description else {
                    throw damaged("its sums do not fit")
                }
                let files = ["\(prefix)\(charterName)", "\(prefix)\(identityName)"]
                guard names.isSuperset(of: files) else { throw damaged("it lacks key or charter") }
                guard try read(TapeArchive.end.count) == TapeArchive.end else {
                    throw damaged("its end is missing")
                }
                return (description, names.count)
            }
            sums += "\(SHA256.digest(bytes))  \(name)\n"
            if name == descriptionName {
                guard description == nil else { throw damaged("\(name) is in it twice") }
                description = try self.description(bytes)
                continue
            }
            guard description != nil else { throw damaged("it does not begin with a description") }
            guard names.insert(name).inserted else { throw damaged("\(name) is in it twice") }
            guard names.count <= ClientLimits.backupFilesMax else {
                throw damaged("it has too many files")
            }
            guard let (folders, file) = parts(name) else {
                throw damaged("\(name) is no name in a home")
            }
            let isHome =
                folders.isEmpty || folders.count == 2 && folders[0] == PhoneHomes.folderName
            try unrestored { () throws(NetError) in
                let folder = try Folder(([Substring(draft)] + folders).joined(separator: "/"))
                try folder.replace(file, with: bytes)
                if isHome, file == charterName {
                    try folder.replace(HomeFingerprint.restoredName, with: [])
                }
            }
        }
        throw damaged("its end is missing")
    }

    private static func description(_ bytes: [UInt8]) throws(ClientError) -> Description {
        guard let description = try? JSON.decode(Description.self, from: bytes),
            (0...ClientLimits.backupSecondsMax).contains(description.seconds)
        else { throw damaged("its description cannot be read") }
        guard description.schema == 1 else {
            throw .unusable(
                "the backup was made by scored \(description.version), which this version cannot "
                    + "read; nothing was restored; install that version")
        }
        return description
    }

    /// The next file; nil at the end.
    private static func next(
        _ read: (Int) throws(ClientError) -> [UInt8]
    ) throws(ClientError) -> (name: String, bytes: [UInt8])? {
        let block = try read(TapeArchive.blockBytes)
        if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
        guard let (name, count) = TapeArchive.file(block) else {
            throw .unusable(
                "that is no backup, or one that is cut off; nothing was restored; an exported log or "
                    + "game is read with: scored import FILE")
        }
        guard count <= ClientLimits.backupFileBytesMax else {
            throw damaged("\(name) is too large for a file of a home")
        }
        let padding = TapeArchive.padding(bytes: count)
        let bytes = try read(count + padding.count)
        guard bytes.count == count + padding.count else { throw damaged("\(name) is cut off") }
        guard bytes[count...].elementsEqual(padding) else {
            throw damaged("\(name) is followed by other bytes")
        }
        return (name, Array(bytes[..<count]))
    }

    private static func damaged(_ reason: String) -> ClientError {
        .unusable(
            "the backup is damaged: \(reason); nothing was restored; use another copy of it")
    }

    /// Removes a folder with all that is in it, as far as it can be removed.
    private static func remove(_ name: String, in folder: Folder) {
        guard let inner = try? Folder("\(folder.path)/\(name)", creating: false) else { return }
        for file in (try? inner.names()) ?? [] { try? inner.remove(file) }
        for each in (try? inner.folderNames()) ?? [] { remove(each, in: inner) }
        try? folder.removeFolder(name)
    }

    /// Removes the folder of a home that a restore made in vain.
    private static func remove(_ home: Folder) {
        let path = GivenFile.absolute(home.path)
        guard let slash = path.lastIndex(of: "/"), (try? home.remove(lockName)) != nil else {
            return
        }
        let parent = try? Folder(String(path[...slash]), creating: false)
        try? parent?.removeFolder(String(path[path.index(after: slash)...]))
    }
}
