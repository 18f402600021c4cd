import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Three real daemons on loopback take one game to its official end.
@Suite struct SignedTableTests {
    private let world: DaemonWorld
    private static let names = ["mia", "bo", "cy"]

    init() throws {
        world = try DaemonWorld()
        for name in Self.names { try world.start(name) }
        for name in Self.names.dropFirst() { _ = try world.pair(name, with: "mia") }
        try record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(name: "Hawks", roster: [RosterPlayer(number: "4", name: "Ana")]),
                away: TeamRequest(name: "Owls", roster: [RosterPlayer(number: "5", name: "Dee")])),
            at: "mia")
        try agree()
        try record(.track, TrackRequest(players: ["home"]), at: "mia")
        try record(.track, TrackRequest(players: ["away"]), at: "bo")
        try record(.track, TrackRequest(players: ["a5"]), at: "cy")
        try agree()
    }

    private func agree() throws {
        #expect(
            try world.run {
                try world.areEqual()
                    && world.daemons.keys.allSatisfy { try world.links(of: $0) > 0 }
            })
    }

    @discardableResult
    private func record(
        _ route: Route, _ body: some Encodable, at name: String
    ) throws -> RecordedDocument {
        let daemon = try world.daemon(name)
        let target = Target(route.path.split(separator: "/").map(String.init))
        let answer = Router(daemon, version: "0").answer(
            Request(.post, target, body: JSON.encode(body)))
        guard let give = answer.acknowledgement else {
            Issue.record("\(name): \(route.path) was denied")
            throw CancellationError()
        }
        try daemon.step(timeout: .zero)
        return try JSON.decode(RecordedDocument.self, from: give().body)
    }

    private func game(at name: String) throws -> GameDocument {
        let daemon = try world.daemon(name)
        return try #require(Router(daemon, version: "0").api.status.game)
    }

    @Test(.timeLimit(.minutes(1)))
    func threeWhoSignAtTheSameTimeAgree() throws {
        try record(.moves, MoveRequest(player: "h4", kind: "2"), at: "mia")
        try record(.moves, MoveRequest(player: "a5", kind: "1"), at: "bo")
        try record(.moves, MoveRequest(player: "a5", kind: "rebound"), at: "cy")
        try agree()
        try record(.end, EndRequest(), at: "cy")
        try agree()
        // Nobody has heard of another's signature yet.
        let signed = try Self.names.map {
            try record(.sign, SignRequest(game: "hawks-owls"), at: $0)
        }
        #expect(Set(signed.map { $0.echo.prefix { $0 != ";" } }).count == 1)
        try agree()
        for name in Self.names {
            let document = try game(at: name)
            #expect(document.isOfficial)
            #expect(!document.isProvisional)
            #expect(document.signatures.count == 3)
            #expect((document.home.score, document.away.score) == (2, 1))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aDeviceThatVanishedIsLostAndComesBack() throws {
        try record(.moves, MoveRequest(player: "h4", kind: "2"), at: "mia")
        try agree()
        try world.stop("cy")
        #expect(
            try world.run {
                try game(at: "mia").isProvisional && game(at: "bo").isProvisional
            })
        try record(.end, EndRequest(), at: "mia")
        #expect(try world.run { try game(at: "bo").state == .closed })
        try record(.sign, SignRequest(game: "hawks-owls"), at: "mia")
        try record(.sign, SignRequest(game: "hawks-owls"), at: "bo")
        #expect(try world.run { try game(at: "mia").unsigned == ["cy"] })
        #expect(try !game(at: "mia").isOfficial)
        try record(.lost, AbsenceRequest(game: "hawks-owls", device: "cy"), at: "bo")
        #expect(try world.run { try game(at: "mia").isOfficial && game(at: "bo").isOfficial })
        #expect(try !game(at: "mia").isProvisional)
        let daemon = try world.start("cy")
        let late = Move(.onePoint, by: .team(.away), period: 1)
        let id = try #require(daemon.ledger.book.table.games.first?.id)
        _ = try daemon.ledger.record([late.draft(in: id)])
        #expect(
            try world.run { try world.areEqual() && game(at: "mia").afterSignOff.count == 1 })
        for name in Self.names {
            #expect(try game(at: name).isOfficial)
            #expect(try game(at: name).away.score == 0)
        }
    }
}
