import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds
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
        try bench.move(player, kind).entries[0]
    }

    private func void(_ entries: String...) throws -> RecordedDocument {
        try bench.record(.void, EntriesRequest(entries: entries))
    }

    @Test func aVoidOfWhatIsVoidSaysSoAndRecordsNothing() throws {
        let name = try basket()
        _ = try void(name)
        #expect(try void(name).entries.isEmpty)
        let other = try basket()
        let both = try void(name, other, other)
        #expect(both.entries.count == 1)
        #expect(both.warnings.map(\.code) == ["already"])
    }

    @Test func theCreationOfTheGameIsNotVoided() throws {
        let creation = try #require(bench.log().entries.first { $0.kind == "gameCreated" }).name
        let denial = try bench.denial(.void, EntriesRequest(entries: [basket(), creation]))
        #expect(denial.0 == 422)
        #expect(denial.1.code == "wrong-entry")
    }

    /// A keeper who ended a game too early and types `undo` means the end, not the last basket.
    @Test func whatIsOverIsNotUndoneWithoutItsName() throws {
        let name = try basket()
        try bench.record(.end, EndRequest(force: true))
        try refuses(.undo, naming: name)
        try bench.record(.reopen, ReopenRequest())
        let undone = try bench.record(.undo, UndoRequest()).entries[0]
        try bench.record(.end, EndRequest(force: true))
        try refuses(.redo, naming: undone)
        // The advice, followed.
        #expect(try void(undone).home == 2)
        #expect(try bench.log().entries.first { $0.name == name }?.state == .live)
    }

    private func refuses(_ route: Route, naming name: String) throws {
        let (status, refusal) = try bench.denial(route, UndoRequest())
        #expect(status == 409)
        #expect(refusal.message.contains("scored void \(name)"))
    }

    /// What undo would do is what it then does, and the question records nothing.
    @Test(arguments: seeds(12)) func theNextUndoIsNamedAsItsOutcomeNamesIt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var moves: [String] = []
        for _ in 0..<30 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: try bench.record(.notes, NoteRequest(text: "late"))
            case 1: try bench.record(.clock, ClockRequest(action: .period, force: true))
            case 2:
                guard let name = moves.randomElement(using: &random) else { continue }
                _ = try void(name)
            case 3:
                let fix = FixRequest(entry: moves.last ?? "", kind: "foul")
                _ = try bench.post(.fix, fix)
            case 4: _ = try bench.post(.redo, UndoRequest())
            default: moves.append(try basket())
            }
            let before = bench.ledger.digest
            let told = try bench.get("/v1/undo")
            #expect(bench.ledger.digest == before)
            guard told.status == .ok else {
                let code = try bench.error(told).code
                #expect(try bench.denial(.undo, UndoRequest()).1.code == code)
                continue
            }
            let next = try JSON.decode(DoneDocument.self, from: told.body)
            let words = next.text
            guard Bool.random(using: &random) else { continue }
            let echo = try bench.record(.undo, UndoRequest()).echo
            let names = try #require(next.entries)
            let withdrawn = try bench.log().entries.filter { names.contains($0.name) }
            #expect(!names.isEmpty && withdrawn.count == names.count)
            #expect(withdrawn.allSatisfy { $0.state == .voided })
            if words.hasPrefix("undo ") {
                #expect(echo.hasPrefix("undone: \(words.dropFirst(5))"), "\(words), \(echo)")
            } else {
                let again = words.dropFirst("count ".count).dropLast(" again".count)
                #expect(words.hasPrefix("count ") && words.hasSuffix(" again"))
                #expect(echo.contains(": \(again)"), "\(words), \(echo)")
            }
        }
    }

    /// Mia withdraws Bo's last move, and Bo, who has not seen it, means that move.
    @Test func undoSaysThatItPassedOverAMoveThatAnotherKeeperWithdrew() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        try table.bo.move("h4", "2")
        let last = try table.bo.move("h4", "3").entries[0]
        table.settle()
        try table.mia.record(.void, EntriesRequest(entries: [last]))
        table.settle()
        let undone = try table.bo.record(.undo, UndoRequest())
        #expect(undone.home == 0)
        let warning = try #require(undone.warnings.first { $0.code == "already" })
        #expect(warning.text.hasPrefix(last) && warning.text.contains("withdrawn by mia"))
        #expect(try table.bo.record(.redo, UndoRequest()).home == 2)
        #expect(try table.bo.record(.undo, UndoRequest()).home == 0)
        try table.bo.move("h4", "1")
        let own = try table.bo.record(.undo, UndoRequest())
        #expect(own.home == 0 && own.warnings.allSatisfy { $0.code != "already" })
    }

    @Test func undoAndRedoGoBackAndForth() throws {
        func nothing(_ route: Route) throws -> String {
            let (status, refusal) = try bench.denial(route, UndoRequest())
            #expect(status == 409)
            return refusal.code
        }
        #expect(try nothing(.undo) == "nothing-to-undo")
        try basket()
        try basket("3p")
        #expect(try bench.record(.undo, UndoRequest()).home == 2)
        #expect(try bench.record(.redo, UndoRequest()).home == 5)
        #expect(try nothing(.redo) == "nothing-to-redo")
        #expect(try bench.record(.undo, UndoRequest()).home == 2)
        #expect(try bench.record(.undo, UndoRequest()).home == 0)
        #expect(try nothing(.undo) == "nothing-to-undo")
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
        try bench.record(.newGame, NewGameRequest("Bulls", "Cats"))
        let denial = try bench.denial(
            .void, EntriesRequest(game: "bulls-cats", entries: [name]))
        #expect(denial.1.code == "wrong-entry")
        #expect(denial.1.candidates == ["hawks-owls"])
        let done = try bench.record(.void, EntriesRequest(game: "hawks-owls", entries: [name]))
        #expect(done.game == "hawks-owls")
    }

    @Test func onlyMovesAreFixedAndAccepted() throws {
        let claim = try bench.record(.track, TrackRequest(players: ["h4"])).entries[0]
        let fix = try bench.denial(.fix, FixRequest(entry: claim, kind: "3p"))
        #expect(fix.1.code == "wrong-entry")
        #expect(try bench.denial(.accept, EntriesRequest(entries: [claim])).0 == 422)
        let name = try basket()
        let accept = EntriesRequest(entries: [name])
        #expect(try bench.record(.accept, accept).entries.isEmpty)
        _ = try void(name)
        #expect(try bench.denial(.accept, accept).1.code == "wrong-entry")
        #expect(try bench.denial(.fix, FixRequest(entry: name, kind: "3p")).0 == 422)
    }
}
