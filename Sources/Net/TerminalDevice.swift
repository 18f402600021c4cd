import Foundation

/// The standard input and output of this process, which may be a terminal.
package enum TerminalDevice {
    /// The size of a window in cells.
    package struct Size: Hashable, Sendable {
        /// At least 1.
        package let columns: Int
        /// At least 1.
        package let rows: Int
    }

    package static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The descriptor to watch as readable for keys.
    package static var inputNumber: Int32 { STDIN_FILENO }

    /// The present size of the window; nil if the output is no terminal or has no size.
    package static var size: Size? { size(of: STDOUT_FILENO) }

    /// The columns of standard error; nil if it is no terminal or has no size.
    package static var errorColumns: Int? { size(of: STDERR_FILENO)?.columns }

    private static func size(of number: Int32) -> Size? {
        var window = winsize()
        let status = unsafe ioctl(number, UInt(TIOCGWINSZ), &window)
        guard status == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Reads typed bytes without blocking. The flags of the descriptor stay as they are: the shell
    /// and other programs share it.
    package static func read(bytesMax: Int = 4096) throws(NetError) -> StreamSocket.Reading {
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let ready = retrying { unsafe poll(&entry, 1, 0) }
        guard try ready.orThrow("read", "the standard input") > 0 else { return .wouldBlock }
        var bytes = [UInt8](repeating: 0, count: max(bytesMax, 1))
        let status = retrying { unsafe Foundation.read(STDIN_FILENO, &bytes, bytes.count) }
        if case .failure(let failure) = status, failure.isWouldBlock { return .wouldBlock }
        let count = try status.orThrow("read", "the standard input")
        guard count > 0 else { return .end }
        bytes.removeSubrange(count...)
        return .bytes(bytes)
    }

    /// Writes all the bytes to standard output, waiting for a slow terminal.
    package static func write(_ bytes: [UInt8]) throws(NetError) {
        try write(bytes, to: STDOUT_FILENO, "the standard output")
    }

    /// Writes all the bytes to standard error, waiting for a slow terminal.
    package static func writeError(_ bytes: [UInt8]) throws(NetError) {
        try write(bytes, to: STDERR_FILENO, "the standard error")
    }

    private static func write(_ bytes: [UInt8], to number: Int32, _ subject: String)
        throws(NetError)
    {
        var written = 0
        while written < bytes.count {
            let status = unsafe bytes.withUnsafeBytes { buffer in
                retrying {
                    unsafe Foundation.write(
                        number, buffer.baseAddress?.advanced(by: written), bytes.count - written)
                }
            }
            if case .failure(let failure) = status, failure.isWouldBlock {
                // Another process that shares the terminal made it non-blocking.
                var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&entry, 1, -1)
                continue
            }
            written += try status.orThrow("write to", subject)
        }
    }
}
