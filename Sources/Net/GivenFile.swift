import Foundation

/// A file that the keeper names, at any path and of any account, either read or written, unlike the
/// files of a folder that this program owns. `-` means standard input or output.
package enum GivenFile {
    /// True for `-`; a file with that name is `./-`.
    package static func isStandard(_ path: String) -> Bool { path == "-" }

    /// The whole file, or everything from a pipe. Throws if there are more than `bytesMax` bytes.
    package static func read(_ path: String, bytesMax: Int) throws(NetError) -> [UInt8] {
        let reader = try GivenFileReader(path)
        let bytes = try reader.read(bytesMax < .max ? bytesMax + 1 : .max)
        guard bytes.count <= bytesMax else {
            throw .tooLarge(subject: reader.path, sizeMax: bytesMax)
        }
        return bytes
    }

    /// Writes a file as `GivenFileDraft` does.
    package static func write(
        _ bytes: [UInt8], to path: String, isReplacing: Bool = false, isPrivate: Bool = false
    ) throws(NetError) {
        let draft = try GivenFileDraft(path, isReplacing: isReplacing, isPrivate: isPrivate)
        try draft.append(bytes)
        try draft.finish()
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

    /// The kinds of what a path leads to.
    package enum Kind {
        case plain, folder, other
    }

    /// The kind of what the path leads to, also through links; nil for nothing.
    package static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .plain
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// The path from the root, without links as far as it exists.
    package static func absolute(_ path: String) -> String {
        if let found = found(path) { return found }
        var whole = path.hasPrefix("/") ? path : (found(".") ?? "") + "/" + path
        while whole.count > 1, whole.hasSuffix("/") { whole.removeLast() }
        guard let slash = whole.lastIndex(of: "/"), slash != whole.startIndex else { return whole }
        return absolute(String(whole[..<slash])) + whole[slash...]
    }

    /// The path without links; nil if it does not exist.
    fileprivate static func found(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}

/// A file or pipe that the keeper names, read part by part.
package final class GivenFileReader {
    private let descriptor: Descriptor
    let path: String

    package init(_ path: String) throws(NetError) {
        guard GivenFile.isStandard(path) else {
            self.path = path
            descriptor = try Descriptor(opening: path, O_RDONLY)
            return
        }
        // Not /dev/stdin, which asks for permission again: the file may be another account's.
        self.path = "the standard input"
        descriptor = Descriptor(
            owning: try retrying { dup(STDIN_FILENO) }.orThrow("read", self.path))
    }

    /// The next bytes; fewer than `count` only at the end.
    package func read(_ count: Int) throws(NetError) -> [UInt8] {
        let number = descriptor.number
        var bytes: [UInt8] = []
        while bytes.count < count {
            var piece = [UInt8](
                repeating: 0, count: min(count - bytes.count, NetLimits.readBytesMax))
            let read = try retrying { unsafe Foundation.read(number, &piece, piece.count) }
                .orThrow("read", path)
            guard read > 0 else { break }
            bytes += piece[..<read]
        }
        return bytes
    }
}

/// A file that is written part by part: the bytes go into a temporary file beside it, which is
/// renamed by `finish`. Without that an existing file is unchanged, and nothing remains. Standard
/// output, a terminal, a pipe and the like are written to directly.
package final class GivenFileDraft {
    private enum Target {
        case output
        case device(File)
        /// The path under which the draft is found in the end, and that of the draft.
        case file(File, String, draft: String)
    }

    private let path: String
    private var target: Target?
    private var offset = 0

    /// An existing file is replaced only if `isReplacing`, else it is an error. One that `isPrivate`
    /// has the mode 0600.
    package init(
        _ path: String, isReplacing: Bool = false, isPrivate: Bool = false
    ) throws(NetError) {
        self.path = path
        guard !GivenFile.isStandard(path) else {
            target = .output
            return
        }
        var status = stat()
        let exists = unsafe stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            let device = try Descriptor(opening: path, O_WRONLY, "write")
            target = .device(File(device, path: path))
            return
        }
        // A dangling link occupies the name too.
        let isTaken = unsafe exists || lstat(path, &status) == 0
        guard !isTaken || isReplacing else { throw .alreadyThere(path: path) }
        // The target of links, so that a link remains a link.
        let place = exists ? GivenFile.found(path) ?? path : path
        let mode = isPrivate ? 0o600 : exists ? status.st_mode & 0o777 : mode_t(0o644)
        let draft = "\(place).\(getpid())~"
        let opened = retrying {
            unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        }
        let file = File(Descriptor(owning: try opened.orThrow("write", path)), path: path)
        target = .file(file, place, draft: draft)
    }

    deinit { if case .file(_, _, let draft)? = target { unsafe unlink(draft) } }

    package func append(_ bytes: [UInt8]) throws(NetError) {
        switch target {
        case .output: try TerminalDevice.write(bytes)
        case .device(let device): try TerminalDevice.write(bytes, to: device.number, "write", path)
        case .file(let file, _, _):
            try file.write(bytes, at: offset)
            offset += bytes.count
        case nil: preconditionFailure("the file is finished")
        }
    }

    /// The file is there, and durable, when the call returns.
    package func finish() throws(NetError) {
        guard case .file(let file, let place, let draft)? = target else { return }
        try file.sync()
        try retrying { unsafe rename(draft, place) }.orThrow("write", path)
        target = nil
        let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
        try Folder(folder, creating: false).syncEntries()
    }
}
