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
        let table = try APITable()
        try table.mia.game()
        table.settle()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        try table.bo.record(.track, TrackRequest(players: ["away"]))
        try table.mia.move("h4", "2")
        try table.mia.record(.end, EndRequest())
        table.settle()
        return table
    }

    @Test func aTableOfOneIsOfficialAtOnce() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest())
        let signed = try bench.record(.sign, SignRequest())
        let document = try game(bench)
        #expect(document.isOfficial)
        #expect(document.state == .signed)
        #expect(document.unsigned.isEmpty)
        let signature = try #require(document.signatures.first)
        #expect(signature.name == "Mia")
        #expect(signature.isAgreed)
        #expect(
            signed.echo
                == "signed: Hawks 2:0 Owls, \(signature.words) - 2:0; official: everyone has signed"
                || signed.echo
                    == "signed: Hawks 2:0 Owls, \(signature.words); official: everyone has signed"
        )
        let (_, refused) = try bench.denial(.end, EndRequest(forfeit: .home))
        #expect(refused.code == "conflict" && refused.advice?.hasSuffix("scored reopen") == true)
        let (_, claim) = try bench.denial(.track, TrackRequest(players: ["home"]))
        #expect(claim.message.contains("is official: Hawks 2:0 Owls; tracking cannot change"))
        #expect(claim.message.contains("scored reopen"))
        let again = try bench.record(.sign, SignRequest())
        #expect(again.entries.isEmpty)
        #expect(again.echo.hasPrefix("signed already: "))
    }

    /// Another keeper has begun the next game: neither the game that waits for a signature is forgotten, nor
    /// the one without a move ended in its place.
    @Test func whoSignsWhileTheNextGameIsOnIsToldWhichOneWaits() throws {
        let table = try table()
        let teams = ("Cats", "Dogs")
        try table.mia.record(
            .newGame,
            NewGameRequest(home: TeamRequest(name: teams.0), away: TeamRequest(name: teams.1)))
        table.settle()
        #expect(try game(table.bo).name == "cats-dogs")
        let (_, denial) = try table.bo.denial(.sign, SignRequest())
        #expect(
            denial.message
                == "cats-dogs is neither decided nor ended, so there is no result to sign; "
                + "nothing was recorded; "
                + "hawks-owls waits for your signature: scored sign --game hawks-owls")
        #expect(denial.candidates == ["hawks-owls"])
        let (_, refused) = try table.bo.denial(.end, EndRequest())
        #expect(
            refused.message
                == "cats-dogs has no moves yet, and hawks-owls waits for your signature; nothing was "
                + "recorded; scored sign --game hawks-owls; to end the other all the same: "
                + "scored end --game cats-dogs")
        try table.bo.record(.sign, SignRequest(game: "hawks-owls"))
        let (_, later) = try table.bo.denial(.sign, SignRequest())
        #expect(!later.message.contains("hawks-owls"))
        try table.bo.record(.end, EndRequest())
    }

    @Test func whatSignedSomethingElseIsSaidUntilItSignsAnew() throws {
        let table = try table()
        table.disconnect()
        try table.bo.record(
            .moves, MoveRequest(game: "hawks-owls", player: "a4", kind: "1", force: true))
        try table.mia.record(.sign, SignRequest())
        #expect(try game(table.mia).isProvisional)
        try table.bo.record(.sign, SignRequest())
        table.connect()
        table.settle()
        for bench in [table.mia, table.bo] {
            let document = try game(bench)
            #expect(document.away.score == 1)
            #expect(!document.isOfficial)
            #expect(document.signatures.map(\.isAgreed).filter { $0 }.count == 1)
            let warnings = try bench.status().warnings.filter { $0.code == "signedOtherwise" }
            #expect(warnings.count == 1)
        }
        let own = try table.mia.status().warnings.first { $0.code == "signedOtherwise" }
        #expect(own?.text == "this device signed 2:0, but 2:1 is counted here")
        try table.mia.record(.sign, SignRequest())
        table.settle()
        #expect(try game(table.bo).isOfficial)
        #expect(try game(table.mia).isOfficial)
    }

    @Test func anEqualScoreOfOtherEntriesIsNotAgreement() throws {
        let table = try table()
        try table.mia.record(.sign, SignRequest())
        table.settle()
        try table.bo.record(
            .moves, MoveRequest(game: "hawks-owls", player: "a4", kind: "rebound"))
        let second = try table.bo.record(.sign, SignRequest())
        #expect(
            second.echo.hasSuffix(
                "mia signed another result; official once mia has signed the same; compare the "
                    + "result words aloud"))
        table.settle()
        let own = try table.mia.status().warnings.first { $0.code == "signedOtherwise" }
        #expect(own?.text == "this device signed 2:0 from other entries than count here")
        #expect(own?.advice == "scored sign")
        let other = try table.bo.status().warnings.first { $0.code == "signedOtherwise" }
        #expect(other?.advice == "on mia, once in sync: scored sign")
        #expect(try !game(table.bo).isOfficial)
    }

    @Test func aLostDeviceIsNotWaitedFor() throws {
        let table = try table()
        #expect(
            try table.mia.denial(.lost, AbsenceRequest(device: "bo")).1.message.contains("--force"))
        table.disconnect()
        #expect(
            try game(table.mia).provisionalBecause == ["bo kept score and is not in sync"])
        let before = table.bo.ledger.replica.author
        let last = table.mia.ledger.log.last(of: before)
        let lost = try table.mia.record(.lost, AbsenceRequest(device: "Bo"))
        #expect(lost.echo.contains("counted up to bo.\(last); later moves count too"))
        #expect(try !game(table.mia).isProvisional)
        #expect(try table.mia.record(.lost, AbsenceRequest(device: "bo")).entries.isEmpty)
        try table.bo.record(
            .moves, MoveRequest(game: "hawks-owls", player: "a4", kind: "1", force: true))
        table.connect()
        table.settle()
        let document = try game(table.mia)
        #expect(document.away.score == 1)
        #expect(document.lost.map(\.device) == ["bo"])
        #expect(document.lost[0].later.count == 1)
        let warning = try table.mia.status().warnings.first { $0.code == "lostLater" }
        #expect(warning?.text == "bo, declared lost, recorded 1 move after bo.\(last)")
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
        table.connect()
        table.settle()
        for bench in [table.mia, table.bo] {
            let document = try game(bench)
            #expect(document.isOfficial)
            #expect(document.away.score == 0)
            #expect(document.afterSignOff.count == 1)
            #expect(try bench.status().warnings.contains { $0.code == "afterSignOff" })
        }
        let (_, refused) = try table.mia.denial(.moves, MoveRequest(player: "h4", kind: "2"))
        #expect(refused.message.contains("to count it: scored reopen first"))
        let late = try table.mia.move("h4", "2", force: true)
        #expect(late.warnings.map(\.code).contains("afterSignOff"))
        #expect(late.home == 2)
        let reopened = try table.mia.record(.reopen, ReopenRequest())
        #expect(reopened.echo.contains("1 signature"))
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
        #expect(warning?.text == "Mia signed under protest: the clock [2Jran on")
        try table.bo.record(.sign, SignRequest())
        #expect(try game(table.bo).isOfficial)
    }

    @Test func whatCannotBeSignedIsDeniedWithWhatToDo() throws {
        let bench = try APIBench()
        try bench.game()
        let (code, reason) = try bench.denial(.sign, SignRequest())
        #expect(code == 409)
        #expect(reason.message.hasSuffix("nothing was recorded; end it: scored end"))
        try bench.record(.end, EndRequest())
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

    @Test func heldMovesAreAnsweredBeforeASignature() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        table.disconnect()
        try table.mia.move("h4", "2")
        try table.bo.move("h4", "2")
        table.connect()
        table.settle()
        let end = try table.mia.record(.end, EndRequest())
        #expect(end.echo.hasSuffix("next: answer the held move, scored held"))
        table.settle()
        #expect(try game(table.bo).provisionalBecause == ["1 held move"])
        for bench in [table.mia, table.bo] {
            let (code, reason) = try bench.denial(.sign, SignRequest(game: "hawks-owls"))
            #expect(code == 409)
            #expect(reason.message.contains("1 move of hawks-owls waits for an answer: bo."))
            #expect(reason.message.contains("4 Ana Berg two points"))
            #expect(reason.message.contains("scored accept ENTRY"))
            #expect(reason.candidates?.count == 1)
        }
        let held = try #require(game(table.mia).heldMoves?.first?.name)
        try table.mia.record(.accept, EntriesRequest(entries: [held]))
        #expect(try game(table.mia).home.score == 4)
        #expect(
            try table.mia.record(.sign, SignRequest()).echo.hasPrefix("signed: Hawks 4:0"))
    }

    @Test func onlyDevicesOfTheTableAreLost() throws {
        let bench = try APIBench()
        try bench.game()
        #expect(
            try bench.denial(.lost, AbsenceRequest(device: "mia")).1.message.contains("itself")
        )
        let (code, reason) = try bench.denial(.lost, AbsenceRequest(device: "cy\u{202e}"))
        #expect(code == 422)
        #expect(reason.candidates == ["mia"])
        #expect(try bench.denial(.found, AbsenceRequest(device: "")).0 == 422)
        #expect(try bench.record(.found, AbsenceRequest(device: "mia")).entries.isEmpty)
    }
}
