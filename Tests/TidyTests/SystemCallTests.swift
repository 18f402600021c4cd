import Testing

/// `Net` is the only place with system calls; everybody else asks it, or takes a protocol.
@Suite struct SystemCallTests {
    /// Names that methods of ours bear too: a call counts only in a module that declares none.
    private static let calls: Set<String> = [
        "socket", "bind", "listen", "accept", "connect", "poll", "select", "send", "sendto",
        "sendmsg", "recv", "recvfrom", "recvmsg", "setsockopt", "getsockopt", "getsockname",
        "getpeername", "getaddrinfo", "getifaddrs", "shutdown", "open", "openat", "close", "read",
        "write", "pread", "pwrite", "readv", "writev", "lseek", "fsync", "fdatasync", "ftruncate",
        "fallocate", "posix_fallocate", "mmap", "munmap", "flock", "fcntl", "ioctl", "unlink",
        "rename", "mkdir", "rmdir", "chmod", "fchmod", "umask", "stat", "fstat", "lstat", "opendir",
        "readdir", "pipe", "dup", "dup2", "fork", "execv", "execve", "posix_spawn", "waitpid",
        "kill", "signal", "sigaction", "setsid", "isatty", "tcgetattr", "tcsetattr", "gethostname",
        "clock_gettime", "gettimeofday", "sleep", "usleep", "nanosleep",
    ]
    /// Foundation's own doors to files, sockets, threads and loops.
    private static let doors: Set<String> = [
        "FileManager", "FileHandle", "URLSession", "RunLoop", "SocketPort", "InputStream",
        "OutputStream", "Thread", "DispatchQueue",
    ]
    private static let libraries: Set<String> = ["Foundation", "Glibc", "Darwin", "Musl"]

    /// The functions and cases that a file declares, at any depth.
    static func functions(of source: SwiftSource) -> Set<String> {
        Set(
            source.tokens.indices.filter { ["func", "case"].contains(source[$0 - 1]) }
                .map { source[$0] })
    }

    /// `declared`: every function and case that the module of the file declares. A file that
    /// imports nothing of the system cannot call it.
    static func check(_ source: SwiftSource, declared: Set<String>) -> [Complaint] {
        let imports = source.tokens.indices.filter { source[$0] == "import" }
        guard imports.contains(where: { libraries.contains(source[$0 + 1]) }) else { return [] }
        return source.tokens.indices.compactMap { index in
            let text = source[index]
            guard doors.contains(text) || isCall(source, index, declared) else { return nil }
            return source.complaint(
                at: source.tokens[index].line, "`\(text)` belongs into Net, behind a name of ours")
        }
    }

    private static func isCall(
        _ source: SwiftSource, _ index: Int, _ declared: Set<String>
    ) -> Bool {
        guard calls.contains(source[index]), source[index + 1] == "(",
            source.touchesPrevious(index + 1)
        else { return false }
        if source[index - 1] == "." { return libraries.contains(source[index - 2]) }
        return source[index - 1] != "func" && source[index - 1] != "case"
            && !declared.contains(source[index])
    }

    @Test func systemCallsAreInNetOnly() {
        let rooms = Dictionary(
            grouping: SourceTree.real.swift(in: "Sources", "Tests/Simulator"), by: \.module)
        for (room, sources) in rooms where room != "Net" {
            let declared = sources.reduce(into: Set()) { $0.formUnion(Self.functions(of: $1)) }
            report(sources.flatMap { Self.check($0, declared: declared) })
        }
    }

    @Test(arguments: [
        "let a = socket(1, 2, 3)", "fdatasync(descriptor)", "Foundation.close(a)",
        "FileManager.default.contents(atPath: a)", "if poll(&a, 1, 0) < 0 {}",
    ])
    func plantedCallIsFound(text: String) {
        let source = SwiftSource(
            path: "Sources/Daemon/A.swift", text: "import Foundation\n" + text)
        #expect(Self.check(source, declared: []).map(\.line) == [2])
        let blind = SwiftSource(path: "Sources/Daemon/A.swift", text: text)
        #expect(Self.check(blind, declared: []).isEmpty)
    }

    @Test func methodsOfOursPass() {
        let text =
            "import Foundation\nenum E { case bind(Int) }\nfunc close(_ a: Int) { disk.write(b); send(c) }\nfunc d() { close(1) }"
        let source = SwiftSource(path: "Sources/Daemon/A.swift", text: text)
        let declared = Self.functions(of: source)
        #expect(declared == ["bind", "close", "d"])
        #expect(Self.check(source, declared: declared.union(["send"])).isEmpty)
        #expect(Self.check(source, declared: declared).count == 1)
    }
}
