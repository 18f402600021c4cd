import Foundation

/// The signals that this program handles.
package enum Signal: Hashable, Sendable, CaseIterable {
    case interrupt
    case terminate
    case hangUp
    case windowChanged
    case stop
    case resume

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

/// The write end for the handlers; -1 while there is no pipe. Changed only while no handler is
/// installed.
nonisolated(unsafe) private var signalWriteEnd: Int32 = -1

/// Delivers signals as bytes in a pipe that the loop watches, so that they are handled in a turn.
/// One at a time in a process.
package final class SignalPipe {
    private let ends: WakePipe
    private let signals: [Signal]

    /// The descriptor to watch as readable.
    package var number: Int32 { ends.reading.number }

    /// Catches the signals until this object is released. Also ignores SIGPIPE and SIGXFSZ: a
    /// closed link and a file that may not grow are errors of the write.
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

    /// The signals since the last call, in order, without repeats.
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

    /// Stops this process as an uncaught Ctrl-Z does, and returns when it is resumed. A process
    /// that no shell could resume is not stopped.
    package func stopProcess() {
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        if signals.contains(.stop) { Self.setHandler(of: SIGTSTP) }
    }

    /// The mask is inherited from the parent process, which may have blocked the signals.
    private static func unblock(_ signals: [Signal]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.number) }
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static func setHandler(of number: Int32) {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { number in
            // The interrupted code must find its own errno again.
            let kept = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // Async-signal-safe. A full pipe loses nothing: it is readable already.
            _ = unsafe Foundation.write(signalWriteEnd, &byte, 1)
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
}
