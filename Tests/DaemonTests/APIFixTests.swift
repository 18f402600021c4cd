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

    @Test func twoKeepersWhoFixApartAreToldAndCanAgree() throws {
        let table = try APITable()
        try table.mia.game(RulesRequest(preset: "fiba"))
        let move = try table.mia.move("h4", "2p").entries[0]
        table.settle()
        table.disconnect()
        try table.mia.record(.fix, FixRequest(entry: move, kind: "3p"))
        try table.bo.record(.fix, FixRequest(entry: move, player: "h#2"))
        table.reconnect()
        let conflicts = try [table.mia, table.bo].map { try $0.status().game?.conflicts }
        #expect(conflicts[0] == conflicts[1])
        let conflict = try #require(conflicts[0]?.first)
        #expect(conflict.move == move && conflict.others.count == 1)
        let warning = try #require(
            try table.mia.status().warnings.first { $0.code == "fixConflict" })
        #expect(warning.text.contains(conflict.fix) && warning.text.contains(conflict.others[0]))
        #expect(warning.advice?.contains("scored fix \(move)") == true)
        // A keeper who gives the right value voids the one that lost, in the same request.
        let kind = conflict.text.contains("three") ? "2p" : "3p"
        let settled = try table.bo.record(
            .fix, FixRequest(entry: move, kind: kind, player: "h#2"))
        #expect(settled.entries.count == 2)
        table.settle()
        #expect(try table.mia.status().game?.conflicts == nil)
    }

    /// A basket that both recorded, Bo a little later; gives their names.
    private func copies(_ table: APITable) throws -> (mia: String, bo: String) {
        try table.mia.game(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        let first = try table.mia.move("h4", "2p", period: 1, clockSeconds: 100)
        table.settle()
        let second = try table.bo.move("h4", "2p", period: 1, clockSeconds: 104)
        #expect(second.warnings.map(\.code) == ["held"])
        #expect(second.warnings[0].text.contains("\(first.entries[0]) (Mia, Q1 08:20)"))
        #expect(second.warnings[0].advice == "scored accept \(second.entries[0])")
        #expect(second.home == 2)
        table.settle()
        return (first.entries[0], second.entries[0])
    }

    /// Mia notes a basket of a player of Bo's, and Bo notes it, too: with a game clock hers is held
    /// from then on, without one both count. Either is said, with the entry and what to do.
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
        #expect(bo.home == (hasClock ? 2 : 4))
        #expect(bo.warnings.map(\.code) == [hasClock ? "holds" : "duplicate"])
        #expect(bo.warnings[0].text.contains("\(mia) (Mia"))
        let advice = hasClock ? "scored accept \(mia)" : "scored void \(bo.entries[0])"
        #expect(bo.warnings[0].advice?.hasSuffix(advice) == true)
    }

    /// A status names some possible duplicates and counts the rest.
    @Test func moreDuplicatesThanAreNamedAreCounted() throws {
        let table = try APITable.playing(RulesRequest(preset: "fiba"))
        for seconds in [100, 200, 300, 400, 500, 600] {
            for bench in [table.mia, table.bo] {
                try bench.move("h4", "2p", period: 1, clockSeconds: seconds)
                table.settle()
            }
        }
        let told = try table.bo.status().warnings.filter { $0.code == "duplicate" }.map(\.text)
        #expect(told.count == 5)
        #expect(told.last?.hasPrefix("2 more moves") == true)
    }

    @Test func aHeldMoveIsListedUntilItIsAnswered() throws {
        let table = try APITable()
        let names = try copies(table)
        let held: HeldDocument = try table.mia.document("/v1/held")
        #expect(held.moves.map(\.name) == [names.bo])
        #expect(held.moves[0].of == names.mia && held.moves[0].ofState == .live)
        let game = try #require(try table.mia.status().game)
        #expect(game.held == 1 && game.heldMoves == held.moves)
        #expect(game.home.players[0].held == 1)
        #expect(game.isProvisional)
        #expect(try entry(names.bo, table.mia).state == .held)
        let accepted = try table.mia.record(.accept, EntriesRequest(entries: [names.bo]))
        #expect(accepted.home == 4)
        #expect(try table.mia.status().game?.heldMoves == nil)
        // To take the answer back is to hold the move again.
        try table.mia.record(.void, EntriesRequest(entries: accepted.entries))
        #expect(try table.mia.status().game?.held == 1)
        let same = try table.mia.denial(.fix, FixRequest(entry: names.bo, kind: "2p"))
        #expect(same.1.code == "wrong-entry")
        let released = try table.mia.record(.fix, FixRequest(entry: names.bo, kind: "3p"))
        #expect(released.home == 5)
    }

    /// What never counted is not undone.
    @Test func aHeldMoveIsWithdrawn() throws {
        let table = try APITable()
        let names = try copies(table)
        let done = try table.mia.record(.void, EntriesRequest(entries: [names.bo, names.mia]))
        #expect(done.echo.hasPrefix("discarded: ") && done.echo.contains("; undone: "))
        #expect(done.home == 0)
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
        #expect(undone.warnings[0].advice == "scored accept \(names.bo)")
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
