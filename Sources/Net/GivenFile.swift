import Foundation

/// A file that the keeper names, at any path and of any account, either read or written, unlike the
/// files of a folder that this program owns. `-` means standard input or output.
package enum GivenFile {
    /// True for `-`; a file with that name is `./-`.
    package static func isStandard(_ path: String) -> Bool { path == "-" }

    /// The whole file, or everything from a pipe. Throws if there are more than `bytesMax` bytes.
    package static func read(_ path: String, bytesMax: Int) throws(NetError) -> [UInt8] {
        let path = isStandard(path) ? "/dev/stdin" : path
        let descriptor = try Descriptor(opening: path, O_RDONLY)
        let number = descriptor.number
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: NetLimits.readBytesMax)
        while true {
            let count = try retrying { unsafe Foundation.read(number, &piece, piece.count) }
                .orThrow("read", path)
            guard count > 0 else { return bytes }
            guard bytes.count + count <= bytesMax else {
                throw .tooLarge(subject: path, sizeMax: bytesMax)
            }
            bytes += piece[..<count]
        }
    }

    /// Creates a file, durable when the call returns: the bytes go into a temporary file beside it,
    /// which is then renamed. An existing file is replaced only if `isReplacing`, else it is an
    /// error. If the call throws, an existing file is unchanged. One that `isPrivate` has the mode
    /// 0600. Standard output, a terminal, a pipe and the like are written to directly.
    package static func write(
        _ bytes: [UInt8], to path: String, isReplacing: Bool = false, isPrivate: Bool = false
    ) throws(NetError) {
        if isStandard(path) { return try TerminalDevice.write(bytes) }
        var status = stat()
        let exists = unsafe stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            let descriptor = try Descriptor(opening: path, O_WRONLY, "write")
            return try TerminalDevice.write(bytes, to: descriptor.number, "write", path)
        }
        // A dangling link occupies the name too.
        let isTaken = unsafe exists || lstat(path, &status) == 0
        guard !isTaken || isReplacing else { throw .alreadyThere(path: path) }
        // The target of links, so that a link remains a link.
        let target = exists ? found(path) ?? path : path
        let mode = isPrivate ? 0o600 : exists ? status.st_mode & 0o777 : mode_t(0o644)
        let draft = "\(target).\(getpid())~"
        let opened = retrying {
            unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        }
        let file = File(Descriptor(owning: try opened.orThrow("write", path)), path: path)
        do throws(NetError) {
            try file.write(bytes, at: 0)
            try file.sync()
            try retrying { unsafe rename(draft, target) }.orThrow("write", path)
        } catch {
            unsafe unlink(draft)
            throw error
        }
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        try Folder(folder, creating: false).syncEntries()
    }

    /// The path as a browser names it: `file:///home/ana/overlay.html`.
    package static func url(_ path: String) -> String {
        URL(fileURLWithPath: path).absoluteString
    }

    /// True if the path leads into the folder, also through links, and also for a file that does
    /// not exist yet.
    package static func isInside(_ path: String, folder: String) -> Bool {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard let folder = found(folder), let place = found(path) ?? found(parent) else {
            return false
        }
        return place == folder || place.hasPrefix(folder + "/")
    }

    /// The path without links; nil if it does not exist.
    private static func found(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
