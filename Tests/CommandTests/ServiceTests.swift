import Documents
import Foundation
import Net
import Testing

@testable import Client

/// The units of systemd, and the program as one of them. Tests/Service tries them with systemd itself.
@Suite(.timeLimit(.minutes(1)))
struct ServiceTests {
    /// A home folder of an account, with units in it.
    private struct AccountFolder: ~Copyable {
        let path = "/tmp/account-\(String(UInt64.random(in: 0 ... .max), radix: 36))"

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func manager() -> AccountUnits {
            AccountUnits(
                environment: { name in
                    switch name {
                    case "HOME": path
                    case "XDG_RUNTIME_DIR": path + "/run"
                    default: nil
                    }
                }, root: path + "/root")
        }

        func write(_ text: String, to file: String) throws {
            let path = "\(path)/.config/systemd/user/\(file)"
            _ = try Folder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    /// Homes with everything that has a meaning in a unit's command line.
    static let homes = [
        "/srv/court 1/home", "/srv/100%", "/srv/$HOME", "/srv/a\"b", "/srv/a\\b", "/srv/é",
        "/srv/%h",
    ]

    @Test(arguments: homes)
    func aUnitServesItsHomeAndNoOther(home: String) throws {
        let account = AccountFolder()
        for kind in [ServiceUnit.daemon, .web, .phone] {
            try account.write(kind.text(program: "/usr/bin/scored", home: home), to: kind.name)
            for other in Self.homes + ["/srv", "\(account.path)/.local/state/scored"] {
                #expect(account.manager().serves(kind, StateHome(other)) == (other == home))
            }
        }
        #expect(account.manager().servedHome == home)
    }

    @Test func theUsualHomeIsWrittenForEveryAccount() throws {
        let account = AccountFolder()
        let text = ServiceUnit.daemon.text(program: "/usr/bin/scored", home: nil)
        try account.write(text, to: ServiceUnit.daemon.name)
        let usual = "\(account.path)/.local/state/scored"
        #expect(account.manager().serves(.daemon, StateHome(usual)))
        #expect(account.manager().servedHome == usual)
        #expect(!account.manager().isEnabled)
        try account.write(text, to: "default.target.wants/\(ServiceUnit.daemon.name)")
        #expect(account.manager().isEnabled)
        #expect(!account.manager().listens)
    }

    /// A unit that a package installs is not written once more, and one that was written for another home or by
    /// an earlier version goes; a person's own file is never touched.
    @Test func installingWritesOnlyWhatIsMissing() throws {
        let account = AccountFolder()
        let (program, home) = ("/usr/bin/scored", StateHome("\(account.path)/.local/state/scored"))
        let manager = account.manager()
        try account.write(
            ServiceUnit.web.text(program: program, home: nil),
            to: "../../../.local/share/systemd/user/\(ServiceUnit.web.name)")
        try account.write(
            ServiceUnit.web.text(program: program, home: "/srv/old"), to: ServiceUnit.web.name)
        let own = "\(account.path)/.config/systemd/user"
        #expect(
            try manager.install(program: program, home: home)
                == ["\(own)/scored.service", "\(own)/scored-phone@.service"])
        #expect(try manager.install(program: program, home: home).isEmpty)
        #expect(manager.serves(.web, home))
        try account.write("[Service]\nExecStart=/bin/true\n", to: ServiceUnit.daemon.name)
        #expect(throws: ClientError.self) { try manager.install(program: program, home: home) }
        #expect(try manager.uninstall() == ["\(own)/scored-phone@.service"])
        #expect(FileManager.default.fileExists(atPath: "\(own)/scored.service"))
    }

    /// The socket of a service manager, played by this process.
    private final class Receiver {
        let path = "/tmp/notify-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        private let number: Int32

        init() throws {
            number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &name.sun_path) {
                unsafe $0.copyBytes(from: path.utf8)
            }
            let status = unsafe withUnsafePointer(to: name) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(status == 0)
        }

        deinit {
            close(number)
            try? FileManager.default.removeItem(atPath: path)
        }

        /// The next message; nil if none comes within ten seconds.
        func next() -> String? {
            var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&entry, 1, 10_000) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe recv(number, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }

        /// Reads up to a message that has this assignment; true if it came.
        func awaits(_ assignment: String) -> Bool {
            while let message = next() {
                if message.split(separator: "\n").contains(where: { $0.hasPrefix(assignment) }) {
                    return true
                }
            }
            return false
        }
    }

    /// Opening, ready, the watchdog again and again, the end.
    @Test func theDaemonTellsItsManager() throws {
        let keeper = try Keeper()
        let receiver = try Receiver()
        let process = try BackgroundProcess.start(
            Built.program, ["daemon", "--service", "--state", keeper.home],
            output: keeper.outside("daemon.txt"),
            adding: ["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "400000"])
        #expect(receiver.awaits("EXTEND_TIMEOUT_USEC="))
        #expect(receiver.awaits("READY=1"))
        for _ in 0..<3 { #expect(receiver.awaits("WATCHDOG=1")) }
        Foundation.kill(process, SIGTERM)
        #expect(receiver.awaits("STOPPING=1"))
        try keeper.wait { !BackgroundProcess.isAlive(process) }
    }

    @Test func theProcessOfPagesTellsItsManager() throws {
        let keeper = try Keeper(up: "Mia")
        try keeper.scored("web", "up", "--listen", "127.0.0.1:0")
        let first = try #require(keeper.web)
        Foundation.kill(first, SIGTERM)
        try keeper.wait { keeper.web == nil }
        let receiver = try Receiver()
        let process = try BackgroundProcess.start(
            Built.program, ["web", "serve", "--service", "--state", keeper.home],
            output: keeper.outside("web.txt"),
            adding: ["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "400000"])
        #expect(receiver.awaits("READY=1"))
        for _ in 0..<3 { #expect(receiver.awaits("WATCHDOG=1")) }
        Foundation.kill(process, SIGTERM)
        #expect(receiver.awaits("STOPPING=1"))
    }

    /// The loser of two starters says so, and its unit does not try again.
    @Test func aSecondDaemonEndsWithACodeOfItsOwn() throws {
        let keeper = try Keeper(up: "Mia")
        let outcome = try keeper.run(["daemon", "--service", "--listen", "127.0.0.1:0"])
        #expect(outcome.code == ExitCode.taken.rawValue)
        #expect(outcome.talk.contains("a daemon already runs in \(keeper.home)"))
        #expect(
            ServiceUnit.daemon.text(program: "/", home: nil)
                .contains(
                    "RestartPreventExitStatus=\(ExitCode.notRunning.rawValue) "
                        + "\(ExitCode.taken.rawValue)\n"))
    }

    /// The options that a command leaves count for the next start that succeeds.
    @Test func optionsCountForOneStart() throws {
        let keeper = try Keeper()
        let receiver = try Receiver()
        try "[\"--name=Bo\",\"--listen=127.0.0.1:0\",\"--no-discovery\"]"
            .write(toFile: "\(keeper.home)/start.json", atomically: true, encoding: .utf8)
        #expect(
            StartOptions.read(in: StateHome(keeper.home))
                == ["--name=Bo", "--listen=127.0.0.1:0", "--no-discovery"])
        _ = try BackgroundProcess.start(
            Built.program, ["daemon", "--service", "--state", keeper.home],
            output: keeper.outside("daemon.txt"), adding: ["NOTIFY_SOCKET": receiver.path])
        #expect(receiver.awaits("READY=1"))
        #expect(StartOptions.read(in: StateHome(keeper.home)).isEmpty)
        #expect(try keeper.status().device.keeper == "Bo")
    }

    /// A line feed would begin another line of the unit.
    @Test func aPathWithALineFeedIsRefused() throws {
        let keeper = try Keeper()
        for words in [
            ["--state", "/tmp/n\nExecStartPre=/bin/x", "service", "unit", "scored.service"],
            ["service", "unit", "scored.service", "--program", "/tmp/n\nUser=root"],
        ] {
            let outcome = try keeper.run(words)
            #expect(outcome.code == ExitCode.failed.rawValue && outcome.output.isEmpty)
        }
    }

    /// A phone's daemon has a unit of its own, if its host's home has one.
    @Test func aPhoneOfAServedHomeHasAUnit() throws {
        let account = AccountFolder()
        let home = "\(account.path)/.local/state/scored"
        for kind in [ServiceUnit.daemon, .web, .phone] {
            try account.write(kind.text(program: "/usr/bin/scored", home: nil), to: kind.name)
        }
        try account.write("", to: "default.target.wants/\(ServiceUnit.daemon.name)")
        _ = try Folder("\(account.path)/run/systemd")
        let listener = try Listener.listening(onPath: "\(account.path)/run/systemd/private")
        defer { withExtendedLifetime(listener) {} }
        let units = account.manager()
        #expect(units.unit(ofDaemonOf: StateHome(home)) == "scored.service")
        #expect(
            units.unit(ofDaemonOf: StateHome("\(home)/phones/0123abcd"))
                == "scored-phone@0123abcd.service")
        #expect(units.unit(.web, of: StateHome(home)) == "scored-web.service")
        for other in [
            "\(home)/phones/../x", "\(home)/phones/x", "\(home)/archive/0123abcd", "/srv",
        ] {
            #expect(units.unit(ofDaemonOf: StateHome(other)) == nil)
        }
    }

    @Test func withoutAManagerTheCommandsSayWhatToDo() throws {
        let keeper = try Keeper(up: "Mia")
        for action in ["install", "restart", "uninstall"] {
            let line =
                keeper.line(["service", action])
                + " 2>&1 | grep -q 'systemd --user) does not run'"
            #expect(keeper.shell("XDG_RUNTIME_DIR=/nonexistent " + line) == 0)
        }
        #expect(try keeper.run(["service"]).code == ExitCode.notRunning.rawValue)
    }
}
