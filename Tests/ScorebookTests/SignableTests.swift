import MoveLog
import Testing

@testable import Scorebook

/// What a sign-off has the digest of, and what stands in its way.
@Suite struct SignableTests {
    private func bytes(_ court: Court, _ cut: Cut? = nil) throws -> [UInt8] {
        let board = try court.board()
        let signable = board.signable { id in court.table.entries.filter { $0.entry.id == id } }
        guard let cut else { return signable.bytes }
        return board.signedBytes(inside: cut) { id in
            court.table.entries.filter { $0.entry.id == id }
        }
    }

    @Test func theCutIsWhatIsHeldOfEveryAuthorInTheGame() throws {
        var court = try Court()
        court.move(.twoPoints, 0, by: 3)
        let note = court.record(Note(text: "rain"), by: 3)
        let signable = try court.board().signable { _ in [] }
        #expect(
            signable.cut
                == Cut([PaperTable.author(1): court.game.sequence, note.author: note.sequence]))
    }

    @Test func whatStandsAsideMovesNoByteAndWhatCountsDoes() throws {
        var court = try Court()
        court.move(.onePoint, 0)
        let basket = court.move(.twoPoints, 0)
        let note = court.record(Note(text: "rain"))
        let before = try bytes(court)
        let void = court.void(note)
        court.void(void)
        court.record(DeviceFound(device: PaperTable.key(1)))
        try court.sign(by: 2)
        #expect(try bytes(court) == before)
        court.void(basket)
        #expect(try bytes(court) != before)
    }

    /// A void of what is not there could withdraw anything, so it is counted; once inside a cut it
    /// stays so, whatever arrives.
    @Test func nothingOutsideACutChangesWhatItCovers() throws {
        var court = try Court()
        let unseen = EntryID(author: PaperTable.author(2), sequence: 2)
        let void = court.void(unseen, by: 3)
        let cut = try court.board().signable { _ in [] }.cut
        let before = try bytes(court, cut)
        #expect(court.record(Note(text: "late"), by: 2, lamport: 2) == unseen)
        let board = try court.board()
        #expect(board.entry(unseen)?.standing == .void(by: [void]))
        #expect(try bytes(court, cut) == before)
    }

    @Test func bothBranchesOfAForkAreSigned() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        let before = court.table.entries
        var branches = Array(before.dropLast())
        for number in [UInt8(2), 1] {
            var twin = try #require(before.last)
            twin.entry.wall = WallTime(milliseconds: Int64(number))
            twin.place.digest = PaperTable.digest(number)
            branches.append(twin)
        }
        let board = try #require(Book(rebuilding: branches).scoreboard(of: court.game))
        let held = board.signable { id in branches.filter { $0.entry.id == id } }
        let reversed = board.signable { id in branches.reversed().filter { $0.entry.id == id } }
        #expect(held.bytes == reversed.bytes)
        #expect(try held.bytes.count > bytes(court).count)
    }

    @Test func obstaclesToSigning() throws {
        var court = try Court()
        #expect(try court.board().signingObstacles == [.notOver])
        court.record(GameAbandoned(reason: "rain"))
        #expect(try court.board().signingObstacles == [])
        court.table.record(1, Draft(scope: .game(court.game), kind: Kind(rawValue: 47), body: []))
        #expect(try court.board().signingObstacles == [.unknown(1)])
    }

    @Test func whatIsMissingInsideASignedCutIsKnown() throws {
        var court = try Court()
        court.move(.onePoint, 0, by: 1)
        court.move(.twoPoints, 0, by: 2)
        court.record(GameEnded())
        try court.sign(by: 1)
        try court.sign(by: 2)
        #expect(try court.board().signersAhead.isEmpty)
        let partial = court.table.entries.filter {
            $0.entry.id.author != PaperTable.author(2)
                || $0.entry.kind != .move
                    && $0.entry.kind != .signOff
        }
        let board = try #require(Book(rebuilding: partial).scoreboard(of: court.game))
        #expect(board.signersAhead == [PaperTable.key(1)])
    }
}
