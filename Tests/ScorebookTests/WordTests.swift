import Seeds
import Testing

@testable import Documents
@testable import Scorebook

/// What people type and files hold.
@Suite struct WordTests {
    /// Names of ASCII alone are read byte by byte, with the result of the way by characters.
    @Test(arguments: seeds(UInt64(50)))
    func anASCIINameIsSpelledAsBesideAnAccent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                UInt8.random(in: 0...0x7F, using: &generator)
            }
            let name = String(decoding: bytes, as: UTF8.self)
            #expect(Slug.plain(name + "é") == Slug.plain(name) + "e")
            let slug = Slug.make(name, fallback: "")
            #expect(Slug.make(name + " 字é", fallback: "") == (slug.isEmpty ? "e" : slug + "-e"))
        }
    }

    @Test(
        arguments: [
            ("2", MoveKind.twoPoints, nil), ("twoPoints", .twoPoints, nil), ("2P", .twoPoints, nil),
            ("two-points", .twoPoints, nil), ("ft", .freeThrow, nil), ("reb", .rebound, nil),
            ("oreb", .rebound, .offensive), ("missedThree", .miss, .ofThreePoints),
            ("in", .substitution, .comingIn), ("TO", .turnover, nil),
        ] as [(String, MoveKind, Variant?)])
    func kinds(word: String, kind: MoveKind, variant: Variant?) throws {
        let meaning = try MoveWord.read(word)
        #expect(meaning.kind == kind && meaning.variant == variant)
    }

    @Test func everyNameReadsAsItselfAndNoAliasMeansTwoThings() throws {
        for name in MoveWord.words.map(\.name) {
            let meaning = try MoveWord.read(name)
            #expect(MoveWord.name(meaning.kind, meaning.variant) == name)
        }
        let spellings = MoveWord.words.flatMap(\.spellings)
        #expect(spellings.count == Set(spellings).count)
    }

    @Test func anUnknownKindNamesTheNearest() {
        #expect(throws: Unreadable.kind("rebund", closest: ["rebound"])) {
            try MoveWord.read("rebund")
        }
        let message = "\(Unreadable.kind("rebund\u{1b}[31m", closest: ["rebound"]))"
        #expect(message.hasPrefix("no kind of move is called 'rebund[31m'; did you mean rebound?"))
        #expect(message.contains("scored help move"))
    }

    @Test(arguments: [
        ("00:00", 0), ("9:59", 599_000), ("10:00", 600_000), ("09:05.3", 545_300),
        ("0:00.25", 250), ("1:02.003", 62_003), ("1440:00", 86_400_000),
    ])
    func readings(text: String, milliseconds: Int) throws {
        #expect(try ClockText.read(text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", ":", "5", "5:", "5:7", "5:60", "5:007", "-1:00", "1:00.", "1:00.1234", "1:0x",
        "1:00:00",
        "1440:01", "99999:00", "١:٠٠", "1 :00",
    ])
    func notReadings(text: String) {
        #expect(throws: Unreadable.gameClock(text)) { try ClockText.read(text) }
    }

    @Test func printedReadings() {
        #expect(ClockText.print(.milliseconds(545_390)) == "09:05")
        #expect(ClockText.print(.milliseconds(545_390), tenths: true) == "09:05.3")
        #expect(ClockText.print(.seconds(7261)) == "121:01")
        #expect(ClockText.print(.milliseconds(-1500), tenths: true) == "-00:01.5")
    }

    @Test func aRosterOnOneLine() throws {
        let lines = try RosterText.read("4 Ana Berg,  00 ,Bo, 7\tCy", side: .away)
        #expect(lines.map(\.number) == ["4", "00", "", "7"])
        #expect(lines.map(\.name) == ["Ana Berg", "", "Bo", "Cy"])
        #expect(lines.allSatisfy { $0.side == .away })
        let parted = try RosterText.read("4 Ana; 7 Bo; Cy", side: .home)
        #expect(parted.map(\.number) == ["4", "7", ""])
        let behind = try RosterText.read(
            "Ana 4, Bo Li 00, Player 12, 7 Team 2, Cy 2012", side: .home)
        #expect(behind.map(\.number) == ["4", "00", "12", "7", ""])
        #expect(behind.map(\.name) == ["Ana", "Bo Li", "Player", "Team 2", "Cy 2012"])
        #expect(try RosterText.read("  ", side: .home).isEmpty)
        #expect(throws: Unreadable.self) { try RosterText.read("4 Ana,,7 Bo", side: .home) }
    }

    @Test(arguments: [
        ("4 Ana, 7 Bo 9 Cid", 2), ("Ana 4 Bo 7", 1), ("4 Ana; 7 Bo; 9 Cid 11 Dee Li", 3),
        ("4 7", 1), ("4 7 Bo", 1), ("Ana 4 7", 1),
    ])
    func playersThatNothingPartsAreRefused(text: String, line: Int) {
        let error = #expect(throws: Unreadable.self) { try RosterText.read(text, side: .home) }
        guard case .rosterLine(line, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    /// Last names first: semicolons part the players, and of commas nobody knows what they part.
    @Test func aLastNameMayComeFirst() throws {
        for text in ["4 Berg, Ana; 7 Dahl, Bo", "4 Berg, Ana; Dahl, Bo #7;"] {
            let lines = try RosterText.read(text, side: .home)
            #expect(lines.map(\.number) == ["4", "7"])
            #expect(lines.map(\.name) == ["Berg, Ana", "Dahl, Bo"])
        }
        let row = "home 4 Berg, Ana\nhome Dahl, Bo 7\n"
        #expect(try RosterText.read(file: row).map(\.name) == ["Berg, Ana", "Dahl, Bo"])
    }

    @Test(arguments: [
        ("4 Berg, Ana, 7 Dahl, Bo", 2), ("SMITH,JOHN 12", 1), ("4 Berg, Jr., Ana", 2),
        ("Berg, Ana 4, Dahl, Bo 7", 1), ("4 Berg, Ana, 7 Dahl, Bo, 9 Cy", 2),
        ("Berg, Ana 4, Dahl, Bo 7, Cy 9", 1), ("4 Berg, Ana, 9 Cy Lee, 7 Dahl, Bo, 8 Ed", 2),
    ])
    func commasWithinNamesAreAskedAbout(text: String, player: Int) {
        let error = #expect(throws: Unreadable.self) { try RosterText.read(text, side: .home) }
        guard case .rosterLine(player, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    /// Beside full names, or alone among many, a name without a number is a player's.
    @Test(arguments: ["4 Ana Li, Bo, 7 Cy Ek, Di, 9 Ed", "4 Ana, Bo, 7 Cy", "4 Ana, 7 Bo, Cy"])
    func aPlayerMayHaveNoNumber(text: String) throws {
        let lines = try RosterText.read(text, side: .home)
        #expect(lines.count == text.split(separator: ",").count)
    }

    /// One rule for a number, with the mark before it or not, first or last.
    @Test func aNumberMayHaveItsMark() throws {
        let typed = try RosterText.read("#4 Ana, Bo #7, 10 \u{2013} Hal, Eve 123", side: .home)
        #expect(typed.map(\.number) == ["4", "7", "10", "123"])
        #expect(typed.map(\.name) == ["Ana", "Bo", "Hal", "Eve"])
        let file = try RosterText.read(file: "# 5 Friday\n#\nhome #4 Ana\naway Bo #00\n")
        #expect(file.map(\.number) == ["4", "00"])
    }

    @Test(arguments: ["7B Bo", "#7B Bo", "1234 Bo", "\u{FF17} Bo"])
    func anOddNumberIsRefused(text: String) {
        let word = String(text.split(separator: " ")[0])
        let problem = "'\(word)' is not a jersey number: one to three digits"
        #expect(throws: Unreadable.rosterLine(1, problem)) {
            try RosterText.read(text, side: .home)
        }
        #expect(throws: Unreadable.rosterLine(1, problem)) {
            try RosterText.read(file: "home " + text)
        }
        #expect { try JerseyNumber.read(word) } throws: { ($0 as? APIError)?.reason == problem }
    }

    @Test func aRosterFile() throws {
        let lines = try RosterText.read(file: "# Friday\r\nhome 4 Ana Berg\n\n  AWAY Bo\nh 7\n")
        #expect(lines.map(\.side) == [.home, .away, .home])
        #expect(lines.map(\.name) == ["Ana Berg", "Bo", ""])
    }

    @Test(arguments: [
        ("home 4 Ana, 7 Bo", 1), ("home 4 Ana\n4 Bo\n", 2), ("\n\nhome\n", 3), ("away 12345 Bo", 1),
        ("#4 Ana", 1), ("home 4 \(String(repeating: "a", count: 65))", 1), ("home \u{200b}", 1),
    ])
    func aBadRosterFileNamesTheLine(text: String, line: Int) {
        let error = #expect(throws: Unreadable.self) { try RosterText.read(file: text) }
        guard case .rosterLine(let number, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(number == line)
    }

    @Test func aRosterHasALimit() {
        let text = String(repeating: "home 4 Ana\n", count: ScorebookLimits.rosterLinesMax + 1)
        #expect(throws: Unreadable.rosterTooLong(ScorebookLimits.rosterLinesMax + 1)) {
            try RosterText.read(file: text)
        }
    }
}

/// Rules as people type and read them.
@Suite struct RuleWordTests {
    @Test func everyRuleHasAWordThatNamesItAlone() {
        #expect(Set(Rule.allCases.map(RuleWord.name)).count == Rule.allCases.count)
        for rule in Rule.allCases {
            #expect(!RuleWord.explanation(rule).isEmpty)
        }
        #expect(RuleWord.options.count == Rule.allCases.count - 5)
    }

    @Test(arguments: RulesPreset.allCases)
    func whatIsPrintedIsReadBack(preset: RulesPreset) throws {
        let rules = Rules(preset)
        for rule in Rule.allCases {
            #expect(try RuleWord.read(rule, RuleWord.print(rule, rules[rule])) == rules[rule])
            #expect(try RuleWord.read(rule, RuleWord.print(rule, rule.valueMax)) == rule.valueMax)
        }
    }

    @Test(
        arguments: [
            (.target, "84", 84), (.target, "none", 0), (.lead, "2", 2),
            (.periodLength, "7", 420_000),
            (.periodLength, "7:30", 450_000), (.overtimeLength, "0", 0),
            (.overtimeLength, "None", 0), (.periods, "99", 99), (.freeThrow, "20", 20),
        ] as [(Rule, String, Int)])
    func values(rule: Rule, text: String, value: Int) throws {
        #expect(try RuleWord.read(rule, text) == value)
    }

    @Test(
        arguments: [
            (.target, "10001"), (.target, "-1"), (.target, ""), (.target, "2.5"), (.target, "٨٤"),
            (.periods, "100"), (.periodLength, "7:60"), (.periodLength, "1441"), (.lead, "5:00"),
            (.freeThrow, "21"), (.target, "99999999999999999999"),
            (.periodLength, "7:30.5"), (.overtimeLength, "5:00.250"),
        ] as [(Rule, String)])
    func badValuesNameTheBounds(rule: Rule, text: String) {
        #expect(throws: Unreadable.ruleValue(rule, text)) { try RuleWord.read(rule, text) }
        let message = "\(Unreadable.ruleValue(rule, text))"
        #expect(message.contains(RuleWord.bounds(rule)) && message.contains(RuleWord.name(rule)))
    }

    @Test func pointsByKind() throws {
        #expect(try RuleWord.readPoints("twoPoints=3") == (.twoPoints, 3))
        #expect(try RuleWord.readPoints("ft=2") == (.freeThrow, 2))
        #expect(try RuleWord.readPoints("3=4") == (.threePoints, 4))
        for text in ["twoPoints", "twoPoints=", "rebound=1", "=2", "two=2=2", "miss2=1"] {
            #expect(throws: Unreadable.self) { try RuleWord.readPoints(text) }
        }
        #expect(throws: Unreadable.ruleValue(.onePoint, "21")) {
            try RuleWord.readPoints("onePoint=21")
        }
    }
}
