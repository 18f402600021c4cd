import Foundation

/// The number of open descriptors of this process, and its limit.
package struct OpenDescriptors: Hashable, Sendable {
    /// Nil if the system does not list them.
    package let count: Int?
    /// The soft limit.
    package let max: Int

    /// Counts now.
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
    /// The number of links in the folder, minus the one of the descriptor that reads it.
    fileprivate func linkCount() throws(NetError) -> Int {
        try names { $0 & S_IFMT == S_IFLNK }.count - 1
    }
}
