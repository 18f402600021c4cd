import Foundation

/// The signals that a process of this program wants to hear of.
package enum Signal: Hashable, Sendable, CaseIterable {
    case interrupt
    case terminate
    case hangUp
    case windowChanged
    case stop
    case resume

    /// The number of this system.
    package var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        case .windowChanged: SIGWINCH
        case .stop: SIGTSTP
        case .resume: SIGCONT
        }
    }
}

/// The end that handlers write to; -1 while there is no pipe. Written only while no handler is set.
nonisolated(unsafe) private var signalWriteEnd: Int32 = -1

/// Signals as bytes in a pipe that the poller watches, so that they are handled in their turn like
/// all else. One at a time in a process.
package final class SignalPipe {
    private let ends: WakePipe
    private let signals: [Signal]

    /// The number to watch as readable.
    package var number: Int32 { ends.reading.number }

    /// Catches the signals from now until it is released. Ignores SIGPIPE from now on: a link that
    /// is gone is an error of its write; and SIGXFSZ: so is a file that may not grow.
    package init(catching signals: [Signal]) throws(NetError) {
        precondition(unsafe signalWriteEnd == -1, "one signal pipe a process")
        ends = try WakePipe()
        self.signals = signals
        unsafe signalWriteEnd = ends.writing.number
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for caught in signals { Self.setHandler(of: caught.number) }
        Self.unblock(signals)
    }

    deinit {
        for caught in signals { signal(caught.number, SIG_DFL) }
        unsafe signalWriteEnd = -1
    }

    /// Takes the signals that came since the last time, in order, repeats left out.
    package func drain() -> [Signal] {
        var bytes = [UInt8](repeating: 0, count: NetLimits.signalBytes)
        var caught: [Signal] = []
        while case .success(let count) = retrying({
            unsafe Foundation.read(number, &bytes, bytes.count)
        }), count > 0 {
            for byte in bytes[..<count] {
                guard let signal = signals.first(where: { $0.number == Int32(byte) }),
                    !caught.contains(signal)
                else { continue }
                caught.append(signal)
            }
        }
        return caught
    }

    /// Stops this process as Ctrl-Z does where nobody catches it, and returns when it is resumed. A
    /// process that no shell could resume is not stopped.
    package func stopProcess() {
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        if signals.contains(.stop) { Self.setHandler(of: SIGTSTP) }
    }

    /// Makes the pipe readable without a signal.
    package func wake() { Self.write(0, to: ends.writing.number) }

    /// Whoever started this process may have blocked them: the mask is inherited, and a signal that is
    /// blocked ends nothing.
    private static func unblock(_ signals: [Signal]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.number) }
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static func setHandler(of number: Int32) {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { number in
            // What was interrupted must find its own errno again.
            let kept = errno
            SignalPipe.write(UInt8(truncatingIfNeeded: number), to: unsafe signalWriteEnd)
            errno = kept
        }
        #if canImport(Darwin)
            unsafe action.__sigaction_u.__sa_handler = handler
        #else
            unsafe action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = CInt(SA_RESTART)
        _ = unsafe sigaction(number, &action, nil)
    }

    /// Safe inside a handler. A full pipe loses nothing: it is readable already.
    private static func write(_ byte: UInt8, to number: Int32) {
        var byte = byte
        _ = unsafe Foundation.write(number, &byte, 1)
    }
}
