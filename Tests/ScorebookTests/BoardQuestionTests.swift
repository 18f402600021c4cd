import MoveLog
import Official
import Seeds
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

    /// Copies that agree do not stand in the way of a signature; a question does, and is named.
    @Test func whatIsAskedStandsInTheWayOfSigning() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(30))
        court.note(.twoPoints, by: 2, .at(32))
        #expect(try court.board().signingObstacles == [.notOver])
        court.note(.twoPoints, by: 1, .at(60))
        let other = court.note(.threePoints, by: 2, .at(62))
        let questions = try court.board().questions
        #expect(questions.map(\.kind) == [.doubt])
        #expect(try court.board().signingObstacles == [.notOver, .questions(questions)])
        court.void(other, by: 3)
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

/// The cells of a box score: what nobody recorded is unknown, not zero.
@Suite struct BoxScoreTests {
    @Test func whatNobodyRecordedIsUnknown() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        court.move(.onePoint, 1)
        court.move(.foul, 3)
        let box = try court.board().boxScore(.home)
        let ana = box.players[0].box
        #expect(ana.points == 2 && ana.fieldGoalsMade == 1 && ana.twosMade == 1)
        #expect(ana.onesMade == 0)
        #expect(ana.fouls == 0)
        #expect(ana.fieldGoalsAttempted == nil && ana.twosAttempted == nil)
        #expect(ana.assists == nil && ana.rebounds == nil && ana.steals == nil)
        #expect(ana.blocks == nil && ana.turnovers == nil && ana.freeThrowsAttempted == nil)
        #expect(box.total.points == 3 && box.total.onesMade == 1)
        #expect(box.teamCredited.points == 0)
    }

    @Test func attemptsAreMadeAndMissed() throws {
        var court = try Court(.nba)
        for kind in [MoveKind.twoPoints, .threePoints, .threePoints, .freeThrow] {
            court.move(kind, 0)
        }
        for variant in [Variant.ofTwoPoints, .ofThreePoints, .ofFreeThrow] {
            court.record(Move(.miss, variant, by: .line(.created(0)), period: 1))
        }
        court.record(Move(.rebound, .defensive, by: .line(.created(0)), period: 1))
        court.record(Move(.rebound, by: .line(.created(0)), period: 1))
        court.record(Move(.rebound, .offensive, by: .team(.home), period: 1))
        let box = try court.board().boxScore(.home)
        let ana = box.players[0].box
        #expect(ana.points == 9)
        #expect(ana.fieldGoalsMade == 3 && ana.fieldGoalsAttempted == 5)
        #expect(ana.twosMade == 1 && ana.twosAttempted == 2)
        #expect(ana.threesMade == 2 && ana.threesAttempted == 3)
        #expect(ana.freeThrowsMade == 1 && ana.freeThrowsAttempted == 2)
        #expect(ana.onesMade == nil && ana.onesAttempted == nil)
        #expect(ana.rebounds == 2 && ana.defensiveRebounds == 1 && ana.offensiveRebounds == 0)
        #expect(box.teamCredited.rebounds == 1 && box.total.rebounds == 3)
        #expect(box.players[1].box.rebounds == 0)
        #expect(try court.board().boxScore(.away).total.fieldGoalsAttempted == 0)
    }

    @Test(arguments: cases(OfficialGame.names))
    func linesAddUpToTheTeam(name: String) throws {
        let (table, id) = try PaperKeeping().table(of: OfficialGame(name))
        let board = try table.board(id)
        for side in Side.allCases {
            let box = board.boxScore(side)
            let lines = box.players.map(\.box) + [box.teamCredited]
            #expect(lines.reduce(0) { $0 + $1.points } == box.total.points)
            #expect(lines.reduce(0) { $0 + ($1.rebounds ?? 0) } == box.total.rebounds ?? 0)
            #expect(lines.reduce(0) { $0 + ($1.fouls ?? 0) } == box.total.fouls ?? 0)
            #expect(box.total.points == board.score[side])
            #expect(board.teams[side].periodScores.reduce(0, +) == board.score[side])
        }
    }
}

/// The game clock's governing entry, periods, and the players of each keeper.
@Suite struct ClockAndTrackingTests {
    private func clock(
        _ action: GameClockEntry.Action, _ seconds: Int, period: Int = 1
    ) -> GameClockEntry {
        GameClockEntry(action, period: period, elapsed: .seconds(seconds))
    }

    @Test func startStopAndSet() throws {
        var court = try Court(.fiba)
        #expect(try court.board().state == .scheduled)
        let start = court.record(clock(.start, 0))
        #expect(try court.board().clock.isRunning)
        #expect(try court.board().state == .live)
        court.record(clock(.start, 3), by: 2)
        #expect(try court.board().clock.governing == start)
        let set = court.record(clock(.set, 50))
        #expect(try court.board().clock.governing == set)
        #expect(try court.board().clock.isRunning)
        court.record(clock(.stop, 61))
        court.record(clock(.stop, 60), by: 2)
        court.record(clock(.stop, 64), by: 3)
        let standing = try court.board().clock
        #expect(!standing.isRunning && standing.elapsed == .seconds(60))
        court.record(clock(.set, 70))
        court.record(clock(.stop, 65), by: 2)
        #expect(try court.board().clock.elapsed == .seconds(70))
    }

    @Test func aPeriodBeginsOnce() throws {
        var court = try Court(.fiba)
        court.record(clock(.start, 0))
        court.record(PeriodBegan(period: 2))
        #expect(try court.board().clock.isRunning == false)
        court.record(clock(.start, 0, period: 2))
        court.record(PeriodBegan(period: 2), by: 2)
        let board = try court.board()
        #expect(board.clock.isRunning && board.clock.period == 2 && board.clock.ranIn == [1, 2])
        #expect(board.teams.home.periodScores == [0, 0])
    }

    /// A keeper who missed the end of a period takes nobody back to it.
    @Test func whatComesLateOfAPeriodThatIsOverTurnsNoClock() throws {
        var court = try Court()
        court.record(clock(.start, 0))
        court.record(PeriodBegan(period: 2))
        let start = court.record(clock(.start, 0, period: 2))
        court.record(clock(.stop, 590), by: 2)
        court.record(clock(.start, 590), by: 2)
        court.record(PeriodBegan(period: 1), by: 2)
        let present = try court.board().clock
        #expect(present.governing == start && present.isRunning && present.period == 2)
        // On purpose one can go back.
        court.record(clock(.set, 580), by: 2)
        let back = try court.board().clock
        #expect(back.period == 1 && !back.isRunning)
    }

    @Test func withoutAClockThePeriodIsTheMoves() throws {
        var court = try Court(.fiba)
        court.move(.twoPoints, 0, period: 3)
        let board = try court.board()
        #expect(board.clock.period == 3)
        #expect(board.teams.home.periodScores == [0, 0, 2])
        #expect(board.teams.away.periodScores == [0, 0, 0])
    }

    @Test func claimsAreASetForEachDevice() throws {
        var court = try Court()
        #expect(try court.board().untracked.isEmpty)
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.record(TrackingClaimed([.line(.created(0)), .line(.created(3))]), by: 2)
        court.record(TrackingReleased([.line(.created(1))]), by: 1)
        var board = try court.board()
        func slots(_ players: [PlayerLine]) -> [String] { players.map(\.slotText) }
        #expect(slots(board.overlaps) == ["h#1"])
        #expect(slots(board.untracked) == ["h#2", "a#2", "a#3"])
        #expect(board.claimants == [PaperTable.key(1), PaperTable.key(2)])
        court.record(RosterAdded(lines: [RosterLine(side: .home, number: "9", name: "Di")]))
        #expect(try court.board().teams.home.players[3].trackers == [PaperTable.key(1)])
        court.record(TrackingReleased([.team(.home), .team(.away)], device: PaperTable.key(2)))
        board = try court.board()
        #expect(board.overlaps.isEmpty)
        #expect(board.claimants.count == 2)
    }

    @Test func aSecondIncarnationIsTheSameDevice() throws {
        var court = try Court()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.table.start(8, device: 1)
        court.record(TrackingReleased([.line(.created(0))]), by: 8)
        #expect(try court.board().teams.home.players.map(\.trackers.count) == [0, 1, 1])
    }
}
