import Client
import Documents
import LocalAPI
import Net
import Scorebook
import Terminal

extension Command {
    static let service = Command(
        "service", .daemon, "let systemd start the daemon, also after a reboot",
        operands: "[ACTION] [UNIT]", choices: ServiceCommand.actions,
        options: [
            OptionForm("linger", "with install: also without a login"),
            OptionForm("program", "FILE", "with unit: this program instead of the running one"),
        ],
        details: [
            "scored service install     starts the daemon now, and at each login",
            "scored service status      tells what runs, and whether a login is needed",
            "scored service restart     after an update: daemon, pages and phones",
            "scored service uninstall   ends what runs; the home stays",
            "scored service unit UNIT   prints the file of a unit",
            "",
            "The units are the account's own (systemctl --user); no root is needed. Without",
            "--linger the daemon starts at your login and ends after your last logout; with",
            "it, as a hub needs, it starts with the computer. Pages (scored-web) and phones",
            "(scored-phone@ID) have units of their own, and start when they are wanted.",
            "",
            "An account that nobody logs in to can use a unit of the system instead, started",
            "and stopped by root alone: systemctl enable --now scored@ACCOUNT. Its home is",
            "/var/lib/scored/ACCOUNT: every command of that account needs --state with it, or",
            "SCORED_HOME. Name its keeper with: scored keeper NAME.",
            "",
            "Diagnostics: journalctl --user -u scored; they are in the home, too.",
        ], ServiceCommand.run)
}

enum ServiceCommand {
    static let actions = ["install", "status", "restart", "uninstall", "unit"]

    fileprivate static func run(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        let action = arguments.operand(0) ?? "status"
        for (option, only) in [("linger", "install"), ("program", "unit")]
        where arguments.has(option) && action != only {
            throw arguments.misused("--\(option) can only be used with \(only)")
        }
        guard arguments.operand(1) == nil || action == "unit" else {
            throw arguments.misused("UNIT can only be used with unit")
        }
        switch action {
        case "install": return try install(invocation)
        case "status": return try status(invocation)
        case "restart": return try restart(invocation)
        case "uninstall": return try uninstall(invocation)
        case "unit": return try unit(invocation)
        default: throw arguments.unknown("action", action, among: actions)
        }
    }

    // MARK: The actions

    private static func install(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        let manager = try manager("nothing was installed")
        if manager.isEnabled, !manager.serves(.daemon, home), let other = manager.servedHome {
            throw .unusable(
                "\(ServiceUnit.daemon.name) is in use for another home, \(other); nothing was "
                    + "installed; to change that: "
                    + "scored --state \(Phrases.shellWord(other)) service uninstall, then "
                    + "scored service install")
        }
        // The unit's first start would make it, under no name.
        try invocation.demandDevice(in: home)
        let program = try ClientError.rethrowing(
            ClientError.unreachable, BackgroundProcess.executablePath())
        try demandWord(program)
        try demandWord(home.path)
        let written = try manager.install(program: program, home: home)
        let rest =
            "the units were written, and the daemon was not touched; try again: scored service install"
        try manager.demand(["daemon-reload"], otherwise: rest)
        try manager.demand(["enable", ServiceUnit.daemon.name], otherwise: rest)
        let isOurs = try manager.order(["is-active", "--quiet", ServiceUnit.daemon.name]).code == 0
        if !isOurs { try handOver(home) }
        do throws(ClientError) {
            try manager.demand(
                [written.isEmpty ? "start" : "restart", ServiceUnit.daemon.name],
                otherwise: "the unit is not in use; to start the daemon without it: scored up")
        } catch {
            // Enabled, it would keep every command from starting the daemon in the background, and
            // systemd would try again each second.
            _ = try? manager.order(["disable", "--now", ServiceUnit.daemon.name])
            throw error
        }
        for path in written { invocation.console.say("wrote \(path)") }
        invocation.console.say("the daemon is running, and systemd starts it again")
        try offerLinger(manager, invocation)
        return .done
    }

    /// Ends the processes of a home that were started in the background, phones' daemons too; the units
    /// start them again.
    private static func handOver(_ home: StateHome) throws(ClientError) {
        if let pages = try WebService(home: home).ask(WebDocument.get)?.document.processID,
            let processID = Int32(exactly: pages)
        {
            BackgroundProcess.end(processID)
            try DownCommand.await(pages, "the process that serves pages")
        }
        let client = LocalClient(home: home)
        _ = try PhoneCommand.endDaemons(in: home)
        do throws(ClientError) {
            let processID = try client.get(.health, as: HealthDocument.self).document.processID
            _ = try client.post(
                .shutdown, ShutdownRequest(now: true), .never, as: DoneDocument.self)
            try DownCommand.await(processID)
        } catch {
            guard case .notRunning = error else { throw error }
        }
    }

    private static func offerLinger(
        _ manager: AccountUnits, _ invocation: Invocation
    ) throws(ClientError) {
        let console = invocation.console
        guard !manager.isLingering else {
            console.say(starts(isLingering: true))
            return
        }
        var isWanted = invocation.arguments.has("linger")
        if !isWanted {
            isWanted =
                try invocation.asks(
                    "It starts at your login and ends after your last logout. Start it with the "
                        + "computer instead?") ?? false
        }
        guard isWanted else {
            console.say(starts(isLingering: false))
            return
        }
        guard let refusal = manager.enableLinger() else {
            console.say(starts(isLingering: true))
            return
        }
        let reason = refusal.split(separator: "\n").last.map { " (\($0))" } ?? ""
        throw .unusable(
            "the daemon is installed and runs while you are logged in, but this account may not start "
                + "it without a login\(reason); an administrator may allow it, once and as root: "
                + "loginctl enable-linger \(Account.own); nothing else is needed then")
    }

    private static func starts(isLingering: Bool) -> String {
        isLingering
            ? "it starts with the computer, without a login"
            : "it starts at your login and ends after your last logout; to start it with the "
                + "computer: scored service install --linger"
    }

    private static func restart(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        let manager = try manager("nothing was restarted")
        try demandInstalled(manager, home)
        try manager.demand(
            ["restart", ServiceUnit.daemon.name],
            otherwise: "what was acknowledged is on the disk; see: scored service status")
        try manager.demand(
            ["try-restart", ServiceUnit.web.name, ServiceUnit.phone.instance("*")],
            otherwise: "the daemon was restarted; see: scored service status")
        invocation.console.say("restarted")
        return .done
    }

    private static func uninstall(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let manager = try manager("nothing was changed")
        let home = try invocation.home()
        let wasEnabled = manager.isEnabled
        if wasEnabled, !manager.serves(.daemon, home), let other = manager.servedHome {
            throw .unusable(
                "systemd does not start the daemon of \(home.path), but that of \(other); nothing was "
                    + "changed; to end that: scored --state \(Phrases.shellWord(other)) service uninstall"
            )
        }
        if wasEnabled {
            try manager.demand(
                ["disable", ServiceUnit.daemon.name], otherwise: "nothing was changed")
        }
        let ended = try manager.order(
            [
                "stop", ServiceUnit.web.name, ServiceUnit.phone.instance("*"),
                ServiceUnit.daemon.name,
            ])
        // 5: a unit of them is not known.
        guard [0, 5].contains(ended.code) else {
            throw .unusable(
                "systemd no longer starts the daemon, but it was not ended; its units are still there; "
                    + "try again: scored service uninstall")
        }
        let removed = try manager.uninstall()
        try manager.demand(["daemon-reload"], otherwise: "the units were removed")
        for path in removed { invocation.console.say("removed \(path)") }
        guard !manager.isEnabled else {
            throw .unusable(
                "the administrator enabled the unit for every account, so systemd still starts the "
                    + "daemon; to end that: sudo systemctl --global disable \(ServiceUnit.daemon.name)"
            )
        }
        invocation.console.say(
            wasEnabled
                ? "the daemon, its pages and phones were ended, and systemd no longer starts them; the "
                    + "home stays; to start the daemon: scored up"
                : "systemd did not start the daemon")
        if wasEnabled, manager.isLingering {
            invocation.console.say(
                "this account may still run without a login; to end that: loginctl disable-linger")
        }
        return .done
    }

    private static func status(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        let manager = AccountUnits()
        var document = ServiceDocument(
            home: home.path, isInstalled: manager.isEnabled && manager.serves(.daemon, home),
            isLingering: manager.isLingering)
        if document.isInstalled, manager.listens {
            let names = [
                ServiceUnit.daemon.name, ServiceUnit.web.name, ServiceUnit.phone.instance("*"),
            ]
            let fields = "Id,ActiveState,SubState,StatusText,MainPID,NRestarts"
            document.units = ServiceDocument.units(
                try manager.order(["show", "--property=\(fields)"] + names).output)
        }
        let console = invocation.console
        let rows = document.units.map { unit in
            [
                // The last words of a process that has ended say nothing of now.
                unit.name, unit.state, unit.processID == nil ? "" : unit.status ?? "",
                unit.processID.map { "process \($0)" } ?? "",
                unit.restarts == 0 ? "" : Phrases.count(unit.restarts, "restart"),
            ]
        }
        try invocation.show(document, as: Invocation.table(rows))
        guard !console.isJSON else { return document.isInstalled ? .done : .notRunning }
        guard document.isInstalled else {
            let other = manager.isEnabled ? manager.servedHome : nil
            console.say(
                "systemd does not start the daemon of \(home.path)"
                    + (other.map {
                        ", but that of \($0); to end that: scored --state \(Phrases.shellWord($0)) "
                            + "service uninstall"
                    } ?? "") + "; to let it: scored service install")
            return .notRunning
        }
        if document.units.first.map({ $0.processID == nil }) ?? false {
            console.say("no daemon runs now, so nothing is recorded; to start it: scored up")
        }
        console.say(
            !manager.listens
                ? "the units are installed, but the manager of this account's services (systemd "
                    + "--user) does not run; log in directly, not with su or sudo"
                : starts(isLingering: document.isLingering))
        return .done
    }

    private static func unit(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        let names = ServiceUnit.allCases.map(\.name)
        guard let name = arguments.operand(1) else {
            try invocation.console.write(Array((names.joined(separator: "\n") + "\n").utf8))
            return .done
        }
        guard let unit = ServiceUnit(rawValue: name) else {
            throw arguments.unknown("unit", name, among: names)
        }
        let program =
            if let given = arguments.value("program") {
                given
            } else {
                try ClientError.rethrowing(
                    ClientError.unreachable, BackgroundProcess.executablePath())
            }
        let home = try arguments.value("state").map { _ throws(ClientError) in
            GivenFile.absolute(try invocation.home().path)
        }
        try demandWord(program)
        if let home { try demandWord(home) }
        try invocation.console.write(Array(unit.text(program: program, home: home).utf8))
        return .done
    }

    // MARK: Conditions

    /// A line feed in a path would begin another line of the unit.
    private static func demandWord(_ path: String) throws(ClientError) {
        guard path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            return
        }
        throw .unusable(
            "\(PlainText.clean(path, max: 200)) has characters that a unit cannot name; nothing was done; give it "
                + "another name")
    }

    private static func manager(_ otherwise: String) throws(ClientError) -> AccountUnits {
        let manager = AccountUnits()
        guard manager.listens else {
            throw .unusable(
                "the manager of this account's services (systemd --user) does not run; "
                    + "\(otherwise); log in directly, not with su or sudo; a computer without systemd "
                    + "starts the daemon with: scored up")
        }
        return manager
    }

    private static func demandInstalled(
        _ manager: AccountUnits, _ home: StateHome
    ) throws(ClientError) {
        guard !(manager.isEnabled && manager.serves(.daemon, home)) else { return }
        throw .unusable(
            "systemd does not start the daemon of \(home.path); nothing was changed; to restart it: "
                + "scored down --now, then scored up; to let systemd start it: scored service install"
        )
    }
}

/// A process that a unit of systemd runs.
struct ServiceProcess {
    let supervisor: Supervisor?
    /// Writes a line to the journal, with its priority.
    let write: (Int, String) -> Void

    /// Begins the file for diagnostics, `output`, in a home that is there.
    init(_ home: StateHome, output: String) throws(ClientError) {
        _ = try ClientError.rethrowing(ClientError.file, Folder(home.path, creating: false))
        supervisor = Supervisor.ofProcess()
        if let journal = JournalOutput(replacedBy: "\(home.path)/\(output)") {
            write = { journal.write($0, $1) }
        } else {
            write = { _, _ in }
        }
    }
}

/// The units that systemd runs for a home.
private struct ServiceDocument: Codable {
    struct Unit: Codable {
        var name: String
        /// As systemd says it: `active (running)`.
        var state: String
        var status: String?
        var processID: Int?
        var restarts: Int
    }

    var schema = 1
    var home: String
    /// True if systemd starts the daemon of this home.
    var isInstalled: Bool
    /// True if it starts without a login.
    var isLingering: Bool
    var units: [Unit] = []

    /// The units in the output of `systemctl show`: fields, one a line, and an empty line between two
    /// units.
    static func units(_ text: String) -> [Unit] {
        text.split(separator: "\n\n").map { block in
            var fields: [Substring: String] = [:]
            for line in block.split(separator: "\n") {
                let parts = line.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { fields[parts[0]] = String(parts[1]) }
            }
            let status = fields["StatusText"] ?? ""
            return Unit(
                name: fields["Id"] ?? "",
                state: "\(fields["ActiveState"] ?? "") (\(fields["SubState"] ?? ""))",
                status: status.isEmpty ? nil : status,
                processID: fields["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil },
                restarts: fields["NRestarts"].flatMap { Int($0) } ?? 0)
        }.filter { !$0.name.isEmpty }
    }
}
