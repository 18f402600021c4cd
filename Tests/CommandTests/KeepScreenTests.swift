import Documents
import Foundation
import Testing

/// `scored keep` in a real terminal, beside real daemons.
@Suite(.enabled(if: TmuxTerminal.isFound), .timeLimit(.minutes(2)))
struct KeepScreenTests {
    /// Mia keeps the home players and bo the others.
    private static func game() throws -> (mia: Keeper, bo: Keeper) {
        let keepers = try Keeper.table(["mia", "bo"])
        try keepers[0].scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 José, 9 Cy", "--away",
            "00 Di, 5 Ed, 8 Flo")
        try keepers[0].scored("track", "home")
        try keepers[1].wait { try keepers[1].status().game != nil }
        try keepers[1].scored("track", "away")
        for keeper in keepers {
            try keeper.wait { try keeper.status().sync.state == .inSync }
        }
        return (keepers[0], keepers[1])
    }

    private static func log(_ keeper: Keeper) throws -> [String] {
        try keeper.run(["log", "--json"]).document(LogDocument.self).entries.map(\.text)
    }

    @Test func whatOneKeeperTypesAppearsOnTheOthersScreen() throws {
        let (mia, bo) = try Self.game()
        let left = try TmuxTerminal(mia, ["keep"], columns: 80, rows: 24)
        let right = try TmuxTerminal(bo, ["keep"], columns: 80, rows: 24)
        try left.wait(for: "▶ Hawks")
        try right.wait(for: "▶ Owls")
        // Half of bo's entry is typed while mia scores: it stays.
        try right.type("0")
        try right.wait(for: "Owls ❯ 0  00 Di?")
        try left.type("7k")
        try left.wait(for: "7 José two points")
        try left.wait(for: "2 : 0")
        try right.wait(for: "Hawks 2 : 0 Owls")
        try right.wait(for: "Owls ❯ 0  00 Di?")
        try right.type("0l")
        try right.wait(for: "pickup rules have no three points · y records it anyway, n no")
        try right.type("y")
        try right.wait(for: "00 Di three points")
        try right.wait(for: "2 : 3")
        try left.wait(for: "Hawks 2 : 3 Owls")
        try left.wait { $0.contains { $0.contains("00 Di three points") && $0.contains("on 2") } }
        try left.press("Up", "Up")
        try ExpectedScreen("keep-80x24").wait(on: left)
        try left.press("Escape")
        for (columns, rows) in [(40, 12), (20, 5), (120, 40), (200, 60), (80, 24)] {
            try left.resize(columns: columns, rows: rows)
            try ExpectedScreen("keep-mia-\(columns)x\(rows)").wait(on: left)
        }
        // Fixed, and taken back.
        try left.press("Up", "Up", "e")
        try left.wait(for: "fix mia.")
        try left.type("9j")
        try left.press("Enter")
        try right.wait(for: "Hawks 1 : 3 Owls")
        // The letter right behind Escape is a key of its own.
        try left.press("Escape", "u")
        try right.wait(for: "undoes the fix to 9 Cy one point (mia.8)")
        // What was fixed last is what is taken back, as with scored undo.
        try left.wait(for: "undone: fixes 7 José two points (mia.")
        try right.wait(for: "Hawks 2 : 3 Owls")
        try right.press("q")
        try right.wait(for: "ended with 0")
        #expect(try right.answer("#{alternate_on}#{cursor_flag}") == "01")
    }

    private static func alone() throws -> Keeper {
        let mia = try Keeper(up: "mia")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana")
        return mia
    }

    /// A keeper who leaves by Ctrl-C waits for the answer to the last key, or hears that there was none.
    @Test func aSignalLosesNoKeySilently() throws {
        let (mia, bo) = try Self.game()
        // Ctrl-C is for all that runs in the terminal.
        let line = mia.line(["keep"]).replacing("'timeout' '50' ", with: "")
        let terminal = try TmuxTerminal(running: "trap : INT; \(line)", columns: 80, rows: 24)
        try terminal.wait(for: "▶ Hawks")
        let process = try #require(mia.daemon)
        #expect(Foundation.kill(process, SIGSTOP) == 0)
        defer { Foundation.kill(process, SIGCONT) }
        try terminal.type("4k")
        try terminal.wait { $0.contains { $0.hasSuffix("pending") } }
        try terminal.press("C-c")
        try terminal.wait(for: "the daemon did not answer the last key")
        try terminal.wait(for: "ended with 1")
        withExtendedLifetime(bo) {}
    }

    /// A keeper who names a game has it from the first key, and another screen of the device keeps the current one.
    @Test func aGameIsKeptByItsName() throws {
        let (mia, bo) = try Self.game()
        let missing = try TmuxTerminal(bo, ["keep", "--game", "nope"], columns: 80, rows: 24)
        try missing.wait(for: "scored: there is no game 'nope'; there is only hawks-owls")
        try missing.wait(for: "ended with 1")
        try mia.scored("new", "Cats", "Bears", "--home", "4 Gil")
        try bo.wait { try bo.status().games.contains { $0.name == "cats-bears" } }
        try bo.scored("use", "hawks-owls")
        let other = try TmuxTerminal(bo, ["keep", "--game", "cats"], columns: 80, rows: 24)
        try other.wait(for: "▶ Cats")
        try other.type("4j")
        try other.wait(for: "4 Gil one point")
        try other.wait(for: "1 : 0")
        let first = try TmuxTerminal(bo, ["keep"], columns: 80, rows: 24)
        try first.wait(for: "▶ Owls")
        try first.type("5k")
        try first.wait(for: "0 : 2")
        try other.type("4k")
        try other.wait(for: "3 : 0")
        #expect(try !first.screen().contains { $0.contains("Gil") })
        let status = try bo.status()
        #expect(status.game?.name == "hawks-owls" && status.game?.away.score == 2)
        #expect(status.games.map(\.home) == [3])
    }

    @Test func aTerminalThatIsLostEndsTheScreenAndNothingElse() throws {
        let mia = try Self.alone()
        let ending = mia.home + ".ending"
        defer { try? FileManager.default.removeItem(atPath: ending) }
        // A shell that hears of the loss too, and waits for the program's end all the same.
        let line = mia.line(["keep"]).replacing("'timeout' '50' ", with: "")
        var terminal: TmuxTerminal? = try TmuxTerminal(
            running: "trap : HUP; \(line); echo $? >\(ending)", columns: 80, rows: 24)
        try terminal?.wait(for: "▶ Hawks")
        try terminal?.type("4k")
        try terminal?.wait(for: "4 Ana two points")
        try terminal?.wait(for: "2 : 0")
        terminal = nil
        try mia.wait { (try? String(contentsOfFile: ending, encoding: .utf8)) == "129\n" }
        #expect(try mia.homeScore() == 2)
    }

    @Test func namesOfAnySortLineUp() throws {
        let mia = try Keeper(up: "mia")
        let long = String(repeating: "Bogdanović ", count: 5) + "Bogdan"
        // A longer one is refused where it is typed.
        let refused = try mia.run(["new", "A", "B", "--home", "4 \(long)\(long)\(long)\(long)"])
        #expect(refused.talk.contains("a name of more than 64 characters; nothing was recorded"))
        try mia.scored(
            "new", "日本代表🏀", "שלום עולם", "--home", "4 \(long), 7 👍🏽 Thumb, 9 日本 太郎",
            "--away", "5 محمد, 6 Zoe\u{308}, 8 🇩🇪 De")
        try mia.scored("track", "all")
        let terminal = try TmuxTerminal(mia, ["keep"], columns: 80, rows: 24)
        try terminal.wait(for: "▶ ")
        try terminal.type("9k")
        try terminal.wait(for: "9 日本 太郎 two points")
        try terminal.wait(for: "2 : 0")
        try terminal.press("Tab")
        try terminal.type("5l")
        try terminal.wait(for: "pickup rules have no three points")
        try terminal.type("y")
        try terminal.wait { $0.contains { $0.contains("recorded") && $0.contains("2:3") } }
        try ExpectedScreen("keep-names-80x24").wait(on: terminal)
    }

    @Test func itIsSuspendedAndComesBack() throws {
        let mia = try Self.alone()
        // Whatever stands between shell and program would have to stop with it.
        let line = mia.line(["keep"]).replacing("'timeout' '50' ", with: "")
        let terminal = try TmuxTerminal(
            running: "set -m; \(line); echo suspended; read answer; fg", columns: 80, rows: 24)
        try terminal.wait(for: "▶ Hawks")
        try terminal.type("4")
        try terminal.wait(for: "Hawks ❯ 4")
        try terminal.press("C-z")
        try terminal.wait(for: "suspended")
        #expect(try terminal.answer("#{alternate_on}#{cursor_flag}") == "01")
        try terminal.press("Enter")
        try terminal.wait(for: "Hawks ❯ 4")
        try terminal.type("k")
        try terminal.wait(for: "4 Ana two points")
        try terminal.wait(for: "2 : 0")
        try terminal.type("q")
        try terminal.wait(for: "ended with 0")
    }

    @Test func aFileGivesOtherKeys() throws {
        let mia = try Self.alone()
        try "twoPoints z\nfoul u\n".write(
            toFile: mia.home + "/keys", atomically: false, encoding: .utf8)
        let terminal = try TmuxTerminal(mia, ["keep"], columns: 80, rows: 24)
        try terminal.wait(for: "keys line 2: u is already the key of undo; foul stays f")
        try terminal.type("4z")
        try terminal.wait(for: "4 Ana two points")
        try terminal.wait(for: "2 : 0")
        try terminal.type("?")
        try terminal.wait { $0.contains { $0.hasPrefix("z         two points") } }
        try terminal.wait(for: "keys line 2:")
    }
}
