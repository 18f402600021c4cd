import Documents
import Foundation
import LocalAPI
import Testing

/// The daily commands of one keeper, end to end: the program, its daemon, its disk.
@Suite struct DailyTests {
    private let mia: Keeper

    init() throws {
        try #require(!Built.program.isEmpty, "the program scored was not built")
        mia = try Keeper()
    }

    private func begin() throws {
        try mia.up(name: "Mia")
        try mia.scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy, 7 Di", "--rules",
            "fiba")
    }

    @Test(.timeLimit(.minutes(5)))
    func movesAreRecordedShownAndUndone() throws {
        try begin()
        let echo = try mia.scored("move", "h7", "2").output
        #expect(echo.contains("7 Bo two points") && echo.contains("(mia."))
        try mia.scored("move", "a#1", "threePoints", "--period", "1", "--at", "09:30")
        #expect(try mia.scored("status").output.contains("2 : 3"))
        try mia.scored("undo")
        let game = try #require(try mia.status().game)
        #expect((game.home.score, game.away.score) == (2, 0))
        #expect(game.home.players[1].counts["twoPoints"] == 1)
        let log = try mia.scored("log", "--json").document(LogDocument.self)
        let three = try #require(log.entries.first { $0.kind == "threePoints" })
        #expect(three.state == .voided)
        #expect(three.clock == "Q1 09:30")
        #expect(try mia.scored("box").output.contains("Bo"))
        #expect(try mia.scored("games").output.contains("hawks-owls"))
        let found = try mia.scored("search", "bo", "two", "--json").document(SearchDocument.self)
        #expect(found.results.map(\.title) == ["7 Bo two points"])
        #expect(try mia.scored("search", "owls").output.hasPrefix("1 game\n"))
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            (["move", "7", "2"], ["h7", "a7"]), (["move", "99", "2"], ["99"]),
            (["move", "h7", "blok"], ["block"]),
            (["move", "h7", "2", "--game", "bulls"], ["bulls"]),
            (["lineup", "left", "7"], ["left", "Hawks", "Owls"]),
            (["end", "--forfeit", "left"], ["left", "Hawks", "Owls"]),
            (["roster", "add", "left", "5 Di"], ["left", "Hawks", "Owls"]),
            (["new", "Reds", "réds"], ["Reds"]),
            (["use", "bulls"], ["bulls"]), (["log", "--keeper", "zoe"], ["zoe"]),
            (["new", "A", "B", "--rules", "chess"], ["chess"]), (["undo"], ["undo"]),
        ])
    func whatIsUnclearRecordsNothing(words: [String], named: [String]) throws {
        try begin()
        let before = try mia.status().sync.entries
        let outcome = try mia.run(words)
        #expect(outcome.code == 1, "\(outcome.output)")
        #expect(outcome.output.isEmpty)
        for name in named { #expect(outcome.talk.contains(name), "\(outcome.talk)") }
        #expect(try mia.status().sync.entries == before)
    }

    @Test(.timeLimit(.minutes(5)))
    func theGameClockIsSetAsItIsShown() throws {
        try begin()
        try mia.scored("clock", "set", "03:12")
        #expect(try mia.scored("clock").output.contains("03:12 stopped"))
        try mia.scored("clock", "start")
        #expect(try mia.scored("clock").output.contains("running"))
        let early = try mia.run(["clock", "period"])
        #expect(early.code == 1 && early.talk.contains("--force begins period 2"))
        try mia.scored("clock", "set", "0:12.5")
        #expect(try mia.status().game?.clock?.remainingMilliseconds ?? 0 > 1000)
        try mia.scored("clock", "period", "2", "--force")
        #expect(try mia.status().game?.clock?.period == 2)
        #expect(try mia.run(["clock", "set", "10:01"]).code == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func playersAreTrackedAndLetGo() throws {
        try begin()
        try mia.scored("track", "h4", "away")
        func tracked() throws -> [String] {
            let game = try #require(try mia.status().game)
            return (game.home.players + game.away.players).filter { !$0.trackedBy.isEmpty }
                .map(\.slot)
        }
        #expect(try tracked() == ["h#1", "a#1", "a#2"])
        try mia.scored("track", "--only", "h#2")
        #expect(try tracked() == ["h#2"])
        try mia.scored("untrack", "--all")
        #expect(try tracked().isEmpty)
    }

    @Test(.timeLimit(.minutes(5)))
    func aKilledDaemonLosesNothingAndComesBackByItself() throws {
        try begin()
        try mia.scored("move", "h4", "2")
        let before = try mia.status()
        try mia.kill()
        #expect(try mia.scored("verify").output.contains("sound"))
        let after = try mia.status()
        #expect(after.game?.home.score == 2)
        #expect(after.sync.digest == before.sync.digest)
    }

    @Test(.timeLimit(.minutes(5)))
    func theLogGoesOutAsLines() throws {
        try begin()
        try mia.scored("move", "h4", "2")
        let path = try mia.outside("export.jsonl")
        try mia.scored("export", "entries", "--to", path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try mia.scored("export", "entries").output == text)
        // What is there stays, unless it is to be written over; `-` is no file.
        for words in [["export", "box", "--to", path], ["chart", "--svg", path]] {
            let refused = try mia.run(words)
            #expect(refused.code == 1 && refused.talk.contains("--force"), "\(words)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            #expect(try mia.run(words + ["--force"]).code == 0, "\(words)")
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        // What the home holds is the device's alone.
        let key = mia.home + "/identity.pem"
        let before = try String(contentsOfFile: key, encoding: .utf8)
        let link = try mia.outside("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: key)
        for path in [key, link, mia.home + "/log/new", mia.home + "/log/../identity.pem"] {
            let refused = try mia.run(["export", "log", "--to", path, "--force"])
            #expect(refused.code == 1, "\(path)")
            #expect(refused.talk.contains("the home of this device"), "\(path)")
        }
        #expect(try String(contentsOfFile: key, encoding: .utf8) == before)
        #expect(!FileManager.default.fileExists(atPath: mia.home + "/log/new"))
        let piped = try mia.scored("export", "entries", "--to", "-")
        #expect(piped.output == text && piped.talk.isEmpty)
        let picture = try mia.scored("chart", "--svg", "-")
        #expect(picture.output.hasPrefix("<?xml") && picture.talk.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "-"))
        let lines = try JSONLines.split(Array(text.utf8)).map {
            try JSONLines.decode(ExportLine.self, line: $0)
        }
        #expect(lines.count == (try mia.status().sync.entries))
        #expect(lines.contains { $0.entry.kind == "twoPoints" && $0.entry.state == .live })
    }

    @Test(.timeLimit(.minutes(5)))
    func theDigestOnTheDiskIsThatOfTheStatus() throws {
        try begin()
        let status = try mia.status()
        let verify = try mia.scored("verify")
        #expect(verify.output.contains(status.sync.digest))
        #expect(verify.output.contains(status.sync.words))
        try mia.scored("down", "--now")
        #expect(mia.daemon == nil)
        #expect(try mia.scored("verify").output == verify.output)
        #expect(mia.daemon == nil)
    }

    @Test(.timeLimit(.minutes(5)))
    func aRunningDaemonTakesNoOtherOptions() throws {
        try mia.up(name: "Mia")
        let outcome = try mia.run(["up", "--listen", "127.0.0.1:0"])
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("--listen"))
        #expect(try mia.run(["daemon", "--no-discovery"]).code == 1)
        #expect(try mia.scored("status", "--check").output.isEmpty)
    }

    @Test(.timeLimit(.minutes(5)))
    func whoeverReadsTheOutputMayStop() throws {
        try begin()
        let path = mia.home + "/seen"
        // The first status comes at once; `head` ends, and then the watch at the next.
        let watch =
            mia.line(["status", "--watch", "--json"]) + " 2>\(path).talk | head -n 1 >\(path)"
        #expect(mia.shell("(\(watch)) & true") == 0)
        try mia.wait { (try? String(contentsOfFile: path, encoding: .utf8))?.isEmpty == false }
        try mia.scored("move", "h4", "2")
        let seen = try String(contentsOfFile: path, encoding: .utf8)
        let status = try JSON.decode(StatusDocument.self, from: Array(seen.utf8))
        #expect(status.device.keeper == "Mia")
        #expect(try String(contentsOfFile: path + ".talk", encoding: .utf8).isEmpty)
        #expect(mia.shell(mia.line(["help"]) + " | head -n 1 >/dev/null") == 0)
        #if os(Linux)
            let full = mia.shell(mia.line(["help"]) + " >/dev/full 2>\(path)")
            #expect(full == 1)
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains("standard output"))
            // An order that was carried out is said to be, with the entry that it made.
            for (words, deed) in [
                (["move", "h4", "2"], "recorded as mia."), (["undo"], "recorded as mia."),
                (["move", "h4", "2", "--json"], "recorded as mia."),
                (["table", "Hall"], "the daemon has carried it out"),
            ] {
                #expect(mia.shell(mia.line(words) + " >/dev/full 2>\(path)") == 1, "\(words)")
                let talk = try String(contentsOfFile: path, encoding: .utf8)
                #expect(talk.contains(deed) && talk.contains("standard output"), "\(talk)")
            }
            #expect(try mia.status().game?.home.score == 4)
        #endif
    }

    @Test(.timeLimit(.minutes(5)))
    func aPortThatIsTakenIsSaid() throws {
        let other = try Keeper()
        try other.up(name: "Bo")
        let invite = try other.scored("invite", "--json").document(InviteDocument.self)
        let taken = try #require(invite.addresses.first)
        let outcome = try mia.run(["up", "--no-discovery", "--listen", taken])
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("address in use"), "\(outcome.talk)")
        #expect(mia.daemon == nil)
    }
}
