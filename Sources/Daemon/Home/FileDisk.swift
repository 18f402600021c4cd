package import Net
package import Storage

/// The disk of the store, in a folder of the home.
package final class FileDisk: Disk {
    private let folder: Folder

    package init(_ folder: Folder) { self.folder = folder }

    package func files() throws(DiskError) -> [String] {
        try wrapping(.list, folder.path) { () throws(NetError) in try folder.allNames() }
    }

    package func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        let bytes = try wrapping(.read, file) { () throws(NetError) in
            try folder.read(file, bytesMax: max)
        }
        guard let bytes else {
            throw DiskError(
                operation: .read, file: file, number: 0, words: "no such file", isFull: false)
        }
        return bytes
    }

    package func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError) {
        try wrapping(.write, file) { () throws(NetError) in
            try folder.write(bytes, to: file, at: offset)
        }
    }

    package func makeDurable(_ file: String) throws(DiskError) {
        try wrapping(.makeDurable, file) { () throws(NetError) in try folder.sync(file) }
    }

    package func resize(_ file: String, to length: Int) throws(DiskError) {
        try wrapping(.resize, file) { () throws(NetError) in
            try folder.resize(file, to: length)
        }
    }

    private func wrapping<Value>(
        _ operation: DiskError.Operation, _ file: String, _ work: () throws(NetError) -> Value
    ) throws(DiskError) -> Value {
        do throws(NetError) {
            return try work()
        } catch {
            throw DiskError(operation, file, error)
        }
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

/// The folder of a log, read only; changes are errors.
package struct ReadOnlyDisk: Disk {
    /// Nil if the folder does not exist.
    private let folder: Folder?

    /// With `mayBeMissing`, a folder that does not exist reads as empty.
    package init(_ path: String, mayBeMissing: Bool = false) throws(NetError) {
        do throws(NetError) {
            folder = try Folder(path, creating: false)
        } catch {
            guard mayBeMissing, error.isAbsence else { throw error }
            folder = nil
        }
    }

    package func files() throws(DiskError) -> [String] {
        guard let folder else { return [] }
        do throws(NetError) {
            return try folder.allNames()
        } catch {
            throw DiskError(.list, folder.path, error)
        }
    }

    package func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        do throws(NetError) {
            if let bytes = try folder?.inspect(file, bytesMax: max) { return bytes }
        } catch {
            throw DiskError(.read, file, error)
        }
        throw DiskError(
            operation: .read, file: file, number: 0, words: "no such file", isFull: false)
    }

    package func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError) {
        throw Self.refusal(.write, file)
    }

    package func makeDurable(_ file: String) throws(DiskError) {
        throw Self.refusal(.makeDurable, file)
    }

    package func resize(_ file: String, to length: Int) throws(DiskError) {
        throw Self.refusal(.resize, file)
    }

    private static func refusal(_ operation: DiskError.Operation, _ file: String) -> DiskError {
        DiskError(
            operation: operation, file: file, number: 0, words: "opened for reading only",
            isFull: false)
    }
}
