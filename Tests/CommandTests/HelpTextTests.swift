import Testing

@testable import Client

/// Help and completions come from the same forms as the parser.
@Suite struct HelpTextTests {
    /// A command with operands, an option and a hidden one.
    static func move(details: [String]) -> CommandForm {
        CommandForm(
            "move", .score, "record a move", operands: "PLAYER [KIND]...",
            options: [
                OptionForm("at", "MM:SS", "the game clock"),
                OptionForm("inner", "not told", isHidden: true),
            ], details: details)
    }

    private static let forms = [
        CommandForm("", .look, "bare"),
        move(details: ["PLAYER is a player"]),
        CommandForm("verify", .daemon, "it's checked", choices: ["all"], isAdvanced: true),
    ]
    private let help = HelpText(forms: HelpTextTests.forms)

    @Test func overviewListsACommandALine() {
        let lines = help.overview(isWhole: false)
        #expect(lines.contains("  move PLAYER [KIND]...  record a move"))
        #expect(!lines.contains { $0.contains("verify") })
        #expect(help.overview(isWhole: true).contains { $0.contains("verify") })
        #expect(lines.contains("score") && !lines.contains("daemon"))
    }

    @Test func pageHasOperandsOptionsAndDetails() throws {
        let page = try #require(help.page(of: "move"))
        #expect(page.first == "scored move PLAYER [KIND]... [OPTIONS]")
        #expect(page.contains("Record a move."))
        #expect(page.contains("PLAYER is a player"))
        #expect(page.contains("  --at MM:SS  the game clock"))
        #expect(!page.contains { $0.contains("inner") })
        #expect(help.page(of: "nothing") == nil)
        #expect(help.page(of: "") == nil)
    }

    @Test(arguments: Completions.Shell.allCases)
    func completionsNameEveryCommandAndOption(shell: Completions.Shell) {
        let script = Completions(forms: Self.forms).script(for: shell)
        for word in ["move", "verify", "state", "all"] { #expect(script.contains(word)) }
        #expect(!script.contains("inner"))
    }

    @Test func textInCompletionsIsQuoted() {
        let script = Completions(forms: Self.forms).script(for: .fish)
        #expect(script.contains("-d 'it\\'s checked'"))
    }
}
