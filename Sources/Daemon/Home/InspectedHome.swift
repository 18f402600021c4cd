import MoveLog
import Net
import TLS

/// The log of a home as its disk holds it, read while no daemon runs there. Nothing is changed: no
/// lock, no repair, no file. A daemon may start, run or end at the same time. The folder of a table
/// that the device left, in `archive/` of its home, is read in the same way, with the key of the
/// home.
package struct InspectedHome {
    /// True for the log of a table that this device left.
    package let isArchive: Bool
    package let home: Home
    package let ledger: Ledger
    package let peering: Peering

    /// Reads and folds the log. Throws if there is no device, if a file cannot be read, or if a
    /// change to another table was interrupted.
    package init(_ path: String, clock: DeviceClock) throws(DaemonError) {
        home = try Home(inspecting: path)
        isArchive = try home.folder.isArchive
        let identity =
            isArchive
            ? try Home(inspecting: path + "/../..").folder.identity() : try home.folder.identity()
        guard try home.pendingSwitch() == nil else { throw .switching(home: path) }
        let charter = try home.folder.charter(seal: identity)
        let source = LogConfig(
            charter: charter, disk: try home.folder.logDisk(), startsNewIncarnation: false)
        ledger = try Ledger(
            inspecting: source, isUsed: home.hasBeenUsed(for: charter.table), seal: identity,
            clock: clock)
        peering = try Peering(
            ledger: ledger, home: home, identity: identity, options: DaemonOptions(home: path),
            sources: Sources(), diagnostics: Diagnostics(clock: clock, write: { _ in }),
            isInspecting: true)
    }

    package static func isArchive(_ path: String) -> Bool {
        (try? Folder(path, creating: false).isArchive) ?? false
    }
}

/// The files of a home that is only read.
extension Folder {
    /// True for the folder of a table that was left: it has a charter and a log, and the key is two
    /// folders above.
    fileprivate var isArchive: Bool {
        get throws(DaemonError) {
            try Home.wrapping(path) { () throws(NetError) in
                guard try size(of: Home.identityFile) == nil,
                    try size(of: TableSwitch.charterFile) != nil
                else { return false }
                let outer = try? Folder(path + "/../..", creating: false)
                return try outer?.size(of: Home.identityFile) != nil
            }
        }
    }

    func logDisk() throws(DaemonError) -> FileDisk {
        try Home.wrapping(path) { () throws(NetError) in
            try FileDisk(inspecting: "\(path)/\(TableSwitch.logFolder)")
        }
    }

    func identity() throws(DaemonError) -> Identity {
        let bytes = try needed(Home.identityFile, bytesMax: DaemonLimits.identityBytesMax)
        do throws(TLSError) {
            return try Identity(pem: bytes)
        } catch {
            throw .identity(path: path + "/" + Home.identityFile, error)
        }
    }

    /// The charter of the present table.
    func charter(seal: any Seal) throws(DaemonError) -> Charter {
        let bytes = try needed(TableSwitch.charterFile, bytesMax: DaemonLimits.charterBytesMax)
        do throws(Malformed) {
            return try Charter(bytes: bytes, seal: seal)
        } catch {
            throw .charter(path: path + "/" + TableSwitch.charterFile, error)
        }
    }

    private func needed(_ name: String, bytesMax: Int) throws(DaemonError) -> [UInt8] {
        let bytes = try Home.wrapping(path) { () throws(NetError) in
            try inspect(name, bytesMax: bytesMax)
        }
        guard let bytes else { throw .missing(path: path + "/" + name) }
        return bytes
    }
}
