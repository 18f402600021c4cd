package import Net
package import Storage

/// The disk of the store, in a folder of the home.
package final class FileDisk: Disk {
    /// Nil if a folder that is only read does not exist.
    private let folder: Folder?
    private let isReadOnly: Bool

    package init(_ folder: Folder) {
        self.folder = folder
        isReadOnly = false
    }

    /// The folder of a log, read only; changes are errors. A folder that does not exist reads as
    /// empty.
    init(inspecting path: String) throws(NetError) {
        isReadOnly = true
        do throws(NetError) {
            folder = try Folder(path, creating: false)
        } catch {
            guard error.isAbsence else { throw error }
            folder = nil
        }
    }

    package func files() throws(DiskError) -> [String] {
        guard let folder else { return [] }
        return try perform(.list, folder.path) { (folder) throws(NetError) in
            try folder.allNames()
        }
    }

    package func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        try perform(.read, file) { (folder) throws(NetError) in
            isReadOnly
                ? try folder.inspect(file, bytesMax: max) : try folder.read(file, bytesMax: max)
        }
    }

    package func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError) {
        try perform(.write, file) { (folder) throws(NetError) in
            try folder.write(bytes, to: file, at: offset)
        }
    }

    package func makeDurable(_ file: String) throws(DiskError) {
        try perform(.makeDurable, file) { (folder) throws(NetError) in try folder.sync(file) }
    }

    package func resize(_ file: String, to length: Int) throws(DiskError) {
        try perform(.resize, file) { (folder) throws(NetError) in
            try folder.resize(file, to: length)
        }
    }

    private func perform<Value>(
        _ operation: DiskError.Operation, _ file: String,
        _ work: (Folder) throws(NetError) -> Value?
    ) throws(DiskError) -> Value {
        let isForbidden = isReadOnly && operation != .list && operation != .read
        do throws(NetError) {
            if !isForbidden, let folder, let value = try work(folder) { return value }
        } catch {
            throw DiskError(operation, file, error)
        }
        throw DiskError(
            operation: operation, file: file, number: 0,
            words: isForbidden ? "opened for reading only" : "no such file", isFull: false)
    }
}

extension DiskError {
    /// The error of the folder about the file, or about the folder itself.
    init(_ operation: Operation, _ file: String, _ error: NetError) {
        self.init(
            operation: operation, file: file, number: error.number?.rawValue ?? 0,
            words: error.isNoFile
                ? "it is a link, a folder or a pipe" : error.number?.text ?? error.message,
            isFull: error.isDiskFull, isDeleted: error.isDeletion)
    }
}
