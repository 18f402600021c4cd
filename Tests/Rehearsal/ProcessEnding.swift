import Foundation
import Net

extension BackgroundProcess {
    enum Ending: Hashable, Sendable {
        case none
        case exited(Int32)
        case signalled(Int32)
        /// Not a child of this process, or one whose end was already reported.
        case unknown
    }

    /// The end of a child process. Reported once, and not after `isAlive`.
    static func ending(of processID: Int32) -> Ending {
        var status: Int32 = 0
        guard processID > 0 else { return .unknown }
        let ended = unsafe waitpid(processID, &status, WNOHANG)
        guard ended >= 0 else { return .unknown }
        guard ended != 0 else { return .none }
        // WIFEXITED, WEXITSTATUS and WTERMSIG are macros.
        let signal = status & 0x7f
        return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }

    /// Sends a signal, such as SIGKILL, which ends a process as a crash would.
    static func send(_ signal: Int32, to processID: Int32) throws {
        precondition(processID > 0, "a single process")
        try demand(kill(processID, signal) == 0, "process \(processID) cannot be signalled")
    }
}
