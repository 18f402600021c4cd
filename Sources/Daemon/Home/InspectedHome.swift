import MoveLog
import Net
import TLS

/// The log of a home as its disk holds it, read while no daemon runs there. Nothing is changed: no
/// lock, no repair, no file. A daemon may start, run or end at the same time. The folder of a table
/// that the device left, in `archive/` of its home, is read in the same way, with the key of the
/// home.
package struct InspectedHome {
    /// True for the log of a table that this device left.
    package var isArchive: Bool { papers.isArchive }
    package var home: Home { papers.home }
    /// Why no daemon can start here, with what to do; nil if one can.
    package var obstacle: String? { papers.obstacle?.description }
    package let ledger: Ledger
    package let peering: Peering
    private let papers: HomePapers

    /// Reads and folds the log. Throws if there is no device, if the charter or the log cannot be
    /// read, or if a change to another table was interrupted.
    package init(_ path: String, clock: DeviceClock) throws(DaemonError) {
        papers = try HomePapers(of: path)
        let home = papers.home
        guard try !home.holdsSwitch() else { throw .switching(home: path) }
        let source = LogConfig(
            charter: papers.charter, disk: try home.folder.logDisk(), startsNewIncarnation: false)
        ledger = try Ledger(
            inspecting: source, isUsed: home.hasBeenUsed(for: papers.charter.table),
            seal: papers.seal, clock: clock)
        peering = try Peering(
            ledger: ledger, home: home, identity: papers.identity,
            options: DaemonOptions(home: path), sources: Sources(),
            diagnostics: Diagnostics(clock: clock, write: { _ in }), isInspecting: true)
    }

    package static func isArchive(_ path: String) -> Bool {
        (try? Folder(path, creating: false).isArchive) ?? false
    }
}

/// Key, charter and settings of a home that is only read. The log is read without a key, with usual
/// settings, and with the copy of a charter: each of these files is small, and none of them holds a
/// move.
struct HomePapers {
    let home: Home
    let isArchive: Bool
    /// A key made for this run if that of the device is lost.
    let identity: Identity
    /// For the log: it never signs with another key than the device's.
    let seal: any Seal
    let charter: Charter
    /// Why no daemon can start with these files; nil if one can.
    let obstacle: DaemonError?

    /// Throws if there is no charter and no copy of it.
    init(of path: String) throws(DaemonError) {
        let home = try Home(inspecting: path)
        let isArchive = try home.folder.isArchive
        var obstacle: DaemonError?
        var own: Identity?
        do throws(DaemonError) {
            let folder = isArchive ? try Home(inspecting: path + "/../..").folder : home.folder
            own = try folder.identity()
        } catch {
            obstacle = error
        }
        identity = if let own { own } else { try Self.passingIdentity() }
        do throws(DaemonError) {
            charter = try home.folder.charter(seal: identity)
        } catch {
            guard let copy = home.settings.copyOfCharter(seal: identity) else { throw error }
            charter = copy
            if error.isDamage {
                home.warn(
                    "\(path)/\(TableSwitch.charterFile) is damaged or gone; it was read from its "
                        + "copy, and the next start of the daemon writes it again")
            } else {
                obstacle = obstacle ?? error
            }
        }
        seal = own ?? ReadingSeal(publicKey: charter.device)
        self.home = home
        self.isArchive = isArchive
        self.obstacle = obstacle
    }

    private static func passingIdentity() throws(DaemonError) -> Identity {
        try failing(as: DaemonError.library) { () throws(TLSError) in try Identity.generate() }
    }
}

/// The public half of a key that is lost: enough to read a log and to check what others signed.
struct ReadingSeal: Seal {
    let publicKey: PublicKey

    func digest(_ bytes: [UInt8]) -> Digest { SHA256.digest(bytes) }

    func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest] {
        SHA256.digests(ofStartsOf: bytes, upTo: ends)
    }

    /// No signature.
    func sign(_ message: [UInt8]) -> [UInt8] { [] }

    func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool {
        Signature.isValid(signature, of: message, by: key)
    }
}

extension Charter {
    /// The device that its invitations lead to.
    fileprivate var device: PublicKey { chain.invitations.last?.invitee ?? founderKey }
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

    fileprivate func identity() throws(DaemonError) -> Identity {
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
