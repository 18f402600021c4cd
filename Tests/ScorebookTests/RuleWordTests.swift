import Testing

@testable import Documents
@testable import Scorebook

/// Rules as people type and read them.
@Suite struct RuleWordTests {
    @Test func everyRuleHasAWordThatNamesItAlone() {
        #expect(Set(Rule.allCases.map(RuleWord.name)).count == Rule.allCases.count)
        for rule in Rule.allCases {
            #expect(!RuleWord.explanation(rule).isEmpty)
        }
        #expect(RuleWord.options.count == Rule.allCases.count - 4)
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
