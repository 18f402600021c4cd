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
    /// The file or folder belongs to another account, `owner`; `folder` is the one to hand over if
    /// that is a mistake.
    case foreign(path: String, owner: String, folder: String)
    /// A process of another account, `owner`, listens on the socket.
    case impostor(path: String, owner: String, processID: Int32)
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
            "cannot create a socket at \(path): the path has \(bytes) bytes, and the system "
                + "allows \(bytesMax); choose a shorter SCORED_HOME"
        case .answered(let path):
            "cannot listen on \(path): another process is listening there"
        case .obstructed(let path):
            "cannot listen on \(path): a file that is not a socket is in the way; move it away"
        case .noFile(let path):
            "cannot open \(path): it is a link, a folder or a pipe, not a file; move it away"
        case .foreign(let path, let owner, let folder):
            "\(path) belongs to \(owner), and this account is \(Account.own): "
                + (owner == Account.root
                    ? "if root made it by mistake: sudo chown -R \(geteuid()) '\(folder)'; "
                        + "else choose another home with SCORED_HOME"
                    : "run scored as \(owner), or choose another home with SCORED_HOME")
        case .impostor(let path, let owner, let processID):
            "process \(processID) of another account, \(owner), answers on \(path), and was not "
                + "believed; end that process, or choose another home with SCORED_HOME"
        case .alreadyThere(let path):
            "cannot write \(path): the file exists, and was not changed; to replace it, use --force"
        case .locked(let path, .some(let holder)):
            "cannot lock \(path): process \(holder) holds the lock"
        case .locked(let path, .none):
            "cannot lock \(path): another process holds the lock"
        case .tooLarge(let subject, let sizeMax):
            "cannot read \(subject): it is larger than the limit of \(sizeMax)"
        case .deleted(let path):
            "cannot make \(path) durable: it was deleted while it was open"
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

    /// True if the file is there and its content is of no use: too large, or unreadable on the disk.
    package var isDamage: Bool {
        if case .tooLarge = self { true } else { number?.rawValue == EIO }
    }

    /// True if the file or folder belongs to another account.
    package var isForeign: Bool {
        if case .foreign = self { true } else { false }
    }

    /// True if the file was deleted while it was open.
    package var isDeletion: Bool {
        if case .deleted = self { true } else { false }
    }

    package var isDiskFull: Bool { number?.isDiskFull ?? false }
}

extension NetError {
    /// Why a file of this program's own in `folder`, or that folder, could not be opened.
    static func unopened(
        _ path: String, in folder: String, _ operation: String, _ failure: ErrorNumber
    ) -> NetError {
        if [ELOOP, EISDIR, ENXIO].contains(failure.rawValue) { return .noFile(path: path) }
        if failure.rawValue == EACCES {
            var status = stat()
            if unsafe lstat(path, &status) == 0, status.st_uid != geteuid() {
                return .foreign(path: path, owner: Account.name(status.st_uid), folder: folder)
            }
        }
        return .system(operation: operation, subject: path, number: failure)
    }
}

extension NetError: CustomStringConvertible {
    package var description: String { message }
}

/// The `errno` of a failed system call.
package struct ErrorNumber: Error, Hashable, Sendable {
    package let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// The error in words that can follow a colon: lower case, without a full stop.
    package var text: String {
        switch rawValue {
        case EADDRINUSE: return "address in use"
        case EADDRNOTAVAIL: return "no interface of this device has that address"
        case EACCES: return "permission denied"
        case ENOENT: return "no such file or folder"
        case ENOSPC: return "no space left on the disk"
        case EMFILE, ENFILE: return "too many open files"
        default:
            guard let words = unsafe strerror(rawValue) else { return "error \(rawValue)" }
            return unsafe Self.clause(words)
        }
    }

    /// True if the disk or the quota of this account is full: a condition that may pass by itself.
    package var isDiskFull: Bool { rawValue == ENOSPC || rawValue == EDQUOT }

    /// True if the call would have blocked. Never thrown: callers turn it into a value.
    var isWouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

    /// A message of the system in words that can follow a colon.
    static func clause(_ words: UnsafePointer<CChar>) -> String {
        let text = unsafe String(cString: words)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// Repeats a system call while signals interrupt it, and reads `errno` before anything else runs.
/// Not for `close`, which must not be repeated.
func retrying<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, ErrorNumber> {
    while true {
        let (value, number) = (call(), errno)
        if value >= 0 { return .success(value) }
        if number != EINTR { return .failure(ErrorNumber(number)) }
    }
}

/// Repeats a system call on the bytes from `offset` on, at most `countMax` of them.
func retrying(
    on bytes: [UInt8], from offset: Int, countMax: Int = .max,
    _ call: (UnsafeRawPointer?, Int) -> Int
) -> Result<Int, ErrorNumber> {
    let count = min(bytes.count - offset, countMax)
    return unsafe bytes.withUnsafeBytes { buffer in
        retrying { unsafe call(buffer.baseAddress?.advanced(by: offset), count) }
    }
}

extension Result where Failure == ErrorNumber {
    /// The value, or an error in the form "cannot `operation` `subject`".
    @discardableResult
    func orThrow(_ operation: String, _ subject: @autoclosure () -> String) throws(NetError)
        -> Success
    {
        switch self {
        case .success(let value): return value
        case .failure(let number):
            throw .system(operation: operation, subject: subject(), number: number)
        }
    }
}

/// The accounts of this machine.
package enum Account {
    static let root = "root"

    /// The account that this process acts for.
    package static var own: String { name(geteuid()) }

    package static var number: UInt32 { geteuid() }

    /// The name in `/etc/passwd`, else the number. The C library would look further, which a
    /// program linked statically cannot.
    static func name(_ number: uid_t) -> String {
        if number == 0 { return root }
        let table = FileManager.default.contents(atPath: "/etc/passwd") ?? Data()
        let digits = String(number)
        for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count > 2 && fields[2] == digits { return String(fields[0]) }
        }
        return "account " + digits
    }
}
