import Documents
import Foundation
import Testing

/// `scored watch` and `status --watch` in a real terminal, beside a real daemon.
@Suite(.enabled(if: TmuxTerminal.isFound), .timeLimit(.minutes(2)))
struct WatchScreenTests {
    /// Mia keeps the score, and bo's device drives the screen on the wall.
    private static func game() throws -> (mia: Keeper, bo: Keeper) {
        let keepers = try Keeper.table(["mia", "bo"])
        try keepers[0].scored(
            "new", "Hawks", "Owls", "--rules", "fiba", "--home", "4 Ana, 7 Bo, 9 Cy", "--away",
            "4 Di, 5 Ed, 6 Fe")
        for (player, kind) in [("h4", "2"), ("h7", "3"), ("a5", "2")] {
            try keepers[0].scored("move", player, kind)
        }
        for player in ["h4", "h4", "h7", "h7", "h9"] {
            try keepers[0].scored("move", player, "foul")
        }
        for (player, kind) in [("h9", "3"), ("h4", "3"), ("h4", "3"), ("a4", "ft")] {
            try keepers[0].scored("move", player, kind)
        }
        return (keepers[0], keepers[1])
    }

    @Test func itFillsATerminalOfAnySizeAndGivesItBack() throws {
        let (mia, bo) = try Self.game()
        let wall = try TmuxTerminal(bo, ["watch"], columns: 80, rows: 24)
        for (columns, rows) in [(80, 24), (40, 12), (120, 40), (20, 5), (200, 60), (80, 24)] {
            try wall.resize(columns: columns, rows: rows)
            try ExpectedScreen("watch-\(columns)x\(rows)").wait(on: wall)
        }
        #expect(try wall.answer("#{alternate_on}#{cursor_flag}") == "10")
        try wall.press("q")
        try wall.wait(for: "ended with 0")
        #expect(try wall.answer("#{alternate_on}#{cursor_flag}#{wrap_flag}") == "011")
        withExtendedLifetime(mia) {}
    }

    @Test func namesOfAnySortLineUp() throws {
        let mia = try Keeper(up: "mia")
        try mia.scored("new", "日本代表🏀", "שלום עולם", "--rules", "fiba")
        let wall = try TmuxTerminal(mia, ["watch"], columns: 80, rows: 24)
        try ExpectedScreen("watch-names-80x24").wait(on: wall)
        try wall.press("x")
        try wall.wait(for: "x does nothing here")
        try wall.press("?")
        try wall.wait(for: "q quit")
        try wall.press("F5")
        try wall.wait(for: "does nothing here")
        try wall.press("C-l", "?", "?")
        try ExpectedScreen("watch-names-80x24").wait(on: wall)
    }

    @Test func coloursAreThereUnlessUnwanted() throws {
        let (mia, bo) = try Self.game()
        for (variables, isColoured) in [("", true), ("NO_COLOR=1", false)] {
            let wall = try TmuxTerminal(bo, ["watch"], columns: 80, rows: 24, with: variables)
            try wall.wait(for: "penalty: 5 fouls")
            let codes = try wall.screen(withCodes: true).joined().split(separator: "\u{1B}[")
                .dropFirst().compactMap { $0.split(separator: "m").first }
                .flatMap { $0.split(separator: ";") }
            #expect(codes.contains("1"))
            #expect(codes.contains("33") == isColoured)
            // The sixteen that every terminal has, never those of a palette.
            #expect(!codes.contains("38") && !codes.contains("48"))
            #expect(
                codes.contains { (30...37).contains(Int($0) ?? 0) } == isColoured)
        }
        withExtendedLifetime(mia) {}
    }

    @Test func theStatusScrollsAndItsGameClockGoesOn() throws {
        let (mia, bo) = try Self.game()
        let wall = try TmuxTerminal(bo, ["status", "--watch", "--all"], columns: 60, rows: 10)
        try wall.wait(for: "in sync with mia")
        #expect(try !wall.screen().contains { $0.contains("Di") })
        try wall.press("End")
        try wall.wait(for: "Fe")
        try wall.press("Home")
        try wall.wait(for: "in sync with mia")
        try mia.scored("clock", "start")
        for time in ["09:58", "09:57", "09:56"] { try wall.wait(for: "\(time) running") }
        try wall.press("q")
        try wall.wait(for: "ended with 0")
    }

    @Test(arguments: ["keep", "watch"])
    func aTerminalThatCannotMoveItsCursorIsRefused(command: String) throws {
        let mia = try Keeper()
        let wall = try TmuxTerminal(mia, [command], columns: 160, rows: 12, with: "TERM=dumb")
        try wall.wait(for: "ended with 2")
        try wall.wait(for: "scored: \(command) needs a terminal that can move its cursor")
        try wall.wait(for: "(TERM=dumb); without one use scored status, scored move")
        #expect(try wall.answer("#{alternate_on}#{cursor_flag}") == "01")
        #expect(mia.daemon == nil)
    }

    /// A screen in a mistyped home begins no device, as no command does.
    @Test(arguments: [["keep"], ["watch"], ["status", "--watch"]])
    func aMistypedHomeBeginsNoDevice(words: [String]) throws {
        let mia = try Keeper()
        let home = mia.home + "/mistyped"
        let wall = try TmuxTerminal(mia, ["--state", home] + words, columns: 160, rows: 12)
        try wall.wait(for: "ended with 1")
        try wall.wait(for: "nothing is set up in \(home); run `scored` to start or join a table")
        #expect(!FileManager.default.fileExists(atPath: home))
    }

    @Test func thereStatusIsWatchedInLines() throws {
        let mia = try Keeper(up: "mia")
        let wall = try TmuxTerminal(
            mia, ["status", "--watch"], columns: 80, rows: 60, with: "TERM=dumb")
        try wall.wait(for: "no game yet: scored new HAWKS OWLS")
        #expect(try wall.answer("#{alternate_on}#{cursor_flag}") == "01")
        try mia.scored("new", "Hawks", "Owls")
        // The older lines stay above the newer ones.
        try wall.wait(for: "hawks-owls")
        let screen = try wall.screen()
        #expect(screen.contains { $0.contains("no game yet: scored new HAWKS OWLS") })
    }
}

/// The screen of a real terminal: a file in `Tests/Transcripts/Terminals`, compared whole.
/// `Scripts/transcripts` writes the files again.
struct ExpectedScreen {
    private let name: String
    private let path: String
    private let lines: [String]

    init(_ name: String) {
        self.name = name
        path = Built.root + "Tests/Transcripts/Terminals/\(name).txt"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        lines = Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
            .map(String.init)
    }

    /// Looks until the terminal shows it. While transcripts are written again, looks until the
    /// screen has been the same a hundred times, and keeps it.
    func wait(
        on terminal: TmuxTerminal, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isRenewing = ProcessInfo.processInfo.environment["SCORED_TRANSCRIPTS"] == "renew"
        var (last, sightings) = ([String](), 0)
        try terminal.wait(
            for: name,
            until: { screen in
                let shown = screen.map(Self.masked)
                guard isRenewing else { return shown == lines }
                sightings = shown == last ? sightings + 1 : 0
                last = shown
                return sightings == 100
            }, sourceLocation: sourceLocation)
        guard isRenewing else { return }
        try last.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Without what differs from table to table, the words of agreement, and without the marks of
    /// direction, which a terminal need not keep.
    private static func masked(_ line: String) -> String {
        String(line.filter { $0 != "\u{200E}" })
            .replacing(#/(all devices match|log fingerprint): \S+/#) { "\($0.output.1): WORDS" }
    }
}
