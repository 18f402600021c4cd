import Foundation

/// The number by which the system says why a call failed.
package struct ErrorNumber: Error, Hashable, Sendable {
    package let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// Why, in words that follow a colon: lower case, without a full stop.
    package var text: String {
        switch rawValue {
        case EADDRINUSE: return "address in use"
        case EADDRNOTAVAIL: return "no interface of this device has that address"
        case EACCES: return "permission denied"
        case ENOENT: return "no such file or folder"
        case ENOSPC: return "no space left on the disk"
        case EMFILE, ENFILE: return "too many open files"
        default: return Self.words(of: rawValue)
        }
    }

    /// Whether the disk, or this account's share of it, is full: a condition that can pass by
    /// itself.
    package var isDiskFull: Bool { rawValue == ENOSPC || rawValue == EDQUOT }

    /// Whether the call would have had to wait. Never thrown: callers turn it into a value.
    var isWouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

    private static func words(of number: Int32) -> String {
        guard let words = unsafe strerror(number) else { return "error \(number)" }
        let text = unsafe String(cString: words)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// Makes a system call until no signal interrupts it, and takes `errno` before anything else runs.
/// Not for `close`, which must not be repeated.
func retrying<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, ErrorNumber> {
    while true {
        let (value, number) = (call(), errno)
        if value >= 0 { return .success(value) }
        if number != EINTR { return .failure(ErrorNumber(number)) }
    }
}

extension Result where Failure == ErrorNumber {
    /// The value, or an error that says what could not be done to what: "cannot `operation`
    /// `subject`".
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
