import Foundation

package enum ProcessEnvironment {
    /// A variable; nil if it is not set. Invalid UTF-8 is repaired. Not by Foundation, which makes
    /// a dictionary of all variables first and so takes longer than many a command.
    package static func value(of name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The words behind the program's name, as bytes: `CommandLine.arguments` replaces what is not
    /// UTF-8.
    package static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { place in
            guard let word = unsafe CommandLine.unsafeArgv[place] else { return nil }
            return unsafe UnsafeBufferPointer(start: word, count: strlen(word))
                .map(UInt8.init(bitPattern:))
        }
    }
}

/// The name of this machine in a network, in lower case: `laptop` or `laptop.example.org`; nil if
/// it has none that a URL can have.
package func hostName() -> String? {
    var bytes = [CChar](repeating: 0, count: NetLimits.hostBytesMax + 1)
    guard unsafe gethostname(&bytes, bytes.count) == 0 else { return nil }
    let text = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let name = String(decoding: text, as: UTF8.self).lowercased()
    return name.isEmpty || !name.utf8.allSatisfy(NamedAddress.isHostByte) ? nil : name
}

/// The number of open descriptors of this process, and its limit.
package struct OpenDescriptors: Hashable, Sendable {
    /// Nil if the system does not list them.
    package let count: Int?
    /// The soft limit.
    package let max: Int

    package init() {
        let links = try? Folder("/proc/self/fd", creating: false).names { $0 & S_IFMT == S_IFLNK }
        // One of them is the descriptor that reads the folder.
        count = links.map { $0.count - 1 }
        max = Int(clamping: Self.limit)
    }

    private static var limit: UInt64 {
        var limit = rlimit()
        #if canImport(Darwin)
            let status = unsafe getrlimit(RLIMIT_NOFILE, &limit)
        #else
            let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        return status == 0 ? UInt64(limit.rlim_cur) : 0
    }
}

/// The memory of this process that is in RAM, in bytes; nil if the system does not tell.
package func residentBytes() -> Int? {
    // proc_pid_statm(5): the second number counts pages.
    guard
        let text = try? File(reading: "/proc/self/statm")
            .read(from: 0, count: NetLimits.statmBytesMax)
    else { return nil }
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    return fields.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
}

/// Returns freed memory to the system, as far as whole pages of it are free.
///
/// The C library of Linux keeps memory that was freed below the newest allocation. That is best in
/// steady operation, but not after an opening or the folds of many games, which need much more
/// memory than they leave in use. Cost: some milliseconds per hundred megabytes; no effect on other
/// systems, whose libraries do so by themselves.
package func returnFreedMemory() {
    #if canImport(Glibc)
        _ = mallocTrim(0)
    #endif
}

#if canImport(Glibc)
    /// The module `Glibc` does not include <malloc.h>.
    @_silgen_name("malloc_trim")
    private func mallocTrim(_ padding: Int) -> Int32
#endif
