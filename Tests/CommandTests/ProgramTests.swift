import Documents
import Foundation
import Testing

/// The document of `version --json`.
private struct SaidVersion: Decodable {
    let schema: Int
    let version: String
    let protocolVersionMin: Int
    let protocolVersionMax: Int
    let foldVersion: Int
}

/// The built program without a daemon: help, usage, exit codes.
@Suite struct ProgramTests {
    private let keeper: Keeper

    init() throws {
        keeper = try Keeper()
    }

    @Test func helpListsEveryCommandAndEachHasAPage() throws {
        let overview = try keeper.scored("help", "--all")
        #expect(overview.talk.isEmpty)
        let rows = overview.output.split(separator: "\ntopics\n")[0]
            .split(separator: "\n")
        let commands = rows.filter { $0.hasPrefix("  ") }.compactMap {
            $0.split(separator: " ").first
        }
        #expect(commands.count == 59)
        for command in commands {
            let page = try keeper.scored("help", String(command))
            #expect(page.lines.first?.hasPrefix("scored \(command)") == true)
            // A topic of the same word follows.
            let own = try keeper.scored(String(command), "--help").output
            #expect(own.count > 30 && page.output.hasPrefix(own))
            #expect(page.lines.filter { $0.count > 80 } == [])
        }
        #expect(overview.lines.filter { $0.count > 80 } == [])
        #expect(try keeper.scored("help").lines.filter { $0.count > 80 } == [])
    }

    @Test func theVersionIsData() throws {
        let version = try keeper.scored("version")
        #expect(try keeper.scored("--version").output == version.output)
        let json = try keeper.scored("version", "--json").output
        let said = try JSONDecoder().decode(SaidVersion.self, from: Data(json.utf8))
        #expect(said.schema == 1)
        #expect(said.version.split(separator: ".").compactMap { Int($0) }.count == 3)
        #expect(1 <= said.protocolVersionMin && said.protocolVersionMin <= said.protocolVersionMax)
        #expect(said.foldVersion > 0)
        let words = Phrases.versions(
            program: said.version, protocols: said.protocolVersionMin, said.protocolVersionMax,
            fold: said.foldVersion)
        #expect(version.output == words + "\n")
    }

    /// Wrong words of every command, and screens without a terminal: the command says so, and nothing is
    /// done. What the message is of words that the form of a command rules out is in `ArgumentTests`.
    @Test(arguments: [
        "mvoe", "move 7", "stop", "help mvoe", "completions dish",
        "invite --count 0", "up --listen here", "up --peer here:port", "join", "clock go",
        "new A B --period-length 9x", "roster sell", "roster remove h4", "roster add home",
        "roster rename h4", "roster number h4", "roster inactive h4 h7", "roster merge h4",
        "rules --target -1", "rules --periods 0", "rules --overtime 5:", "rules --points assist=1",
        "rules --points 1p", "rules --penalty 7,10,12", "rules a --game b", "track", "track --from",
        "untrack", "devices rename bo Robert", "devices lost", "devices eat bo",
        "devices found bo --force", "devices remove bo --not", "lineup home", "sub h4 and h7",
        "note", "void", "void 4 --yes --no", "redo 4", "accept", "fix", "fix 4",
        "fix 4 --points x", "fix 4 --period 0", "fix 4 --at 930", "fix 4 --kind 3p --one --two",
        "settle bo.1 maybe", "settle bo.1 this now", "held 4", "reopen now",
        "end --abandon --game a", "end --abandon rain --forfeit home", "export csv",
        "status --watch a", "keep", "watch",
    ])
    func wrongWordsExitTwoAndStartNothing(line: String) throws {
        let outcome = try keeper.run(line.split(separator: " ").map(String.init))
        #expect(outcome.code == 2)
        #expect(outcome.talk.hasPrefix("scored: "), "\(outcome.talk)")
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

    /// A code that is none, and one that no device offers: the device is as fresh as before.
    @Test(arguments: [
        (["abcd"], "an invite code has 16 letters and digits, but this one has 4"),
        (["ABCD-EFGH-JKMN-PQRS", "--via", "127.0.0.1:1"], ""),
    ])
    func aFailedJoinLeavesNothing(words: [String], talk: String) throws {
        let keys = keeper.home + "/keys"
        try "foul z\n".write(toFile: keys, atomically: false, encoding: .utf8)
        for home in [keeper.home, keeper.home + "/other"] {
            let outcome = try keeper.run(["--state", home, "join"] + words + ["--name", "Xena"])
            #expect(outcome.code == 1)
            #expect(outcome.talk.hasPrefix("scored: " + talk), "\(outcome.talk)")
        }
        #expect(keeper.daemon == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: keeper.home) == ["keys"])
    }

    /// Ctrl-C while the daemon looks for the inviter: the next attempt begins afresh.
    @Test func anInterruptedFirstJoinLeavesNothing() throws {
        let words = ["join", "ABCD-EFGH-JKMN-PQRS", "--name", "Xena"]
        let line = keeper.line(words).replacing("'timeout' '50'", with: "exec")
        let talk = try keeper.outside("talk.txt")
        // Of the shell's background jobs no SIGINT is caught but by who asks for it.
        let script =
            "(\(line)) 2>\(talk) & p=$!; until [ -S '\(keeper.home)/scored.sock' ]; do :; "
            + "done; sleep 1; kill -INT $p; wait $p"
        #expect(keeper.shell(script) == 130)
        #expect(keeper.daemon == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: keeper.home).isEmpty)
        let said = try String(contentsOfFile: talk, encoding: .utf8)
        #expect(said.hasPrefix("scored: interrupted"), "\(said)")
    }

    /// The name of a device that is there changes once the join has succeeded, and not before.
    @Test func aNameForAJoinIsTakenOnceItHasSucceeded() throws {
        let bo = try Keeper(up: "Bo")
        try keeper.up(name: "Mia")
        let wrong = ["join", "ABCD-EFGH-JKMN-PQRS", "--via", "127.0.0.1:1", "--name", "Xena"]
        #expect(try keeper.run(wrong).code == 1)
        #expect(try keeper.status().device.keeper == "Mia")
        let invite = try bo.scored("invite", "--json").document(InviteDocument.self)
        let code = try #require(invite.codes.first?.code)
        let via = try #require(invite.addresses.first)
        try keeper.scored("join", code, "--via", via, "--name", "Xena")
        #expect(try keeper.status().device.keeper == "Xena")
        try bo.wait { try bo.status().peers.map(\.keeper) == ["Xena"] }
    }

    /// One reader of a clock reading, with its words, for every command.
    @Test(arguments: [
        ["move", "h4", "2", "--at", "930"], ["fix", "4", "--at", "930"],
        ["sub", "h4", "h7", "--at", "930"],
    ])
    func aReadingThatIsNoneIsRefusedInTheSameWords(words: [String]) throws {
        try keeper.up(name: "Mia")
        try keeper.scored("new", "HAWKS", "OWLS", "--home", "4 Ana, 7 Bo")
        let outcome = try keeper.run(words)
        #expect(outcome.code == 2)
        #expect(outcome.talk.contains("'930' is not a valid clock time; write MM:SS"))
    }

    @Test(arguments: [
        ["move", "h4", "2", "--at", "12:00"], ["sub", "h4", "h7", "--at", "12:00"],
        ["fix", "4", "--at", "12:00"], ["clock", "set", "12:00"],
    ])
    func aReadingOutsideItsPeriodIsRefusedInTheSameWords(words: [String]) throws {
        try keeper.up(name: "Mia")
        let roster = ["--home", "4 Ana, 7 Bo", "--rules", "fiba"]
        try keeper.run(["new", "HAWKS", "OWLS"] + roster)
        try keeper.scored("move", "h4", "2")
        let outcome = try keeper.run(words)
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("the reading is outside period 1, which lasts 10:00"))
    }

    /// The letters of another encoding are never dropped.
    @Test func anArgumentThatIsNotUTF8IsRefused() throws {
        let talk = try keeper.outside("talk.txt")
        let line = keeper.line(["new", "Owls"]) + " \"$(printf 'R\\351ds')\" 2>\(talk)"
        #expect(keeper.shell(line) == 1)
        let said = try String(contentsOfFile: talk, encoding: .utf8)
        #expect(said.hasPrefix("scored: argument 3: the byte 0xE9 is not UTF-8; "), "\(said)")
        #expect(keeper.daemon == nil)
    }

    @Test(arguments: [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE]] as [[UInt8]])
    func aRosterOfAnotherEncodingIsReadOrRefused(mark: [UInt8]) throws {
        let path = try keeper.outside("roster.txt")
        let isUTF8 = mark.count == 3
        let text = isUTF8 ? "home 4 René\n" : "home 4 Ren\n"
        let bytes = isUTF8 ? Array(text.utf8) : text.utf16.flatMap { [UInt8($0 & 0xFF), 0] }
        try Data(mark + bytes).write(to: URL(filePath: path))
        try keeper.up(name: "Mia")
        let outcome = try keeper.run(["new", "Owls", "Hawks", "--roster", path])
        #expect(outcome.code == (isUTF8 ? 0 : 1))
        if isUTF8 {
            #expect(try keeper.status().game?.home.players.first?.name == "René")
        } else {
            #expect(outcome.talk.hasPrefix("scored: \(path): the text has zero bytes or the mark"))
        }
    }

    @Test func aFileWithAnErrorNamesItsLineAndStartsNothing() throws {
        let path = keeper.home + "/game.jsonl"
        try "{}\n".write(toFile: path, atomically: false, encoding: .utf8)
        let outcome = try keeper.run(["import", path])
        #expect(outcome.code == 1)
        #expect(outcome.talk.hasPrefix("scored: \(path): line 1: "))
        #expect(keeper.daemon == nil)
    }
}
