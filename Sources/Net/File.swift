import Foundation

/// An open file of a folder: positional reads and writes, sync and resize. The folder that opened
/// it knows its name and keeps it from being opened twice.
final class File {
    private let descriptor: Descriptor
    let path: String

    /// True if something was written since the last sync.
    private(set) var isDirty = false

    var number: Int32 { descriptor.number }

    init(_ descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file of the system, to be read.
    convenience init(reading path: String) throws(NetError) {
        self.init(try Descriptor(opening: path, O_RDONLY), path: path)
    }

    func size() throws(NetError) -> Int { Int(try descriptor.status("read", path).st_size) }

    /// False for a folder, a pipe or a device.
    func isPlain() throws(NetError) -> Bool {
        try descriptor.status("read", path).st_mode & S_IFMT == S_IFREG
    }

    /// Drops the clean pages of the file from the page cache. After a failed write-back the cache
    /// shows bytes that never reached the disk; and on ext4, bytes written over them may stay in
    /// blocks marked as unwritten although each sync succeeds.
    func forgetMemory() {
        #if !canImport(Darwin)
            _ = posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    /// The bytes from the offset on, at most `count`; fewer only at the end of the file.
    func read(from offset: Int, count: Int) throws(NetError) -> [UInt8] {
        precondition(offset >= 0 && count >= 0)
        var failure: ErrorNumber?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let status = retrying {
                    unsafe pread(
                        number, buffer.baseAddress?.advanced(by: filled), count - filled,
                        off_t(offset + filled))
                }
                switch status {
                case .success(let read) where read > 0: filled += read
                case .success: return
                case .failure(let number):
                    failure = number
                    return
                }
            }
        }
        if let failure { throw .system(operation: "read", subject: path, number: failure) }
        return bytes
    }

    /// Writes all the bytes at the offset. If it throws, any part of them may have been written.
    func write(_ bytes: [UInt8], at offset: Int) throws(NetError) {
        precondition(offset >= 0)
        isDirty = true
        var written = 0
        while written < bytes.count {
            let count = try unsafe retrying(on: bytes, from: written) {
                unsafe pwrite(number, $0, $1, off_t(offset + written))
            }.orThrow("write", path)
            // No progress without an error: the loop would never end.
            guard count > 0 else {
                throw .system(operation: "write", subject: path, number: ErrorNumber(EIO))
            }
            written += count
        }
    }

    /// Makes the written bytes and the length durable. After it has thrown, nothing written since
    /// the last success may be trusted, and a second call proves nothing. A file that no path leads
    /// to is not durable, whatever the disk reports.
    func sync() throws(NetError) {
        #if canImport(Darwin)
            // On Darwin fsync leaves the bytes in the cache of the drive.
            try retrying { fcntl(number, F_FULLFSYNC) }.orThrow("sync", path)
        #else
            try retrying { fdatasync(number) }.orThrow("sync", path)
        #endif
        guard try descriptor.status("sync", path).st_nlink > 0 else { throw .deleted(path: path) }
        isDirty = false
    }

    /// Makes the file `count` bytes long. Growing allocates the space now, so that a later write
    /// into it cannot fail with a full disk; the new bytes read as zero. The call is made even if
    /// the file shows this length already, since the disk may have another one after a failed sync.
    func resize(to count: Int) throws(NetError) {
        precondition(count >= 0)
        let now = try size()
        isDirty = true
        if count > now { try allocate(count, now) }
        #if !canImport(Darwin)
            // The allocation has set the length.
            if count > now { return }
        #endif
        try retrying { ftruncate(number, off_t(count)) }.orThrow("resize", path)
    }

    private func allocate(_ count: Int, _ now: Int) throws(NetError) {
        #if canImport(Darwin)
            var request = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(count - now), fst_bytesalloc: 0)
            try retrying { unsafe fcntl(number, F_PREALLOCATE, &request) }
                .orThrow("resize", path)
        #else
            // This call returns its error instead of setting errno.
            var failure: Int32 = 0
            repeat {
                failure = posix_fallocate(number, off_t(now), off_t(count - now))
            } while failure == EINTR
            guard failure == 0 else {
                throw .system(operation: "resize", subject: path, number: ErrorNumber(failure))
            }
        #endif
    }
}
