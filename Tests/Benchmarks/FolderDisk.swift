import Foundation
import MoveLog
import Net
import Storage

/// The store's disk over a folder, as the daemon has one of its own.
final class FolderDisk: Disk {
    private let folder: Folder

    /// Makes the folder where there is none.
    init(_ path: String) throws(NetError) { folder = try Folder(path) }

    func files() throws(DiskError) -> [String] {
        try wrapping(.list, folder.path) { () throws(NetError) in try folder.allNames() }
    }

    func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        try wrapping(.read, file) { () throws(NetError) in
            try folder.read(file, bytesMax: max) ?? []
        }
    }

    func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError) {
        try wrapping(.write, file) { () throws(NetError) in
            try folder.write(bytes, to: file, at: offset)
        }
    }

    func makeDurable(_ file: String) throws(DiskError) {
        try wrapping(.makeDurable, file) { () throws(NetError) in try folder.sync(file) }
    }

    func resize(_ file: String, to length: Int) throws(DiskError) {
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
            throw DiskError(
                operation: operation, file: file, number: error.number?.rawValue ?? 0,
                words: error.message, isFull: error.isDiskFull)
        }
    }
}
