import LocalAPI
import Net
import TLS

/// A backup of a home: one file, which `tar` and `sha256sum` read too, with everything that the home
/// remembers. `backup.json` is its first member, the files of the home follow below `home/`, and
/// `SHA256SUMS` is the last and covers them all.
///
/// It may be made while the daemon runs: a log only grows, and every other file is replaced as a whole.
/// So it holds all that was acknowledged before it began. What it means for the identity of the device
/// is the daemon's rule for any restored home (`HomeMark`): the key is the same, and the device goes on
/// under a new author, so that it never gives a sequence twice.
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
    /// Files that belong to a process or to the place of a home, not to the device.
    private static let passing: Set = [
        "lock", WebSettings.lockName, WebSettings.logName, WebSettings.olderLogName,
        GrowingOutput.diagnosticsName, GrowingOutput.olderDiagnosticsName,
    ]

    // MARK: Making

    /// Writes a backup of the home through `append`; returns how many files it has.
    package static func make(
        of home: StateHome, version: String, seconds: Int,
        append: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) -> Int {
        var writer = Writer(seconds: seconds)
        let folder = try opened(home.path)
        let before = try state(of: folder)
        try writer.add(
            descriptionName, JSON.encode(Description(version: version, seconds: seconds)), append)
        try add(folder, "", &writer, append)
        guard try state(of: folder) == before, before.charter != nil else {
            throw .unusable(
                "\(home.path) was changing to another table; no backup was made; try again")
        }
        let sums = writer.sums
        try writer.add(sumsName, Array(sums.utf8), append)
        try append(TapeArchive.end)
        // Neither the description nor the sums are files of the home.
        return writer.count - 2
    }

    /// The table, and whether the home is on its way to another one.
    private static func state(
        of folder: Folder
    ) throws(ClientError) -> (charter: [UInt8]?, isSwitching: Bool) {
        do throws(NetError) {
            let charter = try folder.inspect("charter", bytesMax: ClientLimits.keysBytesMax)
            return (charter, try folder.size(of: "switch") != nil)
        } catch {
            throw .file(error)
        }
    }

    private static func opened(_ path: String) throws(ClientError) -> Folder {
        do throws(NetError) {
            let folder = try Folder(path, creating: false)
            try folder.demandOwn()
            return folder
        } catch {
            throw .file(error)
        }
    }

    /// Adds the files of a folder, then the folders in it; `path` is that of the folder in the home.
    /// The settings come before the log, so that they never know of an entry that the log lacks.
    private static func add(
        _ folder: Folder, _ path: String, _ writer: inout Writer,
        _ append: ([UInt8]) throws(ClientError) -> Void
    ) throws(ClientError) {
        var seen: Set<String> = []
        while true {
            let names = try ClientError.rethrowing(ClientError.file, folder.names())
            // A segment may have been begun since the last look.
            let fresh = names.filter { !seen.contains($0) }
            if fresh.isEmpty { break }
            for name in fresh {
                seen.insert(name)
                if isPassing(name) { continue }
                let bytes = try ClientError.rethrowing(
                    ClientError.file,
                    folder.inspect(name, bytesMax: ClientLimits.backupFileBytesMax))
                // Removed meanwhile: a mark, or the order of a phone.
                guard let bytes else { continue }
                try writer.add(prefix + path + name, bytes, append)
            }
        }
        for name in try ClientError.rethrowing(ClientError.file, folder.folderNames()) {
            try add(opened("\(folder.path)/\(name)"), "\(path)\(name)/", &writer, append)
        }
    }

    private static func isPassing(_ name: String) -> Bool {
        passing.contains(name) || name.hasPrefix("opened-") || name.hasSuffix(".new")
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
                name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
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

    // MARK: Restoring

    /// Makes a home of a backup, which `read` gives in parts of at most so many bytes, fewer only at
    /// its end. `home` must have no device, and its folder be absent or empty. Nothing is there before
    /// all sums are right. Returns the description, and how many files there are.
    package static func restore(
        to home: StateHome, read: (Int) throws(ClientError) -> [UInt8]
    ) throws(ClientError) -> (description: Description, files: Int) {
        let path = GivenFile.absolute(home.path)
        try demandFree(path)
        let draft = "\(path).restoring-\(BackgroundProcess.ownID)"
        guard (try? Folder(draft, creating: false)) == nil else {
            throw .unusable("\(draft) is there already; nothing was restored; remove it")
        }
        do throws(ClientError) {
            let result = try unpack(into: draft, read)
            try ClientError.rethrowing(
                ClientError.file, Folder(draft, creating: false).move(to: path))
            return result
        } catch {
            remove(draft)
            throw error
        }
    }

    private static func demandFree(_ path: String) throws(ClientError) {
        guard let folder = try? Folder(path, creating: false) else { return }
        let names = try ClientError.rethrowing(ClientError.file, folder.allNames())
        guard let first = names.first else { return }
        throw .unusable(
            StateHome(path).isFresh
                ? "\(path) has files (\(first)); nothing was restored; move them away, or choose "
                    + "another home with --state DIR"
                : "there is a device in \(path) already; nothing was restored; choose another home "
                    + "with --state DIR, or move this one away")
    }

    private static func unpack(
        into draft: String, _ read: (Int) throws(ClientError) -> [UInt8]
    ) throws(ClientError) -> (description: Description, files: Int) {
        var description: Description?
        var sums = ""
        var count = 0
        while let (name, bytes) = try next(read) {
            if name == sumsName {
                guard String(decoding: bytes, as: UTF8.self) == sums, let description else {
                    throw damaged("its sums do not fit")
                }
                guard count > 0 else { throw damaged("it has no file of a home") }
                return (description, count)
            }
            sums += "\(SHA256.digest(bytes))  \(name)\n"
            if name == descriptionName {
                description = try? JSON.decode(Description.self, from: bytes)
                guard let description else { throw damaged("its description cannot be read") }
                guard description.schema == 1 else {
                    throw .unusable(
                        "the backup was made by scored \(description.version), which this version "
                            + "cannot read; nothing was restored; install that version")
                }
                continue
            }
            guard description != nil else { throw damaged("it does not begin with a description") }
            try write(bytes, name, in: draft)
            count += 1
            guard count <= ClientLimits.backupFilesMax else {
                throw damaged("it has too many files")
            }
        }
        throw damaged("its end is missing")
    }

    /// The next file; nil at the end.
    private static func next(
        _ read: (Int) throws(ClientError) -> [UInt8]
    ) throws(ClientError) -> (name: String, bytes: [UInt8])? {
        let block = try read(TapeArchive.blockBytes)
        if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
        guard let (name, count) = TapeArchive.file(block) else {
            throw damaged("it is no backup, or cut off")
        }
        guard count <= ClientLimits.backupFileBytesMax else {
            throw damaged("\(name) is too large for a file of a home")
        }
        let padding = TapeArchive.padding(bytes: count).count
        let bytes = try read(count + padding)
        guard bytes.count == count + padding else { throw damaged("\(name) is cut off") }
        return (name, Array(bytes[..<count]))
    }

    /// Writes a file below the draft; its name leads nowhere else.
    private static func write(
        _ bytes: [UInt8], _ name: String, in draft: String
    ) throws(ClientError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "home", (2...ClientLimits.backupDepthMax).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }), let file = parts.last
        else { throw damaged("\(name) is no name in a home") }
        let path = ([Substring(draft)] + parts[1..<(parts.count - 1)]).joined(separator: "/")
        do throws(NetError) {
            let folder = try Folder(path)
            guard try folder.size(of: String(file)) == nil else {
                throw .alreadyThere(path: "\(path)/\(file)")
            }
            try folder.replace(String(file), with: bytes)
        } catch {
            throw .file(error)
        }
    }

    private static func damaged(_ reason: String) -> ClientError {
        .unusable("the backup is damaged: \(reason); nothing was restored")
    }

    /// Removes what was unpacked. A draft that stays is named by the next attempt of this process ID
    /// alone, and hurts nobody.
    private static func remove(_ path: String) {
        guard let folder = try? Folder(path, creating: false) else { return }
        for name in (try? folder.folderNames()) ?? [] {
            remove("\(path)/\(name)")
            try? folder.removeFolder(name)
        }
        for name in (try? folder.names()) ?? [] { try? folder.remove(name) }
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        try? Folder(String(path[..<slash]), creating: false)
            .removeFolder(String(path[path.index(after: slash)...]))
    }
}
