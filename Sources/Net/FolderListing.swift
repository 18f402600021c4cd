import Foundation

extension Folder {
    /// The names whose mode passes, sorted. Names that begin with a dot are left out: only
    /// temporary files of `replace` have them.
    func names(where passes: (mode_t) -> Bool) throws(NetError) -> [String] {
        guard let stream = unsafe opendir(path) else {
            throw .system(operation: "list folder", subject: path, number: ErrorNumber(errno))
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(
                    cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            guard !name.hasPrefix(".") else { continue }
            guard let status = try status(of: name), passes(status.st_mode) else { continue }
            guard names.count < NetLimits.folderNamesMax else {
                throw .tooLarge(subject: "folder \(path)", sizeMax: NetLimits.folderNamesMax)
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// Creates a folder (mode 0700) and its missing parents, each durable in its parent; succeeds
    /// if it exists.
    static func create(_ path: String) throws(NetError) {
        let status = retrying { unsafe mkdir(path, 0o700) }
        if case .failure(let failure) = status {
            if failure.rawValue == EEXIST { return }
            guard failure.rawValue == ENOENT, parent(of: path) != path else {
                try status.orThrow("make folder", path)
                return
            }
            try create(parent(of: path))
            let again = retrying { unsafe mkdir(path, 0o700) }
            if case .failure(let failure) = again, failure.rawValue == EEXIST { return }
            try again.orThrow("make folder", path)
        }
        try Folder(parent(of: path), creating: false).syncEntries()
    }

    static func parent(of path: String) -> String {
        let trimmed = trimmed(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    static func lastName(of path: String) -> String {
        let trimmed = trimmed(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return trimmed }
        return String(trimmed[trimmed.index(after: slash)...])
    }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}
