import Foundation

/// An open descriptor with one owner that closes it, so that its number cannot be used after the
/// system has given it to another file.
package struct Descriptor: ~Copyable {
    /// For system calls; valid while the owner lives.
    package let number: Int32

    /// Takes ownership of an open descriptor and sets FD_CLOEXEC.
    init(owning number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    /// Opens a file.
    init(
        opening path: String, _ flags: Int32, mode: mode_t = 0o600, _ operation: String = "read"
    ) throws(NetError) {
        self.init(
            owning: try retrying { unsafe open(path, flags | O_CLOEXEC, mode) }
                .orThrow(operation, path))
    }

    /// Opens a file of this program's own, in a folder that this account may share with others: no
    /// link is followed, no pipe waited for, and anything but a plain file refused.
    static func ofOwn(
        _ path: String, _ flags: Int32, _ operation: String
    ) throws(NetError) -> Descriptor {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let opened = retrying { unsafe open(path, all, 0o600) }
        if case .failure(let failure) = opened {
            throw .unopened(path, in: folder, operation, failure)
        }
        let file = Descriptor(owning: try opened.orThrow(operation, path))
        let isPlain = try file.status(operation, path).st_mode & S_IFMT == S_IFREG
        guard isPlain else { throw .noFile(path: path) }
        return file
    }

    deinit {
        // Not repeated after EINTR: the number is free either way, and may already be in use again.
        _ = close(number)
    }

    /// Gives up ownership; the caller must close the number.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// The state of the open file; `path` is for messages.
    func status(_ operation: String, _ path: String) throws(NetError) -> stat {
        var status = stat()
        try retrying { unsafe fstat(number, &status) }.orThrow(operation, path)
        return status
    }

    /// Makes calls return instead of blocking. The flag belongs to the open file description, which
    /// inherited descriptors share with the shell: only for files that this process opened.
    func setNonBlocking() throws(NetError) {
        let flags = try retrying { fcntl(number, F_GETFL) }.orThrow("use", "a descriptor")
        try retrying { fcntl(number, F_SETFL, flags | O_NONBLOCK) }.orThrow("use", "a descriptor")
    }
}

/// Both ends of a non-blocking pipe.
struct WakePipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(NetError) {
        var numbers: [Int32] = [-1, -1]
        try retrying { unsafe pipe(&numbers) }.orThrow("make", "a pipe")
        let reading = Descriptor(owning: numbers[0])
        let writing = Descriptor(owning: numbers[1])
        try reading.setNonBlocking()
        try writing.setNonBlocking()
        self.reading = reading
        self.writing = writing
    }
}
