import Documents
import Foundation
import LocalAPI
import Net
import Testing

/// `scored log --follow` beside a real daemon, which is killed and comes back.
@Suite(.timeLimit(.minutes(3))) struct LogFollowingTests {
    /// A command that goes on, with what it wrote so far in a file.
    fileprivate final class Following {
        private let file = "/tmp/keeper-\(String(UInt64.random(in: 0 ... .max), radix: 36)).follow"
        private let process: Int32

        init(_ keeper: Keeper, _ words: String...) throws {
            let line = keeper.line(["log", "--follow"] + words)
            let code = keeper.shell(
                "\(line) </dev/null >\(file) 2>\(file).talk & echo $! >\(file).pid")
            try #require(code == 0)
            let text = try String(contentsOfFile: file + ".pid", encoding: .utf8)
            process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        }

        deinit {
            // The whole group: a process that a test's thread starts inherits its blocked signals.
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            for ending in ["", ".talk", ".pid"] {
                try? FileManager.default.removeItem(atPath: file + ending)
            }
        }

        var isAlive: Bool { BackgroundProcess.isAlive(process) }

        /// The entries of the lines that are whole.
        func entries() throws -> [EntryDocument] {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map
            {
                try JSON.decode(EntryDocument.self, from: Array($0.utf8))
            }
        }
    }

    @Test func nothingIsMissedOrDoubledWhileTheDaemonIsKilledAndComesBack() throws {
        let keepers = try Keeper.table(["mia", "bo"])
        let (mia, bo) = (keepers[0], keepers[1])
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Ed")
        try mia.scored("move", "h4", "2")
        let all = try Following(mia, "--json")
        let ofBo = try Following(mia, "--json", "--keeper", "bo")
        // Beside them: before it, with it there, with it gone.
        try mia.scored("move", "h7", "3")
        try bo.wait { try bo.log().count == mia.log().count }
        try bo.scored("move", "a5", "2")
        try mia.wait { try mia.log().count == bo.log().count }
        try mia.scored("undo")
        for round in 0..<2 {
            try mia.kill()
            try bo.scored("move", "a5", "rebound")
            try bo.scored("note", "without mia \(round)")
            try mia.up(name: "mia")
            try mia.scored("move", "h4", "foul")
            try bo.scored("move", "a5", "3")
            try mia.wait { try mia.log().count == bo.log().count }
        }
        let log = try mia.log()
        for (following, expected) in [(all, log), (ofBo, log.filter { $0.keeper == "bo" })] {
            try mia.wait { try following.entries().count >= expected.count }
            let names = try following.entries().map(\.name)
            #expect(names.sorted() == expected.map(\.name).sorted())
            #expect(expected.count >= 7 && following.isAlive)
        }
    }

    @Test func theLogOfAllGamesHasEachEntryOnceInOneOrder() throws {
        let mia = try Keeper(up: "mia")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana", "--away", "5 Ed")
        try mia.scored("move", "h4", "2")
        let following = try Following(mia, "--json", "--all-games")
        let begun = try mia.log().map(\.name)
        try mia.wait { try following.entries().map(\.name) == begun }
        try mia.scored("new", "Bears", "Foxes", "--home", "4 Bo", "--away", "5 Cy")
        try mia.scored("move", "a5", "2", "--game", "bears-foxes")
        try mia.scored("note", "late", "--game", "hawks-owls")
        let whole = try ["hawks-owls", "bears-foxes"].flatMap { game in
            try mia.scored("log", "--json", "--game", game).document(LogDocument.self).entries
        }.sorted { $0.lamport < $1.lamport }
        let log = try mia.scored("log", "--json", "--all-games").document(LogDocument.self)
        #expect(log.entries.map(\.name) == whole.map(\.name))
        #expect(log.entries.map(\.game) == whole.map(\.game) && Set(whole.map(\.game)).count == 2)
        let newest = try mia.scored("log", "--all-games", "--limit", "2").lines
        #expect(newest.count == 3 && newest[0].hasPrefix("game"))
        #expect(newest[1].hasPrefix("bears-foxes") && newest[2].hasPrefix("hawks-owls"))
        try mia.wait { try following.entries().count == whole.count }
        #expect(try following.entries().map(\.name).sorted() == whole.map(\.name).sorted())
        let both = try mia.run(["log", "--all-games", "--game", "hawks-owls"])
        #expect(both.code == 2 && both.talk.contains("--game and --all-games exclude each other"))
    }
}

extension Keeper {
    /// The entries of the current game.
    fileprivate func log() throws -> [EntryDocument] {
        try scored("log", "--json").document(LogDocument.self).entries
    }
}
