import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Signing through the local API, at one device and at two.
@Suite struct APISignTests {
    private func game(_ bench: APIBench) throws -> GameDocument {
        try #require(try bench.status().game)
    }

    /// A game that both keep, 2:0 and ended.
    private func table() throws -> APITable {
        let table = try APITable.playing()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        try table.bo.record(.track, TrackRequest(players: ["away"]))
        try table.mia.move("h4", "2")
        try table.mia.record(.end, EndRequest(force: true))
        table.settle()
        return table
    }

    @Test func aTableOfOneIsOfficialAtOnce() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest(force: true))
        let signed = try bench.record(.sign, SignRequest())
        let document = try game(bench)
        #expect(document.isOfficial)
        #expect(document.state == .signed)
        #expect(document.unsigned.isEmpty)
        let signature = try #require(document.signatures.first)
        #expect(signature.name == "Mia")
        #expect(signature.isAgreed)
        #expect(signed.echo.hasPrefix("signed: Hawks 2:0 Owls, \(signature.words)"))
        let (_, refused) = try bench.denial(.end, EndRequest(forfeit: .home, force: true))
        #expect(refused.code == "conflict" && refused.advice?.hasSuffix("scored reopen") == true)
        let (_, claim) = try bench.denial(.track, TrackRequest(players: ["home"]))
        #expect(claim.code == "conflict")
        #expect(try bench.record(.sign, SignRequest()).entries.isEmpty)
    }

    /// Another keeper has begun the next game: neither the game that waits for a signature is forgotten, nor
    /// the one without a move ended in its place.
    @Test func whoSignsWhileTheNextGameIsOnIsToldWhichOneWaits() throws {
        let table = try table()
        try table.mia.record(.newGame, NewGameRequest("Cats", "Dogs"))
        table.settle()
        #expect(try game(table.bo).name == "hawks-owls", "he has not gone on yet")
        #expect(try table.bo.post(.use, UseRequest(game: "cats-dogs")).status == .ok)
        let (_, denial) = try table.bo.denial(.sign, SignRequest())
        #expect(denial.candidates == ["hawks-owls"])
        #expect(denial.message.hasSuffix("scored sign --game hawks-owls"))
        let (_, refused) = try table.bo.denial(.end, EndRequest(force: true))
        #expect(refused.code == "conflict" && refused.candidates == ["hawks-owls", "cats-dogs"])
        try table.bo.record(.sign, SignRequest(game: "hawks-owls"))
        let (_, later) = try table.bo.denial(.sign, SignRequest())
        #expect(!later.message.contains("hawks-owls"))
        try table.bo.record(.end, EndRequest(force: true))
    }

    @Test func officialIsWhatEveryKeeperSigned() throws {
        let table = try table()
        try table.mia.record(.sign, SignRequest())
        table.settle()
        #expect(try game(table.bo).unsigned == ["bo"])
        #expect(try !game(table.bo).isOfficial)
        try table.bo.record(.sign, SignRequest(name: "Cap"))
        table.settle()
        for bench in [table.mia, table.bo] {
            let document = try game(bench)
            #expect(document.isOfficial)
            #expect(!document.isProvisional)
            #expect(Set(document.signatures.map(\.words)).count == 1)
            #expect(document.signatures.map(\.name) == ["Mia", "Cap"])
        }
        #expect(table.mia.ledger.digest == table.bo.ledger.digest)
    }

    @Test func anEqualScoreOfOtherEntriesIsNotAgreement() throws {
        let table = try table()
        try table.mia.record(.sign, SignRequest())
        table.settle()
        try table.bo.record(
            .moves, MoveRequest(game: "hawks-owls", player: "a4", kind: "rebound"))
        try table.bo.record(.sign, SignRequest())
        table.settle()
        let own = try table.mia.status().warnings.first { $0.code == "signedOtherwise" }
        #expect(own?.advice == "scored sign")
        let other = try table.bo.status().warnings.first { $0.code == "signedOtherwise" }
        #expect(other?.advice == "on mia, once in sync: scored sign")
        #expect(try !game(table.bo).isOfficial)
        try table.mia.record(.sign, SignRequest())
        table.settle()
        #expect(try game(table.bo).isOfficial && game(table.mia).isOfficial)
    }

    @Test func aLostDeviceIsNotWaitedFor() throws {
        let table = try table()
        #expect(try table.mia.denial(.lost, AbsenceRequest(device: "bo")).0 == 409)
        table.disconnect()
        #expect(
            try game(table.mia).provisionalBecause == ["bo kept score and is not in sync"])
        let before = table.bo.ledger.replica.author
        let last = table.mia.ledger.log.last(of: before)
        let lost = try table.mia.record(.lost, AbsenceRequest(device: "Bo"))
        #expect(lost.echo.contains("counted up to bo.\(last)"))
        #expect(try !game(table.mia).isProvisional)
        #expect(try table.mia.record(.lost, AbsenceRequest(device: "bo")).entries.isEmpty)
        try table.bo.record(
            .moves, MoveRequest(game: "hawks-owls", player: "a4", kind: "1", force: true))
        table.reconnect()
        let document = try game(table.mia)
        #expect(document.away.score == 1)
        #expect(document.lost.map(\.device) == ["bo"])
        #expect(document.lost[0].later.count == 1)
        let warning = try table.mia.status().warnings.first { $0.code == "lostLater" }
        #expect(warning?.text.hasSuffix("1 move after bo.\(last)") == true)
        try table.mia.record(.sign, SignRequest())
        #expect(try game(table.mia).isOfficial)
        try table.mia.record(.found, AbsenceRequest(device: "bo"))
        #expect(try !game(table.mia).isOfficial)
        #expect(try table.mia.record(.found, AbsenceRequest(device: "bo")).entries.isEmpty)
    }

    @Test func whatComesBehindIsKeptAndMarked() throws {
        let table = try table()
        table.disconnect()
        try table.mia.record(.lost, AbsenceRequest(device: "bo"))
        try table.mia.record(.sign, SignRequest())
        try table.bo.record(
            .moves, MoveRequest(game: "hawks-owls", player: "a4", kind: "1", force: true))
        table.reconnect()
        for bench in [table.mia, table.bo] {
            let document = try game(bench)
            #expect(document.isOfficial)
            #expect(document.away.score == 0)
            #expect(document.afterSignOff.count == 1)
            #expect(try bench.status().warnings.contains { $0.code == "afterSignOff" })
        }
        _ = try table.mia.denial(.moves, MoveRequest(player: "h4", kind: "2"))
        let late = try table.mia.move("h4", "2", force: true)
        #expect(late.warnings.map(\.code).contains("afterSignOff"))
        #expect(late.home == 2)
        try table.mia.record(.reopen, ReopenRequest())
        let open = try game(table.mia)
        #expect(open.signatures.isEmpty)
        #expect(open.away.score == 1)
        #expect(open.home.score == 4)
        #expect(open.afterSignOff.isEmpty)
    }

    @Test func aProtestIsSaidEverywhere() throws {
        let table = try table()
        try table.mia.record(.sign, SignRequest(protest: "the clock \u{1b}[2Jran on"))
        table.settle()
        let warning = try table.bo.status().warnings.first { $0.code == "protest" }
        #expect(warning?.text.hasSuffix(": the clock [2Jran on") == true)
        try table.bo.record(.sign, SignRequest())
        #expect(try game(table.bo).isOfficial)
    }

    @Test func whatCannotBeSignedIsDeniedWithWhatToDo() throws {
        let bench = try APIBench.playing()
        #expect(try bench.denial(.sign, SignRequest()).0 == 409)
        try bench.record(.end, EndRequest(force: true))
        for order in [
            SignRequest(name: "\u{7}"), SignRequest(protest: ""),
            SignRequest(name: String(repeating: "n", count: 65)),
            SignRequest(protest: String(repeating: "n", count: 501)),
        ] {
            #expect(try bench.denial(.sign, order).0 == 422)
        }
        #expect(try bench.denial(.sign, SignRequest(game: "nothing")).0 == 404)
        #expect(try bench.denial(.sign, SignRequest(request: "1")).0 == 400)
    }

    @Test func copiesThatAgreeHoldNoSignatureUp() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        try table.mia.move("h4", "2")
        try table.bo.move("h4", "2")
        table.settle()
        #expect(try game(table.bo).copies == 1 && !game(table.bo).isProvisional)
        #expect(try table.mia.record(.end, EndRequest(force: true)).echo.hasSuffix("scored sign"))
        #expect(
            try table.mia.record(.sign, SignRequest()).echo.hasPrefix("signed: Hawks 2:0"))
    }

    @Test func questionsAreAnsweredBeforeASignature() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        table.disconnect()
        try table.mia.move("h4", "2")
        try table.bo.move("h4", "1")
        table.reconnect()
        let end = try table.mia.record(.end, EndRequest(force: true))
        #expect(end.echo.hasSuffix("next: answer 1 question, scored settle"))
        table.settle()
        #expect(try game(table.bo).provisionalBecause == ["1 open question"])
        for bench in [table.mia, table.bo] {
            let (code, reason) = try bench.denial(.sign, SignRequest(game: "hawks-owls"))
            #expect(code == 409)
            #expect(reason.candidates?.count == 1 && reason.message.contains("bo."))
        }
        let held = try #require(game(table.mia).heldMoves?.first?.name)
        try table.mia.record(.settle, SettleRequest(entry: held, answer: .both))
        #expect(try game(table.mia).home.score == 3)
        #expect(
            try table.mia.record(.sign, SignRequest()).echo.hasPrefix("signed: Hawks 3:0"))
    }

    @Test func onlyDevicesOfTheTableAreLost() throws {
        let bench = try APIBench.playing()
        #expect(try (400..<500).contains(bench.denial(.lost, AbsenceRequest(device: "mia")).0))
        let (code, reason) = try bench.denial(.lost, AbsenceRequest(device: "cy\u{202e}"))
        #expect(code == 422)
        #expect(reason.candidates == ["mia"])
        #expect(try bench.denial(.found, AbsenceRequest(device: "")).0 == 422)
        #expect(try bench.record(.found, AbsenceRequest(device: "mia")).entries.isEmpty)
    }
}

/// Signatures on a device that does not hold or know everything.
@Suite struct APISignRefusalTests {
    private let bench: APIBench
    private let game: GameID

    init() throws {
        bench = try APIBench()
        try bench.game()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest(force: true))
        game = bench.ledger.book.gameIDs[0]
    }

    @Test func kindsThatAreNotKnownAreNotSigned() throws {
        let kind = Kind(rawValue: 200)
        _ = try bench.ledger.record([Draft(scope: .game(game), kind: kind, body: [1])])
        bench.turn()
        let (code, reason) = try bench.denial(.sign, SignRequest())
        #expect(code == 409 && reason.message.contains("1 entry of a newer version"))
        let status = try #require(try bench.status().game)
        #expect(status.provisionalBecause == ["1 entry of a newer version"])
    }

    /// What is not understood, and whether the game may be signed once the advice was followed.
    @Test(
        arguments: [
            (Kind(rawValue: 200), [1]), (.move, [100, 0, 4, 1]), (.gameClock, [100]),
            (.move, [2, 0x80, 0x80, 0x40, 1, 1]), (.gameEnded, [0]), (.void, []),
        ] as [(Kind, [UInt8])])
    func theAdviceLetsTheGameBeSigned(kind: Kind, body: [UInt8]) throws {
        let points = try #require(try bench.status().game).home.score
        _ = try bench.ledger.record([Draft(scope: .game(game), kind: kind, body: body)])
        bench.turn()
        let (code, reason) = try bench.denial(.sign, SignRequest())
        #expect(code == 409)
        let names = try #require(reason.candidates)
        #expect(names.count == 1)
        let advice = try #require(reason.advice)
        #expect(advice.contains("scored void \(names[0])"), "\(advice)")
        let isMalformed = Content(kind: kind, scope: .game(game), body: body) == .malformed
        #expect(try bench.status().sync.unknownKinds == (isMalformed ? 0 : 1))
        try bench.record(.void, EntriesRequest(entries: names))
        let status = try #require(try bench.status().game)
        #expect(status.provisionalBecause.isEmpty && status.home.score == points)
        #expect(try bench.record(.sign, SignRequest()).echo.hasPrefix("signed: Hawks 2:0 Owls, "))
    }

    /// It is listed and shown, marked, and nobody of this version signs it.
    @Test func aGameWithLaterRulesIsShown() throws {
        let lines = [RosterLine(side: .home, number: "4", name: "Ana")]
        let created = GameCreated(home: "Bears", away: "Foxes", rules: Rules(.pickup), lines: lines)
        var body = created.body
        let rules = 1 + 5 + 1 + 5 + 1
        body[rules] += 1
        body.insert(contentsOf: [200, 7], at: rules + 1 + 2 * Int(body[rules] - 1))
        let draft = Draft(scope: .table, kind: .gameCreated, body: body)
        #expect(try GameCreated(body: body).isLater)
        _ = try bench.ledger.record([draft])
        bench.turn()
        for _ in 0..<8 {
            try bench.record(
                .moves, MoveRequest(game: "bears-foxes", player: "h4", kind: "2"))
        }
        try bench.record(.end, EndRequest(game: "bears-foxes", force: true))
        let (code, reason) = try bench.denial(.sign, SignRequest(game: "bears-foxes"))
        #expect(code == 409 && reason.message.contains("of a newer version"))
        #expect(reason.advice?.contains("update scored") == true)
        #expect(reason.advice?.contains("void") == false)
        let status: StatusDocument = try bench.document("/v1/status", ["game": "bears-foxes"])
        #expect(status.warnings.contains { $0.code == WarningCode.laterRules.rawValue })
        let shown = try #require(status.game)
        #expect(shown.home.score == 16 && shown.home.players.map(\.name) == ["Ana"])
        #expect(shown.state == .closed && shown.winner == nil && shown.moves == 8)
        #expect(status.sync.unknownKinds == 1)
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
        #expect(code == 409 && reason.message.contains("not here yet"))
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
        let table = try APITable.playing()
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
