import Foundation

/// An error of the system, with the details that a person needs to act on it.
package enum NetError: Error, Hashable, Sendable {
    /// A system call failed. The operation is a verb phrase ("listen on"), the subject its object
    /// (an address, a path).
    case system(operation: String, subject: String, number: ErrorNumber)
    /// The text is not `host:port`.
    case malformedAddress(text: String)
    /// The host name has no address, or could not be looked up.
    case unresolved(name: String, reason: String)
    /// The path of a socket is longer than the system allows; both in bytes.
    case pathTooLong(path: String, bytes: Int, bytesMax: Int)
    /// A process answers on the socket that was to be replaced.
    case answered(path: String)
    /// A file that is no socket is at the path of a socket; it is left alone.
    case obstructed(path: String)
    /// Another process holds the lock; its process ID, if it wrote one.
    case locked(path: String, holder: Int32?)
    /// A link, a folder or a pipe is at the path of a file.
    case noFile(path: String)
    /// The new file already exists.
    case alreadyThere(path: String)
    /// A file or listing exceeds the limit of the caller, in bytes or names.
    case tooLarge(subject: String, sizeMax: Int)
    /// The file was deleted while it was open: writes to it are lost when it is closed.
    case deleted(path: String)

    /// One line for people: what failed, on what, why, and what to do if that is known here.
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

    /// The error number of a failed system call.
    package var number: ErrorNumber? {
        guard case .system(_, _, let number) = self else { return nil }
        return number
    }

    /// True if there is no such file or folder.
    package var isAbsence: Bool { number?.rawValue == ENOENT }

    /// True if a link, a folder or a pipe is at the path of a file.
    package var isNoFile: Bool {
        if case .noFile = self { true } else { false }
    }

    /// True if the file was deleted while it was open.
    package var isDeletion: Bool {
        if case .deleted = self { true } else { false }
    }

    package var isDiskFull: Bool { number?.isDiskFull ?? false }
}

extension NetError: CustomStringConvertible {
    package var description: String { message }
}
