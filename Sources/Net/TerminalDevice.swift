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
        try write(bytes, to: STDOUT_FILENO, "write to", "the standard output")
    }

    /// Writes all the bytes to standard error, waiting for a slow terminal.
    package static func writeError(_ bytes: [UInt8]) throws(NetError) {
        try write(bytes, to: STDERR_FILENO, "write to", "the standard error")
    }

    static func write(
        _ bytes: [UInt8], to number: Int32, _ operation: String, _ subject: String
    ) throws(NetError) {
        var written = 0
        while written < bytes.count {
            let status = unsafe retrying(on: bytes, from: written) {
                unsafe Foundation.write(number, $0, $1)
            }
            if case .failure(let failure) = status, failure.isWouldBlock {
                // Another process that shares the terminal made it non-blocking.
                var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&entry, 1, -1)
                continue
            }
            written += try status.orThrow(operation, subject)
        }
    }
}

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
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY
        if status == 0, let opened = try? Descriptor(opening: name, flags) {
            descriptor = opened
            isShared = false
        } else {
            descriptor = Descriptor(
                owning: try retrying { dup(STDOUT_FILENO) }.orThrow("use", "the standard output"))
            isShared = true
        }
    }

    /// The descriptor for the loop.
    package var number: Int32 { descriptor.number }

    /// Passes the bytes from `offset` on to the terminal, which may accept only some of them.
    package func write(
        _ bytes: [UInt8], from offset: Int = 0
    ) throws(NetError) -> StreamSocket.Writing {
        precondition(offset >= 0 && offset <= bytes.count)
        guard !isShared || hasRoom else { return .wouldBlock }
        let countMax = isShared ? NetLimits.terminalPieceBytes : .max
        let status = unsafe retrying(on: bytes, from: offset, countMax: countMax) {
            unsafe Foundation.write(number, $0, $1)
        }
        if case .failure(let failure) = status, failure.isWouldBlock { return .wouldBlock }
        return .wrote(try status.orThrow("draw on", "the terminal"))
    }

    private var hasRoom: Bool {
        var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }
}

/// The settings of the terminal before raw mode, while it is on; for `exit`, which runs no
/// `deinit`.
nonisolated(unsafe) private var settingsBefore: (number: Int32, settings: termios)?

/// Delivers every key at once, without echo, until this value is released or the process exits. A
/// trap leaves the terminal raw until `reset` is typed.
package struct RawMode: ~Copyable {
    private let number: Int32
    private let before: termios

    /// Turns raw mode on; throws if the descriptor is no terminal. One at a time.
    package init(of number: Int32 = STDIN_FILENO) throws(NetError) {
        precondition(unsafe settingsBefore == nil, "one raw mode a process")
        var settings = termios()
        try retrying { unsafe tcgetattr(number, &settings) }
            .orThrow("read keys from", "the standard input")
        try Self.apply(Self.raw(settings), to: number)
        self.number = number
        before = settings
        unsafe settingsBefore = (number, settings)
        atexit { RawMode.restore() }
    }

    deinit {
        Self.restore()
        unsafe settingsBefore = nil
    }

    /// Restores the terminal for a while, as before Ctrl-Z.
    package func suspend() { Self.restore() }

    /// Turns raw mode on again after `suspend`.
    package func resume() throws(NetError) { try Self.apply(Self.raw(before), to: number) }

    private static func raw(_ before: termios) -> termios {
        var raw = before
        // Signals stay on: Ctrl-C and Ctrl-Z work as usual, and arrive through the signal pipe.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        raw.c_cflag |= tcflag_t(CS8)
        unsafe withUnsafeMutableBytes(of: &raw.c_cc) { keys in
            unsafe keys[Int(VMIN)] = 1
            unsafe keys[Int(VTIME)] = 0
            // Except Ctrl-\, which would leave the terminal raw: it is a key.
            unsafe keys[Int(VQUIT)] = disabled
        }
        return raw
    }

    /// _POSIX_VDISABLE, which disables a special character.
    #if canImport(Darwin)
        private static let disabled: cc_t = 0xFF
    #else
        private static let disabled: cc_t = 0
    #endif

    private static func apply(_ settings: termios, to number: Int32) throws(NetError) {
        var settings = settings
        try retrying { unsafe tcsetattr(number, TCSAFLUSH, &settings) }
            .orThrow("read keys from", "the standard input")
    }

    private static func restore() {
        guard let (number, before) = unsafe settingsBefore else { return }
        var settings = before
        _ = retrying { unsafe tcsetattr(number, TCSAFLUSH, &settings) }
    }
}
