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
        let rows = overview.output.split(separator: "\neverywhere")[0].split(separator: "\n")
        let commands = rows.filter { $0.hasPrefix("  ") }.compactMap {
            $0.split(separator: " ").first
        }
        #expect(commands.count == 29)
        for command in commands {
            let page = try keeper.scored("help", String(command))
            #expect(page.lines.first?.hasPrefix("scored \(command)") == true)
            #expect(try keeper.scored(String(command), "--help").output == page.output)
            #expect(page.lines.allSatisfy { $0.count <= 100 })
        }
        #expect(overview.lines.allSatisfy { $0.count <= 100 })
    }

    @Test func theVersionIsData() throws {
        let version = try keeper.scored("version")
        #expect(version.output.hasPrefix("scored "))
        #expect(try keeper.scored("--version").output == version.output)
        #expect(try keeper.scored("version", "--json").output.hasPrefix(#"{"schema":1,"#))
    }

    @Test(arguments: [
        (["mvoe"], "scored: there is no command 'mvoe'; did you mean move?; see scored help\n"),
        (["move", "7"], "scored: move: KIND is missing; see scored help move\n"),
        (["invite", "--count", "0"], "scored: invite: --count takes a whole number from 1 to 32"),
        (["up", "--listen", "here"], "scored: up: --listen takes a numeric HOST:PORT or :PORT"),
        (["up", "--peer", "here"], "scored: up: --peer: \"here\" is not an address"),
        (["join"], "scored: join: CODE is missing"),
        (["clock", "go"], "scored: clock: 'go' cannot be done to the game clock"),
        (["new", "A", "B", "--period-length", "9"], "scored: new: --period-length takes MM:SS"),
        (["export", "csv"], "scored: export: 'csv' is no format; there is box,"),
        (["help", "mvoe"], "scored: there is no command 'mvoe'; did you mean move?"),
        (["completions", "dish"], "scored: completions: 'dish' is no shell"),
    ])
    func wrongWordsExitTwoAndStartNothing(words: [String], talk: String) throws {
        let outcome = try keeper.run(words)
        #expect(outcome.code == 2)
        #expect(outcome.talk.hasPrefix(talk), "\(outcome.talk)")
        #expect(outcome.output.isEmpty)
        #expect(keeper.daemon == nil)
    }

    @Test(arguments: [["status", "--check"], ["down"], ["down", "--now"]])
    func whatStartsNoDaemonExitsThree(words: [String]) throws {
        let outcome = try keeper.run(words)
        #expect(outcome.code == 3)
        #expect(
            outcome.talk == "scored: no daemon runs in \(keeper.home); start it with scored up\n")
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
        let outcome = try keeper.run(["--state", "/proc/nothing", "status"])
        #expect(outcome.code == 1)
        #expect(outcome.talk.hasPrefix("scored: the daemon cannot be started: "))
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
