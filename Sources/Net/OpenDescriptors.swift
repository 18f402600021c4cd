import Foundation

/// How many files and sockets this process has open, and how many it may have.
package struct OpenDescriptors: Hashable, Sendable {
    /// Those that are open; nil where the system does not list them.
    package let count: Int?
    /// The soft limit.
    package let max: Int

    /// As it is now.
    package init() {
        count = (try? Folder("/proc/self/fd", creating: false).linkCount()) ?? nil
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

extension Folder {
    /// How many links are in it, less the one by which it is read.
    fileprivate func linkCount() throws(NetError) -> Int {
        try names { $0 & S_IFMT == S_IFLNK }.count - 1
    }
}
