package import Net
package import Storage

/// The folder of a log as it lies there; whatever would change it is an error.
package struct ReadOnlyDisk: Disk {
    /// Nil for one that is not there.
    private let folder: Folder?

    /// The folder at the path. One that may be missing is then an empty one.
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
