import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// What a device that does not hold or know everything says of a signature.
@Suite struct APISignRefusalTests {
    private let bench: APIBench
    private let game: GameID

    init() throws {
        bench = try APIBench()
        try bench.game()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest())
        game = bench.ledger.book.gameIDs[0]
    }

    @Test func kindsThatAreNotKnownAreNotSigned() throws {
        let kind = Kind(rawValue: 200)
        _ = try bench.ledger.record([Draft(scope: .game(game), kind: kind, body: [1])])
        bench.turn()
        let (code, reason) = try bench.denial(.sign, SignRequest())
        #expect(code == 409)
        #expect(reason.message.contains("1 entry of a newer version"))
        #expect(reason.message.contains("update scored"))
        let status = try #require(try bench.status().game)
        #expect(status.provisionalBecause == ["1 entry of a newer version"])
    }

    @Test func entriesThatSomebodySignedAreAwaited() throws {
        let board = try #require(bench.ledger.book.scoreboard(of: game))
        var cut = board.signable { bench.ledger.log.entries($0) }.cut
        let author = try #require(cut.last.keys.first)
        cut.last[author] = 99
        let digest = bench.ledger.seal.digest([])
        let signOff = SignOff(digest: digest, score: board.score, cut: cut)
        _ = try bench.ledger.record([signOff.draft(in: game)])
        bench.turn()
        let (code, reason) = try bench.denial(.sign, SignRequest())
        #expect(code == 409)
        #expect(reason.message.contains("mia signed entries of hawks-owls that are not here yet"))
    }

    private func sign() throws -> () -> Response? {
        let target = Target(["v1", "sign"])
        let answer = bench.router.answer(Request(.post, target, body: Array("{}".utf8)))
        guard case .later(let give) = answer else {
            Issue.record("the signature did not wait")
            throw CancellationError()
        }
        return give
    }

    @Test func whatComesInTheSameTurnIsSigned() throws {
        let late = Move(.onePoint, by: .team(.away), period: 1)
        _ = try bench.ledger.record([late.draft(in: game)])
        let give = try sign()
        bench.turn()
        #expect(give() == nil)
        bench.turn()
        let response = try #require(give())
        let signed = try JSON.decode(RecordedDocument.self, from: response.body)
        #expect(signed.echo.hasPrefix("signed: Hawks 2:1 Owls, "))
        let status = try #require(try bench.status().game)
        #expect(status.isOfficial)
        #expect(status.away.score == 1)
        #expect(status.afterSignOff.isEmpty)
    }

    @Test func aSignatureThatIsNotDurableIsNotAcknowledged() throws {
        let late = Move(.onePoint, by: .team(.away), period: 1)
        _ = try bench.ledger.record([late.draft(in: game)])
        let give = try sign()
        bench.turn()
        #expect(give() == nil)
        bench.disk.isFull = true
        #expect(!bench.turn())
        let response = try #require(give())
        #expect(response.status == .insufficientStorage)
        bench.disk.isFull = false
        bench.time.pass(.seconds(60))
        bench.ledger.tick()
        bench.turn()
        #expect(try bench.status().game?.signatures.isEmpty == true)
    }

    @Test func aLostDeviceIsNamedByItsKeeperToo() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        table.disconnect()
        let lost = try table.mia.record(
            .lost, AbsenceRequest(request: name32, device: "Bo", force: true))
        #expect(lost.warnings.map(\.code) == ["notWaitedFor"])
        let again = try table.mia.record(
            .lost, AbsenceRequest(request: name32, device: "Bo", force: true))
        #expect(again.isRepeat)
        #expect(again.entries == lost.entries)
    }

    private let name32 = "00112233445566778899aabbccddeeff"
}
