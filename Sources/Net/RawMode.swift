import Foundation

/// The terminal's settings before raw mode, while it is on; for `exit`, which runs no `deinit`.
nonisolated(unsafe) private var settingsBefore: termios?

/// Every key at once and unechoed, until this is released or the process exits. A trap alone leaves
/// the terminal raw, until `reset` is typed.
package struct RawMode: ~Copyable {
    private let before: termios

    /// Turns raw mode on; throws if the standard input is no terminal. One at a time.
    package init() throws(NetError) {
        precondition(unsafe settingsBefore == nil, "one raw mode a process")
        var settings = termios()
        try retrying { unsafe tcgetattr(STDIN_FILENO, &settings) }
            .orThrow("read keys from", "the standard input")
        try Self.apply(Self.raw(settings))
        before = settings
        unsafe settingsBefore = settings
        atexit { RawMode.restore() }
    }

    deinit {
        Self.restore()
        unsafe settingsBefore = nil
    }

    /// Gives the terminal back for a while, as before Ctrl-Z.
    package func suspend() { Self.restore() }

    /// Turns raw mode on again after `suspend`.
    package func resume() throws(NetError) { try Self.apply(Self.raw(before)) }

    private static func raw(_ before: termios) -> termios {
        var raw = before
        // Signals stay on: Ctrl-C and Ctrl-Z work as everywhere, and come through the signal pipe.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        raw.c_cflag |= tcflag_t(CS8)
        unsafe withUnsafeMutableBytes(of: &raw.c_cc) { keys in
            unsafe keys[Int(VMIN)] = 1
            unsafe keys[Int(VTIME)] = 0
        }
        return raw
    }

    private static func apply(_ settings: termios) throws(NetError) {
        var settings = settings
        try retrying { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
            .orThrow("read keys from", "the standard input")
    }

    private static func restore() {
        guard var settings = unsafe settingsBefore else { return }
        _ = retrying { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
    }
}
