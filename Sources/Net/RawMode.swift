import Foundation

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
