import MoveLog
import Testing

@testable import Scorebook

/// Devices that were removed from the table: what they recorded and counts goes on counting, and
/// nobody waits for them.
@Suite struct RemovedDeviceTests {
    private let gone = PaperTable.key(3)

    private func board(_ court: Court, _ removed: Set<PublicKey>) throws -> Scoreboard {
        try #require(
            Book(rebuilding: court.table.entries, removed: removed).scoreboard(of: court.game))
    }

    @Test func itsSignatureIsNotWaitedFor() throws {
        var court = try Court.ended()
        try court.sign(by: 1)
        try court.sign(by: 2)
        #expect(try board(court, []).state == .closed)
        let signed = try board(court, [gone])
        #expect(signed.state == .signed && signed.unsigned.isEmpty)
        #expect(signed.keepers == [PaperTable.key(1), PaperTable.key(2)])
        // What it had recorded still counts.
        #expect(signed.score == Sides(home: 4, away: 2))
    }

    @Test func itsClaimsTrackNobody() throws {
        let court = try Court.ended()
        let before = try board(court, [])
        let after = try board(court, [gone])
        #expect(before.players.contains { $0.trackers.contains(gone) })
        #expect(!after.players.contains { $0.trackers.contains(gone) })
        #expect(after.claimants == before.claimants)
    }

    /// In whatever order the book learns of it, and also if the removal is lifted.
    @Test func theBookIsAFunctionOfEntriesAndRemovals() throws {
        var court = try Court.ended()
        try court.sign(by: 1)
        try court.sign(by: 2)
        var book = Book(rebuilding: court.table.entries)
        book.foldChanged()
        let before = book.scoreboard(of: court.game)
        book.removed = [gone]
        book.foldChanged()
        #expect(try book.scoreboard(of: court.game) == board(court, [gone]))
        book.removed = []
        book.foldChanged()
        #expect(book.scoreboard(of: court.game) == before)
    }

    @Test func anEntryThatSaysSoIsReadAndAMalformedOneCounted() throws {
        let body = DeviceRemoved(device: gone, cuts: []).body
        #expect(Content(kind: .deviceRemoved, scope: .table, body: body) == .deviceRemoved(gone))
        #expect(Content(kind: .deviceRemoved, scope: .table, body: [1, 2]) == .malformed)
        let game = Scope.game(EntryID(author: PaperTable.author(1), sequence: 1))
        #expect(Content(kind: .deviceRemoved, scope: game, body: body) == .malformed)
    }

    @Test func aNamingOfADeputyIsReadAndIsNoUnknownEntry() throws {
        for isDeputy in [true, false] {
            let naming = DeputyNamed(device: gone, isDeputy: isDeputy)
            #expect(
                Content(kind: .deputyNamed, scope: .table, body: naming.body)
                    == .deputyNamed(naming))
        }
        #expect(Content.isKnown(.deputyNamed))
        #expect(Content(kind: .deputyNamed, scope: .table, body: [1, 2]) == .malformed)
        let game = Scope.game(EntryID(author: PaperTable.author(1), sequence: 1))
        let body = DeputyNamed(device: gone, isDeputy: true).body
        #expect(Content(kind: .deputyNamed, scope: game, body: body) == .malformed)
    }
}
