import Documents
import Foundation
import LocalAPI
import Testing

/// The daily commands of one keeper, end to end: the program, its daemon, its disk.
@Suite(.timeLimit(.minutes(5))) struct DailyTests {
    private let mia: Keeper

    init() throws {
        mia = try Keeper()
    }

    private func begin() throws {
        try mia.up(name: "Mia")
        try mia.scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy, 7 Di", "--rules",
            "fiba")
    }

    @Test func theLogGoesOutAsLines() throws {
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

    @Test func theDigestOnTheDiskIsThatOfTheStatus() throws {
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

    @Test func whoeverReadsTheOutputMayStop() throws {
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
            #expect(try mia.homeScore() == 4)
        #endif
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let other = try Keeper(up: "Bo")
        let invite = try other.scored("invite", "--json").document(InviteDocument.self)
        let taken = try #require(invite.addresses.first)
        let outcome = try mia.run(["up", "--no-discovery", "--listen", taken])
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("address in use"), "\(outcome.talk)")
        #expect(mia.daemon == nil)
    }

    @Test func aFurtherBasketIsAskedForAtATerminal() throws {
        try mia.up(name: "Mia")
        try mia.scored("new", "Bulls", "Cats", "--home", "4 Ana", "--rules", "pickup")
        for _ in 0..<15 { try mia.scored("move", "4", "1") }
        #expect(try mia.run(["move", "4", "1"]).code == 1)
        guard let no = try mia.run(["move", "4", "1"], typing: "n") else { return }
        #expect(no.code == 1)
        #expect(no.talk.contains("[y/N]"))
        #expect(try mia.homeScore() == 15)
        let yes = try #require(try mia.run(["move", "4", "1"], typing: "y"))
        #expect(yes.code == 0, "\(yes.talk)")
        #expect(try mia.homeScore() == 16)
    }
}
