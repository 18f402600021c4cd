package import Net
package import Storage

/// The folder of a log as it lies there; whatever would change it is an error.
package struct ReadOnlyDisk: Disk {
    private let folder: Folder

    /// The folder at the path, which must be there.
    package init(_ path: String) throws(NetError) { folder = try Folder(path, creating: false) }

    package func files() throws(DiskError) -> [String] {
        do throws(NetError) {
            return try folder.names()
        } catch {
            throw Self.failure(.list, folder.path, error)
        }
    }

    package func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        do throws(NetError) {
            return try GivenFile.read("\(folder.path)/\(file)", bytesMax: max)
        } catch {
            throw Self.failure(.read, file, error)
        }
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

    private static func failure(
        _ operation: DiskError.Operation, _ file: String, _ error: NetError
    ) -> DiskError {
        DiskError(
            operation: operation, file: file, number: error.number?.rawValue ?? 0,
            words: error.number?.text ?? error.message, isFull: false)
    }
}
