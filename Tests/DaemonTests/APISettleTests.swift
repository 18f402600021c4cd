import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Questions about what two keepers recorded of one event, and their answers, through the local API.
@Suite struct APISettleTests {
    /// A reason with what leads to it, and the score of home before and after each answer.
    struct Case: Sendable, CustomTestStringConvertible {
        let reason: HeldReason
        let before: Int
        let after: [SettleAnswer: Int]
        let prepare: @Sendable (APITable) throws -> Void

        var testDescription: String { reason.rawValue }
    }

    static let cases = [
        Case(reason: .withdrawn, before: 0, after: [.this: 2, .that: 0]) { table in
            let mine = try table.mia.move("h4", "2p", period: 1, clockSeconds: 100)
            table.settle()
            try table.bo.move("h4", "2p", period: 1, clockSeconds: 104)
            table.settle()
            try table.mia.record(.void, EntriesRequest(entries: mine.entries))
        },
        Case(reason: .conflict, before: 3, after: [.this: 2, .that: 3]) { table in
            let move = try table.mia.move("h4", "2p", period: 1, clockSeconds: 100).entries[0]
            table.settle()
            table.disconnect()
            try table.bo.record(.fix, FixRequest(entry: move, player: "h#2"))
            // Later in order, whoever of both has the smaller key.
            try table.mia.record(.notes, NoteRequest(text: "a later entry"))
            try table.mia.record(.fix, FixRequest(entry: move, kind: "3p"))
            table.reconnect()
        },
        Case(reason: .changed, before: 3, after: [.this: 3, .that: 2]) { table in
            try table.bo.record(.track, TrackRequest(players: ["h4"]))
            let move = try table.bo.move("h4", "2p", period: 1, clockSeconds: 100).entries[0]
            table.settle()
            let fix = try table.mia.record(.fix, FixRequest(entry: move, kind: "3p"))
            #expect(fix.warnings.map(\.code) == ["held"])
            #expect(fix.warnings.first?.advice == "scored settle \(fix.entries[0])")
        },
        Case(reason: .doubt, before: 2, after: [.this: 3, .that: 2, .both: 5]) { table in
            try table.mia.move("h4", "2p", period: 1, clockSeconds: 100)
            table.settle()
            let other = try table.bo.move("h4", "3p", period: 1, clockSeconds: 104)
            #expect(other.warnings.map(\.code) == ["held"])
            #expect(other.warnings.first?.advice == "scored settle \(other.entries[0])")
        },
        Case(reason: .apart, before: 2, after: [.this: 3, .that: 2, .both: 5]) { table in
            try table.mia.move("h4", "2p", period: 1, clockSeconds: 100)
            table.settle()
            let other = try table.bo.move("h4", "3p", period: 1, clockSeconds: 115)
            #expect(other.warnings.map(\.code) == ["held"])
        },
    ]

    private func table(_ asked: Case) throws -> APITable {
        let table = try APITable()
        try table.mia.game(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        try asked.prepare(table)
        table.settle()
        return table
    }

    private func game(_ bench: APIBench) throws -> GameDocument {
        try #require(try bench.status().game)
    }

    /// Every answer of every reason, given at either device.
    @Test(arguments: cases, SettleAnswer.allCases)
    func anAnswerSettlesIt(asked: Case, answer: SettleAnswer) throws {
        for isOfBo in [false, true] {
            let table = try table(asked)
            let (bench, other) = isOfBo ? (table.bo, table.mia) : (table.mia, table.bo)
            for bench in [bench, other] {
                let game = try game(bench)
                #expect(game.home.score == asked.before && game.held == 1)
                #expect(game.isProvisional && game.provisionalBecause == ["1 open question"])
            }
            let question = try #require(try game(bench).heldMoves?.first)
            #expect(question.reason == asked.reason)
            #expect(try game(other).heldMoves == [question])
            let listed: HeldDocument = try bench.document("/v1/held")
            #expect(listed.moves == [question])
            #expect(question.allowed == SettleAnswer.allCases.filter { asked.after[$0] != nil })
            let before = bench.ledger.digest
            var order = SettleRequest(entry: question.name, answer: answer)
            guard let after = asked.after[answer] else {
                let (status, reason) = try bench.denial(.settle, order)
                #expect(status == 422 && reason.message.contains("this"))
                #expect(bench.ledger.digest == before)
                continue
            }
            order.request = String(repeating: "5", count: 32)
            let done = try bench.record(.settle, order)
            #expect(done.home == after && !done.entries.isEmpty)
            let settled = bench.ledger.digest
            #expect(try bench.record(.settle, order).isRepeat)
            order.request = nil
            let (status, reason) = try bench.denial(.settle, order)
            #expect(status == 422 && reason.code == "wrong-entry")
            #expect(bench.ledger.digest == settled, "a repeated answer recorded something")
            table.settle()
            for bench in [bench, other] {
                let game = try game(bench)
                #expect(game.home.score == after && game.held == 0 && game.heldMoves == nil)
                #expect(!game.isProvisional, "\(game.provisionalBecause)")
            }
            // One undo takes the whole answer back.
            #expect(try bench.record(.undo, UndoRequest()).home == asked.before)
            #expect(try game(bench).heldMoves == [question])
        }
    }

    /// *This* is the named entry, by whichever of the two the question is named.
    @Test(arguments: cases.dropFirst(), SettleAnswer.allCases)
    func aQuestionMayBeNamedByItsOtherSide(asked: Case, answer: SettleAnswer) throws {
        let table = try table(asked)
        let question = try #require(try game(table.mia).heldMoves?.first)
        let turned: [SettleAnswer: SettleAnswer] = [.this: .that, .that: .this, .both: .both]
        guard let meant = turned[answer], let after = asked.after[meant] else { return }
        let order = SettleRequest(entry: question.of, answer: answer)
        #expect(try table.bo.record(.settle, order).home == after)
        #expect(try game(table.bo).heldMoves == nil)
    }

    @Test func aWithdrawnMoveAndAnEntryThatIsNotAskedAboutAreRefused() throws {
        let table = try table(Self.cases[0])
        let question = try #require(try game(table.mia).heldMoves?.first)
        let created = try #require(
            table.mia.log().entries.first { $0.kind == "gameCreated" }?.name)
        for (entry, word) in [(question.of, "other side"), (created, "nothing is asked")] {
            let order = SettleRequest(entry: entry, answer: .this)
            let (status, reason) = try table.mia.denial(.settle, order)
            #expect(status == 422 && reason.code == "wrong-entry")
            #expect(reason.message.contains(word))
            #expect(reason.candidates == [question.name])
        }
    }

    /// Three keepers recorded one basket, and one of them withdrew it: it is asked about once, and a
    /// yes counts it once.
    @Test func anUndoAsksOnceWhateverTheNumberOfCopies() throws {
        let table = try APITable()
        try table.mia.game(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        try table.mia.move("h4", "2p", period: 1, clockSeconds: 100)
        table.settle()
        let copy = try table.bo.move("h4", "2p", period: 1, clockSeconds: 104)
        table.settle()
        let undone = try table.mia.record(.undo, UndoRequest())
        #expect(undone.home == 0)
        let question = try #require(undone.questions?.first)
        #expect(undone.questions?.count == 1)
        #expect(question.code == "countHeld" && question.entries == copy.entries)
        let yes = SettleRequest(entry: question.entries[0], answer: .this)
        #expect(try table.mia.record(.settle, yes).home == 2)
        table.settle()
        #expect(try game(table.bo).home.score == 2 && game(table.bo).held == 0)
    }

    // MARK: One event or two

    /// A basket that both recorded; gives their names.
    private func copies() throws -> (table: APITable, mia: String, bo: String) {
        let table = try APITable()
        try table.mia.game(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        let first = try table.mia.move("h4", "2p", period: 1, clockSeconds: 100).entries[0]
        table.settle()
        let second = try table.bo.move("h4", "2p", period: 1, clockSeconds: 104).entries[0]
        table.settle()
        return (table, first, second)
    }

    @Test(arguments: [true, false], [true, false])
    func aFixThatMovesAMoveWithACopyAsksIfItIsOneOrTwo(isOfPlayer: Bool, isOfHead: Bool) throws {
        for (events, score) in [(1, 2), (2, 4)] {
            let (table, mia, bo) = try copies()
            let entry = isOfHead ? mia : bo
            var fix = FixRequest(entry: entry)
            if isOfPlayer { fix.player = "h#2" } else { fix.clockSeconds = 200 }
            let before = table.mia.ledger.digest
            let (status, reason) = try table.mia.denial(.fix, fix)
            #expect(status == 409 && reason.code == "one-or-two")
            #expect(reason.candidates == [isOfHead ? bo : mia])
            #expect(table.mia.ledger.digest == before)
            fix.events = events
            #expect(try table.mia.record(.fix, fix).home == score)
            table.settle()
            for bench in [table.mia, table.bo] {
                let game = try game(bench)
                #expect(game.home.score == score && game.held == 0)
                #expect(game.copies == 2 - events)
                let points = game.home.players.map(\.points)
                #expect(
                    points.prefix(2)
                        == (!isOfPlayer ? [score, 0] : events == 1 ? [0, 2] : [2, 2]))
            }
            // The same once more changes nothing.
            let fixed = table.mia.ledger.digest
            #expect(try table.mia.record(.fix, fix).entries.isEmpty)
            #expect(table.mia.ledger.digest == fixed)
        }
    }

    @Test func aFixOfEitherCopyCorrectsTheOneEvent() throws {
        for isOfHead in [true, false] {
            let (table, mia, bo) = try copies()
            let fix = FixRequest(entry: isOfHead ? mia : bo, kind: "3p")
            #expect(try table.bo.record(.fix, fix).home == 3)
            table.settle()
            #expect(try game(table.mia).home.score == 3)
            #expect(try game(table.mia).held == 0 && game(table.mia).copies == 1)
        }
    }
}
