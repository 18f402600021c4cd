import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Voids, undo and redo, and how entries are named, through the local API.
@Suite struct APICorrectionTests {
    private let bench: APIBench

    init() throws {
        bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
    }

    @discardableResult
    private func basket(_ kind: String = "2p", _ player: String = "h4") throws -> String {
        try bench.record(.moves, MoveRequest(player: player, kind: kind)).entries[0]
    }

    private func void(_ entries: String...) throws -> RecordedDocument {
        try bench.record(.void, EntriesRequest(entries: entries))
    }

    private func log() throws -> [EntryDocument] {
        try JSON.decode(LogDocument.self, from: bench.get("/v1/log").body).entries
    }

    @Test func anEntryIsVoidedByNameOrByItsNumberAlone() throws {
        let first = try basket()
        let second = try basket("3p")
        let done = try void(first)
        #expect(done.echo == "undone: 4 Ana Berg two points (\(first)) - 3:0")
        let number = String(second.dropFirst("mia.".count))
        #expect(try void(number).home == 0)
        #expect(try log().filter { $0.state == .voided }.map(\.name) == [first, second])
    }

    @Test func aVoidOfWhatIsVoidSaysSoAndRecordsNothing() throws {
        let name = try basket()
        let void = try void(name).entries[0]
        let before = bench.ledger.digest
        let again = try self.void(name)
        #expect(again.entries.isEmpty)
        #expect(again.echo == "\(name) was already voided by \(void); nothing was recorded")
        #expect(bench.ledger.digest == before)
        let other = try basket()
        let both = try self.void(name, other, other)
        #expect(both.entries.count == 1)
        #expect(both.warnings.map(\.code) == ["already"])
    }

    @Test func theCreationOfTheGameIsNotVoided() throws {
        let creation = try #require(log().first { $0.text.hasPrefix("creates") }).name
        let basket = try basket()
        let denial = try bench.denial(.void, EntriesRequest(entries: [basket, creation]))
        #expect(denial.0 == 422)
        #expect(denial.1.code == "wrong-entry")
        #expect(denial.1.message.contains("\(creation) created hawks-owls"))
    }

    @Test func aVoidOfAVoidCountsAgain() throws {
        let name = try basket()
        let void = try void(name).entries[0]
        let again = try self.void(void)
        #expect(again.echo == "redone: 4 Ana Berg two points (\(name)) - 2:0")
        #expect(try log().first { $0.name == name }?.state == .live)
    }

    /// A keeper who ended a game too early and types `undo` means the end, not the last basket.
    @Test func whatIsOverIsNotUndoneWithoutItsName() throws {
        let name = try basket()
        try bench.record(.end, EndRequest())
        try refuses(.undo, naming: name)
        try bench.record(.reopen, ReopenRequest())
        let undone = try bench.record(.undo, UndoRequest()).entries[0]
        try bench.record(.end, EndRequest())
        try refuses(.redo, naming: undone)
        // The advice, followed.
        #expect(try void(undone).home == 2)
        #expect(try log().first { $0.name == name }?.state == .live)
    }

    private func refuses(_ route: Route, naming name: String) throws {
        let entries = bench.ledger.log.entryCount
        let (status, refusal) = try bench.denial(route, UndoRequest())
        #expect(status == 409)
        #expect(refusal.message.contains("is over: "))
        #expect(refusal.message.contains("scored reopen"))
        #expect(refusal.message.contains("scored void \(name)"))
        #expect(bench.ledger.log.entryCount == entries)
    }

    @Test func undoAndRedoGoBackAndForth() throws {
        try basket()
        let last = try basket("3p")
        try bench.record(.undo, UndoRequest())
        let redone = try bench.record(.redo, UndoRequest())
        #expect(redone.echo == "redone: 4 Ana Berg three points (\(last)) - 5:0")
        let nothing = try bench.denial(.redo, UndoRequest())
        #expect(nothing.0 == 409)
        #expect(nothing.1.code == "nothing-to-redo")
        #expect(try bench.record(.undo, UndoRequest()).home == 2)
        #expect(try bench.record(.undo, UndoRequest()).home == 0)
    }

    @Test func twoUndosOfOneTurnTakeTwoMovesBack() throws {
        try basket()
        try basket("3p")
        let order = Request(.post, Target(["v1", "undo"]), body: Array("{}".utf8))
        let answers = [bench.router.answer(order), bench.router.answer(order)]
        bench.turn()
        for answer in answers { #expect(answer.acknowledgement?().status == .ok) }
        #expect(try bench.status().game?.home.score == 0)
        // Of two voids of one entry in one turn the second finds the first.
        let name = try basket()
        let entries = JSON.encode(EntriesRequest(entries: [name]))
        let void = Request(.post, Target(["v1", "void"]), body: entries)
        let before = bench.ledger.log.entryCount
        _ = [bench.router.answer(void), bench.router.answer(void)]
        bench.turn()
        #expect(bench.ledger.log.entryCount == before + 1)
    }

    @Test(arguments: [
        ("zoe.1", 404, "unknown-entry"), ("mia.999", 404, "unknown-entry"),
        ("999", 404, "unknown-entry"), ("mia", 422, "unknown-entry"),
        ("mia.0", 422, "unknown-entry"), ("", 422, "unknown-entry"),
        ("mia.x", 422, "unknown-entry"), ("0", 422, "unknown-entry"),
        ("mia.1", 422, "wrong-entry"), ("99999999999999999999", 422, "unknown-entry"),
    ])
    func aNameThatNamesNoEntryRecordsNothing(name: String, status: Int, code: String) throws {
        try basket()
        for route in [Route.void, .accept] {
            let denial = try bench.denial(route, EntriesRequest(entries: [name]))
            #expect(denial.0 == status, "\(denial)")
            #expect(denial.1.code == code)
            #expect(denial.1.message.contains("nothing was recorded"))
        }
        let fix = try bench.denial(.fix, FixRequest(entry: name, kind: "3p"))
        #expect(fix.0 == status)
        #expect(fix.1.code == code)
    }

    @Test func oneBadNameAmongSeveralRecordsNothing() throws {
        let name = try basket()
        _ = try bench.denial(.void, EntriesRequest(entries: [name, "mia.999"]))
        #expect(try bench.denial(.void, EntriesRequest(entries: [])).0 == 422)
        let many = Array(repeating: name, count: APILimits.namedEntriesMax + 1)
        #expect(try bench.denial(.void, EntriesRequest(entries: many)).1.code == "too-large")
    }

    @Test func anEntryOfAnotherGameNamesThatGame() throws {
        let name = try basket()
        try bench.record(
            .newGame,
            NewGameRequest(home: TeamRequest(name: "Bulls"), away: TeamRequest(name: "Cats")))
        let denial = try bench.denial(
            .void, EntriesRequest(game: "bulls-cats", entries: [name]))
        #expect(denial.1.code == "wrong-entry")
        #expect(denial.1.candidates == ["hawks-owls"])
        #expect(denial.1.message.contains("--game hawks-owls"))
        let done = try bench.record(.void, EntriesRequest(game: "hawks-owls", entries: [name]))
        #expect(done.game == "hawks-owls")
    }

    @Test func onlyMovesAreFixedAndAccepted() throws {
        let claim = try bench.record(.track, TrackRequest(players: ["h4"])).entries[0]
        let fix = try bench.denial(.fix, FixRequest(entry: claim, kind: "3p"))
        #expect(fix.1.code == "wrong-entry")
        #expect(fix.1.message.contains("tracks 4 Ana Berg"))
        #expect(try bench.denial(.accept, EntriesRequest(entries: [claim])).0 == 422)
        let name = try basket()
        let counted = try bench.record(.accept, EntriesRequest(entries: [name]))
        #expect(counted.entries.isEmpty)
        #expect(counted.echo.hasPrefix("\(name) counts already"))
        _ = try void(name)
        let gone = try bench.denial(.accept, EntriesRequest(entries: [name]))
        #expect(gone.1.message.contains("voided by mia."))
        #expect(try bench.denial(.fix, FixRequest(entry: name, kind: "3p")).0 == 422)
    }

    @Test func aRepeatedRequestRecordsNothingTwice() throws {
        let name = try basket()
        let order = EntriesRequest(request: "000102030405060708090a0b0c0d0e0f", entries: [name])
        let first = try bench.record(.void, order)
        let again = try bench.record(.void, order)
        #expect(again.isRepeat)
        #expect(again.entries == first.entries)
        #expect(try log().count { $0.kind == "void" } == 1)
    }
}
