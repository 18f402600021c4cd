import Foundation

/// Other processes: starts them, checks that they run, and ends them.
package enum BackgroundProcess {
    /// The state of a child process.
    package enum Ending: Hashable, Sendable {
        /// It is running.
        case none
        /// It exited with this code.
        case exited(Int32)
        /// It was ended by this signal.
        case signalled(Int32)
        /// Not a child of this process, or one whose end was already reported.
        case unknown
    }

    /// Starts a program in its own session, so that it outlives this process and its terminal:
    /// standard input is /dev/null; standard output and error are appended to a file (created with
    /// mode 0600), or standard error to another one; every other descriptor is closed; environment
    /// and folder are inherited. Returns the process ID.
    package static func start(
        _ program: String, _ arguments: [String], output: String, errors: String? = nil
    ) throws(NetError) -> Int32 {
        let log = try opened(output)
        let errorLog = try opened(errors ?? output)
        var actions = FileActions()
        actions.open("/dev/null", as: STDIN_FILENO)
        actions.duplicate(log.number, as: STDOUT_FILENO)
        actions.duplicate(errorLog.number, as: STDERR_FILENO)
        #if !canImport(Darwin)
            for number in openNumbers() where number > STDERR_FILENO { actions.close(number) }
        #endif
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        let (status, processID) = actions.spawn(
            program, [program] + arguments, environment: environment)
        guard status == 0 else {
            throw .system(operation: "start", subject: program, number: ErrorNumber(status))
        }
        return processID
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

    /// True if the process runs. A child that has ended is reaped and does not count.
    package static func isAlive(_ processID: Int32) -> Bool {
        guard processID > 0 else { return false }
        var status: Int32 = 0
        if case .success(let ended) = retrying({ unsafe waitpid(processID, &status, WNOHANG) }) {
            return ended == 0
        }
        let probe = retrying { kill(processID, 0) }
        guard case .failure(let failure) = probe else { return true }
        return failure.rawValue == EPERM
    }

    /// The end of a child process. Reported once, and not after `isAlive`.
    package static func ending(of processID: Int32) -> Ending {
        guard processID > 0 else { return .unknown }
        var status: Int32 = 0
        guard case .success(let ended) = retrying({ unsafe waitpid(processID, &status, WNOHANG) })
        else { return .unknown }
        guard ended != 0 else { return .none }
        // WIFEXITED, WEXITSTATUS and WTERMSIG are macros.
        let signal = status & 0x7f
        return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }

    /// Kills a process, as a crash would.
    package static func crash(_ processID: Int32) throws(NetError) {
        precondition(processID > 0, "a single process")
        try retrying { kill(processID, SIGKILL) }.orThrow("end", "process \(processID)")
    }

    /// Sends a signal; throws if there is no such process or it belongs to another account.
    package static func send(_ signal: Signal, to processID: Int32) throws(NetError) {
        precondition(processID > 0, "a single process")
        try retrying { kill(processID, signal.number) }
            .orThrow("signal", "process \(processID)")
    }

    private static func opened(_ path: String) throws(NetError) -> Descriptor {
        Descriptor(
            owning: try retrying {
                // Non-blocking: a pipe at this path may have no reader.
                unsafe open(
                    path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, mode_t(0o600))
            }.orThrow("open", path))
    }

    /// The open descriptors of this process: a shell may have passed on some without FD_CLOEXEC.
    private static func openNumbers() -> [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (names ?? []).compactMap { Int32($0) }.sorted()
    }
}

/// The descriptors and attributes of a new process, and its start.
@safe struct FileActions: ~Copyable {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
        /// A new session; closes every descriptor without an action.
        private static let flags =
            POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
            | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #else
        private var actions = unsafe posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
        /// A new session. 0x80 is POSIX_SPAWN_SETSID of glibc and musl, whose headers show it only
        /// with _GNU_SOURCE.
        private static let flags = 0x80 | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif

    init() {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
    }

    deinit {
        var (actions, attributes) = unsafe (actions, attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }

    mutating func open(_ path: String, as number: Int32) {
        unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
    }

    mutating func duplicate(_ source: Int32, as number: Int32) {
        unsafe posix_spawn_file_actions_adddup2(&actions, source, number)
    }

    mutating func close(_ number: Int32) {
        unsafe posix_spawn_file_actions_addclose(&actions, number)
    }

    /// Starts the program; returns the error number or 0, and the process ID.
    mutating func spawn(_ program: String, _ arguments: [String], environment: [String])
        -> (status: Int32, processID: Int32)
    {
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        // SIGPIPE is ignored here and would be inherited as ignored.
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(Self.flags))
        var processID: pid_t = 0
        let status = unsafe CStrings(arguments).reading { argumentList in
            unsafe CStrings(environment).reading { environmentList in
                unsafe posix_spawn(
                    &processID, program, &actions, &attributes, argumentList, environmentList)
            }
        }
        return (status, processID)
    }
}

/// A null-terminated list of C strings.
@safe private struct CStrings: ~Copyable {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        unsafe pointers = texts.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
    }

    func reading<Value>(_ call: ([UnsafeMutablePointer<CChar>?]) -> Value) -> Value {
        unsafe call(pointers)
    }
}
