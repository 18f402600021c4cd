import Foundation

/// Looks a name up on a thread of its own, since the system call may take seconds while the links
/// must continue. Watch the number as readable, then take the outcome.
package final class Resolution {
    package let name: NamedAddress
    private let reading: Descriptor

    /// The descriptor to watch as readable.
    package var number: Int32 { reading.number }

    /// Begins the look-up. If this object is released early, the outcome is dropped.
    package init(_ name: NamedAddress) throws(NetError) {
        self.name = name
        let ends = try WakePipe()
        let writing = ends.writing.release()
        reading = ends.reading
        // The thread may write after the read end was closed.
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread { Self.lookUp(name, tell: writing) }
    }

    /// The addresses, in the system's order of preference, or the error; nil while the look-up
    /// lasts. Returned once.
    package func outcome() -> Result<[Address], NetError>? {
        // Larger than any answer: the thread writes it in one piece.
        var bytes = [UInt8](repeating: 0, count: Int(PIPE_BUF))
        let status = retrying { unsafe read(number, &bytes, bytes.count) }
        guard case .success(let count) = status else { return nil }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        let addresses = lines.compactMap { Address(String($0)) }
        if !addresses.isEmpty { return .success(addresses) }
        let reason = lines.first.map(String.init) ?? "the lookup ended without an answer"
        return .failure(.unresolved(name: name.host, reason: reason))
    }

    private static func lookUp(_ name: NamedAddress, tell number: Int32) {
        let writing = Descriptor(owning: number)
        let text: String
        do {
            text = try name.resolve().map { "\($0)" }.joined(separator: "\n")
        } catch {
            if case .unresolved(_, let reason) = error { text = reason } else { text = "\(error)" }
        }
        let bytes = Array(text.utf8.prefix(Int(PIPE_BUF)))
        _ = retrying { unsafe write(writing.number, bytes, bytes.count) }
    }
}
