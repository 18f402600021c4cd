import Foundation

/// Changes of whole files, each durable when the call returns.
extension Folder {
    /// Replaces or creates a file: after a crash at any moment it has all old or all new bytes.
    package func replace(_ name: String, with bytes: [UInt8], mode: UInt32 = 0o600)
        throws(NetError)
    {
        Self.check(name)
        let temporary = "." + name + ".new"
        do {
            try writeWhole(bytes, to: temporary, mode: mode)
            try retrying { unsafe renameat(number, temporary, number, name) }
                .orThrow("replace", subject(name))
        } catch {
            _ = unsafe unlinkat(number, temporary, 0)
            throw error
        }
        forget(name)
        try syncEntries()
    }

    /// Renames a file or folder, within this folder or to another one of the same file system. A
    /// file with the new name is replaced.
    package func rename(_ name: String, to newName: String, in other: Folder? = nil)
        throws(NetError)
    {
        Self.check(name)
        Self.check(newName)
        let target = other ?? self
        try retrying { unsafe renameat(number, name, target.number, newName) }
            .orThrow("rename", subject(name))
        forget(name)
        target.forget(newName)
        try target.syncEntries()
        if target !== self { try syncEntries() }
    }

    /// Moves this folder to another path of the same file system, whose parent exists.
    package func move(to newPath: String) throws(NetError) {
        closeFiles()
        let from = try Folder(Self.parent(of: path), creating: false)
        let to = try Folder(Self.parent(of: newPath), creating: false)
        try from.rename(Self.lastName(of: path), to: Self.lastName(of: newPath), in: to)
        moved(to: newPath)
    }

    /// Copies a file to a new name in this folder or another; a file with that name is replaced
    /// atomically, as by `replace`.
    package func copy(_ name: String, to newName: String, in other: Folder? = nil)
        throws(NetError)
    {
        Self.check(newName)
        let source = try existing(name)
        let target = other ?? self
        let temporary = "." + newName + ".new"
        do {
            let copy = try target.fresh(temporary, mode: 0o600)
            var offset = 0
            while true {
                let bytes = try source.read(from: offset, count: NetLimits.copyBytes)
                if bytes.isEmpty { break }
                try copy.write(bytes, at: offset)
                offset += bytes.count
            }
            try copy.sync()
            try retrying { unsafe renameat(target.number, temporary, target.number, newName) }
                .orThrow("copy to", target.subject(newName))
        } catch {
            _ = unsafe unlinkat(target.number, temporary, 0)
            throw error
        }
        target.forget(newName)
        try target.syncEntries()
    }

    /// Removes a file; succeeds if there is none.
    package func remove(_ name: String) throws(NetError) {
        Self.check(name)
        let status = retrying { unsafe unlinkat(number, name, 0) }
        forget(name)
        if case .failure(let failure) = status, failure.rawValue == ENOENT { return }
        try status.orThrow("remove", subject(name))
        try syncEntries()
    }

    /// Removes an empty folder in this one; succeeds if there is none.
    package func removeFolder(_ name: String) throws(NetError) {
        Self.check(name)
        let status = retrying { unsafe unlinkat(number, name, AT_REMOVEDIR) }
        if case .failure(let failure) = status, failure.rawValue == ENOENT { return }
        try status.orThrow("remove folder", subject(name))
        try syncEntries()
    }

    private func writeWhole(_ bytes: [UInt8], to name: String, mode: UInt32) throws(NetError) {
        let file = try fresh(name, mode: mode)
        try file.write(bytes, at: 0)
        try file.sync()
    }

    /// Creates a file with this name; removes one that a crash left.
    private func fresh(_ name: String, mode: UInt32) throws(NetError) -> File {
        _ = unsafe unlinkat(number, name, 0)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let opened = try retrying { unsafe openat(number, name, flags, mode_t(mode)) }
            .orThrow("make", subject(name))
        let file = File(Descriptor(owning: opened), path: subject(name))
        // The umask of the account may have cleared bits.
        try retrying { fchmod(file.number, mode_t(mode)) }.orThrow("make", subject(name))
        return file
    }
}
