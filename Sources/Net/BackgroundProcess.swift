import Foundation

/// Other processes: starts them and checks that they run.
package enum BackgroundProcess {
    /// Starts a program in its own session, so that it outlives this process and its terminal:
    /// standard input is /dev/null; standard output and error are appended to a file (created with
    /// mode 0600), or standard error to another one; every other descriptor is closed; environment
    /// and folder are inherited, with the variables of `adding`. Returns the process ID.
    package static func start(
        _ program: String, _ arguments: [String], output: String, errors: String? = nil,
        adding variables: [String: String] = [:]
    ) throws(NetError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_APPEND
        let log = try Descriptor.ofOwn(output, flags, "open")
        let errorLog = try Descriptor.ofOwn(errors ?? output, flags, "open")
        return try spawn(
            program, arguments, output: log.number, errors: errorLog.number, adding: variables)
    }

    /// Runs a program to its end, as `start` does; its exit code, 128 and the signal if one ended it,
    /// and what it wrote. A program that is slower is killed, and is an error.
    package static func run(
        _ program: String, _ arguments: [String], adding variables: [String: String] = [:],
        within time: Duration
    ) throws(NetError) -> (code: Int32, output: String) {
        var numbers: [Int32] = [-1, -1]
        try retrying { unsafe pipe(&numbers) }.orThrow("make", "a pipe")
        let reading = Descriptor(owning: numbers[0])
        let processID: Int32
        do {
            let writing = Descriptor(owning: numbers[1])
            processID = try spawn(
                program, arguments, output: writing.number, errors: writing.number,
                adding: variables)
        }
        let deadline = Clocks.uptime + time
        var bytes: [UInt8] = []
        var status: Int32 = 0
        while true {
            let left = deadline - Clocks.uptime
            guard left > .zero else {
                _ = kill(processID, SIGKILL)
                _ = retrying { unsafe waitpid(processID, &status, 0) }
                throw .system(
                    operation: "wait for", subject: program, number: ErrorNumber(ETIMEDOUT))
            }
            var entry = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
            let wait = EventLoop<Int>.milliseconds(left)
            guard try retrying({ unsafe poll(&entry, 1, wait) }).orThrow("read", program) > 0
            else { continue }
            var piece = [UInt8](repeating: 0, count: 4096)
            let number = reading.number
            let count = try retrying { unsafe Foundation.read(number, &piece, piece.count) }
                .orThrow("read", program)
            guard count > 0 else { break }
            if bytes.count < NetLimits.orderOutputBytesMax { bytes += piece[..<count] }
        }
        // It has closed its output, so it ends now.
        try retrying { unsafe waitpid(processID, &status, 0) }.orThrow("wait for", program)
        let isExit = status & 0x7f == 0
        return (
            isExit ? status >> 8 & 0xff : 128 + (status & 0x7f),
            String(decoding: bytes, as: UTF8.self)
        )
    }

    /// The process ID of this program.
    package static var ownID: Int32 { getpid() }

    /// Asks a process of this account to end, as a shell's `kill` does.
    package static func end(_ processID: Int32) {
        if processID > 1 { _ = kill(processID, SIGTERM) }
    }

    /// The path of the running program.
    package static func executablePath() throws(NetError) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        #if canImport(Darwin)
            var room = UInt32(bytes.count)
            let status = unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return Int32(-1) }
                return unsafe _NSGetExecutablePath(start, &room)
            }
            guard status == 0 else {
                throw .tooLarge(subject: "the path of this program", sizeMax: Int(PATH_MAX))
            }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let count = try retrying {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    guard let room = buffer.baseAddress else { return 0 }
                    return unsafe readlink("/proc/self/exe", room, buffer.count)
                }
            }.orThrow("read", "/proc/self/exe")
            let path = String(decoding: bytes[..<count], as: UTF8.self)
            // The suffix that the system adds if the file was replaced since, as by an update.
            let suffix = " (deleted)"
            return path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
        #endif
    }

    /// True if the process runs. A child that has ended is reaped and does not count, nor does one
    /// that its parent has not reaped yet.
    package static func isAlive(_ processID: Int32) -> Bool {
        guard processID > 0 else { return false }
        var status: Int32 = 0
        if case .success(let ended) = retrying({ unsafe waitpid(processID, &status, WNOHANG) }) {
            return ended == 0
        }
        let probe = retrying { kill(processID, 0) }
        guard case .failure(let failure) = probe else { return !isZombie(processID) }
        return failure.rawValue == EPERM
    }

    /// True if the process has ended and waits for its parent. The first process of some containers
    /// reaps late or never.
    private static func isZombie(_ processID: Int32) -> Bool {
        let bytes = FileManager.default.contents(atPath: "/proc/\(processID)/stat") ?? Data()
        // proc(5): the name in parentheses, which may contain any character, then the state.
        let state = bytes.lastIndex(of: UInt8(ascii: ")")).map { bytes[($0 + 1)...].prefix(2) }
        return state?.elementsEqual(" Z".utf8) ?? false
    }

    /// The process that listens on a TCP port, or has a UDP port, and the name of its program; nil
    /// if it belongs to another account or the system does not tell.
    package static func holder(
        ofPort port: UInt16, isDatagram: Bool = false
    ) -> (name: String, processID: Int32)? {
        let files = FileManager.default
        func text(_ path: String) -> String {
            String(decoding: files.contents(atPath: path) ?? Data(), as: UTF8.self)
        }
        // proc(5): the local address with the port in hexadecimal, the state, the inode.
        let digits = String(port, radix: 16, uppercase: true)
        let place = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        let tables = isDatagram ? ["udp", "udp6"] : ["tcp", "tcp6"]
        let lines = tables.flatMap { text("/proc/net/" + $0).split(separator: "\n") }
        let rows: [[Substring]] = lines.map { $0.split(separator: " ") }
        let inodes: [String] = rows.filter { (row: [Substring]) -> Bool in
            row.count > 9 && row[1].hasSuffix(place) && (isDatagram || row[3] == "0A")
        }.map { "socket:[\($0[9])]" }
        guard !inodes.isEmpty else { return nil }
        for name in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let processID = Int32(name) else { continue }
            let folder = "/proc/\(name)/fd/"
            let isHolder = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains {
                let target = try? files.destinationOfSymbolicLink(atPath: folder + $0)
                return target.map(inodes.contains) ?? false
            }
            guard isHolder else { continue }
            let program = text("/proc/\(name)/comm").split(separator: "\n").first
            return (program.map(String.init) ?? "a program", processID)
        }
        return nil
    }

    /// Lets the system reap processes that this one started: they are not waited for.
    package static func leaveChildren() { _ = signal(SIGCHLD, SIG_IGN) }

    /// The open descriptors of this process: a shell may have passed on some without FD_CLOEXEC.
    private static func openNumbers() -> [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (names ?? []).compactMap { Int32($0) }.sorted()
    }

    /// The process ID.
    private static func spawn(
        _ program: String, _ arguments: [String], output: Int32, errors: Int32,
        adding added: [String: String]
    ) throws(NetError) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
            // A new session; closes every descriptor without an action.
            let session = POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            // A new session: POSIX_SPAWN_SETSID of glibc and musl, whose headers show it only with
            // _GNU_SOURCE.
            let session: Int32 = 0x80
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        #if !canImport(Darwin)
            for number in openNumbers() where number > STDERR_FILENO {
                unsafe posix_spawn_file_actions_addclose(&actions, number)
            }
        #endif
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        // SIGPIPE is ignored here and would be inherited as ignored.
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = session | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
            .map { "\($0.key)=\($0.value)" }
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let status = unsafe posix_spawn(
            &processID, program, &actions, &attributes, words, variables)
        guard status == 0 else {
            throw .system(operation: "start", subject: program, number: ErrorNumber(status))
        }
        return processID
    }
}
