import Documents
import Foundation
import LocalAPI
import Net
import Testing

@testable import Client

/// Commands that only look start no daemon, and wait for a busy one no longer than for none.
@Suite(.timeLimit(.minutes(3))) struct LookingTests {
    @Test func commandsThatLookStartNoDaemon() throws {
        let keeper = try Keeper(up: "mia")
        try keeper.scored("new", "HAWKS", "OWLS", "--home", "4 Ana", "--away", "5 Bo")
        try keeper.scored("move", "h4", "2")
        let down = try keeper.scored("down")
        #expect(down.output.hasPrefix("Daemon stopped. "))
        let looks = [
            ["clock"], ["devices"], ["search", "ana"], ["rules"], ["roster"], ["table"],
            ["export", "entries", "--to", try keeper.outside("entries")], ["export", "plays"],
            ["games"], ["log"], ["status"],
        ]
        for words in looks {
            let outcome = try keeper.run(words)
            #expect(outcome.code == 0, "\(words): \(outcome.talk)")
            #expect(keeper.daemon == nil, "\(words)")
        }
        #expect(try keeper.run(["search", "ana"]).talk.contains("offline view"))
    }

    @Test func aDeletedHomeEndsItsDaemonAndDownSaysWhatIsTrue() throws {
        let keeper = try Keeper(up: "mia")
        try keeper.scored("new", "HAWKS", "OWLS", "--home", "4 Ana")
        try keeper.scored("move", "h4", "2")
        let process = try #require(keeper.daemon)
        try FileManager.default.removeItem(atPath: keeper.home)
        let down = try keeper.run(["down"])
        #expect(down.code == 3 && down.talk.contains("no device"))
        try keeper.wait { !BackgroundProcess.isAlive(process) }
        let name = URL(filePath: keeper.home).lastPathComponent + ".rescued-"
        let kept = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter {
            $0.hasPrefix(name)
        }
        #expect(kept.count == 1)
        defer { for file in kept { try? FileManager.default.removeItem(atPath: "/tmp/" + file) } }
        let other = try Keeper(up: "bo")
        try other.scored("import", "/tmp/" + (kept.first ?? ""))
        #expect(try other.homeScore() == 2)
    }

    /// A socket that takes no more connections: the queue before a daemon is full.
    @Test func aDaemonThatTakesNoConnectionIsReadPast() throws {
        let folder = "/tmp/busy-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Folder(folder)
        let home = StateHome(folder)
        let listener = try Listener.listening(onPath: home.socketPath)
        var waiting: [StreamSocket] = []
        var failure: ClientError?
        while failure == nil, waiting.count < 1000 {
            do throws(ClientError) {
                waiting.append(try home.connect())
            } catch {
                failure = error
            }
        }
        #expect(failure == .busy(home: folder) && failure?.isAbsence == true)
        let begin = Clocks.uptime
        let client = LocalClient(home: home) { reason throws(ClientError) in
            #expect(reason == .busy(home: folder))
            return { _, _ in .text("{}") }
        }
        #expect(try client.getBytes(.health) == Array("{}".utf8))
        #expect(Clocks.uptime - begin < ClientLimits.lookTime + .seconds(20))
        // Once it takes one, the next gets in.
        waiting.removeAll()
        while case .accepted = try listener.accept() {}
        waiting.append(try home.connect())
    }

    @Test(arguments: [
        ("2026-11-25T10:44:14.123+01:00 error: no room", "error: no room"),
        ("scored: no room", "scored: no room"), ("", ""),
    ])
    func lastWordsAreToldWithoutTheirTime(line: String, words: String) {
        #expect(StartedDaemon.withoutTime(line[...]) == words)
    }
}
