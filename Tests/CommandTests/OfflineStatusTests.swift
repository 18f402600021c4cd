import Client
import Documents
import Foundation
import Net
import Testing

/// Looking without a daemon: the log is read from the disk, and nothing in the home changes.
@Suite(.timeLimit(.minutes(2))) struct OfflineStatusTests {
    private let keeper: Keeper

    /// A game that is on, with a daemon to look at it.
    init() throws {
        keeper = try Keeper(up: "mia")
        try keeper.scored("new", "HAWKS", "OWLS", "--home", "4 Ana, 7 Bo", "--away", "5 Cy")
        try keeper.scored("move", "h7", "2")
        try keeper.scored("move", "a5", "1")
    }

    @Test func statusShowsWhatTheDaemonShowed() throws {
        let before = try keeper.status()
        #expect(before.isOfflineView == nil)
        try keeper.kill()
        let listing = try Self.listing(of: keeper.home)
        let after = try keeper.status()
        let text = try keeper.scored("status").output
        #expect(try Self.listing(of: keeper.home) == listing)
        #expect(keeper.daemon == nil, "nobody was started")
        #expect(after.isOfflineView == true)
        #expect(after.sync.digest == before.sync.digest && after.sync.words == before.sync.words)
        #expect(after.sync.unsynced == before.sync.unsynced)
        #expect(after.game == before.game)
        #expect(after.device == before.device && after.table == before.table)
        #expect(after.warnings.map(\.code) == ["offlineView"] + before.warnings.map(\.code))
        #expect(
            text.hasPrefix("offline view: no daemon answers here; read from the disk · 2 entries"),
            "\(text)")
        #expect(text.contains("start it: scored up"))
        #expect(try keeper.scored().output == text, "bare scored is status")
        try keeper.up(name: "mia")
        #expect(try keeper.status().isOfflineView == nil)
    }

    @Test func everyViewIsTheSameWithoutTheDaemon() throws {
        let commands = [
            ["box"], ["log"], ["games"], ["held"], ["chart"], ["box", "--json"],
            ["log", "--limit", "1"],
        ]
        let before = try commands.map { try keeper.run($0) }
        try keeper.kill()
        let listing = try Self.listing(of: keeper.home)
        for (command, shown) in zip(commands, before) {
            let outcome = try keeper.run(command)
            #expect(outcome.code == 0 && outcome.output == shown.output, "\(command)")
            #expect(outcome.talk.hasPrefix("offline view: no daemon answers here"), "\(command)")
        }
        #expect(try Self.listing(of: keeper.home) == listing)
        #expect(try keeper.run(["status", "--check"]).code == 3)
        #expect(try keeper.run(["box", "ravens"]).talk.contains("there is no game 'ravens'"))
    }

    @Test func aTableThatWasLeftIsLookedAt() throws {
        let before = try keeper.status()
        let box = try keeper.scored("box").output
        let left = try keeper.scored("leave", "--yes", "--force").output
        let folder = keeper.home + "/archive"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let archive = folder + "/" + name
        #expect(left.contains("scored --state \(archive) status"))
        let listing = try Self.listing(of: archive)
        let after = try keeper.scored("--state", archive, "status", "--json")
            .document(StatusDocument.self)
        #expect(after.sync.digest == before.sync.digest && after.game == before.game)
        #expect(after.device == before.device && after.table == before.table)
        #expect(after.warnings.first?.code == "offlineView" && after.warnings.first?.advice == nil)
        let boxed = try keeper.run(["--state", archive, "box"])
        #expect(boxed.code == 0 && boxed.output == box && boxed.talk.isEmpty)
        #expect(try keeper.run(["--state", archive, "move", "a5", "1"]).code != 0)
        #expect(try keeper.run(["--state", archive, "log"]).code == 0)
        #expect(try Self.listing(of: archive) == listing)
    }

    @Test func aDaemonThatDoesNotAnswerIsReadPast() throws {
        let before = try keeper.status()
        let process = try #require(keeper.daemon)
        #expect(Foundation.kill(process, SIGSTOP) == 0)
        let after = try keeper.status()
        #expect(Foundation.kill(process, SIGCONT) == 0)
        #expect(after.isOfflineView == true)
        #expect(after.sync.digest == before.sync.digest && after.game == before.game)
        #expect(try keeper.status().isOfflineView == nil)
    }

    @Test func theGameClockRunsOn() throws {
        try keeper.scored("clock", "start")
        let before = try #require(try keeper.status().game?.clock)
        try keeper.kill()
        let after = try #require(try keeper.status().game?.clock)
        #expect(before.isRunning && after.isRunning)
        #expect(after.milliseconds >= before.milliseconds)
        #expect(after.milliseconds < before.milliseconds + 60_000)
        try keeper.wait {
            try (keeper.status().game?.clock?.milliseconds ?? 0) > after.milliseconds
        }
    }

    @Test func aDamagedLogIsShownAsFarAsItGoesAndSaysSo() throws {
        try keeper.kill()
        let folder = keeper.home + "/log"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted().first)
        let path = "\(folder)/\(name)"
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let used = try #require(bytes.lastIndex { $0 != 0 })
        bytes[used * 3 / 4] ^= 0xff
        try Data(bytes).write(to: URL(filePath: path))
        let listing = try Self.listing(of: keeper.home)
        let status = try keeper.status()
        #expect(status.isOfflineView == true && status.sync.isDegraded)
        #expect(status.warnings.contains { $0.code == "damage" })
        #expect(try keeper.scored("status").output.hasPrefix("degraded: "))
        #expect(try Self.listing(of: keeper.home) == listing, "no repair")
    }

    /// A small file holds no move: the log beside it is read and exported, and nothing is changed.
    @Test(arguments: ["settings.json", "charter", "identity.pem"], ["empty", "zeros", "gone"])
    func aDamagedSmallFileShutsNoLog(file: String, harm: String) throws {
        let before = try keeper.scored("box", "--json").output
        try keeper.kill()
        let path = "\(keeper.home)/\(file)"
        switch harm {
        case "gone": try FileManager.default.removeItem(atPath: path)
        case "empty": try Data().write(to: URL(filePath: path))
        default:
            let count = try Data(contentsOf: URL(filePath: path)).count
            try Data(count: count).write(to: URL(filePath: path))
        }
        let listing = try Self.listing(of: keeper.home)
        let status = try keeper.status()
        #expect(status.game?.home.score == 2 && status.device.name == "mia")
        let isTold = status.warnings.contains { $0.code == "home" }
        #expect(isTold == (file == "charter" || file == "settings.json" && harm != "gone"))
        #expect(try keeper.scored("box", "--json").output == before)
        for format in ["box", "plays", "plays-jsonl", "gamelog", "entries"] {
            #expect(!(try keeper.scored("export", format).output.isEmpty), "\(format)")
        }
        let log = try keeper.run(["export", "log", "--to", keeper.outside("log")])
        // Entries that were never sent have no signature, and without the key they get none.
        #expect((log.code == 0) == (file != "identity.pem"))
        if file == "identity.pem" {
            let advice = try #require(status.warnings.first { $0.code == "offlineView" }?.advice)
            #expect(advice.contains("scored export gamelog"))
            #expect(log.talk.contains("scored export gamelog"))
            #expect(try keeper.run(["move", "h7", "2"]).talk.contains("scored export gamelog"))
        }
        #expect(try keeper.scored("verify", "--json").document(VerifyDocument.self).isSound)
        if file != "identity.pem" {
            #expect(try Self.listing(of: keeper.home) == listing, "nothing was changed")
        }
    }

    /// A home with a log is not taken for a new one.
    @Test func aLogWithoutKeyAndCharterIsRead() throws {
        try keeper.kill()
        for name in ["identity.pem", "charter"] {
            try FileManager.default.removeItem(atPath: "\(keeper.home)/\(name)")
        }
        #expect(try keeper.homeScore() == 2)
        #expect(try keeper.run(["move", "h7", "2"]).code == 1)
        #expect(!FileManager.default.fileExists(atPath: keeper.home + "/identity.pem"))
    }

    /// The advice for a lost key works: the games go to a new home.
    @Test func gamesOfAHomeWithoutItsKeyGoToAnother() throws {
        try keeper.kill()
        try Data().write(to: URL(filePath: keeper.home + "/identity.pem"))
        let file = try keeper.outside("game.jsonl")
        try keeper.scored("export", "gamelog", "hawks-owls", "--to", file)
        let other = try Keeper(up: "mia")
        try other.scored("import", file)
        #expect(try other.homeScore() == 2)
    }

    @Test(arguments: ["folder", "loop", "pipe", "emptied", "gone", "no log"])
    func aLogThatIsNotThereIsDamageAndSaysSo(kind: String) throws {
        try keeper.kill()
        let path = keeper.home + "/log/00000001.seg"
        try FileManager.default.removeItem(atPath: kind == "no log" ? keeper.home + "/log" : path)
        switch kind {
        case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
        case "loop": #expect(unsafe symlink("00000001.seg", path) == 0)
        case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
        case "emptied": try Data().write(to: URL(filePath: path))
        default: break
        }
        let isEmpty = ["emptied", "gone", "no log"].contains(kind)
        let listing = try Self.listing(of: keeper.home)
        let status = try keeper.status()
        #expect(status.isOfflineView == true && status.sync.isDegraded)
        let damage = status.warnings.filter { $0.code == "damage" }
        #expect(damage.count == 1 && damage[0].text.hasPrefix("00000001.seg: ") != isEmpty)
        #expect(try keeper.scored("status").output.hasPrefix("degraded: "))
        #expect(try Self.listing(of: keeper.home) == listing, "no repair")
    }

    /// Every file with its size and the instant of its last change.
    private static func listing(of home: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: home).sorted().map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(home)/\(name)")
            let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            return "\(name) \(attributes[.size] ?? 0) \(changed)"
        }
    }
}
