import Documents
import LocalAPI
import Net

/// The manager of this account's services, `systemd --user`, and the units of scored that it knows.
///
/// Whether it has a home in its care is read from files: a unit that is enabled is a link in
/// `default.target.wants` (systemd.unit(5)), and names its home. So a command that finds no daemon
/// decides within a millisecond who starts it.
package struct AccountUnits {
    /// The folders where the manager looks for units, in its order, as far as any are ours.
    private let folders: [String]
    private let runtime: String
    private let usualHome: String?

    /// The manager of this process's account; it may not run. Below `root` are the folders of the
    /// system.
    package init(
        environment: (String) -> String? = ProcessEnvironment.value, root: String = ""
    ) {
        func folder(_ variable: String, _ otherwise: String) -> String? {
            let given = environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
            return given ?? environment("HOME").map { "\($0)/\(otherwise)" }
        }
        let own = folder("XDG_CONFIG_HOME", ".config")
        let data = folder("XDG_DATA_HOME", ".local/share")
        runtime = environment("XDG_RUNTIME_DIR") ?? "/run/user/\(Account.number)"
        folders =
            [
                own ?? "", "\(root)/etc", data ?? "", "\(root)/usr/local/lib", "\(root)/usr/lib",
                "\(root)/lib",
            ]
            .map { $0.isEmpty ? "" : "\($0)/systemd/user" }
        usualHome = environment("HOME").map { "\($0)/.local/state/scored" }
    }

    /// True if the manager's socket accepts connections; a manager that hangs may accept them too.
    package var listens: Bool {
        (try? StreamSocket.connected(toOwnPath: "\(runtime)/systemd/private")) != nil
    }

    // MARK: The units of a home

    /// The unit that runs a process of a home; nil if the manager does not have the home in its care,
    /// or does not run: the process is then started in the background.
    func unit(_ kind: ServiceUnit, of home: StateHome) -> String? {
        guard isEnabled, serves(.daemon, home), serves(kind, home), listens else { return nil }
        return kind.name
    }

    /// The same for the daemon of a home, which may be that of a phone.
    func unit(ofDaemonOf home: StateHome) -> String? {
        if let unit = unit(.daemon, of: home) { return unit }
        let parts = home.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[parts.count - 2] == PhoneHomes.folderName, let id = parts.last,
            PhoneHome.isID(String(id))
        else { return nil }
        let host = StateHome(parts.dropLast(2).joined(separator: "/"))
        guard unit(.phone, of: host) != nil else { return nil }
        return ServiceUnit.phone.instance(String(id))
    }

    /// True if the daemon's unit starts with the manager.
    package var isEnabled: Bool {
        folders.prefix(2).contains { folder in
            text(at: "\(folder)/default.target.wants/\(ServiceUnit.daemon.name)") != nil
        }
    }

    /// True if there is a unit of this kind for the home.
    package func serves(_ kind: ServiceUnit, _ home: StateHome) -> Bool {
        guard let line = startLine(of: kind) else { return false }
        let path = GivenFile.absolute(home.path)
        let places = isUsual(home) ? [path, nil] : [path]
        return places.contains { place in
            kind.text(program: "/", home: place).split(separator: "\n")
                .first { $0.hasPrefix(Self.start) }
                .map { line.hasSuffix($0.dropFirst("\(Self.start)/".count)) } ?? false
        }
    }

    /// The home of the daemon's unit; nil without one.
    package var servedHome: String? {
        let option = " --state "
        guard let line = startLine(of: .daemon), let place = line.firstRange(of: option) else {
            return nil
        }
        let word = line[place.upperBound...]
        let usual = usualHome ?? String(word)
        return word == ServiceUnit.usualHome ? usual : ServiceUnit.text(ofWord: word)
    }

    private static let start = "ExecStart="

    private func startLine(of kind: ServiceUnit) -> String? {
        guard let (_, text) = file(of: kind) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix(Self.start) }.map(String.init)
    }

    /// The file that the manager reads for a unit, and its text.
    package func file(of kind: ServiceUnit) -> (path: String, text: String)? {
        for folder in folders {
            let path = "\(folder)/\(kind.name)"
            if let text = text(at: path) { return (path, text) }
        }
        return nil
    }

    private func text(at path: String) -> String? {
        guard path.hasPrefix("/"),
            let bytes = try? GivenFile.read(path, bytesMax: ClientLimits.unitBytesMax)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func isUsual(_ home: StateHome) -> Bool {
        usualHome.map { GivenFile.absolute($0) == GivenFile.absolute(home.path) } ?? false
    }

    // MARK: Orders

    /// Starts a unit in the background; the process that orders it ends when the unit is ready or has
    /// failed, whose reason it appends to `output`.
    func start(_ unit: String, output: String) throws(NetError) -> Int32 {
        try BackgroundProcess.start(
            Self.program, Self.words(["start", unit]), output: output, adding: variables)
    }

    private static let program = "/usr/bin/systemctl"

    private static func words(_ order: [String]) -> [String] {
        ["--user", "--no-pager", "--no-ask-password"] + order
    }

    private var variables: [String: String] { ["XDG_RUNTIME_DIR": runtime] }

    /// Runs `systemctl --user` with these words; its exit code, and what it wrote.
    package func order(_ words: [String]) throws(ClientError) -> (code: Int32, output: String) {
        try ClientError.rethrowing(
            ClientError.unreachable,
            BackgroundProcess.run(
                Self.program, Self.words(words), adding: variables,
                within: NetLimits.serviceOrderTime))
    }

    /// The same; throws with what it wrote unless it succeeds. `otherwise` is what holds then.
    package func demand(_ words: [String], otherwise: String) throws(ClientError) {
        let lines: [String]
        do throws(ClientError) {
            let (code, output) = try order(words)
            guard code != 0 else { return }
            lines = output.split(separator: "\n").suffix(ClientLimits.diagnosticsLinesMax)
                .map(String.init)
        } catch {
            lines = error.lines
        }
        throw .notStarted(
            "systemctl --user \(words.joined(separator: " ")) failed; \(otherwise)",
            diagnostics: lines)
    }

    // MARK: Installing

    /// Writes each unit of a home, unless the manager finds the same text elsewhere, as in a package.
    /// Returns the files written. Throws, and writes nothing, if a file of that name is not ours.
    package func install(program: String, home: StateHome) throws(ClientError) -> [String] {
        let own = folders[0]
        guard !own.isEmpty else {
            throw .unusable("there is no home folder of this account (HOME); nothing was installed")
        }
        let place = isUsual(home) ? nil : GivenFile.absolute(home.path)
        let kinds = ServiceUnit.allCases.filter(\.isUser)
        for kind in kinds {
            let path = "\(own)/\(kind.name)"
            guard let text = text(at: path), !text.hasPrefix(ServiceUnit.mark) else { continue }
            throw .unusable(
                "\(path) was not made by scored; nothing was installed; to let scored make it, move "
                    + "it away")
        }
        _ = try ClientError.rethrowing(ClientError.file, Folder(own))
        var written: [String] = []
        for kind in kinds {
            let text = kind.text(program: program, home: place)
            let path = "\(own)/\(kind.name)"
            // One of an earlier version or another home is in the way of a package's.
            if self.text(at: path) != nil, self.text(at: path) != text { try remove(kind) }
            guard file(of: kind)?.text != text else { continue }
            try ClientError.rethrowing(
                ClientError.file, GivenFile.write(Array(text.utf8), to: path, isReplacing: true))
            written.append(path)
        }
        return written
    }

    /// Removes the units that `install` wrote; returns their files.
    package func uninstall() throws(ClientError) -> [String] {
        var removed: [String] = []
        for kind in ServiceUnit.allCases where kind.isUser {
            guard text(at: "\(folders[0])/\(kind.name)")?.hasPrefix(ServiceUnit.mark) == true
            else { continue }
            try remove(kind)
            removed.append("\(folders[0])/\(kind.name)")
        }
        return removed
    }

    private func remove(_ kind: ServiceUnit) throws(ClientError) {
        try ClientError.rethrowing(
            ClientError.file, Folder(folders[0], creating: false).remove(kind.name))
    }

    // MARK: Without a login

    /// True if the manager runs without a login of the account; see loginctl(1).
    package var isLingering: Bool {
        (try? GivenFile.read("/var/lib/systemd/linger/\(Account.own)", bytesMax: 1)) != nil
    }

    /// Asks the system for that; what it wrote if it refuses.
    package func enableLinger() -> String? {
        let done = try? BackgroundProcess.run(
            "/usr/bin/loginctl", ["--no-ask-password", "enable-linger"], adding: variables,
            within: NetLimits.serviceOrderTime)
        return done?.code == 0 ? nil : done?.output ?? "loginctl cannot be started"
    }
}

/// The options for the next start of a daemon by the service manager, whose unit has none: the file
/// `start.json` of a home. A start with them removes it, also one that fails; the settings keep what
/// lasts.
package enum StartOptions {
    static let fileName = "start.json"

    /// Leaves options of `daemon`, as words. Without any, those of an earlier start go.
    static func leave(_ words: [String], in folder: Folder) throws(NetError) {
        if words.isEmpty {
            guard try folder.size(of: fileName) != nil else { return }
            try folder.remove(fileName)
        } else {
            try folder.replace(fileName, with: JSON.encode(words))
        }
    }

    /// The options that were left; none if there are none or they cannot be read.
    package static func read(in home: StateHome) -> [String] {
        guard let folder = try? Folder(home.path, creating: false),
            (try? folder.demandOwn()) != nil,
            let bytes = try? folder.inspect(fileName, bytesMax: ClientLimits.startOptionsBytesMax)
        else { return [] }
        return (try? JSON.decode([String].self, from: bytes)) ?? []
    }

    package static func remove(from home: StateHome) {
        guard let folder = try? Folder(home.path, creating: false) else { return }
        try? leave([], in: folder)
    }
}
