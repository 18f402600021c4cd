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
        isArchive = try home.isArchive
        let identity =
            isArchive
            ? try Home(inspecting: path + "/../..").inspectedIdentity()
            : try home.inspectedIdentity()
        let charter = try home.inspectedCharter(seal: identity)
        let disk: ReadOnlyDisk
        do throws(NetError) {
            disk = try ReadOnlyDisk("\(path)/\(TableSwitch.logFolder)", mayBeMissing: true)
        } catch {
            throw .home(path, error)
        }
        let source = LogConfig(charter: charter, disk: disk, startsNewIncarnation: false)
        ledger = try Ledger(
            inspecting: source, isUsed: home.hasBeenUsed(for: charter.table), seal: identity,
            clock: clock)
        peering = try Peering(
            ledger: ledger, home: home, identity: identity, options: DaemonOptions(home: path),
            sources: Sources(), diagnostics: Diagnostics(clock: clock, write: { _ in }),
            isInspecting: true)
    }

    package static func isArchive(_ path: String) -> Bool {
        (try? Home(inspecting: path).isArchive) ?? false
    }
}

extension Home {
    /// True for the folder of a table that was left: it has a charter and a log, and the key is two
    /// folders above.
    fileprivate var isArchive: Bool {
        get throws(DaemonError) {
            guard try read(Self.identityFile, bytesMax: DaemonLimits.identityBytesMax) == nil,
                try read(TableSwitch.charterFile, bytesMax: DaemonLimits.charterBytesMax) != nil
            else { return false }
            let home = try? Home(inspecting: path + "/../..")
            return try home?.read(Self.identityFile, bytesMax: DaemonLimits.identityBytesMax) != nil
        }
    }

    private static let identityFile = "identity.pem"

    fileprivate func inspectedIdentity() throws(DaemonError) -> Identity {
        let name = Self.identityFile
        guard let bytes = try read(name, bytesMax: DaemonLimits.identityBytesMax) else {
            throw .missing(path: path + "/" + name)
        }
        do throws(TLSError) {
            return try Identity(pem: bytes)
        } catch {
            throw .identity(path: path + "/" + name, error)
        }
    }

    /// The charter of the present table.
    fileprivate func inspectedCharter(seal: any Seal) throws(DaemonError) -> Charter {
        guard try pendingSwitch() == nil else { throw .switching(home: path) }
        let name = TableSwitch.charterFile
        guard let bytes = try read(name, bytesMax: DaemonLimits.charterBytesMax) else {
            throw .missing(path: path + "/" + name)
        }
        do throws(Malformed) {
            return try Charter(bytes: bytes, seal: seal)
        } catch {
            throw .charter(path: path + "/" + name, error)
        }
    }
}
