import Testing

@testable import Client

/// Manual pages come from the same forms and topics as the help, and every line is escaped.
@Suite struct ManualPagesTests {
    private static let forms = [
        CommandForm("", .look, "bare"),
        HelpTextTests.move(details: [
            ".Dd looks like a request", "'and so does this", "a\\b – “c”", "",
        ]),
    ]
    private let pages = ManualPages(forms: Self.forms, version: "7.8.9", date: "2026-11-25")

    @Test func everyNameHasAPageAndNoOther() {
        #expect(pages.names == ["scored.1", "scored-move.1", "scored.7"])
        #expect(pages.names.allSatisfy { pages.page($0) != nil })
        #expect(pages.page("scored-.1") == nil && pages.page("scored-none.1") == nil)
    }

    @Test func aCommandHasItsOperandsAndOptions() throws {
        let page = try #require(pages.page("scored-move.1"))
        #expect(page.hasPrefix(".TH \"SCORED-MOVE\" 1 \"2026-11-25\" \"scored 7.8.9\"\n"))
        #expect(page.contains("\nscored\\-move \\- record a move\n"))
        #expect(page.contains("\\fBscored \\fR\\fBmove\\fR PLAYER [KIND]... [\\fIOPTIONS\\fR]\n"))
        #expect(page.contains("\n\\fB\\-\\-at\\fR \\fIMM:SS\\fR\nthe game clock\n"))
        #expect(!page.contains("inner"))
    }

    @Test func textIsEscaped() throws {
        let page = try #require(pages.page("scored-move.1"))
        #expect(page.contains("\n\\&.Dd looks like a request\n\\&'and so does this\n"))
        #expect(page.contains("\na\\eb \\[u2013] \\[u201C]c\\[u201D]\n"))
    }

    @Test func pagesAreASCII() {
        for name in pages.names {
            #expect(pages.page(name)?.utf8.allSatisfy { $0 < 0x80 } == true, "\(name)")
        }
    }

    @Test func conceptsAreTheTopicsOfTheHelp() throws {
        let page = try #require(pages.page("scored.7"))
        for topic in HelpTopic.all {
            #expect(page.contains(".SH \"\(topic.title.uppercased())\"\n"), "\(topic.name)")
        }
    }

    @Test func overviewHasCommandsAndExitCodes() throws {
        let page = try #require(pages.page("scored.1"))
        #expect(page.contains("\n\\fBmove\\fR PLAYER [KIND]...\nrecord a move\n"))
        for code in ExitCode.allCases { #expect(page.contains("\n\\fB\(code.rawValue)\\fR\n")) }
    }

    @Test func topicsAreInTheHelp() throws {
        let help = HelpText(forms: Self.forms)
        let overview = help.overview(isWhole: false)
        for topic in HelpTopic.all {
            #expect(overview.contains { $0.hasSuffix("  " + topic.title) }, "\(topic.name)")
            #expect(help.explanation(of: topic.name) == topic.lines)
            #expect(topic.lines.allSatisfy { $0.count <= 80 }, "\(topic.name)")
        }
        #expect(help.explanation(of: "nothing") == nil)
    }

    @Test func aTopicFollowsTheCommandOfItsName() throws {
        let form = CommandForm("end", .score, "end the game")
        let topic = try #require(HelpTopic.all.first { $0.name == "end" })
        let help = HelpText(forms: [form])
        let page = try #require(help.page(of: "end"))
        #expect(help.explanation(of: "end") == page + [""] + topic.lines)
    }
}
