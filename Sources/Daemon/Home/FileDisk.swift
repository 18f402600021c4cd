package import Net
package import Storage

/// The store's disk over a folder of the home.
package final class FileDisk: Disk {
    private let folder: Folder

    /// Of the files of a folder.
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
    /// What the folder said of the file, or of itself.
    init(_ operation: Operation, _ file: String, _ error: NetError) {
        self.init(
            operation: operation, file: file, number: error.number?.rawValue ?? 0,
            words: error.isNoFile
                ? "it is a link, a folder or a pipe" : error.number?.text ?? error.message,
            isFull: error.isDiskFull, isDeleted: error.isDeletion)
    }
}
