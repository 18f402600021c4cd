import Testing

@testable import Client

/// The words of the command line, sorted.
@Suite struct ArgumentTests {
    private static let forms = [
        CommandForm("", .look, "bare"),
        CommandForm(
            "move", .score, "record", operands: "PLAYER KIND",
            options: [OptionForm("at", "MM:SS", "clock"), OptionForm("force", "although")]),
        CommandForm("track", .game, "claim", operands: "PLAYER..."),
        CommandForm(
            "up", .daemon, "start", options: [OptionForm("peer", "PLACE", "dial", isRepeated: true)]
        ),
        CommandForm("box", .look, "box", operands: "[GAME]"),
        CommandForm("undo", .score, "withdraw"),
        CommandForm("transfer", .game, "move", operands: "[ENTRY...]"),
        CommandForm("name", .game, "name", operands: "TEAM [NAME]..."),
    ]
    private let reader = ArgumentReader(forms: ArgumentTests.forms)

    @Test func operandsStandInOrder() throws {
        let read = try reader.read(["move", "7", "twoPoints"])
        #expect(read.command == "move")
        #expect(read.operands == ["7", "twoPoints"])
        #expect(read.operand(1) == "twoPoints")
        #expect(read.operand(2) == nil)
    }

    @Test(arguments: ["transfer", "name"], 1...3)
    func aRepeatedOperandTakesAllThatFollow(command: String, count: Int) throws {
        let operands = (1...count).map { "mia.\($0)" }
        #expect(try reader.read([command] + operands).operands == operands)
        #expect(try reader.read(["transfer"]).operands.isEmpty)
    }

    @Test(arguments: [
        ["move", "--at", "03:12", "7", "k"], ["move", "7", "--at=03:12", "k"],
        ["--state", "/tmp/a", "move", "7", "k", "--at", "03:12"],
        ["--state=/tmp/a", "--at=03:12", "move", "7", "k"],
    ])
    func optionsStandAnywhere(words: [String]) throws {
        let read = try reader.read(words)
        #expect(read.command == "move")
        #expect(read.operands == ["7", "k"])
        #expect(read.value("at") == "03:12")
        #expect(!read.has("force"))
    }

    @Test func nothingIsAnOptionBehindTwoDashes() throws {
        let read = try reader.read(["move", "--force", "--", "--at", "-3"])
        #expect(read.operands == ["--at", "-3"])
        #expect(read.has("force"))
        #expect(read.value("at") == nil)
        let before = try reader.read(["--json", "--", "track", "--only"])
        #expect(before.command == "track")
        #expect(before.operands == ["--only"])
    }

    @Test func aValueMayBeEmptyOrLookLikeAnOption() throws {
        #expect(try reader.read(["move", "7", "k", "--at="]).value("at")?.isEmpty == true)
        #expect(try reader.read(["move", "7", "k", "--at=--force"]).value("at") == "--force")
        #expect(try reader.read(["move", "-", "k"]).operands == ["-", "k"])
    }

    @Test func severalOperandsAndValuesAreKept() throws {
        #expect(try reader.read(["track", "4", "7", "9"]).operands == ["4", "7", "9"])
        let read = try reader.read(["up", "--peer", "a:1", "--peer=b:2"])
        #expect(read.values("peer") == ["a:1", "b:2"])
    }

    @Test func noCommandIsTheBareOne() throws {
        #expect(try reader.read([]).command.isEmpty)
        #expect(try reader.read(["--json"]).has("json"))
    }

    @Test func helpAsksForNoOperand() throws {
        let read = try reader.read(["move", "-h"])
        #expect(read.command == "move")
        #expect(read.has("help"))
    }

    @Test(arguments: [
        (["mvoe"], "unknown command 'mvoe'; did you mean `move`?", ""),
        (["zzzzzz"], "unknown command 'zzzzzz'", ""),
        (["move", "7"], "move: missing KIND", "move"),
        (["track"], "track: missing PLAYER", "track"),
        (["undo", "3"], "undo: unexpected argument '3'", "undo"),
        (["box", "a", "b"], "box: unexpected argument 'b'", "box"),
        (["undo", "--forse"], "undo: unknown option '--forse'", "undo"),
        (
            ["move", "7", "k", "--forse"],
            "move: unknown option '--forse'; did you mean `--force`?", "move"
        ),
        (["move", "7", "k", "--at"], "move: --at needs a value (MM:SS)", "move"),
        (
            ["move", "7", "k", "--at", "--force"],
            "move: --at needs a value (MM:SS), but '--force' looks like an option; if it is the "
                + "value, write --at=--force", "move"
        ),
        (["exit"], "unknown command 'exit'", ""),
        (["move", "7", "k", "--force=1"], "move: --force takes no value", "move"),
        (["move", "7", "k", "--at=1", "--at=2"], "move: --at was given twice", "move"),
        (["undo", "-x"], "undo: unknown option '-x'", "undo"),
    ])
    func wrongWordsAreNamed(words: [String], problem: String, command: String) {
        #expect(throws: ClientError.usage(problem, command: command)) { try reader.read(words) }
    }

    @Test func numbersHaveBounds() throws {
        let forms = [CommandForm("invite", .table, "a", options: [OptionForm("count", "N", "b")])]
        let reader = ArgumentReader(forms: forms)
        func count(_ text: String) throws -> Int? {
            try reader.read(["invite", "--count", text]).number("count", in: 1...8)
        }
        #expect(try count("8") == 8)
        #expect(try reader.read(["invite"]).number("count", in: 1...8) == nil)
        for text in ["0", "9", "-1", "x", "", "1.5", "99999999999999999999"] {
            let problem = "invite: --count takes a whole number from 1 to 8, not '\(text)'"
            #expect(throws: ClientError.usage(problem, command: "invite")) { try count(text) }
        }
    }

    @Test func everyErrorHasItsExitCode() {
        #expect(ClientError.usage("a", command: "").exitCode == .usage)
        #expect(ClientError.notRunning(home: "/a").exitCode == .notRunning)
        #expect(ClientError.lost("a").exitCode == .failed)
        let message = ClientError.usage("move: missing KIND", command: "move").lines
        #expect(message == ["move: missing KIND; see `scored help move`"])
    }
}
