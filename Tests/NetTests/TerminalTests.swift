import Foundation
import Testing

@testable import Net

/// One after the other: a process has one raw mode at a time.
@Suite(.serialized) struct TerminalTests {
    /// On a pseudoterminal, whose settings are read back from the side.
    @Test(.timeLimit(.minutes(1)))
    func rawModeEndsWithItsOwner() throws {
        let control = Descriptor(
            owning: unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        let path = try #require(otherSide(of: control.number))
        let terminal = Descriptor(owning: unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
        let number = terminal.number

        #expect(try isEchoing(number))
        do {
            let raw = try RawMode(of: number)
            #expect(try !isEchoing(number))
            raw.suspend()
            #expect(try isEchoing(number))
            try raw.resume()
            #expect(try !isEchoing(number))
        }
        #expect(try isEchoing(number))
    }

    @Test func aFileIsNoTerminal() throws {
        let scratch = Scratch()
        let file = Descriptor(
            owning: unsafe open(scratch.file("file"), O_RDWR | O_CREAT, mode_t(0o600)))
        let number = file.number
        let error = failure { _ = try RawMode(of: number) }
        #expect(error?.message.hasPrefix("cannot read keys from ") == true)
        #expect(isatty(number) == 0)
    }

    /// Unlocks a pseudoterminal and tells the path of its other side.
    private func otherSide(of control: Int32) -> String? {
        #if canImport(Darwin)
            guard grantpt(control) == 0, unlockpt(control) == 0 else { return nil }
            return unsafe ptsname(control).map { unsafe String(cString: $0) }
        #else
            // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2); what libc makes of them is not visible.
            var (lock, index): (CInt, CUnsignedInt) = (0, 0)
            guard unsafe ioctl(control, 0x4004_5431, &lock) == 0,
                unsafe ioctl(control, 0x8004_5430, &index) == 0
            else { return nil }
            return "/dev/pts/\(index)"
        #endif
    }

    private func isEchoing(_ number: Int32) throws -> Bool {
        var settings = termios()
        try #require(unsafe tcgetattr(number, &settings) == 0)
        return settings.c_lflag & tcflag_t(ECHO | ICANON) != 0
    }
}
