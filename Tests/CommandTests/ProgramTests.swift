import Foundation
import Testing

/// The built program without a daemon: help, usage, exit codes.
@Suite struct ProgramTests {
    private let keeper: Keeper

    init() throws {
        try #require(!Built.program.isEmpty, "the program scored was not built")
        keeper = try Keeper()
    }

    @Test func helpListsEveryCommandAndEachHasAPage() throws {
        let overview = try keeper.scored("help", "--all")
        #expect(overview.talk.isEmpty)
        let rows = overview.output.split(separator: "\noptions of every command")[0]
            .split(separator: "\n")
        let commands = rows.filter { $0.hasPrefix("  ") }.compactMap {
            $0.split(separator: " ").first
        }
        #expect(commands.count == 48)
        for command in commands {
            let page = try keeper.scored("help", String(command))
            #expect(page.lines.first?.hasPrefix("scored \(command)") == true)
            #expect(try keeper.scored(String(command), "--help").output == page.output)
            #expect(page.lines.filter { $0.count > 80 } == [])
        }
        #expect(overview.lines.filter { $0.count > 80 } == [])
        #expect(try keeper.scored("help").lines.filter { $0.count > 80 } == [])
    }

    @Test func theVersionIsData() throws {
        let version = try keeper.scored("version")
        #expect(version.output.hasPrefix("scored "))
        #expect(try keeper.scored("--version").output == version.output)
        #expect(try keeper.scored("version", "--json").output.hasPrefix(#"{"schema":1,"#))
    }

    @Test(arguments: [
        (["mvoe"], "scored: unknown command 'mvoe'; did you mean `move`? See `scored help`\n"),
        (["move", "7"], "scored: move: missing KIND; see `scored help move`\n"),
        (["invite", "--count", "0"], "scored: invite: --count takes a whole number from 1 to 32"),
        (["up", "--listen", "here"], "scored: up: --listen takes a numeric HOST:PORT or :PORT"),
        (["up", "--peer", "here:port"], "scored: up: --peer: \"here:port\" is not an address"),
        (["join"], "scored: join: missing CODE"),
        (["clock", "go"], "scored: clock: unknown action 'go'; use start, stop, set or period"),
        (
            ["new", "A", "B", "--period-length", "9x"],
            "scored: new: '9x' is not a value of period-length"
        ),
        (["roster", "sell"], "scored: roster: unknown action 'sell'; use add, "),
        (
            ["roster", "remove", "h4"],
            "scored: roster: unknown action 'remove'; did you mean `roster inactive`?"
        ),
        (
            ["roster", "add", "home"],
            "scored: roster: add takes home, away or a team, then players"
        ),
        (["roster", "rename", "h4"], "scored: roster: rename takes PLAYER NAME"),
        (["roster", "number", "h4"], "scored: roster: number takes PLAYER N, or PLAYER none"),
        (["roster", "inactive", "h4", "h7"], "scored: roster: inactive takes one PLAYER"),
        (["roster", "merge", "h4"], "scored: roster: merge takes two players: FROM INTO"),
        (
            ["rules", "--target", "-1"],
            "scored: rules: '-1' is not a value of target"
        ),
        (
            ["rules", "--periods", "0"],
            "scored: rules: a game needs at least one period"
        ),
        (["rules", "--overtime", "5:"], "scored: rules: '5:' is not a value of overtime"),
        (["rules", "--points", "assist=1"], "scored: rules: 'assist=1' gives no points to a kind"),
        (["rules", "--points", "1p"], "scored: rules: '1p' gives no points to a kind"),
        (["rules", "--penalty", "7,10,12"], "scored: rules: --penalty takes one number, or two"),
        (["rules", "a", "--game", "b"], "scored: rules: 'a' and --game name two games"),
        (
            ["end", "--abandon", "--game", "a"],
            "scored: end: --abandon needs a value (REASON), but '--game' looks like an option"
        ),
        (["stop"], "scored: unknown command 'stop'; did you mean `down`? See `scored help`\n"),
        (["untrack"], "scored: untrack: missing PLAYER; for every player: --all"),
        (["devices", "rename", "bo", "Robert"], "scored: devices: rename takes one NAME"),
        (["end", "--abandon", " "], "scored: end: --abandon needs a value (REASON)"),
        (
            ["end", "--abandon", "rain", "--forfeit", "home"],
            "scored: end: --forfeit and --abandon exclude each other"
        ),
        (["reopen", "now"], "scored: reopen: unexpected argument 'now'"),
        (["lineup", "home"], "scored: lineup: missing PLAYER"),
        (["sub", "h4", "and", "h7"], "scored: sub: sub takes IN for OUT"),
        (["note"], "scored: note: missing TEXT"),
        (["devices", "lost"], "scored: devices: missing NAME"),
        (
            ["devices", "eat", "bo"],
            "scored: devices: unknown action 'eat'; use rename, lost, found, remove or deputy"
        ),
        (
            ["devices", "found", "bo", "--force"],
            "scored: devices: --force can only be used with lost"
        ),
        (["export", "csv"], "scored: export: unknown format 'csv'; use box,"),
        (["help", "mvoe"], "scored: unknown command 'mvoe'; did you mean `move`?"),
        (
            ["completions", "dish"],
            "scored: completions: unknown shell 'dish'; use bash, zsh or fish"
        ),
    ])
    func wrongWordsExitTwoAndStartNothing(words: [String], talk: String) throws {
        let outcome = try keeper.run(words)
        #expect(outcome.code == 2)
        #expect(outcome.talk.hasPrefix(talk), "\(outcome.talk)")
        #expect(outcome.output.isEmpty)
        #expect(keeper.daemon == nil)
    }

    @Test(arguments: [
        (["status", "--check"], "no daemon runs in"), (["down"], "there is no device in"),
        (["down", "--now"], "there is no device in"),
    ])
    func whatStartsNoDaemonExitsThree(words: [String], talk: String) throws {
        let outcome = try keeper.run(words)
        #expect(outcome.code == 3)
        #expect(outcome.talk.hasPrefix("scored: \(talk) \(keeper.home);"))
        #expect(keeper.daemon == nil)
    }

    @Test func aFreshDeviceWithoutATerminalIsToldWhatToRun() throws {
        let outcome = try keeper.run([])
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("scored up --name"))
        #expect(outcome.talk.contains("scored join CODE"))
        #expect(keeper.daemon == nil)
    }

    @Test func aHomeThatCannotBeMadeIsSaid() throws {
        let outcome = try keeper.run(["--state", "/proc/nothing", "up"])
        #expect(outcome.code == 1)
        #expect(outcome.talk.hasPrefix("scored: the daemon cannot be started: "))
    }

    /// What records or invites means a device that is there: a mistyped home is none.
    @Test(arguments: [
        ["move", "4", "2"], ["invite"], ["undo"], ["clock", "start"], ["player", "4"],
    ])
    func aMistypedHomeBeginsNoDevice(words: [String]) throws {
        let home = keeper.home + "/mistyped"
        let outcome = try keeper.run(["--state", home] + words)
        #expect(outcome.code == 1)
        #expect(
            outcome.talk
                == "scored: nothing is set up in \(home); run `scored` to start or join a table\n")
        #expect(!FileManager.default.fileExists(atPath: home))
    }

    @Test func aSocketPathTooLongIsSaid() throws {
        let home = keeper.home + "/" + String(repeating: "a", count: 120)
        let outcome = try keeper.run(["--state", home, "status"])
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("shorter"))
    }

    @Test func aFileWithAnErrorNamesItsLineAndStartsNothing() throws {
        let path = keeper.home + "/game.jsonl"
        try "{}\n".write(toFile: path, atomically: false, encoding: .utf8)
        let outcome = try keeper.run(["import", path])
        #expect(outcome.code == 1)
        #expect(outcome.talk.hasPrefix("scored: \(path): line 1: "))
        #expect(keeper.daemon == nil)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsAreForTheShell(shell: String) throws {
        #expect(try keeper.scored("completions", shell).output.contains("scored"))
    }
}
