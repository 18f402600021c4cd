import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Rosters, and who is on the court, through the local API.
@Suite struct APIRosterTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    @Test func aJerseyNumberIsOneToThreeDigitsOrNone() throws {
        try bench.game()
        for number in ["0", "00", "99", "100", ""] {
            try bench.record(
                .roster, RosterRequest(action: .number, player: "h#1", number: number))
            #expect(try player("h#1").number == number)
        }
    }

    /// The number that a new game, an import and a late player may have is that of `number`.
    @Test func everyDoorHasTheSameRuleForNumbers() throws {
        try bench.game()
        let problem = "'7B' is not a jersey number: one to three digits"
        let odd = [RosterPlayer(number: "7B", name: "Bo")]
        let game = NewGameRequest(
            home: TeamRequest(name: "Bears", roster: odd), away: TeamRequest(name: "Foxes"))
        let refusals = [
            try bench.denial(.newGame, game),
            try bench.denial(.importGame, ImportRequest(game: game)),
            try bench.denial(.roster, RosterRequest(action: .add, side: .home, players: odd)),
            try bench.denial(.roster, RosterRequest(action: .number, player: "h#1", number: "7B")),
        ]
        for (status, error) in refusals {
            #expect(status == 422 && error.reason.hasPrefix(problem), "\(error.reason)")
        }
        _ = try added("#15", "Gil", .home)
        #expect(try player("h#4").number == "15")
        try bench.record(.roster, RosterRequest(action: .number, player: "h#1", number: "#16"))
        #expect(try player("h#1").number == "16")
    }

    private func added(
        _ number: String?, _ name: String, _ side: SideName
    ) throws -> RecordedDocument {
        let player = RosterPlayer(number: number, name: name)
        return try bench.record(
            .roster, RosterRequest(action: .add, side: side, players: [player]))
    }

    private func player(_ slot: String) throws -> PlayerDocument {
        let game = try #require(try bench.status().game)
        return try #require(
            (game.home.players + game.away.players).first { $0.slot == slot })
    }

    @Test func whoComesLateIsCoveredByAClaimOnTheTeam() throws {
        try bench.game()
        try bench.record(.track, TrackRequest(players: ["home"]))
        #expect(try added("12", "Gil", .home).warnings.isEmpty)
        #expect(try player("h#4").trackedBy == ["mia"])
        let other = try added(nil, "Hal", .away)
        #expect(other.warnings.map(\.code) == ["untracked"])
        try bench.move("h12", "2")
        #expect(try bench.status().game?.home.score == 2)
    }

    @Test func equalNumbersWarnAtOnceAndInTheStatus() throws {
        try bench.game()
        let twice = try added("4", "Gil", .home)
        #expect(twice.warnings.map(\.code) == ["numberTwice"])
        let status = try bench.status().warnings.filter { $0.code == "numberTwice" }
        #expect(status.count == 2)
        let renumbered = try bench.record(
            .roster, RosterRequest(action: .number, player: "h#4", number: "00"))
        #expect(renumbered.warnings.isEmpty)
    }

    /// A number that both teams have is that of the only side that this device tracks.
    @Test func aNumberOfBothTeamsIsThatOfTheSideTracked() throws {
        try bench.game()
        let denial = try bench.denial(.moves, MoveRequest(player: "4", kind: "2")).1
        #expect(denial.code == "ambiguous-player" && denial.candidates == ["h4", "a4"])
        for (track, score) in [("away", (0, 2)), ("home", (2, 2))] {
            try bench.record(.track, TrackRequest(players: [track], isOnly: true))
            try bench.move("4", "2")
            let game = try #require(try bench.status().game)
            #expect((game.home.score, game.away.score) == score)
        }
        // The slot only where the side has the number twice.
        let seven = try bench.denial(.moves, MoveRequest(player: "7", kind: "2")).1
        #expect(seven.candidates == ["h#2", "h#3"])
        try bench.record(.track, TrackRequest(players: ["all"]))
        #expect(try bench.denial(.moves, MoveRequest(player: "4", kind: "2")).0 == 422)
    }

    @Test func aTeamIsNamedByItsNameOrAPartOfIt() throws {
        try bench.game()
        for text in ["Hawks", "HAW", "hàwks"] { try bench.move(text, "foul") }
        #expect(
            try bench.board().moves.map { $0.move?.subject }
                == .init(repeating: .team(.home), count: 3))
        try bench.record(.track, TrackRequest(players: ["owls"]))
        #expect(try player("a#3").trackedBy == ["mia"])
        _ = try added("9", "Hawk", .away)
        let both = try bench.denial(.moves, MoveRequest(player: "hawk", kind: "2")).1
        #expect(both.code == "ambiguous-player" && both.candidates == ["home", "a9"])
    }

    @Test func whoTakesNoPartIsNamedBySlotAlone() throws {
        try bench.game()
        try bench.move("h4", "2")
        try bench.record(.roster, RosterRequest(action: .inactive, player: "h4"))
        #expect(try !player("h#1").isActive)
        #expect(try bench.status().game?.home.score == 2)
        for text in ["h4", "Ana Berg"] {
            let denial = try bench.denial(.moves, MoveRequest(player: text, kind: "2")).1
            #expect(denial.code == "unknown-player" && denial.candidates == ["h#1"])
        }
        let late = try bench.move("h#1", "2")
        #expect(late.warnings.map(\.code).contains("notActive"))
        try bench.record(.roster, RosterRequest(action: .active, player: "h#1"))
        #expect(try player("h#1").isActive)
    }

    @Test func oneWhoWasEnteredTwiceBecomesOne() throws {
        try bench.game()
        try bench.move("h#2", "2")
        try bench.move("h#3", "1")
        try bench.record(.roster, RosterRequest(action: .merge, player: "h#3", into: "h#2"))
        #expect(try player("h#2").points == 3)
        #expect(try player("h#3").mergedInto == "h#2")
        try bench.move("h7", "1")
        #expect(try player("h#2").points == 4)
        #expect(try bench.status().game?.home.score == 4)
        #expect(!(try bench.status().warnings.contains { $0.code == "numberTwice" }))
    }

    @Test func aPlayerComesInForAnother() throws {
        try bench.game()
        let change = SubstitutionRequest(comingIn: "00", goingOut: "a4")
        let entries = try bench.record(.substitutions, change).entries
        #expect(try bench.log().entries.suffix(2).map(\.player) == ["a#1", "a#2"])
        let again = try bench.record(.substitutions, change)
        #expect(again.warnings.map(\.code) == ["sameSubstitution", "sameSubstitution"])
        #expect(again.warnings[0].text.contains(entries[0]))
        let back = SubstitutionRequest(comingIn: "a4", goingOut: "00")
        #expect(try bench.record(.substitutions, back).warnings.isEmpty)
        // However it is said.
        let once = try bench.move("a4", "in")
        #expect(once.warnings.contains { $0.code == "sameSubstitution" })
    }

    /// A move of a player on the bench is recorded, with a warning; who is there is not always known.
    @Test(arguments: ["ft", "2", "r", "st"])
    func whoeverSitsOnTheBenchIsCalledOut(kind: String) throws {
        try bench.game()
        func codes(_ player: String, _ kind: String) throws -> [String] {
            try bench.move(player, kind).warnings.map(\.code).filter { $0 == "onBench" }
        }
        #expect(try codes("h4", kind) == [])
        try bench.record(.lineups, LineupRequest(side: .home, players: ["h#2", "cleo"]))
        #expect(try codes("h#2", kind) == [])
        #expect(try codes("h4", kind) == ["onBench"])
        #expect(try codes("h4", "tf") == [], "a foul is called on the bench too")
        #expect(try codes("a4", kind) == [])
        try bench.record(.substitutions, SubstitutionRequest(comingIn: "h4", goingOut: "h#2"))
        #expect(try codes("h4", kind) == [])
        #expect(try codes("h#2", kind) == ["onBench"])
    }

    /// Each row: the preset, how many time-outs are taken in which period, how many of them are too many.
    @Test(arguments: [
        ("fiba", [1: 3], 1), ("fiba", [1: 1, 2: 1, 3: 3], 0), ("fiba", [3: 2, 4: 2], 1),
        ("fiba", [5: 2], 1), ("nba", [1: 7], 0), ("nba", [1: 4, 4: 4], 1), ("nba", [5: 3], 1),
        ("3x3", [1: 2], 1), ("pickup", [1: 9], 0),
    ])
    func moreTimeoutsThanTheRulesGive(
        preset: String, taken: [Int: Int], tooMany: Int
    ) throws {
        try bench.game(RulesRequest(preset: preset))
        var count = 0
        for (period, times) in taken.sorted(by: { $0.key < $1.key }) {
            for _ in 0..<times {
                let move = MoveRequest(player: "home", kind: "timeout", period: period, force: true)
                let warnings = try bench.record(.moves, move).warnings
                count += warnings.count { $0.code == "timeouts" }
            }
        }
        #expect(count == tooMany)
        let other = MoveRequest(player: "away", kind: "timeout", period: 1)
        #expect(
            try bench.record(.moves, other).warnings.contains { $0.code == "timeouts" } == false)
    }

    /// A line-up says who is on the court, too.
    @Test func whoWasPutBackByALineUpGoesOutAgainWithoutAWord() throws {
        try bench.game()
        try bench.move("h4", "out")
        try bench.record(.lineups, LineupRequest(side: .home, players: ["4", "h#2", "cleo"]))
        let again = try bench.move("h4", "out")
        #expect(!again.warnings.contains { $0.code == "sameSubstitution" })
        // The other side's line-up says nothing of this one.
        try bench.record(.lineups, LineupRequest(side: .away, players: ["4", "00"]))
        let third = try bench.move("h4", "out")
        #expect(third.warnings.contains { $0.code == "sameSubstitution" })
    }
}
