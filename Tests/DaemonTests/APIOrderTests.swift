import Documents
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// What holds of every request that records: what cannot be is denied, what is so already is not recorded
/// again, and a request that is repeated is done once.
@Suite struct APIOrderTests {
    private typealias Order = Encodable & Sendable

    private struct Refusal {
        let route: Route
        let status: Int
        let code: ErrorCode
        let order: any Order

        init(
            _ route: Route, _ order: any Order, _ code: ErrorCode = .malformed, status: Int = 422
        ) {
            (self.route, self.order, self.code, self.status) = (route, order, code, status)
        }
    }

    /// In a game without periods, in which mia.4 is a basket of h4 and mia.5 claims h4.
    private static var untimed: [Refusal] {
        moves + players + numbers + court + teams + others
            + rules.flatMap { rules, code in
                let teams = (TeamRequest(name: "A"), TeamRequest(name: "B"))
                return [
                    Refusal(.rules, RulesChangeRequest(rules: rules), code),
                    Refusal(
                        .newGame, NewGameRequest(home: teams.0, away: teams.1, rules: rules), code),
                ]
            }
    }

    private static let others: [Refusal] = [
        Refusal(.end, EndRequest(forfeit: .home, abandon: "rain")),
        Refusal(.end, EndRequest(abandon: " ")), Refusal(.end, EndRequest(abandon: "\u{202e}")),
        Refusal(.end, EndRequest(game: "nothing"), .unknownGame, status: 404),
        Refusal(.end, EndRequest(request: "1"), status: 400),
        Refusal(.keeper, KeeperRequest(name: "\u{200b}")),
        Refusal(.keeper, KeeperRequest(name: String(repeating: "m", count: 65)), .tooLarge),
        Refusal(.nameTable, TableRequest(name: "")),
    ]

    private static let moves: [Refusal] = [
        Refusal(.moves, MoveRequest(player: "h4", kind: "2p", period: 0)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "2p", period: 100)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "2p", clockSeconds: 86_401)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "2p", clockSeconds: .min)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "2p", points: 0)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "2p", points: 21)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "foul", points: 1)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "ft", points: 4)),
        Refusal(.moves, MoveRequest(player: "h4", kind: "note")),
        Refusal(.moves, MoveRequest(request: "12", player: "h4", kind: "2p"), status: 400),
        // An assist leads to a basket of another player of the same side.
        Refusal(.moves, MoveRequest(player: "h#2", kind: "2p", basket: "mia.4")),
        Refusal(.moves, MoveRequest(player: "h4", kind: "assist", basket: "mia.4"), .wrongEntry),
        Refusal(.moves, MoveRequest(player: "a4", kind: "assist", basket: "mia.4"), .wrongEntry),
        Refusal(.moves, MoveRequest(player: "h#2", kind: "assist", basket: "mia.5"), .wrongEntry),
        Refusal(
            .moves, MoveRequest(player: "h#2", kind: "assist", basket: "zoe.1"), .unknownEntry,
            status: 404),
    ]

    private static let players: [Refusal] = [
        Refusal(.track, TrackRequest(players: ["h4", "zz"]), .unknownPlayer),
        Refusal(.track, TrackRequest(players: ["h4", "h7"]), .ambiguousPlayer),
        Refusal(.track, TrackRequest(players: [])),
        Refusal(.track, TrackRequest(players: Array(repeating: "h4", count: 129)), .tooLarge),
        Refusal(.untrack, TrackRequest(players: ["h4"], isOnly: true)),
        Refusal(.roster, RosterRequest(action: .add)),
        Refusal(.roster, RosterRequest(action: .add, side: .home, players: [])),
        Refusal(.roster, added(RosterPlayer(number: "\u{202e}", name: "\u{7}"))),
        Refusal(.roster, added(RosterPlayer(number: "12345", name: "Gil"))),
        Refusal(.roster, added(RosterPlayer(name: String(repeating: "n", count: 65)))),
        Refusal(.roster, added(RosterPlayer(name: "Gil"), times: 129), .tooLarge),
        Refusal(.roster, RosterRequest(action: .rename, player: "h4")),
        Refusal(.roster, RosterRequest(action: .rename, player: "h4", name: "\u{1b}")),
        Refusal(
            .roster,
            RosterRequest(
                action: .rename, player: "h4", name: String(repeating: "n", count: 65)), .tooLarge),
        Refusal(
            .roster, RosterRequest(action: .rename, player: "nobody", name: "Gil"), .unknownPlayer),
        Refusal(.roster, RosterRequest(action: .rename, name: "Gil")),
        Refusal(.roster, RosterRequest(action: .number, player: "h4")),
        Refusal(.roster, RosterRequest(action: .inactive)),
        Refusal(.roster, RosterRequest(action: .inactive, player: "h7"), .ambiguousPlayer),
        Refusal(.roster, RosterRequest(action: .merge, player: "h4")),
        Refusal(.roster, RosterRequest(action: .merge, player: "h4", into: "h#1")),
        Refusal(.roster, RosterRequest(action: .merge, player: "h4", into: "a4")),
        Refusal(
            .roster, RosterRequest(game: "nothing", action: .inactive, player: "h4"), .unknownGame,
            status: 404),
        Refusal(
            .roster, RosterRequest(request: "xyz", action: .inactive, player: "h4"), status: 400),
    ]

    private static let numbers = ["abc", "7a", "1234", "12345", "-1", "4 4", "٣"].map {
        Refusal(.roster, RosterRequest(action: .number, player: "h4", number: $0))
    }

    private static func added(_ player: RosterPlayer, times: Int = 1) -> RosterRequest {
        RosterRequest(
            action: .add, side: .home, players: Array(repeating: player, count: times))
    }

    private static let court: [Refusal] = [
        Refusal(.lineups, LineupRequest(side: .home, players: [])),
        Refusal(.lineups, LineupRequest(side: .home, players: ["7"]), .ambiguousPlayer),
        Refusal(.lineups, LineupRequest(side: .home, players: ["4", "h#1"])),
        Refusal(.lineups, LineupRequest(side: .home, players: ["finn"])),
        // With the side's letter before it, a part of the other side's Anders.
        Refusal(.lineups, LineupRequest(side: .away, players: ["nder"])),
        Refusal(.lineups, LineupRequest(side: .home, players: ["4"], period: 100)),
        Refusal(
            .lineups, LineupRequest(side: .home, players: Array(repeating: "4", count: 129)),
            .tooLarge),
        Refusal(.substitutions, SubstitutionRequest(comingIn: "h4", goingOut: "h4")),
        Refusal(.substitutions, SubstitutionRequest(comingIn: "h4", goingOut: "finn")),
        Refusal(
            .substitutions, SubstitutionRequest(comingIn: "zz", goingOut: "h4"), .unknownPlayer),
        Refusal(
            .substitutions,
            SubstitutionRequest(comingIn: "h#2", goingOut: "h4", clockSeconds: .max)),
        Refusal(.notes, NoteRequest(text: "")), Refusal(.notes, NoteRequest(text: " ")),
        Refusal(.notes, NoteRequest(text: "\u{7}")),
        Refusal(.notes, NoteRequest(text: String(repeating: "n", count: 501)), .tooLarge),
    ]

    private static let teams: [Refusal] = [
        Refusal(.newGame, game("Hawks", [RosterPlayer(name: "Ana"), RosterPlayer(name: "\u{7}")])),
        Refusal(.newGame, game("Hawks", [RosterPlayer(number: "12345", name: "Ana")])),
        Refusal(
            .newGame, game("Hawks", [RosterPlayer(name: String(repeating: "a", count: 65))])),
        Refusal(
            .newGame, game("Hawks", (0..<129).map { RosterPlayer(name: "Player \($0)") }),
            .tooLarge),
        Refusal(.newGame, game("\u{202e}")), Refusal(.newGame, game("Ówls")),
    ]

    private static func game(_ home: String, _ roster: [RosterPlayer]? = nil) -> NewGameRequest {
        NewGameRequest(
            home: TeamRequest(name: home, roster: roster), away: TeamRequest(name: "Owls"))
    }

    private static let rules: [(RulesRequest, ErrorCode)] =
        [(RulesRequest(preset: "soccer"), .unknownRules)]
        + [
            RulesRequest(periods: 0), RulesRequest(periods: 100), RulesRequest(periodSeconds: -1),
            RulesRequest(overtimeSeconds: 86_401), RulesRequest(target: -1),
            RulesRequest(target: .max), RulesRequest(lead: .min),
            RulesRequest(points: ["assist": 1]), RulesRequest(points: ["onePoint": 21]),
            RulesRequest(points: ["onePoint": -1]), RulesRequest(points: ["m2": 1]),
            RulesRequest(points: ["": 1]), RulesRequest(foulLimit: 10_001),
            RulesRequest(penaltyFouls: 10, secondPenaltyFouls: 7),
            RulesRequest(preset: "3x3", penaltyFouls: 11),
        ].map { ($0, .malformed) }

    /// In a game of four periods of ten minutes, after the same.
    private static let timed: [Refusal] =
        clocks.map { Refusal(.clock, $0) } + fixes

    private static let clocks = [
        ClockRequest(action: .set), ClockRequest(action: .set, seconds: 1, remainingSeconds: 1),
        ClockRequest(action: .set, seconds: 601), ClockRequest(action: .set, seconds: -1),
        ClockRequest(action: .set, seconds: .min),
        ClockRequest(action: .set, remainingSeconds: .max),
        ClockRequest(action: .set, milliseconds: 600_001),
        ClockRequest(action: .set, milliseconds: .max),
        ClockRequest(action: .set, milliseconds: -1),
        ClockRequest(action: .set, remainingMilliseconds: .min),
        ClockRequest(action: .set, seconds: 1, milliseconds: 1000),
        ClockRequest(action: .start, seconds: 3), ClockRequest(action: .start, period: 0),
        ClockRequest(action: .start, milliseconds: 1000),
        ClockRequest(action: .period, period: 100),
        ClockRequest(action: .period, remainingMilliseconds: 0),
    ]

    private static let fixes: [Refusal] = [
        Refusal(.fix, FixRequest(entry: "mia.4")),
        Refusal(.fix, FixRequest(entry: "mia.4", kind: "foul", points: 2)),
        Refusal(.fix, FixRequest(entry: "mia.4", period: 0)),
        Refusal(.fix, FixRequest(entry: "mia.4", clockSeconds: 1 << 40)),
        Refusal(.fix, FixRequest(entry: "mia.4", shownSeconds: 601)),
        Refusal(.fix, FixRequest(entry: "mia.4", player: "h7"), .ambiguousPlayer),
        Refusal(.fix, FixRequest(entry: "mia.4", points: 99)),
        Refusal(.fix, FixRequest(entry: "mia.4", kind: "blok"), .unknownKind),
    ]

    @Test(arguments: [nil, "fiba"])
    func whatCannotBeIsDeniedAndNothingRecorded(preset: String?) throws {
        let bench = try APIBench.playing(preset.map { RulesRequest(preset: $0) })
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        try bench.record(.track, TrackRequest(players: ["h4"]))
        for refusal in preset == nil ? Self.untimed : Self.timed {
            let (status, reason) = try bench.denial(refusal.route, refusal.order)
            #expect(status == refusal.status, "\(refusal): \(reason)")
            #expect(reason.code == refusal.code.rawValue, "\(refusal): \(reason)")
        }
    }

    @Test func whatIsSoAlreadyIsNotRecorded() throws {
        let bench = try APIBench.playing(RulesRequest(preset: "fiba"))
        let orders: [(Route, any Order)] = [
            (.clock, ClockRequest(action: .stop)), (.reopen, ReopenRequest()),
            (.roster, RosterRequest(action: .rename, player: "h4", name: "Ana Berg")),
            (.roster, RosterRequest(action: .number, player: "h4", number: "4")),
            (.roster, RosterRequest(action: .active, player: "h4")),
            (.rules, RulesChangeRequest(rules: RulesRequest(foulLimit: 5))),
            (.found, AbsenceRequest(device: "mia")),
        ]
        let before = bench.ledger.digest
        for (route, order) in orders {
            let answer = try bench.record(route, order)
            #expect(answer.entries.isEmpty, "\(order)")
            #expect(answer.warnings.map(\.code) == ["nothingChanged"], "\(order)")
        }
        #expect(bench.ledger.digest == before)
    }

    /// Whatever came between: an end that was taken back is not repeated by a repeated request.
    @Test(arguments: [Route.newGame, .void, .undo, .roster, .end, .sign])
    func aRequestIsDoneOnce(route: Route) throws {
        let bench = try APIBench.playing()
        let name = try bench.record(.moves, MoveRequest(player: "h4", kind: "2p")).entries[0]
        try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        if route == .sign { try bench.record(.end, EndRequest(force: true)) }
        let request = "00112233445566778899aabbccddeeff"
        let order: any Order =
            switch route {
            case .newGame:
                NewGameRequest(
                    request: request, home: TeamRequest(name: "A"), away: TeamRequest(name: "B"))
            case .void: EntriesRequest(request: request, entries: [name])
            case .undo: UndoRequest(request: request)
            case .roster:
                RosterRequest(
                    request: request, action: .add, side: .home,
                    players: [RosterPlayer(name: "Gil")])
            case .end: EndRequest(request: request, force: true)
            default: SignRequest(request: request)
            }
        let first = try bench.record(route, order)
        #expect(!first.isRepeat && !first.entries.isEmpty)
        if [.end, .sign].contains(route) { try bench.record(.reopen, ReopenRequest()) }
        let before = bench.ledger.digest
        let second = try bench.record(route, order)
        #expect(second.isRepeat && second.entries == first.entries)
        #expect(bench.ledger.digest == before)
    }
}
