import Foundation

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
        default: return Self.words(of: rawValue)
        }
    }

    /// True if the disk or the quota of this account is full: a condition that may pass by itself.
    package var isDiskFull: Bool { rawValue == ENOSPC || rawValue == EDQUOT }

    /// True if the call would have blocked. Never thrown: callers turn it into a value.
    var isWouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

    private static func words(of number: Int32) -> String {
        guard let words = unsafe strerror(number) else { return "error \(number)" }
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
