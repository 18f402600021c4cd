import Client
import Documents
import Foundation
import LocalAPI
import Net
import Testing

/// A person with a shell and a home of their own; every daemon begun in it ends with this.
final class Keeper {
    /// What a command left.
    struct Outcome {
        let code: Int32
        let output: String
        let talk: String

        /// The lines of the standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }

        func document<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSON.decode(type, from: Array(output.utf8))
        }
    }

    let home: String

    init() throws {
        try #require(!Built.program.isEmpty, "the program scored was not built")
        home = "/tmp/keeper-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        _ = try Folder(home)
    }

    /// A keeper whose daemon runs.
    convenience init(up name: String) throws {
        try self.init()
        try up(name: name)
    }

    /// A path of that name beside the home, which `scored` writes no files into for people.
    func outside(_ name: String) throws -> String {
        let folder = home + ".outside"
        _ = try Folder(folder)
        return "\(folder)/\(name)"
    }

    deinit {
        end()
        for path in [home, home + ".outside"] { try? FileManager.default.removeItem(atPath: path) }
    }

    /// The process that works in the home, by its lock; nil when none does.
    var daemon: Int32? { holder(of: "lock") }

    /// The process that serves pages; nil when none does.
    var web: Int32? { holder(of: WebSettings.lockName) }

    private func holder(of lock: String) -> Int32? {
        guard let process = LockFile.holder(of: "\(home)/\(lock)"),
            BackgroundProcess.isAlive(process)
        else { return nil }
        return process
    }

    /// Starts the daemon on loopback, out of reach of announcements.
    func up(name: String, _ more: String...) throws {
        let words = ["up", "--no-discovery", "--listen", "127.0.0.1:0", "--name", name] + more
        let outcome = try run(words)
        try #require(outcome.code == 0, "\(outcome.talk)")
    }

    /// Kills the daemon, as a power cut would, and waits until it is gone.
    func kill() throws {
        guard let process = daemon else { return }
        Foundation.kill(process, SIGKILL)
        try wait { self.daemon == nil }
    }

    /// Runs a command and gives what it left; fails after fifty seconds.
    @discardableResult
    func run(_ words: [String], input: String? = nil) throws -> Outcome {
        let file = "/tmp/keeper-\(String(UInt64.random(in: 0 ... .max), radix: 36)).in"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try (input ?? "").write(toFile: file, atomically: false, encoding: .utf8)
        return try run(words, from: file)
    }

    /// The same with the standard input from a file or a terminal.
    func run(_ words: [String], from input: String) throws -> Outcome {
        let name = String(UInt64.random(in: 0 ... .max), radix: 36)
        let paths = ["out", "err"].map { "/tmp/keeper-\(name).\($0)" }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        let line = line(words) + " <\(input) >\(paths[0]) 2>\(paths[1])"
        let code = shell(line)
        return Outcome(
            code: code, output: try String(contentsOfFile: paths[0], encoding: .utf8),
            talk: try String(contentsOfFile: paths[1], encoding: .utf8))
    }

    /// A command in this home as a shell reads it, with an end after fifty seconds.
    func line(_ words: [String]) -> String {
        let command = (["timeout", "50", Built.program] + words).map(Self.quoted)
        return "SCORED_HOME=\(Self.quoted(home)) " + command.joined(separator: " ")
    }

    /// Runs a line of shell and gives its exit code.
    func shell(_ line: String) -> Int32 { Self.shell(line) }

    static func shell(_ line: String) -> Int32 {
        guard let shell = unsafe popen(line, "r") else { return -1 }
        return unsafe pclose(shell) >> 8 & 0xff
    }

    /// Runs a command that must succeed.
    @discardableResult
    func scored(_ words: String...) throws -> Outcome {
        let outcome = try run(words)
        try #require(outcome.code == 0, "\(words): \(outcome.talk)")
        return outcome
    }

    func status() throws -> StatusDocument {
        try scored("status", "--json").document(StatusDocument.self)
    }

    /// The points of the home side of the current game.
    func homeScore() throws -> Int? { try status().game?.home.score }

    func warningCodes() throws -> Set<String> { Set(try status().warnings.map(\.code)) }

    /// Asks again until something is so; fails after a minute.
    func wait(_ condition: () throws -> Bool) throws {
        let deadline = Clocks.uptime + .seconds(60)
        let poller = EventLoop<Int>()
        while try !condition() {
            try #require(Clocks.uptime < deadline, "nothing more happened within a minute")
            _ = try poller.wait(timeout: .milliseconds(20))
        }
    }

    private func end() {
        // Pages first: they would start a daemon that died again.
        end(web)
        for phone in phones { end(holder(of: "phones/\(phone)/lock")) }
        end(daemon)
    }

    /// The IDs of the phones that have a home here.
    var phones: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: home + "/phones")) ?? []
    }

    /// The process that works in the home of a phone; nil when none does.
    func daemon(ofPhone id: String) -> Int32? { holder(of: "phones/\(id)/lock") }

    private func end(_ process: Int32?) {
        guard let process else { return }
        Foundation.kill(process, SIGKILL)
        let poller = EventLoop<Int>()
        while BackgroundProcess.isAlive(process) {
            _ = try? poller.wait(timeout: .milliseconds(5))
        }
    }

    static func quoted(_ word: String) -> String {
        "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

extension Keeper {
    /// Founds a table with a keeper of each name.
    static func table(_ names: [String]) throws -> [Keeper] {
        let keepers = try names.map { try Keeper(up: $0) }
        let words = ["invite", "--json", "--count", "\(max(1, names.count - 1))"]
        let invite = try keepers[0].run(words).document(InviteDocument.self)
        let place = try #require(invite.addresses.first)
        for (keeper, invitation) in zip(keepers.dropFirst(), invite.codes) {
            try keeper.scored("join", invitation.code, "--via", place)
        }
        return keepers
    }

    /// Runs a command at a terminal of its own, of which all that it shows is the output, and types
    /// a line into it. Nil where there is no `script` of util-linux to make one.
    func run(_ words: [String], typing answer: String) throws -> Outcome? {
        guard shell("script --version >/dev/null 2>&1") == 0 else { return nil }
        let file = "/tmp/keeper-\(String(UInt64.random(in: 0 ... .max), radix: 36)).sh"
        defer { try? FileManager.default.removeItem(atPath: file) }
        // In the foreground of the terminal, else the first read would stop it.
        let line = self.line(words).replacing("'timeout'", with: "timeout --foreground")
        try (line + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        let shown = file + ".out"
        defer { try? FileManager.default.removeItem(atPath: shown) }
        let code = shell(
            "echo \(answer) | script --quiet --return --command 'sh \(file)' /dev/null >\(shown)")
        let output = try String(contentsOfFile: shown, encoding: .utf8)
        return Outcome(code: code, output: output, talk: output)
    }
}
