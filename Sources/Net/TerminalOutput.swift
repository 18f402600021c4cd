import Foundation

/// The terminal at standard output, for a program that draws and must not wait for a slow one.
///
/// The terminal is opened again: blocking is a property of the open file description, and the one
/// of standard output is shared with the shell. If it cannot be opened again, as after `su`, small
/// pieces are written to standard output when it has room, which seldom blocks.
package final class TerminalOutput {
    private let descriptor: Descriptor
    private let isShared: Bool

    /// Throws if standard output is no terminal.
    package init() throws(NetError) {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let status = unsafe path.withUnsafeMutableBytes { buffer in
            guard let room = buffer.baseAddress else { return ERANGE }
            return unsafe ttyname_r(STDOUT_FILENO, room, buffer.count)
        }
        guard status == 0 || isatty(STDOUT_FILENO) == 1 else {
            throw .system(
                operation: "draw on", subject: "the standard output", number: ErrorNumber(status))
        }
        let name = String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        let opened = retrying { unsafe open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
        if status == 0, case .success(let number) = opened {
            descriptor = Descriptor(owning: number)
            isShared = false
        } else {
            descriptor = Descriptor(
                owning: try retrying { dup(STDOUT_FILENO) }.orThrow("use", "the standard output"))
            isShared = true
        }
    }

    /// The descriptor for the poller.
    package var number: Int32 { descriptor.number }

    /// Passes the bytes from `offset` on to the terminal, which may accept only some of them.
    package func write(
        _ bytes: [UInt8], from offset: Int = 0
    ) throws(NetError) -> StreamSocket.Writing {
        precondition(offset >= 0 && offset <= bytes.count)
        guard !isShared || hasRoom else { return .wouldBlock }
        let rest = bytes.count - offset
        let count = isShared ? min(rest, NetLimits.terminalPieceBytes) : rest
        let status = unsafe bytes.withUnsafeBytes { buffer in
            retrying {
                unsafe Foundation.write(
                    number, buffer.baseAddress?.advanced(by: offset), count)
            }
        }
        if case .failure(let failure) = status, failure.isWouldBlock { return .wouldBlock }
        return .wrote(try status.orThrow("draw on", "the terminal"))
    }

    private var hasRoom: Bool {
        var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }
}
