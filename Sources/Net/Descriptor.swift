import Foundation

/// An open descriptor that belongs to one owner and closes itself, so that its number cannot be
/// used after the system has given it to another file.
package struct Descriptor: ~Copyable {
    /// The number for system calls; only while the owner lives.
    package let number: Int32

    /// Takes over an open descriptor that is closed on exec from here on.
    init(owning number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        // Not repeated after EINTR: the number is free either way, and may already be another's.
        _ = close(number)
    }

    /// Gives the open descriptor up; whoever takes the number closes it.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Makes calls return at once where they would wait. The flag belongs to the open file, which
    /// descriptors inherited from a shell share with it: only for files this process opened.
    func setNonBlocking() throws(NetError) {
        let flags = try retrying { fcntl(number, F_GETFL) }.orThrow("use", "a descriptor")
        try retrying { fcntl(number, F_SETFL, flags | O_NONBLOCK) }.orThrow("use", "a descriptor")
    }
}

/// Both ends of a pipe, neither of which waits.
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
