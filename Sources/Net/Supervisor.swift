import Foundation

/// The service manager that started this process and waits for its messages, as systemd does for a
/// unit with `Type=notify`. The protocol is sd_notify(3): assignments, one a line, in one datagram.
///
/// The owner calls `turned` once a turn of its loop. A loop that turns no more sends nothing, and the
/// manager restarts the process.
package final class Supervisor {
    private let send: ([UInt8]) -> Bool
    /// The messages that the manager has not accepted yet, in their order.
    private var waiting: [[UInt8]] = []
    /// The longest silence that the manager allows; nil if it has no watchdog.
    private let patience: Duration?
    private var fedAt: Duration?
    /// When the manager last accepted no message.
    private var refusedAt: Duration?
    private var status = ""
    private var statusAt: Duration?

    /// The manager that the variables of this process name, which its own children do not inherit;
    /// nil if none started it, or if its socket cannot be used.
    package static func ofProcess() -> Supervisor? {
        let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
        let values = names.map(ProcessEnvironment.value)
        for name in names { _ = unsafe unsetenv(name) }
        guard let path = values[0], let socket = try? NotifySocket(path) else { return nil }
        let isOwn = values[2].map { $0 == "\(getpid())" } ?? true
        let time = isOwn ? values[1].flatMap { Int64($0) } : nil
        return Supervisor(patience: time.map { .microseconds($0) }) { socket.send($0) }
    }

    /// A manager that `send` reaches; it returns false if no message is accepted now.
    package init(patience: Duration?, send: @escaping ([UInt8]) -> Bool) {
        self.patience = patience
        self.send = send
    }

    /// Says that work has begun which may take this long without a turn: the opening of a log.
    package func willWork(atMost time: Duration, _ status: String) {
        let microseconds = Self.microseconds(time)
        var lines = ["EXTEND_TIMEOUT_USEC=\(microseconds)", "STATUS=\(status)"]
        if patience != nil { lines.append("WATCHDOG_USEC=\(microseconds)") }
        write(lines)
        self.status = status
    }

    /// Says that such work has ended.
    package func hasWorked() {
        if let patience { write(["WATCHDOG_USEC=\(Self.microseconds(patience))", "WATCHDOG=1"]) }
    }

    /// Says that the process is ready for its clients.
    package func isReady() { write(["READY=1"]) }

    /// Says that the process ends in order.
    package func willEnd() { write(["STOPPING=1"]) }

    /// Says that a turn has ended, unless that was said a moment ago; with the status in words if it
    /// has changed.
    package func turned(at now: Duration, _ status: () -> String) {
        flush()
        // The next turn answers the watchdog, and has a later status.
        guard waiting.isEmpty else {
            refusedAt = now
            return
        }
        refusedAt = nil
        if let nextDeadline, now >= nextDeadline {
            fedAt = now
            write(["WATCHDOG=1"])
        }
        if let statusAt, now < statusAt + NetLimits.supervisorStatusInterval { return }
        statusAt = now
        let status = status()
        guard status != self.status else { return }
        self.status = status
        write(["STATUS=\(status)"])
    }

    /// When the next turn must come; nil without a watchdog. Half of the manager's patience, as
    /// sd_watchdog_enabled(3) recommends; a second after it accepted no message.
    package var nextDeadline: Duration? {
        if let refusedAt { return refusedAt + NetLimits.supervisorRetryInterval }
        guard let patience else { return nil }
        return fedAt.map { $0 + patience / 2 } ?? .zero
    }

    private func write(_ lines: [String]) {
        waiting.append(Array(lines.map { $0.filter { $0 != "\n" } }.joined(separator: "\n").utf8))
        flush()
    }

    private func flush() {
        while let next = waiting.first, send(next) { waiting.removeFirst() }
    }

    private static func microseconds(_ time: Duration) -> Int64 {
        time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
    }
}

/// The socket of a service manager.
private final class NotifySocket {
    private let descriptor: Descriptor
    private let address: SocketAddress

    /// A path, or with `@` in front a name in the abstract namespace of Linux.
    init(_ path: String) throws(NetError) {
        address = try SocketAddress(path: path, isAbstract: path.hasPrefix("@"))
        descriptor = try SocketOption.open(AF_UNIX, path, isDatagram: true)
    }

    /// False if the manager accepts no message now; any other failure is final.
    func send(_ bytes: [UInt8]) -> Bool {
        let number = descriptor.number
        let status = unsafe address.reading { name, length in
            unsafe retrying(on: bytes, from: 0) { unsafe sendto(number, $0, $1, 0, name, length) }
        }
        if case .failure(let failure) = status { return !failure.isWouldBlock }
        return true
    }
}

/// The journal of systemd, as the standard error that it gave a process.
package final class JournalOutput {
    private let descriptor: Descriptor

    /// Keeps the journal aside and makes the file at `path` the standard output and error, for
    /// everything that is not meant for the journal. Nil if the standard error is no journal
    /// (`JOURNAL_STREAM` of systemd.exec(5)) or the file cannot be opened: nothing is changed then.
    package init?(replacedBy path: String) {
        var own = stat()
        guard let stream = ProcessEnvironment.value(of: "JOURNAL_STREAM"),
            unsafe fstat(STDERR_FILENO, &own) == 0, stream == "\(own.st_dev):\(own.st_ino)",
            let file = try? Descriptor.ofOwn(path, O_WRONLY | O_CREAT | O_APPEND, "open"),
            case .success(let number) = retrying({ dup(STDERR_FILENO) })
        else { return nil }
        descriptor = Descriptor(owning: number)
        for number in [STDOUT_FILENO, STDERR_FILENO] { _ = dup2(file.number, number) }
    }

    /// Writes a line with its priority, 0 to 7 as in syslog(3).
    package func write(_ priority: Int, _ line: String) {
        let bytes = Array("<\(priority)>\(line)\n".utf8)
        try? TerminalDevice.write(bytes, to: descriptor.number, "write to", "the journal")
    }
}
