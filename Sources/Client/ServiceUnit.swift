import Net

/// A unit of systemd that runs a process of a home: the source of the files that packages hold and
/// `scored service install` writes. See systemd.service(5) and systemd.exec(5).
package enum ServiceUnit: String, CaseIterable, Sendable {
    /// The daemon of an account's home.
    case daemon = "scored.service"
    /// The process that serves its pages. systemd ends all processes of a unit together, so it has
    /// its own.
    case web = "scored-web.service"
    /// The daemon of a phone; the instance is the phone's ID.
    case phone = "scored-phone@.service"
    /// For a hub without a person's login: a unit of the system, whose instance is an account.
    case hub = "scored@.service"

    package var name: String { rawValue }

    /// True for a unit of an account's own manager (`systemctl --user`).
    package var isUser: Bool { self != .hub }

    /// The file of the unit for a program and a home, both absolute paths; a home that is nil is the
    /// usual one of the account.
    package func text(program: String, home: String?) -> String {
        let program = Self.word(program)
        let state = home.map(Self.word) ?? Self.usualHome
        // Not a word of a command line: only `%` has a meaning in it.
        let folder = home.map { $0.replacing("%", with: "%%") } ?? Self.usualHome
        let parts: [String]
        switch self {
        case .daemon:
            parts = [
                Self.head("the daemon of this device", Self.only(folder)),
                Self.service("\(program) daemon --service --state \(state)"),
                Self.guarding, Self.wanted("default.target"),
            ]
        case .web:
            parts = [
                Self.head("its pages for browsers and phones", Self.only(folder)),
                Self.service("\(program) web serve --service --state \(state)"),
                Self.guarding,
            ]
        case .phone:
            parts = [
                Self.head("the daemon of phone %i", Self.only("\(folder)/phones/%i")),
                Self.service(
                    "\(program) daemon --service --state \(Self.inside(state, "phones/%i"))"),
                Self.guarding,
            ]
        case .hub:
            parts = [
                Self.head("the daemon of a hub, as account %i", "After=network.target\n"),
                Self.service(
                    "\(program) daemon --service --state %S/scored/%i",
                    """
                    # The home is /var/lib/scored/ACCOUNT; its commands: SCORED_HOME=/var/lib/scored/ACCOUNT.
                    User=%i
                    StateDirectory=scored/%i
                    StateDirectoryMode=0700
                    # The daemon's own pages and phones run in this unit too, and end after it.
                    KillMode=mixed

                    """),
                Self.guarding, Self.fencing, Self.wanted("multi-user.target"),
            ]
        }
        return parts.joined(separator: "\n")
    }

    /// The first line of every file, by which `uninstall` knows that it may remove one.
    static let mark =
        "# Made by scored(1); to change it: systemctl edit, with --user for an account's unit."

    static let usualHome = "%h/.local/state/scored"

    private static func head(_ title: String, _ more: String = "") -> String {
        """
        \(mark)
        [Unit]
        Description=scored: \(title)
        Documentation=man:scored(7)
        # However often it is stopped and started: a keeper who starts it is not refused.
        StartLimitIntervalSec=0
        \(more)
        """
    }

    private static func only(_ folder: String) -> String {
        "# A home that was deleted is not made again.\nConditionPathIsDirectory=\(folder)\n"
    }

    private static func service(_ start: String, _ more: String = "") -> String {
        """
        [Service]
        Type=notify
        ExecStart=\(start)
        \(more)# A crash or the watchdog starts it again; scored down does not. Code 3: it is not wanted. Code 7:
        # another process has the home, for example one from before this unit was installed.
        Restart=on-failure
        RestartSec=1
        RestartPreventExitStatus=\(ExitCode.notRunning.rawValue) \(ExitCode.taken.rawValue)
        # Each turn of its loop answers the watchdog. Nothing needs to be tidied up: what was
        # acknowledged is on the disk.
        WatchdogSec=25
        WatchdogSignal=SIGKILL
        # A daemon with a long log asks for more.
        TimeoutStartSec=60

        """
    }

    /// Against a fault in the program, from which other files and programs of the account must not
    /// suffer. All of it holds without root.
    private static let guarding = """
        # Its key and log are nobody else's.
        UMask=0077
        # No program that it starts gains rights.
        NoNewPrivileges=yes
        RestrictSUIDSGID=yes
        # It makes no code at run time.
        MemoryDenyWriteExecute=yes
        LockPersonality=yes
        # It needs no priority, container or other architecture.
        RestrictRealtime=yes
        RestrictNamespaces=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallErrorNumber=EPERM
        # Sockets of devices, browsers and commands; AF_NETLINK lists the interfaces.
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK

        """

    /// The rest, which only the system's manager can do.
    private static let fencing = """
        # It writes to its home alone and sees no other.
        ProtectSystem=strict
        ProtectHome=yes
        PrivateTmp=yes
        PrivateDevices=yes
        PrivateUsers=yes
        # It changes nothing of the system and sees no process of another account.
        CapabilityBoundingSet=
        AmbientCapabilities=
        SystemCallFilter=~@privileged @resources
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectProc=invisible
        RemoveIPC=yes
        KeyringMode=private

        """

    private static func wanted(_ target: String) -> String {
        """
        [Install]
        WantedBy=\(target)

        """
    }

    /// A word of a command line: `%`, `$` and quotes lose their meaning (systemd.service(5),
    /// "Command lines").
    static func word(_ text: String) -> String {
        var word = ""
        for character in text {
            switch character {
            case "%", "$": word += "\(character)\(character)"
            case "\"", "\\": word += "\\\(character)"
            default: word.append(character)
            }
        }
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-@:+=%$".contains($0) }
        return isPlain ? word : "\"\(word)\""
    }

    /// The unit of an instance: `scored-phone@0a1b2c3d.service`.
    package func instance(_ id: String) -> String { name.replacing("@.", with: "@\(id).") }

    /// The text of which `word` makes this.
    static func text(ofWord word: some StringProtocol) -> String {
        var text = ""
        var escape: Character?
        for character in word where character != "\"" || escape == "\\" {
            if escape == nil, "%$\\".contains(character) {
                escape = character
            } else {
                text.append(character)
                escape = nil
            }
        }
        return text
    }

    private static func inside(_ word: String, _ path: String) -> String {
        word.hasSuffix("\"") ? "\(word.dropLast())/\(path)\"" : "\(word)/\(path)"
    }
}
