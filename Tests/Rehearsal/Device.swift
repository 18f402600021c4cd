import Client
import Documents
import Foundation
import LocalAPI
import Net

/// A device on the stage: a home, a daemon that runs or not, and a keeper who types commands.
final class Device {
    let name: String
    let home: String
    /// Where its peers reach it.
    let place: String
    private(set) var processID: Int32?

    private let stage: Stage
    private let arguments: [String]
    private let diagnosticsPath: String

    /// Nothing runs yet. `options` are further words for the daemon.
    init(_ name: String, port: UInt16, options: [String] = [], on stage: Stage) {
        self.name = name
        self.stage = stage
        home = stage.folder + "/" + name
        place = "127.0.0.1:\(port)"
        diagnosticsPath = stage.folder + "/" + name + ".diagnostics"
        arguments =
            ["daemon", "--state", home, "--listen", place, "--name", name] + options
    }

    /// Devices that know each other's places and hear no announcements; `neighbours` says for the
    /// number of a device which others it dials.
    static func table(
        _ names: [String], on stage: Stage, neighbours: (Int) -> [Int]
    ) throws -> [Device] {
        let ports = try stage.ports(names.count)
        return names.enumerated().map { index, name in
            let peers = neighbours(index).map { "--peer=127.0.0.1:\(ports[$0])" }
            return Device(name, port: ports[index], options: ["--no-discovery"] + peers, on: stage)
        }
    }

    // MARK: Daemon

    /// Starts the daemon and waits until it answers.
    func start() throws {
        let processID = try stage.start(
            stage.program, arguments, output: diagnosticsPath, errors: diagnosticsPath)
        self.processID = processID
        try stage.wait("\(name)'s daemon answers") {
            if stage.ending(of: processID) != nil {
                throw RehearsalError.failed(
                    "\(name)'s daemon ended:\n" + diagnostics.joined(separator: "\n"))
            }
            return (try? StateHome(home).connect()) != nil
        }
        _ = try client().get(.health, as: HealthDocument.self)
    }

    func crash() throws {
        guard let processID else { return }
        try BackgroundProcess.send(SIGKILL, to: processID)
        try awaitCrash()
    }

    /// Waits until somebody's kill -9 has ended the daemon.
    func awaitCrash() throws {
        guard let processID else { return }
        try stage.wait("\(name)'s daemon is gone") { stage.ending(of: processID) != nil }
        self.processID = nil
    }

    /// Ends the daemon that a command started in this home, if one did: a command that finds no daemon
    /// starts one, also when a kill -9 has just ended the one before.
    func endDaemonOfCommand() throws {
        guard processID == nil, (try? StateHome(home).connect()) != nil else { return }
        try must("down", "--now")
    }

    /// What SIGTERM does.
    func stop() throws {
        guard let processID else { return }
        try BackgroundProcess.send(SIGTERM, to: processID)
        var ending: BackgroundProcess.Ending?
        try stage.wait("\(name)'s daemon ends") {
            ending = stage.ending(of: processID)
            return ending != nil
        }
        self.processID = nil
        try demand(ending == .exited(0), "\(name)'s daemon ended badly: \(ending ?? .unknown)")
    }

    /// Whether the daemon that was started still runs.
    var isRunning: Bool { processID.map { stage.ending(of: $0) == nil } ?? false }

    /// What the daemon keeps in memory now; nil where the system does not say.
    var memoryKilobytes: Int? {
        guard let processID else { return nil }
        let status = Outcome.text("/proc/\(processID)/status")
        return status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) }
    }

    var diagnostics: [String] {
        Outcome.text(diagnosticsPath).split(separator: "\n").map(String.init)
    }

    // MARK: Keeper

    /// Begins a command whose words name the home themselves.
    func type(_ words: [String]) throws -> Typing { try Typing(words, on: stage) }

    /// Begins a command of this device's keeper and does not wait for its end.
    func begin(_ words: [String]) throws -> Typing {
        try Typing(words + ["--state", home], on: stage)
    }

    /// Runs a command of this device's keeper to its end.
    func run(_ words: String..., within time: Duration = .seconds(60)) throws -> Outcome {
        try begin(words).outcome(within: time)
    }

    /// Runs a command that must succeed, and returns what it prints.
    @discardableResult
    func must(_ words: String...) throws -> String {
        let outcome = try begin(words).outcome()
        try demand(
            outcome.exitCode == 0,
            "\(name)$ scored \(words.joined(separator: " ")): exit \(outcome.exitCode)\n"
                + outcome.errors)
        return outcome.output
    }

    func client() -> LocalClient {
        LocalClient(home: StateHome(home))
    }

    func status() throws -> StatusDocument {
        try client().get(.status, as: StatusDocument.self).document
    }

    func invite() throws -> String {
        let invitation = try JSON.decode(
            InviteDocument.self, from: Array(must("invite", "--json").utf8))
        guard let code = invitation.codes.first?.code else {
            throw RehearsalError.failed("\(name)'s invitation holds no code")
        }
        return code
    }

    /// Joins the inviter's table with a code of it, told its place or left to find it; returns what
    /// both screens show.
    @discardableResult
    func join(
        _ inviter: Device, isPlaceKnown: Bool = true
    ) throws -> (code: String, words: String) {
        let code = try inviter.invite()
        let via = isPlaceKnown ? ["--via", inviter.place] : []
        let outcome = try begin(["join", code, "--json"] + via).outcome()
        try demand(outcome.exitCode == 0, "\(name) cannot join \(inviter.name): \(outcome.errors)")
        let joined = try JSON.decode(JoinDocument.self, from: Array(outcome.output.utf8))
        return (code, joined.words)
    }
}

/// A command that a keeper has typed and that may still run.
struct Typing {
    private let stage: Stage
    private let words: [String]
    private let processID: Int32
    private let output: String
    private let errors: String

    init(_ words: [String], program: String? = nil, on stage: Stage) throws {
        self.stage = stage
        self.words = words
        output = stage.file("output")
        errors = stage.file("errors")
        processID = try stage.start(
            program ?? stage.program, words, output: output, errors: errors)
    }

    var hasEnded: Bool { stage.ending(of: processID) != nil }

    func outcome(within time: Duration = .seconds(60)) throws -> Outcome {
        var ending: BackgroundProcess.Ending?
        try stage.wait("scored \(words.joined(separator: " ")) ends", within: time) {
            ending = stage.ending(of: processID)
            return ending != nil
        }
        guard case .exited(let code) = ending else {
            throw RehearsalError.failed(
                "scored \(words.joined(separator: " ")) did not end by itself: \(ending ?? .unknown)"
            )
        }
        return Outcome(
            exitCode: code, output: Outcome.text(output), errors: Outcome.text(errors))
    }
}

/// What a command printed and told the shell.
struct Outcome {
    let exitCode: Int32
    let output: String
    let errors: String

    /// The text of a file, empty where there is none.
    static func text(_ path: String) -> String {
        let bytes = try? GivenFile.read(path, bytesMax: 64 * 1024 * 1024)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}

/// What `scored verify --json` says, as far as it is compared.
struct DiskReading: Decodable {
    let digest: String
    let entries: Int
    let isSound: Bool
    let problems: [String]

    static func of(_ device: Device) throws -> DiskReading {
        try JSON.decode(
            DiskReading.self, from: Array(device.run("verify", "--json").output.utf8))
    }
}
