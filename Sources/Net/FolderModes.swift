import Foundation

/// Permissions and ownership.
extension Folder {
    /// The permission bits of a file; nil if there is none.
    package func mode(of name: String) throws(NetError) -> UInt32? {
        guard let status = try status(of: name) else { return nil }
        return UInt32(status.st_mode) & 0o7777
    }

    /// The permission bits of the folder itself.
    package func ownMode() throws(NetError) -> UInt32 {
        UInt32(try ownStatus().st_mode) & 0o7777
    }

    /// Sets the permission bits of the folder itself.
    package func setOwnMode(to mode: UInt32) throws(NetError) {
        try retrying { fchmod(number, mode_t(mode)) }.orThrow("change the permissions of", path)
    }

    /// True if the folder belongs to the effective account.
    package func isOwn() throws(NetError) -> Bool { try ownStatus().st_uid == geteuid() }

    /// True if the folder was deleted after it was opened: no path leads to it.
    package var isRemoved: Bool { (try? ownStatus().st_nlink == 0) ?? false }

    private func ownStatus() throws(NetError) -> stat {
        var status = stat()
        try retrying { unsafe fstat(number, &status) }.orThrow("read", path)
        return status
    }

    package func setMode(of name: String, to mode: UInt32) throws(NetError) {
        let file = try existing(name)
        try retrying { fchmod(file.number, mode_t(mode)) }
            .orThrow("change the permissions of", subject(name))
    }
}
