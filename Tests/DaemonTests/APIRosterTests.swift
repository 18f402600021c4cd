import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Rosters through the local API.
@Suite struct APIRosterTests {
    @Test(arguments: ["abc", "7a", "1234", "-1", "4 4", "٣"])
    func aJerseyNumberIsOneToThreeDigits(number: String) throws {
        let bench = try APIBench()
        try bench.game()
        let (code, reason) = try bench.denial(
            .roster, RosterRequest(action: .number, player: "h4", number: number))
        #expect(code == 422 && reason.message.contains("digits"))
        for fine in ["0", "00", "99", "100", ""] {
            try bench.record(
                .roster, RosterRequest(action: .number, player: "h#1", number: fine))
        }
    }

    private func add(_ number: String?, _ name: String, _ side: SideName = .home) -> RosterRequest {
        RosterRequest(
            action: .add, side: side, players: [RosterPlayer(number: number, name: name)])
    }

    private func player(_ slot: String, _ bench: APIBench) throws -> PlayerDocument {
        let game = try #require(try bench.status().game)
        return try #require(
            (game.home.players + game.away.players).first { $0.slot == slot })
    }

    @Test func whoComesLateIsCoveredByAClaimOnTheTeam() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.track, TrackRequest(players: ["home"]))
        let late = try bench.record(.roster, add("12", "Gil"))
        #expect(late.echo == "Hawks: h#4 12 Gil; tracked by mia, who tracks the team")
        #expect(try player("h#4", bench).trackedBy == ["mia"])
        let other = try bench.record(.roster, add(nil, "Hal", .away))
        #expect(other.warnings.map(\.code) == ["untracked"])
        try bench.record(.moves, MoveRequest(player: "h12", kind: "2"))
        #expect(try bench.status().game?.home.score == 2)
    }

    @Test func equalNumbersWarnAtOnceAndInTheStatus() throws {
        let bench = try APIBench()
        try bench.game()
        let twice = try bench.record(.roster, add("4", "Gil"))
        #expect(twice.warnings.map(\.code) == ["numberTwice"])
        #expect(twice.warnings[0].text == "Hawks have number 4 twice: h#1 4 Ana Berg, h#4 4 Gil")
        let status = try bench.status().warnings.filter { $0.code == "numberTwice" }
        #expect(status.count == 2)
        let renumbered = try bench.record(
            .roster, RosterRequest(action: .number, player: "h#4", number: "00"))
        #expect(renumbered.echo == "h#4 4 Gil now wears 00" || renumbered.warnings.isEmpty)
        #expect(try player("h#4", bench).number == "00")
        let none = try bench.record(
            .roster, RosterRequest(action: .number, player: "h#4", number: ""))
        #expect(none.echo == "h#4 Gil now has no number")
        #expect(try player("h#4", bench).number == "")
    }

    @Test func aRenameTouchesNoMove() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2"))
        let renamed = try bench.record(
            .roster, RosterRequest(action: .rename, player: "ana", name: "Anna Berg"))
        #expect(renamed.echo == "h#1 4 Ana Berg renamed to Anna Berg")
        #expect(try player("h#1", bench).name == "Anna Berg")
        #expect(try player("h#1", bench).points == 2)
        let again = try bench.record(
            .roster, RosterRequest(action: .rename, player: "h4", name: "Anna Berg"))
        #expect(again.entries.isEmpty)
        #expect(again.warnings.map(\.code) == ["nothingChanged"])
    }

    /// A number that both teams have is that of the only side that this device tracks.
    @Test func aNumberOfBothTeamsIsThatOfTheSideTracked() throws {
        let bench = try APIBench()
        try bench.game()
        let denial = try bench.denial(.moves, MoveRequest(player: "4", kind: "2")).1
        #expect(denial.code == "ambiguous-player" && denial.candidates == ["h4", "a4"])
        for (track, score) in [("away", (0, 2)), ("home", (2, 2))] {
            try bench.record(.track, TrackRequest(players: [track], isOnly: true))
            try bench.record(.moves, MoveRequest(player: "4", kind: "2"))
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
        let bench = try APIBench()
        try bench.game()
        for text in ["Hawks", "HAW", "hàwks"] {
            let echo = try bench.record(.moves, MoveRequest(player: text, kind: "foul")).echo
            #expect(echo == "Hawks foul - 0:0")
        }
        #expect(
            try bench.record(.track, TrackRequest(players: ["owls"])).echo == "tracks Owls - 0:0")
        try bench.record(
            .roster,
            RosterRequest(
                action: .add, side: .away, players: [RosterPlayer(number: "9", name: "Hawk")]))
        let both = try bench.denial(.moves, MoveRequest(player: "hawk", kind: "2")).1
        #expect(both.code == "ambiguous-player" && both.candidates == ["home", "a9"])
    }

    @Test func aGameWithoutPlayersSaysHowToEnterThem() throws {
        let bench = try APIBench()
        try bench.record(
            .newGame, NewGameRequest(home: TeamRequest(name: "A"), away: TeamRequest(name: "B")))
        let denial = try bench.denial(.moves, MoveRequest(player: "7", kind: "2")).1
        #expect(denial.code == "unknown-player" && denial.message.contains("scored roster add"))
        let same = NewGameRequest(home: TeamRequest(name: "Réds"), away: TeamRequest(name: "reds"))
        #expect(try bench.denial(.newGame, same).0 == 422)
    }

    @Test func whoTakesNoPartIsNamedBySlotAlone() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2"))
        try bench.record(.roster, RosterRequest(action: .inactive, player: "h4"))
        #expect(try !player("h#1", bench).isActive)
        #expect(try bench.status().game?.home.score == 2)
        for text in ["h4", "Ana Berg"] {
            let denial = try bench.denial(.moves, MoveRequest(player: text, kind: "2")).1
            #expect(denial.code == "unknown-player" && denial.candidates == ["h#1"])
            #expect(denial.message.contains("4 Ana Berg"), "\(denial.message)")
            #expect(denial.message.contains("is inactive"))
        }
        let late = try bench.record(.moves, MoveRequest(player: "h#1", kind: "2"))
        #expect(late.warnings.map(\.code).contains("notActive"))
        try bench.record(.roster, RosterRequest(action: .active, player: "h#1"))
        #expect(try player("h#1", bench).isActive)
    }

    @Test func oneWhoWasEnteredTwiceBecomesOne() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h#2", kind: "2"))
        try bench.record(.moves, MoveRequest(player: "h#3", kind: "1"))
        let merged = try bench.record(
            .roster, RosterRequest(action: .merge, player: "h#3", into: "h#2"))
        #expect(
            merged.echo
                == "merged h#3 7 Cleo Anders into h#2 7 Bo Lind, with every move so far "
                + "and every later one; 3 points now")
        #expect(try player("h#2", bench).points == 3)
        #expect(try player("h#3", bench).mergedInto == "h#2")
        try bench.record(.moves, MoveRequest(player: "h7", kind: "1"))
        #expect(try player("h#2", bench).points == 4)
        #expect(try bench.status().game?.home.score == 4)
        #expect(!(try bench.status().warnings.contains { $0.code == "numberTwice" }))
    }

    @Test(arguments: [
        RosterRequest(action: .add), RosterRequest(action: .add, side: .home, players: []),
        RosterRequest(
            action: .add, side: .home, players: [RosterPlayer(number: "\u{202e}", name: "\u{7}")]),
        RosterRequest(
            action: .add, side: .home,
            players: [RosterPlayer(number: "12345", name: "Gil")]),
        RosterRequest(
            action: .add, side: .home,
            players: Array(repeating: RosterPlayer(name: "Gil"), count: 129)),
        RosterRequest(action: .rename, player: "h4"),
        RosterRequest(action: .rename, player: "h4", name: "\u{1b}"),
        RosterRequest(
            action: .rename, player: "h4", name: String(repeating: "n", count: 65)),
        RosterRequest(action: .rename, player: "nobody", name: "Gil"),
        RosterRequest(action: .rename, name: "Gil"), RosterRequest(action: .number, player: "h4"),
        RosterRequest(action: .number, player: "h4", number: "12345"),
        RosterRequest(action: .number, player: "h4", number: "4 5"),
        RosterRequest(action: .inactive), RosterRequest(action: .inactive, player: "h7"),
        RosterRequest(action: .merge, player: "h4"),
        RosterRequest(action: .merge, player: "h4", into: "h#1"),
        RosterRequest(action: .merge, player: "h4", into: "a4"),
        RosterRequest(game: "nothing", action: .inactive, player: "h4"),
        RosterRequest(request: "xyz", action: .inactive, player: "h4"),
    ])
    func whatCannotBeIsDeniedAndNothingRecorded(order: RosterRequest) throws {
        let bench = try APIBench()
        try bench.game()
        let (code, reason) = try bench.denial(.roster, order)
        #expect([400, 404, 422].contains(code), "\(reason)")
        #expect(reason.message.contains("nothing was recorded"))
    }

    @Test func aRequestIsDoneOnce() throws {
        let bench = try APIBench()
        try bench.game()
        var order = add("12", "Gil")
        order.request = "00112233445566778899aabbccddeeff"
        let first = try bench.record(.roster, order)
        let second = try bench.record(.roster, order)
        #expect(second.isRepeat)
        #expect(second.entries == first.entries)
        #expect(try bench.status().game?.home.players.count == 4)
    }
}
