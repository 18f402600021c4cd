import LocalAPI
import MoveLog
import Net
package import TLS

/// The folder of a device's own files. One daemon at a time uses it.
///
/// `identity.pem` (0600), `charter` (the table of the device), `log/` (the segments),
/// `settings.json` (with a copy of the charter), `opened-N` (by which a restored backup is
/// detected), `holdings.json`, `clocks.json`, `incidents.json`, `scored.sock`, `view.sock`, `lock`;
/// `archive/` with the logs of tables that were left and the homes of phones that were removed;
/// `switch` and `next/` only while the device changes to another table. The files `web…` belong to
/// the process that serves pages, `web.key.pem` (0600) and `web.cert.pem` for the port of phones
/// among them; `phones/` has a folder for each phone, which is the home of its daemon.
package final class Home {
    /// As the command line gave it.
    package let path: String
    package private(set) var settings: Settings
    /// True if `settings` have changes that are not on the disk.
    private var isChanged = false
    /// True if the settings were damaged, and this run began with the usual ones.
    private(set) var hasLostSettings = false
    /// Warnings about the home, one sentence each.
    package private(set) var warnings: [String] = []
    /// Grows with each change of the settings, the warnings and the incidents.
    package private(set) var changeCount = 0

    /// The content of `incidents.json`; nil until it was read.
    var knownIncidents: [HomeIncident]? {
        didSet { changeCount += 1 }
    }

    let folder: Folder
    /// Nil in a home opened for reading.
    private let lock: LockFile?

    /// Locks the home for this process; creates it (mode 0700) if there is none.
    package init(_ path: String) throws(DaemonError) {
        self.path = path
        let folder = try Self.wrapping(path) { () throws(NetError) in try Folder(path) }
        do throws(NetError) {
            try folder.demandOwn()
            // The folder first: the lock file may have been removed while a daemon runs.
            try folder.lock()
            lock = try LockFile(path + "/lock")
        } catch {
            if case .locked = error {
                throw .homeInUse(home: path, holder: LockFile.holder(of: path + "/lock"))
            }
            throw .home(path, error)
        }
        self.folder = folder
        settings = Settings()
        try readSettings()
        try closeToOthers()
    }

    /// Damaged settings are put aside, since they hold no move.
    ///
    /// `restoreCharter` writes a damaged charter from its copy in the settings; without its key a
    /// daemon does not start. A reader takes what is left (`HomePapers`, `ReadingSeal`) and says
    /// why no daemon can start (`obstacle`).
    private func readSettings() throws(DaemonError) {
        do throws(DaemonError) {
            settings = try Self.settings(in: folder)
        } catch {
            guard case .settings = error else { throw error }
            hasLostSettings = true
            let kept = try setAside(Self.settingsName)
            warn(
                "\(path)/\(Self.settingsName) was damaged, and usual settings took its place: this "
                    + "device is online, and knows no address of another until it hears of one; "
                    + "the log is whole; the damaged file is now \(kept)")
        }
    }

    /// Renames a damaged file, so that another can take its place; returns the new name. An earlier
    /// one of that name is replaced.
    private func setAside(_ name: String) throws(DaemonError) -> String {
        let kept = name + ".damaged"
        try wrapping { () throws(NetError) in try folder.rename(name, to: kept) }
        return kept
    }

    /// Writes a charter that cannot be read again from its copy in the settings. Throws `problem`
    /// if there is no copy.
    func restoreCharter(
        insteadOf problem: DaemonError, seal: any Seal
    ) throws(DaemonError) -> Charter {
        guard let copy = settings.copyOfCharter(seal: seal) else { throw problem }
        let name = TableSwitch.charterFile
        let kept = try holdsCharter() ? "; the damaged file is now \(setAside(name))" : ""
        try replace(name, with: copy.bytes)
        warn(
            "\(path)/\(name), which names the table of this device, was damaged or gone, and was "
                + "written again from its copy in \(Self.settingsName)\(kept)")
        return copy
    }

    /// A folder created by other means may be open to all accounts; its content belongs to this
    /// account.
    private func closeToOthers() throws(DaemonError) {
        try wrapping { () throws(NetError) in
            guard try folder.ownMode() & 0o077 != 0 else { return }
            try folder.setOwnMode(to: 0o700)
            warn("\(path) was open to other accounts of this machine; their access was removed")
        }
    }

    /// Opens the home for reading, whether a daemon runs in it or not: nothing is created, locked
    /// or changed.
    init(inspecting path: String) throws(DaemonError) {
        self.path = path
        folder = try Self.wrapping(path) { () throws(NetError) in
            try Folder(path, creating: false)
        }
        lock = nil
        settings = Settings()
        do throws(DaemonError) {
            settings = try Self.settings(in: folder)
        } catch {
            hasLostSettings = true
            warn("\(error)")
        }
    }

    package var socketPath: String { path + "/scored.sock" }

    /// The socket that answers only requests that read.
    package var viewSocketPath: String { path + "/view.sock" }

    /// Changes the settings and makes them durable. If that fails, the change holds while the
    /// daemon runs, and a warning is added.
    package func update(_ change: (inout Settings) -> Void) {
        if self.change(change) { write() }
    }

    /// Changes settings whose loss does no harm, such as a peer's last address, without waiting for
    /// the disk. They become durable with the next `update` or `write`. Returns false if they are
    /// as before.
    @discardableResult
    func change(_ change: (inout Settings) -> Void) -> Bool {
        var changed = settings
        change(&changed)
        guard changed != settings else { return false }
        settings = changed
        isChanged = true
        changeCount += 1
        return true
    }

    /// Makes changed settings durable.
    func write() {
        guard isChanged else { return }
        isChanged = false
        do {
            try wrapping { () throws(NetError) in try save(settings) }
        } catch {
            warn("cannot save the settings: \(error)")
        }
    }

    /// Replaces the settings, durably.
    func save(_ changed: Settings) throws(NetError) {
        try folder.replace(Self.settingsName, with: JSON.encode(changed) + [0x0A])
        settings = changed
        isChanged = false
        changeCount += 1
    }

    /// Adds a warning, once.
    package func warn(_ text: String) {
        guard !warnings.contains(text) else { return }
        warnings.append(text)
        changeCount += 1
    }

    /// The device's key; generates one in a fresh home. A key that other accounts can read is
    /// closed to them, with a warning, since it may have been read.
    package func identity() throws(DaemonError) -> Identity {
        let name = Self.identityFile
        let bytes = try read(name, bytesMax: DaemonLimits.identityBytesMax)
        // With a new key the device would be a stranger to its own log.
        if bytes == nil {
            let (charter, log) = (try holdsCharter(), try holdsLog())
            guard !charter, !log else { throw .missing(path: path + "/" + name) }
        }
        do throws(TLSError) {
            guard let bytes else { return try keep(Identity.generate(), as: name) }
            try closeToOthers(name)
            return try Identity(pem: bytes)
        } catch {
            throw .identity(path: path + "/" + name, error)
        }
    }

    private func keep(_ identity: Identity, as name: String) throws(TLSError) -> Identity {
        let pem = try identity.pem()
        do throws(NetError) {
            try folder.replace(name, with: pem, mode: 0o600)
        } catch {
            throw .library(doing: "keep the new key", reason: error.message)
        }
        return identity
    }

    private func closeToOthers(_ name: String) throws(TLSError) {
        do throws(NetError) {
            guard let mode = try folder.mode(of: name), mode & 0o077 != 0 else { return }
            try folder.setMode(of: name, to: 0o600)
            warn(
                "\(path)/\(name) could be read by other accounts of this machine; their access "
                    + "was removed, but if the key was copied, start a new home and join again")
        } catch {
            throw .library(doing: "close the key to others", reason: error.message)
        }
    }

    // MARK: Files

    /// Opens a folder of the home; creates it if there is none.
    func subfolder(_ name: String) throws(DaemonError) -> Folder {
        try wrapping { () throws(NetError) in try inner(name) }
    }

    func inner(_ name: String) throws(NetError) -> Folder { try Folder(path + "/" + name) }

    /// Nil if there is no such file.
    func read(_ name: String, bytesMax: Int) throws(DaemonError) -> [UInt8]? {
        try wrapping { () throws(NetError) in try folder.inspect(name, bytesMax: bytesMax) }
    }

    /// Replaces a file, durably.
    func replace(_ name: String, with bytes: [UInt8]) throws(DaemonError) {
        try wrapping { () throws(NetError) in try folder.replace(name, with: bytes) }
    }

    /// True if the home's folder was deleted while the daemon runs.
    var isRemoved: Bool { folder.isRemoved }

    /// The bytes that this account can still write to the disk of the home; nil if the system does
    /// not tell.
    package var freeBytes: UInt64? { try? Volume.freeBytes(of: folder) }

    /// True if the disk has enough room to record again.
    func hasRoom() -> Bool {
        guard let volume = try? Volume(of: folder) else { return true }
        return volume.freeBytes >= DaemonLimits.roomBytes(of: volume.totalBytes)
    }

    func wrapping<Value>(_ work: () throws(NetError) -> Value) throws(DaemonError) -> Value {
        try Self.wrapping(path, work)
    }

    /// Adds the home to an error of the folder.
    static func wrapping<Value>(
        _ path: String, _ work: () throws(NetError) -> Value
    ) throws(DaemonError) -> Value {
        try failing(as: { .home(path, $0) }, work)
    }

    static let settingsName = "settings.json"
    static let identityFile = "identity.pem"

    static func settings(in folder: Folder) throws(DaemonError) -> Settings {
        let file = folder.path + "/" + settingsName
        let bytes: [UInt8]?
        do throws(NetError) {
            bytes = try folder.inspect(settingsName, bytesMax: DaemonLimits.settingsBytesMax)
        } catch {
            guard error.isDamage else { throw .home(folder.path, error) }
            throw .settings(path: file, reason: error.message)
        }
        guard let bytes else { return Settings() }
        // Whatever else a later version writes, it goes on writing this field.
        let later = try? JSON.decode(SettingsSchema.self, from: bytes)
        guard later?.schema ?? 1 <= Settings.schemaMax else { throw .later(path: file) }
        do throws(LocalAPIError) {
            return try JSON.decode(Settings.self, from: bytes)
        } catch {
            throw .settings(path: file, reason: "\(error)")
        }
    }
}

private struct SettingsSchema: Decodable { let schema: Int }

extension Home {
    /// Writes the whole log beside the deleted home, in the format of `export log`; returns its
    /// path, nil on failure. No file is replaced.
    func rescue(_ ledger: Ledger, at moment: Moment) -> String? {
        guard let bytes = ledger.logFile(at: moment.wall)?.bytes else { return nil }
        let place = path.split(separator: "/")
        guard let last = place.last else { return nil }
        let parent = (path.hasPrefix("/") ? "/" : "./") + place.dropLast().joined(separator: "/")
        let name = "\(last).rescued-\(moment.wall.milliseconds).log"
        do throws(NetError) {
            let folder = try Folder(parent, creating: false)
            guard try folder.size(of: name) == nil else { return nil }
            try folder.replace(name, with: bytes)
            return parent + (parent.hasSuffix("/") ? "" : "/") + name
        } catch {
            return nil
        }
    }
}
