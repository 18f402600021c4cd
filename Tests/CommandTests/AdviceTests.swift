import Client
import Foundation
import Testing

/// Every command that the program names, in an error, an advice or its help, is one that it takes.
@Suite struct AdviceTests {
    /// Values for the placeholders of texts.
    private static let values = [
        "N": "2", "COMMAND": "move", "TOPIC": "trouble", "MM:SS": "05:00",
        "CODE": "ABCD-EFGH-JKMN-PQRS",
        "HOST:PORT": "127.0.0.1:9",
        "HOST": "127.0.0.1", ":PORT": ":7422", ":§": ":7422", "SIDE": "home", "SIZE": "200",
        "FILE": "/proc/nothing/file", "FOLDER": "/proc/nothing/home", "DIR": "/proc/nothing/home",
    ]

    /// The command with a value in the place of each placeholder: for an interpolation a word or
    /// none at all, since it may be a list of options.
    private func filled(_ words: [String]) -> [[String]] {
        var lines: [[String]] = [[]]
        for word in words {
            // `[MM:SS]`, `MM:SS[.t]`, `N|none`, `PLAYER...`
            var plain = word.replacing("[.t]", with: "").replacing("...", with: "")
            plain.removeAll { "[]".contains($0) }
            plain = plain.split(separator: "|").first.map(String.init) ?? plain
            let value = Self.values[plain] ?? plain.replacing("§", with: "2")
            let bare = plain.replacing("§", with: "")
            lines =
                lines.map { $0 + [value] }
                + (plain == bare ? [] : lines.map { $0 + (bare.isEmpty ? [] : [bare]) })
        }
        return lines
    }

    /// The exit code in a place where no home can be made, so that nothing is ever begun.
    private func code(_ words: [String]) -> Int32 {
        let line = (["timeout", "50", Built.program] + words).map(Keeper.quoted)
            .joined(separator: " ")
        return Keeper.shell(
            "SCORED_HOME=/proc/nothing/home \(line) </dev/null >/dev/null 2>/dev/null")
    }

    /// Screens are refused without a terminal, so their help stands for them.
    private func isTaken(_ words: [String]) -> Bool {
        if [["keep"], ["watch"]].contains(words) { return code(words + ["--help"]) == 0 }
        return filled(words).contains { ![2, 124, 127].contains(code($0)) }
    }

    @Test func everyCommandThatATextNamesIsTaken() throws {
        try #require(!Built.program.isEmpty, "the program scored was not built")
        let sources = try #require(
            FileManager.default.enumerator(atPath: Built.root + "/Sources"))
        var places: [[String]: String] = [:]
        for case let path as String in sources where path.hasSuffix(".swift") {
            let text = try String(
                contentsOfFile: "\(Built.root)/Sources/\(path)", encoding: .utf8)
            for words in AdvisedCommands.literals(in: text).flatMap(AdvisedCommands.commands) {
                places[words] = places[words] ?? path
            }
        }
        #expect(places.count > 120, "most commands were not found: \(places.keys)")
        for (words, path) in places {
            #expect(isTaken(words), "\(path): scored \(words.joined(separator: " "))")
        }
    }

    @Test(arguments: [
        "\"start it: scored next\"", "\"try scored \" \n+ \"join --bring\"",
        "\"see scored log --everything\"", "\"x: scored move; y\"",
    ])
    func aCommandThatIsNotTakenIsFound(source: String) throws {
        let commands = AdvisedCommands.literals(in: source).flatMap(AdvisedCommands.commands)
        #expect(!isTaken(try #require(commands.first)))
    }

    /// `--state` names the home of this device: commands for another one are left as they are.
    @Test(arguments: [
        ("start it: scored up", true), ("end it with `scored down`, or not", true),
        ("the table of Bo; to leave: scored leave", true), ("on either device: scored up", true),
        ("on the other device: scored join ABCD", false), ("not found:  scored join A", false),
        ("use one: scored down at the other; then more", false),
        ("to end it: scored --state /x/scored down, then more", false),
        ("on bo, once in sync: scored up", false), ("update scored on this device", false),
        ("a new code (scored invite); or so", false), ("Ana scored down", true),
        ("compare: `scored leave` at Bo must show the words", false),
        ("which scored invite shows on the inviting device: scored", false),
    ])
    func commandsNameTheHomeUnlessTheyAreForAnotherDevice(text: String, isNamed: Bool) {
        let home = NamedHome("/a b", commands: ["up", "down", "leave", "join", "invite"])
        let named = home.text(text)
        #expect(named.contains("scored --state '/a b' ") == isNamed, "\(named)")
        #expect(named.replacing("--state '/a b' ", with: "") == text)
    }

    @Test func commandsAreReadAsAPersonReadsThem() {
        let text = """
            see scored log shows it; scored down --now, then scored up --peer §, which scored doctor \
            tells; update scored on both: scored roster add SIDE "7 Bo"; (scored --state DIR status)
            """
        #expect(
            AdvisedCommands.commands(in: text) == [
                ["down", "--now"], ["up", "--peer", "§"],
                ["roster", "add", "SIDE", "7 Bo"], ["--state", "DIR", "status"],
            ])
    }
}
