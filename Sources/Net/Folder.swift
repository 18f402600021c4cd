import Foundation

/// A folder of small files and segments that only this account can read. Names are plain names
/// inside it. Renaming, replacing and removing are durable when the call returns; writes are
/// durable after `sync`. At most eight files are kept open.
package final class Folder {
    /// The path by which it was opened, for diagnostics; changed by `move`.
    package private(set) var path: String

    private let descriptor: Descriptor
    private var isLocked = false
    /// The open files, the most recently used last.
    private var files: [(name: String, file: File)] = []
    /// The names whose directory entries are known to be durable.
    private var durableNames: Set<String> = []

    /// Opens a folder; with `creating` it and its missing parents are created first (mode 0700),
    /// each durable in its parent.
    package init(_ path: String, creating: Bool = true) throws(NetError) {
        if creating { try Self.create(path) }
        self.path = path
        let opened = retrying { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if case .failure(let failure) = opened, failure.rawValue == EACCES {
            throw .unopened(path, in: path, "open folder", failure)
        }
        descriptor = Descriptor(owning: try opened.orThrow("open folder", path))
    }

    /// Locks the folder itself until this object is released, or throws `locked`. Independent of
    /// any lock file, which may be deleted; has no effect on file systems that cannot lock folders.
    package func lock() throws(NetError) {
        let status = retrying { flock(number, LOCK_EX | LOCK_NB) }
        if case .failure(let failure) = status, failure.isWouldBlock {
            throw .locked(path: path, holder: nil)
        }
        if case .success = status { isLocked = true }
    }

    // See `LockFile`: a program that is being started has a copy of the descriptor.
    deinit { if isLocked { _ = flock(number, LOCK_UN) } }

    // MARK: Names

    /// The names of the files, sorted, without folders and temporary files.
    package func names() throws(NetError) -> [String] {
        try names { $0 & S_IFMT == S_IFREG }
    }

    /// The names of all entries, sorted, without temporary files.
    package func allNames() throws(NetError) -> [String] {
        try names { _ in true }
    }

    /// The names of the folders, sorted.
    package func folderNames() throws(NetError) -> [String] {
        try names { $0 & S_IFMT == S_IFDIR }
    }

    /// The bytes of a file; nil if there is none.
    package func size(of name: String) throws(NetError) -> Int? {
        guard let status = try status(of: name) else { return nil }
        return Int(status.st_size)
    }

    // MARK: Contents

    /// The whole file; nil if there is none. Throws, without reading, if it has more than
    /// `bytesMax` bytes.
    package func read(_ name: String, bytesMax: Int) throws(NetError) -> [UInt8]? {
        guard let file = try file(name, creating: false) else { return nil }
        return try whole(file, bytesMax: bytesMax)
    }

    /// As `read(_:bytesMax:)`, but opens the file read-only and does not keep it open, so that a
    /// file without write permission can be read.
    package func inspect(_ name: String, bytesMax: Int) throws(NetError) -> [UInt8]? {
        guard let file = try opened(name, O_RDONLY) else { return nil }
        return try whole(file, bytesMax: bytesMax)
    }

    /// The bytes from the offset on, at most `count`; fewer only at the end of the file.
    package func read(_ name: String, from offset: Int, count: Int) throws(NetError) -> [UInt8] {
        try existing(name).read(from: offset, count: count)
    }

    /// Writes at the offset; creates the file (mode 0600) if there is none. If it throws, any part
    /// of the bytes may have been written.
    package func write(_ bytes: [UInt8], to name: String, at offset: Int) throws(NetError) {
        guard let file = try file(name, creating: true) else { return }
        try file.write(bytes, at: offset)
    }

    /// Makes the bytes of the file durable, and at its first sync its directory entry. If it
    /// throws, everything written since the last success may be lost: read it again, do not retry.
    package func sync(_ name: String) throws(NetError) {
        do {
            try existing(name).sync()
            if !durableNames.contains(name) { try syncEntries() }
            durableNames.insert(name)
        } catch {
            // A newly opened descriptor reads what is on the disk.
            forget(name)
            throw error
        }
    }

    /// Makes the file `count` bytes long, and creates it if there is none. Growing allocates the
    /// space at once; the new bytes are zero.
    package func resize(_ name: String, to count: Int) throws(NetError) {
        guard let file = try file(name, creating: true) else { return }
        try file.resize(to: count)
    }

    /// Closes the open files, without a sync.
    package func closeFiles() {
        files.removeAll()
    }

    // MARK: Inside

    /// For calls that take names relative to the folder.
    var number: Int32 { descriptor.number }

    /// The path of a file, for messages.
    private func subject(_ name: String) -> String { path + "/" + name }

    /// Makes the directory entries durable.
    func syncEntries() throws(NetError) {
        #if canImport(Darwin)
            try retrying { fcntl(number, F_FULLFSYNC) }.orThrow("sync folder", path)
        #else
            try retrying { fsync(number) }.orThrow("sync folder", path)
        #endif
    }

    /// Closes the file of a name, because the name now refers to another file or none.
    private func forget(_ name: String) {
        files.removeAll { $0.name == name }
        durableNames.remove(name)
    }

    /// Throws if there is no file of this name.
    private func existing(_ name: String) throws(NetError) -> File {
        guard let file = try file(name, creating: false) else {
            throw .system(operation: "open", subject: subject(name), number: ErrorNumber(ENOENT))
        }
        return file
    }

    func status(of name: String) throws(NetError) -> stat? {
        Self.check(name)
        var status = stat()
        let result = retrying { unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
        if case .failure(let failure) = result, failure.rawValue == ENOENT { return nil }
        try result.orThrow("read", subject(name))
        return status
    }

    private static func check(_ name: String) {
        precondition(
            !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
                && !name.utf8.contains(0), "a plain name inside the folder")
    }

    private func file(_ name: String, creating: Bool) throws(NetError) -> File? {
        if let slot = files.lastIndex(where: { $0.name == name }) {
            if slot < files.count - 1 { files.append(files.remove(at: slot)) }
            return files[files.count - 1].file
        }
        guard let file = try opened(name, O_RDWR | (creating ? O_CREAT : 0)) else { return nil }
        try makeRoom()
        files.append((name, file))
        return file
    }

    /// Opens a plain file, without blocking on a pipe or device; nil if there is none and none is
    /// to be created.
    private func opened(_ name: String, _ flags: Int32) throws(NetError) -> File? {
        Self.check(name)
        let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let opened = retrying { unsafe openat(number, name, all, mode_t(0o600)) }
        if case .failure(let failure) = opened {
            if failure.rawValue == ENOENT, flags & O_CREAT == 0 { return nil }
            throw .unopened(subject(name), in: path, "open", failure)
        }
        let file = File(
            Descriptor(owning: try opened.orThrow("open", subject(name))), path: subject(name))
        guard try file.isPlain() else { throw .noFile(path: subject(name)) }
        return file
    }

    private func whole(_ file: File, bytesMax: Int) throws(NetError) -> [UInt8] {
        let size = try file.size()
        guard size <= bytesMax else { throw .tooLarge(subject: file.path, sizeMax: bytesMax) }
        file.forgetMemory()
        return try file.read(from: 0, count: size)
    }

    /// Closes the least recently used file. A file with unsynced bytes is synced first, so that no
    /// write error is lost with the descriptor.
    private func makeRoom() throws(NetError) {
        guard files.count >= NetLimits.filesOpenMax else { return }
        let slot = files.firstIndex { !$0.file.isDirty } ?? 0
        let name = files[slot].name
        if files[slot].file.isDirty { try sync(name) }
        files.removeAll { $0.name == name }
    }
}

/// Changes of whole files, each durable when the call returns.
extension Folder {
    /// Replaces or creates a file: after a crash at any moment it has all old or all new bytes.
    package func replace(_ name: String, with bytes: [UInt8], mode: UInt32 = 0o600)
        throws(NetError)
    {
        try place(name, mode: mode, "replace") { file throws(NetError) in
            try file.write(bytes, at: 0)
        }
    }

    /// Renames a file or folder, within this folder or to another one of the same file system. A
    /// file with the new name is replaced.
    package func rename(_ name: String, to newName: String, in other: Folder? = nil)
        throws(NetError)
    {
        Self.check(name)
        Self.check(newName)
        let target = other ?? self
        try retrying { unsafe renameat(number, name, target.number, newName) }
            .orThrow("rename", subject(name))
        forget(name)
        target.forget(newName)
        try target.syncEntries()
        if target !== self { try syncEntries() }
    }

    /// Moves this folder to another path of the same file system, whose parent exists.
    package func move(to newPath: String) throws(NetError) {
        closeFiles()
        let from = try Folder(Self.parent(of: path), creating: false)
        let to = try Folder(Self.parent(of: newPath), creating: false)
        try from.rename(Self.lastName(of: path), to: Self.lastName(of: newPath), in: to)
        path = newPath
    }

    /// Copies a file to a new name in this folder or another; a file with that name is replaced
    /// atomically, as by `replace`.
    package func copy(_ name: String, to newName: String, in other: Folder? = nil)
        throws(NetError)
    {
        let source = try existing(name)
        try (other ?? self).place(newName, mode: 0o600, "copy to") { copy throws(NetError) in
            var offset = 0
            while true {
                let bytes = try source.read(from: offset, count: NetLimits.copyBytes)
                if bytes.isEmpty { break }
                try copy.write(bytes, at: offset)
                offset += bytes.count
            }
        }
    }

    /// Puts a file that `fill` writes under a temporary name in the place of another or of none.
    private func place(
        _ name: String, mode: UInt32, _ operation: String,
        _ fill: (File) throws(NetError) -> Void
    ) throws(NetError) {
        Self.check(name)
        let temporary = "." + name + ".new"
        do {
            let file = try fresh(temporary, mode: mode)
            try fill(file)
            try file.sync()
            try retrying { unsafe renameat(number, temporary, number, name) }
                .orThrow(operation, subject(name))
        } catch {
            _ = unsafe unlinkat(number, temporary, 0)
            throw error
        }
        forget(name)
        try syncEntries()
    }

    /// Removes a file; succeeds if there is none.
    package func remove(_ name: String) throws(NetError) {
        try remove(name, 0, "remove")
    }

    /// Removes an empty folder in this one; succeeds if there is none.
    package func removeFolder(_ name: String) throws(NetError) {
        try remove(name, Int32(AT_REMOVEDIR), "remove folder")
    }

    private func remove(
        _ name: String, _ flags: Int32, _ operation: String
    ) throws(NetError) {
        Self.check(name)
        let status = retrying { unsafe unlinkat(number, name, flags) }
        forget(name)
        if case .failure(let failure) = status, failure.rawValue == ENOENT { return }
        try status.orThrow(operation, subject(name))
        try syncEntries()
    }

    /// Creates a file with this name; removes one that a crash left.
    private func fresh(_ name: String, mode: UInt32) throws(NetError) -> File {
        _ = unsafe unlinkat(number, name, 0)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let opened = try retrying { unsafe openat(number, name, flags, mode_t(mode)) }
            .orThrow("make", subject(name))
        let file = File(Descriptor(owning: opened), path: subject(name))
        // The umask of the account may have cleared bits.
        try retrying { fchmod(file.number, mode_t(mode)) }.orThrow("make", subject(name))
        return file
    }
}

extension Folder {
    /// The names whose mode passes, sorted. Names that begin with a dot are left out: only
    /// temporary files of `replace` have them.
    func names(where passes: (mode_t) -> Bool) throws(NetError) -> [String] {
        guard let stream = unsafe opendir(path) else {
            throw .system(operation: "list folder", subject: path, number: ErrorNumber(errno))
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // Only errno tells an error from the end: names that are left out would pass for files
            // that are not there, and an unread log for an empty one.
            errno = 0
            let (next, number) = unsafe (readdir(stream), errno)
            guard let entry = unsafe next else {
                guard number == 0 else {
                    throw .system(
                        operation: "list folder", subject: path, number: ErrorNumber(number))
                }
                break
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(
                    cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            guard !name.hasPrefix(".") else { continue }
            guard let status = try status(of: name), passes(status.st_mode) else { continue }
            guard names.count < NetLimits.folderNamesMax else {
                throw .tooLarge(subject: "folder \(path)", sizeMax: NetLimits.folderNamesMax)
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// Creates a folder (mode 0700) and its missing parents, each durable in its parent; succeeds
    /// if it exists.
    private static func create(_ path: String) throws(NetError) {
        try demandOwnParent(of: path)
        let status = retrying { unsafe mkdir(path, 0o700) }
        if case .failure(let failure) = status {
            if failure.rawValue == EEXIST { return }
            guard failure.rawValue == ENOENT, parent(of: path) != path else {
                try status.orThrow("make folder", path)
                return
            }
            try create(parent(of: path))
            let again = retrying { unsafe mkdir(path, 0o700) }
            if case .failure(let failure) = again, failure.rawValue == EEXIST { return }
            try again.orThrow("make folder", path)
        }
        try Folder(parent(of: path), creating: false).syncEntries()
    }

    /// Root makes no folder in that of another account, as with `sudo` in a person's home: the
    /// folder would be closed to the account for which it is meant.
    private static func demandOwnParent(of path: String) throws(NetError) {
        let parent = parent(of: path)
        var status = stat()
        guard geteuid() == 0, unsafe lstat(path, &status) != 0,
            unsafe stat(parent, &status) == 0, status.st_uid != 0
        else { return }
        throw .foreign(path: parent, owner: Account.name(status.st_uid), folder: parent)
    }

    private static func parent(of path: String) -> String {
        let trimmed = trimmed(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    private static func lastName(of path: String) -> String {
        let trimmed = trimmed(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return trimmed }
        return String(trimmed[trimmed.index(after: slash)...])
    }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}

/// Permissions and ownership.
extension Folder {
    /// The permission bits of a file; nil if there is none.
    package func mode(of name: String) throws(NetError) -> UInt32? {
        guard let status = try status(of: name) else { return nil }
        return UInt32(status.st_mode) & 0o7777
    }

    /// The permission bits of the folder itself.
    package func ownMode() throws(NetError) -> UInt32 {
        UInt32(try ownStatus().st_mode) & 0o7777
    }

    /// Sets the permission bits of the folder itself.
    package func setOwnMode(to mode: UInt32) throws(NetError) {
        try retrying { fchmod(number, mode_t(mode)) }.orThrow("change the permissions of", path)
    }

    /// Throws `foreign` if the folder belongs to another account, which can replace every file and
    /// socket in it.
    ///
    /// A daemon asks in `Home.init`, a client in `StateHome.connect` and before it writes;
    /// `StreamSocket.connected(toOwnPath:)` asks about a process. Files are opened by `opened` and
    /// `Descriptor.ofOwn`, which follow no link.
    package func demandOwn() throws(NetError) {
        let owner = try ownStatus().st_uid
        guard owner == geteuid() else {
            throw .foreign(path: path, owner: Account.name(owner), folder: path)
        }
    }

    /// True if the folder was deleted after it was opened: no path leads to it.
    package var isRemoved: Bool { (try? ownStatus().st_nlink == 0) ?? false }

    func ownStatus() throws(NetError) -> stat { try descriptor.status("read", path) }

    package func setMode(of name: String, to mode: UInt32) throws(NetError) {
        let file = try existing(name)
        try retrying { fchmod(file.number, mode_t(mode)) }
            .orThrow("change the permissions of", subject(name))
    }
}
