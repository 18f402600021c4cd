import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Rosters through the local API.
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
}
