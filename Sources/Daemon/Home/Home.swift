import LocalAPI
import Net
package import TLS

/// The folder in which a device keeps what is its own. One daemon at a time has it.
///
/// `identity.pem` (0600), `charter` (to which table the device belongs), `log/` (the segments),
/// `settings.json`, `opened-N` (by which a backup that is put back is known), `holdings.json`,
/// `clocks.json`, `incidents.json`, `scored.sock`, `lock`; `archive/` with the logs of tables that were
/// left; `switch` and `next/` only while the device goes from one table to another.
package final class Home {
    /// The path, as it was given.
    package let path: String
    /// What is remembered beside the log.
    package private(set) var settings: Settings
    /// Whether the settings hold what was only noted.
    private var isChanged = false
    /// Things about the home that a person should know, in a sentence each.
    package private(set) var warnings: [String] = []

    /// What `incidents.json` holds; nil until somebody asks.
    var knownIncidents: [HomeIncident]?

    let folder: Folder
    /// Nil in a home that is only read.
    private let lock: LockFile?

    /// Takes the home for this process; makes it (mode 0700) if there is none.
    package init(_ path: String) throws(DaemonError) {
        self.path = path
        let folder = try Self.wrapping(path) { () throws(NetError) in try Folder(path) }
        do throws(NetError) {
            // The folder first: somebody may have removed the file under a daemon that runs.
            try folder.lock()
            lock = try LockFile(path + "/lock")
        } catch {
            if case .locked = error {
                throw .homeInUse(home: path, holder: LockFile.holder(of: path + "/lock"))
            }
            throw .home(path, error)
        }
        self.folder = folder
        settings = try Self.settings(in: folder, at: path)
        try closeToOthers()
    }

    /// A home that somebody else made may be open to everybody; what lies in it is this account's.
    private func closeToOthers() throws(DaemonError) {
        try wrapping { () throws(NetError) in
            guard try folder.ownMode() & 0o077 != 0, try folder.isOwn() else { return }
            try folder.setOwnMode(to: 0o700)
            warn("\(path) was open to other accounts of this machine; it was closed to them")
        }
    }

    /// Opens the home to read it, whoever works in it: nothing is made, locked or changed.
    init(inspecting path: String) throws(DaemonError) {
        self.path = path
        folder = try Self.wrapping(path) { () throws(NetError) in
            try Folder(path, creating: false)
        }
        lock = nil
        settings = try Self.settings(in: folder, at: path)
    }

    /// Where the local API listens.
    package var socketPath: String { path + "/scored.sock" }

    /// Changes the settings and makes them durable. If that fails the change holds for as long as
    /// the daemon runs, and a warning says so.
    package func update(_ change: (inout Settings) -> Void) {
        var changed = settings
        change(&changed)
        guard changed != settings else { return }
        do {
            try write(changed)
        } catch {
            settings = changed
            warn("the settings could not be kept: \(error)")
        }
    }

    /// Changes settings whose loss would be none, such as where a peer was found: nobody waits for the
    /// disk. They become durable with the next `update`, or by `write`.
    func change(_ change: (inout Settings) -> Void) {
        var changed = settings
        change(&changed)
        guard changed != settings else { return }
        settings = changed
        isChanged = true
    }

    /// Makes durable what was changed.
    func write() {
        guard isChanged else { return }
        isChanged = false
        do {
            try write(settings)
        } catch {
            warn("the settings could not be kept: \(error)")
        }
    }

    /// Adds a sentence to the warnings, once.
    package func warn(_ text: String) {
        guard !warnings.contains(text) else { return }
        warnings.append(text)
    }

    /// The device's key; makes one for a fresh home. A key that others can read is closed to them,
    /// with a warning, since somebody may have read it.
    package func identity() throws(DaemonError) -> Identity {
        let name = "identity.pem"
        let bytes = try read(name, bytesMax: Limits.identityBytesMax)
        // A new key would make the device a stranger to its own log.
        if bytes == nil, try has(TableSwitch.charterFile) {
            throw .missing(path: path + "/" + name)
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
                "\(path)/\(name) could be read by other accounts of this machine; it was closed "
                    + "to them, but if somebody copied the key, begin a new home and join again")
        } catch {
            throw .library(doing: "close the key to others", reason: error.message)
        }
    }

    // MARK: Files

    /// A folder of the home; makes it if there is none.
    func subfolder(_ name: String) throws(DaemonError) -> Folder {
        try wrapping { () throws(NetError) in try Folder(path + "/" + name) }
    }

    /// A file of the home; nil if there is none.
    func read(_ name: String, bytesMax: Int) throws(DaemonError) -> [UInt8]? {
        try wrapping { () throws(NetError) in
            lock == nil
                ? try folder.inspect(name, bytesMax: bytesMax)
                : try folder.read(name, bytesMax: bytesMax)
        }
    }

    /// Puts a file in the place of another, durable.
    func replace(_ name: String, with bytes: [UInt8]) throws(DaemonError) {
        try wrapping { () throws(NetError) in try folder.replace(name, with: bytes) }
    }

    /// True if the home's folder was deleted while the daemon runs in it.
    var isRemoved: Bool { folder.isRemoved }

    /// Whether a full disk has room again.
    func hasRoom() -> Bool {
        guard let volume = try? Volume(of: folder) else { return true }
        return volume.freeBytes >= Limits.roomBytes(of: volume.totalBytes)
    }

    func wrapping<Value>(_ work: () throws(NetError) -> Value) throws(DaemonError) -> Value {
        try Self.wrapping(path, work)
    }

    /// Says of what the folder refused in which home it was.
    static func wrapping<Value>(
        _ path: String, _ work: () throws(NetError) -> Value
    ) throws(DaemonError) -> Value {
        do throws(NetError) {
            return try work()
        } catch {
            throw .home(path, error)
        }
    }

    static let settingsName = "settings.json"

    /// Puts the settings in the place of the former ones, durable.
    func write(_ changed: Settings) throws(DaemonError) {
        try replace(Self.settingsName, with: JSON.encode(changed) + [0x0A])
        settings = changed
        isChanged = false
    }

    static func settings(in folder: Folder, at path: String) throws(DaemonError) -> Settings {
        let bytes = try wrapping(path) { () throws(NetError) in
            try folder.inspect(settingsName, bytesMax: Limits.settingsBytesMax)
        }
        guard let bytes else { return Settings() }
        do throws(LocalAPIError) {
            return try JSON.decode(Settings.self, from: bytes)
        } catch {
            throw .settings(path: path + "/" + settingsName, reason: "\(error)")
        }
    }
}
