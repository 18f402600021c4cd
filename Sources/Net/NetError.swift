import Foundation

/// What the system refused, with all that a person needs to act on it.
package enum NetError: Error, Hashable, Sendable {
    /// A system call failed. The operation is a verb phrase ("listen on"), the subject what it was
    /// done to (an address, a path).
    case system(operation: String, subject: String, number: ErrorNumber)
    /// The text is no `host:port`.
    case malformedAddress(text: String)
    /// The name of a host has no address, or it could not be asked for.
    case unresolved(name: String, reason: String)
    /// A socket's path is longer than the system takes; both in bytes.
    case pathTooLong(path: String, bytes: Int, bytesMax: Int)
    /// Somebody answers on the socket that was to be replaced.
    case answered(path: String)
    /// Something that is no socket stands where a socket was to be made; it is left alone.
    case obstructed(path: String)
    /// Another process holds the lock; its process ID, if it wrote one.
    case locked(path: String, holder: Int32?)
    /// Something that is no plain file stands where one was expected: a link, a folder, a pipe.
    case noFile(path: String)
    /// A file has the name that a new one was to get.
    case alreadyThere(path: String)
    /// A file or listing exceeds what the caller takes; in bytes or names.
    case tooLarge(subject: String, sizeMax: Int)
    /// Somebody deleted a file that is open: what is written to it goes when it is closed.
    case deleted(path: String)

    /// One line for people: what failed, on what, why, and what to do where that is known here.
    package var message: String {
        switch self {
        case .system(let operation, let subject, let number):
            "cannot \(operation) \(subject): \(number.text)"
        case .malformedAddress(let text):
            "\"\(text)\" is not an address: write HOST:PORT, [IPV6]:PORT or :PORT"
        case .unresolved(let name, let reason):
            "cannot find the address of \(name): \(reason); try its numeric address"
        case .pathTooLong(let path, let bytes, let bytesMax):
            "cannot make a socket at \(path): the path has \(bytes) bytes, the system takes "
                + "\(bytesMax); choose a shorter SCORED_HOME"
        case .answered(let path):
            "cannot listen on \(path): another process answers there"
        case .obstructed(let path):
            "cannot listen on \(path): something that is not a socket is in the way"
        case .noFile(let path):
            "cannot open \(path): a link, a folder or a pipe stands there, not a file"
        case .alreadyThere(let path):
            "\(path) is there already and stays as it is; to write over it: --force"
        case .locked(let path, .some(let holder)):
            "cannot lock \(path): process \(holder) holds it"
        case .locked(let path, .none):
            "cannot lock \(path): another process holds it"
        case .tooLarge(let subject, let sizeMax):
            "cannot read \(subject): larger than the limit of \(sizeMax)"
        case .deleted(let path):
            "cannot sync \(path): it was deleted while it was open"
        }
    }

    /// The system's number, where a system call failed.
    package var number: ErrorNumber? {
        guard case .system(_, _, let number) = self else { return nil }
        return number
    }

    /// Whether there is no such file or folder.
    package var isAbsence: Bool { number?.rawValue == ENOENT }

    /// Whether something else than a file stands there.
    package var isNoFile: Bool {
        if case .noFile = self { true } else { false }
    }

    /// Whether somebody deleted what was open.
    package var isDeletion: Bool {
        if case .deleted = self { true } else { false }
    }

    /// Whether it failed because the disk is full.
    package var isDiskFull: Bool { number?.isDiskFull ?? false }
}

extension NetError: CustomStringConvertible {
    package var description: String { message }
}
