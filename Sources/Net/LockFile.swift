import Foundation

/// A file lock that one process holds until it releases this object or ends. The file stays, with
/// the holder's process ID in it: after a removal two processes could hold the lock.
///
/// `Home` takes it, so a second daemon of a home ends with `NetError.locked` and the holder's
/// process ID.
package final class LockFile {
    private let descriptor: Descriptor

    /// Takes the lock at once, or throws `locked` with the holder.
    package init(_ path: String) throws(NetError) {
        descriptor = try Descriptor.ofOwn(path, O_RDWR | O_CREAT, "lock")
        let number = descriptor.number
        let status = retrying { flock(number, LOCK_EX | LOCK_NB) }
        if case .failure(let failure) = status, failure.isWouldBlock {
            throw .locked(path: path, holder: Self.processID(in: number))
        }
        try status.orThrow("lock", path)
        let text = Array("\(getpid())\n".utf8)
        try retrying { ftruncate(number, 0) }.orThrow("lock", path)
        try retrying { unsafe pwrite(number, text, text.count, 0) }.orThrow("lock", path)
    }

    // A lock ends with the last copy of its descriptor, and a program that is being started has
    // copies of all of them until it runs: the explicit unlock takes effect at once.
    deinit { _ = flock(descriptor.number, LOCK_UN) }

    /// The process ID in a lock file; nil if there is no file or no ID in it.
    package static func holder(of path: String) -> Int32? {
        guard let file = try? Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        else { return nil }
        return processID(in: file.number)
    }

    private static func processID(in number: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: NetLimits.lockBytesMax)
        guard
            case .success(let count) = retrying({
                unsafe pread(number, &bytes, bytes.count, 0)
            })
        else { return nil }
        let digits = bytes[..<count].prefix { (48...57).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}
