import Foundation

/// Identifies a folder by machine, file system and inode. A home that was restored, copied or moved
/// has another fingerprint.
package struct HomeFingerprint: Codable, Hashable, Sendable {
    /// The machine ID, or "unknown" if there is none. It identifies the machine to others too, so
    /// it never leaves this device.
    package let machine: String
    /// The ID of the file system; 0 if it has none.
    package let fileSystem: UInt64
    /// The inode of the folder; a copy has another.
    package let inode: UInt64

    /// The file by which a restored home tells its next daemon that it was restored, whatever else
    /// the backup held.
    package static let restoredName = "restored"

    /// The present fingerprint of a folder.
    package init(of folder: Folder) throws(NetError) {
        machine = try Self.machine()
        // Not the device number, which may differ after every boot.
        fileSystem = UInt64(try folder.volume().f_fsid)
        inode = UInt64(try folder.ownStatus().st_ino)
    }

    #if canImport(Darwin)
        private static func machine() throws(NetError) -> String {
            var bytes = [UInt8](repeating: 0, count: 16)
            var patience = timespec(tv_sec: 1, tv_nsec: 0)
            guard unsafe gethostuuid(&bytes, &patience) == 0 else { return "unknown" }
            return bytes.map { String($0, radix: 16) }.joined(separator: ".")
        }
    #else
        /// machine-id(5), which containers often lack. Without it the other two fields detect a
        /// copy and, nearly always, a restored home.
        private static func machine() throws(NetError) -> String {
            for folder in ["/etc", "/var/lib/dbus"] {
                guard let file = try? File(reading: folder + "/machine-id") else { continue }
                let digits = try file.read(from: 0, count: 64).prefix { $0 > UInt8(ascii: " ") }
                if digits.count == 32 { return String(decoding: digits, as: UTF8.self) }
            }
            return "unknown"
        }
    #endif
}

/// Identifies the file of a name, with the time of its last change. Restoring a file from a copy
/// creates another file or changes it now: no program can set that time.
package struct FileMark: Hashable, Sendable {
    /// The inode of the file; may be reused for a later file.
    package let inode: UInt64
    /// The last change of content, name or mode (st_ctim), in nanoseconds since 1970 by the clock
    /// of the file system.
    package let changed: Int64
}

extension Folder {
    /// The mark of a file; nil if there is none.
    package func mark(of name: String) throws(NetError) -> FileMark? {
        guard let status = try status(of: name) else { return nil }
        #if canImport(Darwin)
            let time = status.st_ctimespec
        #else
            let time = status.st_ctim
        #endif
        return FileMark(
            inode: UInt64(status.st_ino),
            changed: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    /// The state of the file system of the folder.
    func volume() throws(NetError) -> statvfs {
        var volume = statvfs()
        try retrying { unsafe fstatvfs(number, &volume) }.orThrow("read", path)
        return volume
    }
}
