import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Putting moves right, and counting what was held, through the local API.
@Suite struct APIFixTests {
    private func entry(_ name: String, _ bench: APIBench) throws -> EntryDocument {
        try #require(try bench.log().entries.first { $0.name == name })
    }

    @Test func aFixStandsInThePlaceOfItsMove() throws {
        let bench = try APIBench.playing(RulesRequest(preset: "fiba"))
        let move = try bench.move("h4", "2p", period: 1, clockSeconds: 30).entries[0]
        let later = try bench.move("a4", "2p").entries[0]
        let fix = try bench.record(.fix, FixRequest(entry: move, kind: "3p", player: "h#2"))
        #expect(fix.home == 3 && fix.away == 2 && fix.warnings.isEmpty)
        let entry = try entry(move, bench)
        #expect(entry.text == "7 Bo Lind three points")
        #expect(entry.kind == "threePoints" && entry.player == "h#2" && entry.points == 3)
        #expect(entry.was == "4 Ana Berg two points")
        #expect(entry.fixes == fix.entries)
        #expect(entry.home == 3 && entry.clock == "Q1 09:30")
        #expect(try self.entry(later, bench).away == 2)
        // A fix of the fix is one of the move, and knows of the first.
        let again = try bench.record(.fix, FixRequest(entry: fix.entries[0], shownSeconds: 60))
        #expect(try self.entry(move, bench).clock == "Q1 01:00")
        #expect(try self.entry(move, bench).fixes == fix.entries + again.entries)
        #expect(try self.entry(move, bench).conflicts == nil)
        // Without the last one the one before stands.
        try bench.record(.void, EntriesRequest(entries: again.entries))
        #expect(try self.entry(move, bench).clock == "Q1 09:30")
    }

    @Test func theSameValuesRecordNothing() throws {
        let bench = try APIBench.playing(RulesRequest(preset: "fiba"))
        let move = try bench.move("h4", "2p").entries[0]
        let before = bench.ledger.digest
        let same = try bench.record(
            .fix, FixRequest(entry: move, kind: "2p", player: "ana", points: 2, period: 1))
        #expect(same.entries.isEmpty)
        #expect(bench.ledger.digest == before)
    }

    @Test func aLineupHasNoPlayerAndNoKindToFix() throws {
        let bench = try APIBench.playing()
        let order = LineupRequest(side: .home, players: ["h#1", "h#2"])
        let name = try bench.record(.lineups, order).entries[0]
        for order in [
            FixRequest(entry: name, player: "h#3"), FixRequest(entry: name, player: "away"),
            FixRequest(entry: name, kind: "foul"),
        ] {
            let (status, reason) = try bench.denial(.fix, order)
            #expect(status == 422 && reason.code == ErrorCode.wrongEntry.rawValue, "\(order)")
        }
        try bench.record(.fix, FixRequest(entry: name, period: 2))
        #expect(try entry(name, bench).text == "Hawks lineup (4 Ana Berg, 7 Bo Lind)")
    }

    /// A keeper who gives the right value answers both, in one request.
    @Test func twoKeepersWhoFixApartAreAskedAndCanAgree() throws {
        let table = try APITable()
        try table.mia.game(RulesRequest(preset: "fiba"))
        let move = try table.mia.move("h4", "2p").entries[0]
        table.settle()
        table.disconnect()
        let mine = try table.mia.record(.fix, FixRequest(entry: move, kind: "3p")).entries[0]
        let bos = try table.bo.record(.fix, FixRequest(entry: move, player: "h#2")).entries[0]
        table.reconnect()
        let asked = try [table.mia, table.bo].map { try $0.status().game?.heldMoves }
        #expect(asked[0] == asked[1])
        let question = try #require(asked[0]?.first)
        #expect(question.reason == .conflict)
        #expect(Set([question.name, question.of]) == [mine, bos])
        #expect(try entry(move, table.mia).conflicts == [question.name])
        let kind = try #require(question.ofText).contains("three") ? "2p" : "3p"
        let settled = try table.bo.record(
            .fix, FixRequest(entry: move, kind: kind, player: "h#2"))
        #expect(settled.entries.count == 1)
        table.settle()
        #expect(try table.mia.status().game?.held == 0)
        #expect(try entry(move, table.mia).conflicts == nil)
    }

    /// A basket that both recorded, Bo a little later; gives their names.
    private func copies(_ table: APITable) throws -> (mia: String, bo: String) {
        try table.mia.game(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        let first = try table.mia.move("h4", "2p", period: 1, clockSeconds: 100)
        table.settle()
        let second = try table.bo.move("h4", "2p", period: 1, clockSeconds: 104)
        #expect(second.warnings.map(\.code) == ["copy"])
        #expect(second.warnings[0].text.contains("\(first.entries[0]) (Mia, Q1 08:20)"))
        #expect(
            second.warnings[0].advice == "if there were two: scored accept \(second.entries[0])")
        #expect(second.home == 2)
        table.settle()
        return (first.entries[0], second.entries[0])
    }

    /// Mia notes a basket of a player of Bo's, and Bo notes it, too, with a game clock or without: hers
    /// is a copy from then on. That is said, with the entry and what to do if there were two.
    @Test(arguments: [true, false])
    func whoNotesWhatAnotherNotedBeforeIsTold(hasClock: Bool) throws {
        let table = try APITable()
        try table.mia.game(RulesRequest(preset: "fiba"))
        if hasClock { try table.mia.record(.clock, ClockRequest(action: .start)) }
        table.settle()
        try table.bo.record(.track, TrackRequest(players: ["h#1"]))
        table.settle()
        let mia = try table.mia.move("h4", "2p", period: 1, clockSeconds: 100).entries[0]
        table.settle()
        let bo = try table.bo.move("h4", "2p", period: 1, clockSeconds: 100)
        #expect(bo.home == 2)
        #expect(bo.warnings.map(\.code) == ["holds"])
        #expect(bo.warnings[0].text.contains("\(mia) (Mia"))
        #expect(bo.warnings[0].advice?.hasSuffix("scored accept \(mia)") == true)
    }

    /// A status names some possible duplicates and counts the rest.
    @Test func moreDuplicatesThanAreNamedAreCounted() throws {
        let table = try APITable.playing(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        try table.bo.move("h4", "2p", period: 1, clockSeconds: 20)
        for seconds in [100, 200, 300, 400, 500, 580] {
            for (bench, player, later) in [(table.mia, "h4", 0), (table.bo, "h#2", 15)] {
                try bench.move(player, "2p", period: 1, clockSeconds: seconds + later)
                table.settle()
            }
        }
        let told = try table.bo.status().warnings.filter { $0.code == "duplicate" }.map(\.text)
        #expect(told.count == 5)
        #expect(told.last?.hasPrefix("2 more moves") == true)
    }

    @Test func aCopyCountsOnceAndIsAMoveOfItsOwnOnceAccepted() throws {
        let table = try APITable()
        let names = try copies(table)
        let held: HeldDocument = try table.mia.document("/v1/held")
        #expect(held.moves.isEmpty)
        let game = try #require(try table.mia.status().game)
        #expect(game.held == 0 && game.heldMoves == nil && game.copies == 1)
        #expect(game.home.score == 2 && game.home.players[0].held == 0)
        #expect(!game.isProvisional)
        let copy = try entry(names.bo, table.mia)
        #expect(copy.state == .copy && copy.because == "of \(names.mia)")
        let accepted = try table.mia.record(.accept, EntriesRequest(entries: [names.bo]))
        #expect(accepted.home == 4)
        #expect(try table.mia.status().game?.copies == 0)
        // To take the answer back makes it a copy again.
        try table.mia.record(.void, EntriesRequest(entries: accepted.entries))
        #expect(try table.mia.status().game?.copies == 1)
        // A fix corrects the event, by whichever of its names, and the event counts once.
        let same = try table.mia.record(.fix, FixRequest(entry: names.bo, kind: "2p"))
        #expect(same.entries.isEmpty)
        #expect(try table.mia.record(.fix, FixRequest(entry: names.bo, kind: "3p")).home == 3)
        table.settle()
        #expect(try table.bo.status().game?.home.score == 3)
    }

    @Test func bothCopiesAreWithdrawn() throws {
        let table = try APITable()
        let names = try copies(table)
        let done = try table.mia.record(.void, EntriesRequest(entries: [names.bo, names.mia]))
        #expect(done.echo.contains("undone: ") && done.home == 0)
        #expect(try table.mia.status().game?.held == 0)
    }

    @Test func anUndoOfTheOtherCopyAsks() throws {
        let table = try APITable()
        let names = try copies(table)
        let undone = try table.mia.record(.undo, UndoRequest())
        #expect(undone.home == 0)
        let question = try #require(undone.questions?.first)
        #expect(question.code == "countHeld" && question.entries == [names.bo])
        #expect(question.text.contains("\(names.bo) by Bo"))
        #expect(undone.warnings.map(\.code) == ["heldCopy"])
        #expect(undone.warnings[0].advice == "scored settle \(names.bo) this, or that")
        let held: HeldDocument = try table.mia.document("/v1/held")
        #expect(held.moves[0].ofState == .voided)
        // The keeper of the held one means that one.
        table.settle()
        let own = try table.bo.record(.undo, UndoRequest())
        #expect(own.echo.hasPrefix("discarded: ") && own.echo.contains(names.bo))
        #expect(own.questions == nil)
        table.settle()
        #expect(try table.mia.status().game?.held == 0)
    }
}
