import Foundation

/// A folder of small files and of segments, of which only this account can read anything. Names are
/// plain names inside it. What is renamed, replaced or removed is durable when the call returns;
/// what is written is durable after `sync`. Open files are kept, eight at most.
package final class Folder {
    /// The path it was opened by, for diagnostics; `move` changes it.
    package private(set) var path: String

    private let descriptor: Descriptor
    private var isLocked = false
    /// Kept open, the most recently used last.
    private var files: [(name: String, file: File)] = []
    /// Names whose entry in the folder this process has made durable or found so.
    private var durableNames: Set<String> = []

    /// Opens a folder; with `creating` it and its missing parents are made first (mode 0700), each
    /// durable in its parent.
    package init(_ path: String, creating: Bool = true) throws(NetError) {
        if creating { try Self.create(path) }
        self.path = path
        descriptor = Descriptor(
            owning: try retrying { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
                .orThrow("open folder", path))
    }

    /// Locks the folder itself for as long as this is kept, or throws `locked`. It holds where somebody
    /// removes whatever file stands for a lock; on file systems that lock no folders it does nothing.
    package func lock() throws(NetError) {
        let status = retrying { flock(number, LOCK_EX | LOCK_NB) }
        if case .failure(let failure) = status, failure.isWouldBlock {
            throw .locked(path: path, holder: nil)
        }
        if case .success = status { isLocked = true }
    }

    // As at `LockFile`: a program that is just being started has a copy of the descriptor.
    deinit { if isLocked { _ = flock(number, LOCK_UN) } }

    // MARK: Names

    /// Names of the files in it, sorted, without folders and temporary files.
    package func names() throws(NetError) -> [String] {
        try names { $0 & S_IFMT == S_IFREG }
    }

    /// Names of whatever is in it, file or not, sorted, without temporary files.
    package func allNames() throws(NetError) -> [String] {
        try names { _ in true }
    }

    /// Names of the folders in it, sorted.
    package func folderNames() throws(NetError) -> [String] {
        try names { $0 & S_IFMT == S_IFDIR }
    }

    /// Bytes of a file; nil if there is none of that name.
    package func size(of name: String) throws(NetError) -> Int? {
        guard let status = try status(of: name) else { return nil }
        return Int(status.st_size)
    }

    // MARK: Contents

    /// The whole file; nil if there is none. More than `bytesMax` is an error, and nothing is read.
    package func read(_ name: String, bytesMax: Int) throws(NetError) -> [UInt8]? {
        guard let file = try file(name, creating: false) else { return nil }
        return try whole(file, bytesMax: bytesMax)
    }

    /// The whole file, opened for reading alone and not kept open, so that what may not be written can be
    /// read; otherwise as `read(_:bytesMax:)`, which keeps the file open for what follows.
    package func inspect(_ name: String, bytesMax: Int) throws(NetError) -> [UInt8]? {
        guard let file = try opened(name, O_RDONLY) else { return nil }
        return try whole(file, bytesMax: bytesMax)
    }

    /// The bytes from the offset on, at most `count`; fewer only at the end of the file.
    package func read(_ name: String, from offset: Int, count: Int) throws(NetError) -> [UInt8] {
        try existing(name).read(from: offset, count: count)
    }

    /// Writes at the offset; makes the file (mode 0600) if there is none. When it throws, any part
    /// of the bytes may be there.
    package func write(_ bytes: [UInt8], to name: String, at offset: Int) throws(NetError) {
        guard let file = try file(name, creating: true) else { return }
        try file.write(bytes, at: offset)
    }

    /// Makes the file's bytes durable, and at its first sync its entry in the folder. After it has
    /// thrown, what was written since the last success may be lost: read it again, do not retry.
    package func sync(_ name: String) throws(NetError) {
        do {
            try existing(name).sync()
            if !durableNames.contains(name) { try syncEntries() }
            durableNames.insert(name)
        } catch {
            // Through a descriptor opened afresh the system answers for what is on the disk.
            forget(name)
            throw error
        }
    }

    /// Makes the file `count` bytes long, and makes it if there is none. Growing takes the room on
    /// the disk at once; the new bytes are zero.
    package func resize(_ name: String, to count: Int) throws(NetError) {
        guard let file = try file(name, creating: true) else { return }
        try file.resize(to: count)
    }

    /// Closes the files that are kept open. What was not synced stays so.
    package func closeFiles() {
        files.removeAll()
    }

    // MARK: Inside

    /// The folder's descriptor, for the calls that take names relative to it.
    var number: Int32 { descriptor.number }

    /// A file's path, for messages.
    func subject(_ name: String) -> String { path + "/" + name }

    /// Makes durable which names the folder has.
    func syncEntries() throws(NetError) {
        #if canImport(Darwin)
            try retrying { fcntl(number, F_FULLFSYNC) }.orThrow("sync folder", path)
        #else
            try retrying { fsync(number) }.orThrow("sync folder", path)
        #endif
    }

    /// Closes a name's file, because it stands for another file or none from now on.
    func forget(_ name: String) {
        files.removeAll { $0.name == name }
        durableNames.remove(name)
    }

    func moved(to path: String) { self.path = path }

    /// The file of that name, or an error if there is none.
    func existing(_ name: String) throws(NetError) -> File {
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

    static func check(_ name: String) {
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

    /// Opens a plain file, without waiting for anybody at the other end of what is none; nil if
    /// there is nothing of that name and none is to be made.
    private func opened(_ name: String, _ flags: Int32) throws(NetError) -> File? {
        Self.check(name)
        let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let opened = retrying { unsafe openat(number, name, all, mode_t(0o600)) }
        if case .failure(let failure) = opened {
            if failure.rawValue == ENOENT, flags & O_CREAT == 0 { return nil }
            if [ELOOP, EISDIR, ENXIO].contains(failure.rawValue) {
                throw .noFile(path: subject(name))
            }
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

    /// Closes the file that was used longest ago. One with unsynced bytes is synced first, so that
    /// no error of its writing is lost with the descriptor.
    private func makeRoom() throws(NetError) {
        guard files.count >= NetLimits.filesOpenMax else { return }
        let slot = files.firstIndex { !$0.file.isDirty } ?? 0
        let name = files[slot].name
        if files[slot].file.isDirty { try sync(name) }
        files.removeAll { $0.name == name }
    }
}
