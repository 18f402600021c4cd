import Foundation

/// The file system of a folder.
package struct Volume: Hashable, Sendable {
    /// The fate of a file when the machine loses power.
    package enum Kind: Hashable, Sendable {
        /// On a disk of this machine, or not distinguishable from one.
        case disk
        /// In memory: lost with the power.
        case memory
        /// On another machine, whose "durable" may mean less.
        case network
    }

    /// The bytes that this account can still write.
    package let freeBytes: UInt64
    /// The bytes of the whole file system.
    package let totalBytes: UInt64
    package let isReadOnly: Bool
    /// By the type that the system reports; `disk` for an unlisted type.
    package let kind: Kind

    package init(of folder: Folder) throws(NetError) {
        let volume = try folder.volume()
        let size = UInt64(volume.f_frsize)
        freeBytes = Self.product(UInt64(volume.f_bavail), size)
        totalBytes = Self.product(UInt64(volume.f_blocks), size)
        isReadOnly = UInt(volume.f_flag) & UInt(ST_RDONLY) != 0
        kind = try Self.kind(of: folder)
    }

    /// The free bytes alone, without the look at every mount that `kind` costs.
    package static func freeBytes(of folder: Folder) throws(NetError) -> UInt64 {
        let volume = try folder.volume()
        return product(UInt64(volume.f_bavail), UInt64(volume.f_frsize))
    }

    private static func product(_ count: UInt64, _ size: UInt64) -> UInt64 {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
        return overflow ? .max : bytes
    }

    #if canImport(Darwin)
        private static func kind(of folder: Folder) throws(NetError) -> Kind {
            var status = statfs()
            try retrying { unsafe fstatfs(folder.number, &status) }.orThrow("read", folder.path)
            return status.f_flags & UInt32(MNT_LOCAL) == 0 ? .network : .disk
        }
    #else
        private static let memories: Set<Substring> = ["tmpfs", "ramfs"]
        private static let networks: Set<Substring> = [
            "nfs", "nfs4", "cifs", "smb3", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs",
            "virtiofs", "vboxsf",
        ]

        /// By the type that proc_pid_mountinfo(5) lists for the device of the folder.
        private static func kind(of folder: Folder) throws(NetError) -> Kind {
            let device = UInt64(try folder.ownStatus().st_dev)
            let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
            let minor = device & 0xff | (device >> 12) & ~0xff
            let mounts = try? File(reading: "/proc/self/mountinfo")
                .read(from: 0, count: NetLimits.mountBytesMax)
            let lines = String(decoding: mounts ?? [], as: UTF8.self).split(separator: "\n")
            let types = lines.compactMap { line -> Substring? in
                let fields = line.split(separator: " ")
                guard fields.count > 2, fields[2] == "\(major):\(minor)",
                    let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
                else { return nil }
                return fields[dash + 1]
            }
            guard let type = types.last else { return .disk }
            return memories.contains(type) ? .memory : networks.contains(type) ? .network : .disk
        }
    #endif
}
