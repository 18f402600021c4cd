import Foundation

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
