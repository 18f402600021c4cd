import MoveLog
import Testing

@testable import Documents
@testable import Scorebook

/// Small questions that are asked of rules, boards and tables.
@Suite struct BoardQuestionTests {
    /// Nobody scores three points in 3x3 or one from the field under FIBA rules, unless the rules of
    /// that very game give points for it.
    @Test func rulesKnowWhatCanBeScored() throws {
        for preset in RulesPreset.allCases {
            let unknown = MoveKind.allCases.filter { !Rules(preset).knows($0) }
            switch preset {
            case .custom: #expect(unknown.isEmpty)
            case .pickup, .threeOnThree: #expect(unknown == [.threePoints])
            case .fiba, .nba: #expect(unknown == [.onePoint])
            }
        }
        var rules = Rules(.fiba)
        rules[.onePoint] += 1
        #expect(rules.knows(.onePoint))
    }

    @Test func aPresetThatNobodyKnowsListsAll() {
        let text = "\(Unreadable.preset("fib\u{1b}[2J"))"
        #expect(text.contains("'fib[2J'"))
        for preset in RulesPreset.allCases {
            #expect(text.contains(preset.word))
            #expect(RulesPreset(word: preset.word.uppercased()) == preset)
        }
        #expect(RulesPreset(word: "fib") == nil)
    }

    @Test func subjectsNameALineOrItsWholeTeam() throws {
        var court = try Court()
        let line = RosterLine(side: .away, number: "55", name: "Eve")
        let added = court.record(RosterAdded(lines: [line]))
        let board = try court.board()
        let eve = try #require(board.players.first { $0.name == "Eve" })
        let kim = try #require(board.players.first { $0.name == "Kim" })
        #expect(!eve.isNamed(by: []) && !eve.isNamed(by: [.nobody, .team(.home)]))
        #expect(eve.isNamed(by: [.nobody, .team(.away)]))
        #expect(eve.isNamed(by: [.line(.added(added, 0))]))
        #expect(!kim.isNamed(by: [.line(.added(added, 0))]) && kim.isNamed(by: [.team(.away)]))
        #expect(kim.isNamed(by: [.line(kim.ref)]) && kim.isNamed(by: [.line(kim.alias)]))
    }

    /// A held move stands in the way of a signature and is named.
    @Test func whatIsHeldStandsInTheWayOfSigning() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(30))
        let copy = court.note(.twoPoints, by: 2, .at(32))
        #expect(try court.board().held.map(\.id) == [copy])
        #expect(try court.board().signingObstacles.contains(.held([copy])))
        court.void(copy, by: 3)
        #expect(try court.board().signingObstacles == [.notOver])
    }

    @Test func everyKindIsReadAsItIsWritten() {
        for kind in MoveKind.allCases {
            for variant in [nil] + Variant.allCases.map(Optional.some) {
                var move = Move(kind, by: .nobody, period: 1)
                move.variant = variant
                let written = GamelogWord.write(move)
                let read = GamelogWord.read(
                    kind: written.kind, side: written.side, of: written.of)
                guard let variant else {
                    #expect(read == MoveWord.Meaning(kind: kind, variant: nil))
                    continue
                }
                #expect(read?.variant == variant)
            }
        }
        #expect(GamelogWord.read(kind: "dunk") == nil)
        #expect(GamelogWord.read(kind: "rebound", side: "left")?.variant == nil)
        #expect(GamelogWord.read(kind: "miss", of: "dunk")?.variant == nil)
    }

    @Test func lengthsThatNoClockCountsAreCut() {
        #expect(Duration.milliseconds(-1500).wholeMilliseconds == -1500)
        #expect(Duration.microseconds(1999).wholeMilliseconds == 1)
        #expect(Duration(secondsComponent: .max, attosecondsComponent: 0).wholeMilliseconds == .max)
        #expect(Duration(secondsComponent: .min, attosecondsComponent: 0).wholeMilliseconds == .min)
    }

    /// A name with a number may be taken by somebody who is called so.
    @Test func namesAreOnesOwnWhateverOthersAreCalled() {
        var taken: [String: Int] = [:]
        let names = ["bo", "bo-2", "bo", "bo-3", "bo", "bo-2"].map {
            Slug.unique($0, taken: &taken)
        }
        #expect(Set(names).count == names.count, "\(names)")
        #expect(names.prefix(3) == ["bo", "bo-2", "bo-3"])
    }
}
