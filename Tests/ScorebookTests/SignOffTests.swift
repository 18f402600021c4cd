import MoveLog
import Testing

@testable import Scorebook

/// When every keeper signed the same, the result is official, and what comes later is only listed.
@Suite struct SignOffTests {
    @Test func officialWhenAllHaveSigned() throws {
        var court = try Court.ended()
        try court.sign(by: 1)
        try court.sign(by: 2, as: "Referee")
        var board = try court.board()
        #expect(board.state == .closed && board.official == nil)
        #expect(board.unsigned == [PaperTable.key(3)])
        #expect(board.keepers == (1...3).map { PaperTable.key($0) })
        try court.sign(by: 3)
        board = try court.board()
        #expect(board.state == .signed && board.ending == .closed && board.winner == .home)
        #expect(board.official?.score == Sides(home: 4, away: 2))
        #expect(board.signatures.map(\.device) == board.keepers)
        #expect(board.signatures.map(\.signOff.name) == ["", "Referee", ""])
        #expect(board.unsigned.isEmpty && !board.isDisputed && board.afterSignOff.isEmpty)
        #expect(board.signatures.allSatisfy { $0.isCurrent && $0.isAwaited })
    }

    @Test func anUnseenBasketMakesTheKeepersDisagreeUntilTheySignAgain() throws {
        var court = try Court.ended()
        let seen = court.table.entries
        court.move(.threePoints, 4, by: 3)
        try court.sign(by: 1, seeing: seen)
        try court.sign(by: 2, seeing: seen)
        try court.sign(by: 3)
        var board = try court.board()
        #expect(board.state == .closed && board.isDisputed && board.score.away == 5)
        #expect(board.signatures.map(\.isCurrent) == [false, false, true])
        try court.sign(by: 1)
        try court.sign(by: 2)
        board = try court.board()
        #expect(board.state == .signed && board.score == Sides(home: 4, away: 5))
        #expect(board.winner == .away && board.signatures.count == 3)
    }

    @Test func aLostKeeperReturnsAfterTheSignOff() throws {
        var court = try Court.ended()
        let seen = court.table.entries
        let late = court.move(.threePoints, 4, by: 3)
        let note = court.record(Note(text: "shoes"), by: 3)
        let cut = Cut([PaperTable.author(3): 3])
        let lost = court.record(DeviceLost(device: PaperTable.key(3), cut: cut))
        let table = court.table.entries.filter {
            $0.entry.id.author != PaperTable.author(3) || seen.contains($0)
        }
        try court.sign(by: 1, seeing: table)
        try court.sign(by: 2, seeing: table)
        let away = court.table.entries.filter { ![late, note].contains($0.entry.id) }
        let before = try #require(Book(rebuilding: away).scoreboard(of: court.game))
        #expect(before.state == .signed && before.score == Sides(home: 4, away: 2))
        #expect(before.lost.map(\.key) == [PaperTable.key(3)] && before.lost[0].later.isEmpty)
        var board = try court.board()
        #expect(board.state == .signed && board.score == before.score)
        #expect(board.teams == before.teams)
        #expect(board.afterSignOff == [late])
        #expect(board.entry(late)?.standing == .afterSignOff)
        #expect(board.entry(note)?.standing == .live)
        #expect(board.lost.map(\.later) == [[late]] && board.lost[0].declaredBy == lost)
        #expect(board.timeline.count == before.timeline.count + 2)
        court.record(GameReopened(), by: 2)
        board = try court.board()
        #expect(board.state == .live && board.score.away == 5 && board.signatures.isEmpty)
        court.record(GameEnded())
        court.record(DeviceFound(device: PaperTable.key(3)))
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        board = try court.board()
        #expect(board.state == .signed && board.winner == .away && board.afterSignOff.isEmpty)
        #expect(board.lost.isEmpty && board.keepers.count == 3)
    }

    @Test func notesClaimsAndSignaturesChangeNothing() throws {
        var court = try Court.ended()
        let note = court.record(Note(text: "rain"), by: 1)
        try court.sign(by: 1)
        court.void(note)
        court.record(Note(text: "signed, going home"), by: 1)
        court.record(TrackingClaimed([.team(.home)]), by: 2)
        try court.sign(by: 2)
        court.record(DeviceLost(device: PaperTable.key(9), cut: Cut([:])))
        try court.sign(by: 3)
        #expect(try court.board().state == .signed)
        court.record(Note(text: "after all that"), by: 1)
        let board = try court.board()
        #expect(board.state == .signed && board.afterSignOff.isEmpty)
        #expect(board.signatures.allSatisfy { $0.isCurrent })
    }

    @Test func aTakeOverIsCounted() throws {
        var court = try Court.ended()
        try court.sign(by: 1)
        let taken = TakenOver([.line(.created(0))], from: PaperTable.key(1), cut: Cut([:]))
        court.record(taken, by: 2)
        try court.sign(by: 2)
        try court.sign(by: 3)
        #expect(try court.board().isDisputed)
        try court.sign(by: 1)
        #expect(try court.board().state == .signed)
        let late = court.record(taken, by: 3)
        #expect(try court.board().afterSignOff == [late])
    }

    @Test func theLastSignatureOfADeviceCountsAndAVoidOneDoesNot() throws {
        var court = try Court.ended()
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        let other = SignOff(
            digest: PaperTable.digest(9), score: Sides(home: 9, away: 2),
            cut: try #require(try court.board().official).cut)
        let changed = court.record(other, by: 2)
        var board = try court.board()
        #expect(board.state == .closed && board.isDisputed && board.signatures.count == 3)
        let void = court.void(changed, by: 2)
        #expect(try court.board().state == .signed)
        court.void(void)
        board = try court.board()
        let first = try #require(board.signatures.first)
        court.void(changed)
        court.void(first.entry)
        board = try court.board()
        #expect(board.unsigned == [first.device] && board.state == .closed)
    }

    @Test func oneDigestWithAnotherCutIsNoAgreement() throws {
        var court = try Court.ended()
        for keeper in UInt8(1)...2 { try court.sign(by: keeper) }
        var lie = try #require(try court.board().signatures.first).signOff
        lie.cut.last[PaperTable.author(2)] = 2
        court.record(lie, by: 3)
        #expect(try court.board().state == .closed)
        lie.cut = Cut([:])
        court.record(lie, by: 3)
        #expect(try court.board().state == .closed)
        try court.sign(by: 3)
        #expect(try court.board().state == .signed)
    }

    @Test func aCutWithoutTheGameSignsNothing() throws {
        var court = try Court.ended()
        let empty = SignOff(
            digest: PaperTable.digest(9), score: Sides(home: 0, away: 0), cut: Cut([:]))
        for keeper in UInt8(1)...3 { court.record(empty, by: keeper) }
        let board = try court.board()
        #expect(board.official == nil && !board.isDisputed && board.score.home == 4)
    }

    @Test func oneMoreSignatureAgreesWithTheOfficialResult() throws {
        var court = try Court.ended()
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        let late = court.move(.twoPoints, 0, by: 2)
        try court.sign(by: 2, as: "Bo")
        let board = try court.board()
        #expect(board.state == .signed && board.afterSignOff == [late])
        #expect(board.signatures.last?.signOff.name == "Bo")
    }

    @Test func devicesOutsideTheSetDecideNothing() throws {
        var court = try Court.ended()
        court.table.start(4, device: 4)
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        let other = SignOff(
            digest: PaperTable.digest(9), score: Sides(home: 0, away: 0), protest: "no",
            cut: Cut([:]))
        court.record(other, by: 4)
        let board = try court.board()
        #expect(board.state == .signed && board.signatures.count == 4)
        #expect(board.signatures.last?.isAwaited == false && !board.isDisputed)
        #expect(board.signatures.last?.signOff.protest != nil)
        let late = court.move(.twoPoints, 0, by: 4)
        #expect(try court.board().afterSignOff == [late])
        court.record(TrackingClaimed([.team(.away)]), by: 4)
        try court.sign(by: 2, as: "Bo")
        #expect(try court.board().official != nil, "a claim behind the signatures waits")
        court.record(GameReopened(), by: 1)
        #expect(try court.board().keepers == (1...4).map { PaperTable.key($0) })
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        #expect(try court.board().official == nil)
        try court.sign(by: 4)
        #expect(try court.board().official?.score.home == 6)
    }

    @Test func aClaimThatNobodySawTakesTheResultBack() throws {
        var court = try Court()
        court.record(TrackingClaimed([.line(.created(1))]), by: 1)
        court.move(.twoPoints, 0, by: 1)
        let seen = court.table.entries
        let claim = court.record(TrackingClaimed([.team(.away)]), by: 2)
        let basket = court.move(.threePoints, 4, by: 2)
        court.record(GameEnded(), by: 1)
        let ended = court.table.entries.filter { ![claim, basket].contains($0.entry.id) }
        #expect(ended.count > seen.count)
        try court.sign(by: 1, seeing: ended)
        let apart = court.table.entries.filter { ![claim, basket].contains($0.entry.id) }
        #expect(Book(rebuilding: apart).scoreboard(of: court.game)?.state == .signed)
        let board = try court.board()
        #expect(board.official == nil && board.score == Sides(home: 2, away: 3))
    }

    @Test func withoutClaimsTheRecordersSign() throws {
        var court = try Court()
        court.move(.twoPoints, 0, by: 1)
        let basket = court.move(.twoPoints, 0, by: 2)
        court.void(basket, by: 2)
        court.record(GameEnded(), by: 3)
        #expect(try court.board().keepers == [PaperTable.key(1)])
        try court.sign(by: 3)
        #expect(try court.board().state == .closed)
        try court.sign(by: 1, protest: "the clock stood")
        let board = try court.board()
        #expect(board.state == .signed && board.score.home == 2)
        #expect(board.signatures.compactMap(\.signOff.protest) == ["the clock stood"])
    }

    @Test func aForkInsideTheCutIsSeen() throws {
        var court = try Court.ended()
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        #expect(try !court.board().differsFromSigned)
        var twin = try #require(court.table.entries.first { $0.entry.kind == .move })
        twin.place.digest = PaperTable.digest(1)
        court.table.add(twin)
        let board = try court.board()
        #expect(board.state == .signed && board.differsFromSigned && board.score.home == 6)
    }

    @Test func aSignedCopyStaysSignedWhenItsOriginReturns() throws {
        var court = try Court.ended()
        var lost = PaperTable()
        lost.start(5, device: 3)
        lost.record(5, Move(.twoPoints, by: .line(.created(0)), period: 1).draft(in: court.game))
        let origin = try #require(lost.entries.last)
        let copy = try #require(CopiedEntry(of: origin.entry, digest: PaperTable.digest(1)))
        court.table.record(3, copy.draft)
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        let before = try court.board()
        func bytes(_ board: Scoreboard) throws -> [UInt8] {
            let cut = try #require(board.official).cut
            return board.signedBytes(inside: cut) { id in
                court.table.entries.filter { $0.entry.id == id }
            }
        }
        let signed = try bytes(before)
        #expect(before.state == .signed && before.score.home == 6)
        for placed in lost.entries { court.table.add(placed) }
        let board = try court.board()
        #expect(board.state == .signed && board.score.home == 6 && board.afterSignOff.isEmpty)
        #expect(board.entry(origin.entry.id)?.author == PaperTable.author(5))
        #expect(try bytes(board) == signed)
    }

    @Test func whereNobodyIsWaitedForAnyoneSigns() throws {
        var court = try Court.ended()
        for keeper in UInt8(1)...3 {
            court.record(DeviceLost(device: PaperTable.key(keeper), cut: Cut([:])))
        }
        #expect(try court.board().keepers.isEmpty && court.board().state == .closed)
        try court.sign(by: 2)
        #expect(try court.board().state == .signed)
    }

    @Test func aReopeningBetweenTheSignatures() throws {
        var court = try Court.ended()
        let seen = court.table.entries
        try court.sign(by: 1, seeing: seen)
        court.record(GameReopened(), by: 2)
        try court.sign(by: 3, seeing: seen)
        var board = try court.board()
        #expect(board.signatures.map(\.device) == [PaperTable.key(3)])
        #expect(board.signatures.map(\.isCurrent) == [false] && board.state == .live)
        court.record(GameEnded(), by: 2)
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        board = try court.board()
        #expect(board.state == .signed && board.ending == .closed)
    }

    /// Nobody who reopened had seen the signatures, and nobody who signed the reopening.
    @Test func aReopeningThatStandsBeforeTheSignaturesIsAfterSignOff() throws {
        var court = try Court.ended()
        let seen = court.table.entries
        let reopened = court.record(GameReopened(), by: 2)
        for keeper in UInt8(1)...3 { try court.sign(by: keeper, seeing: seen) }
        let board = try court.board()
        #expect(board.state == .signed && board.afterSignOff == [reopened])
        court.record(GameReopened(), by: 2)
        #expect(try court.board().state == .live)
    }

    @Test func correctionsBehindTheSignaturesWait() throws {
        var court = try Court.ended()
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        let before = try court.board()
        let basket = try #require(before.moves.first?.id)
        let fix = Fix(target: basket, move: Move(.threePoints, by: .line(.created(0)), period: 1))
        let later = [
            court.void(basket, by: 2), court.record(fix, by: 3),
            court.record(RulesChanged(changes: [.twoPoints: 5])),
            court.record(RosterEdited(line: .created(0), name: "Anna")),
            court.record(RosterMerged(from: .created(0), into: .created(1))),
            court.record(GameForfeited(side: .home), by: 2),
            court.record(GameClockEntry(.start, period: 3, elapsed: .zero)),
        ]
        let board = try court.board()
        #expect(board.teams == before.teams && board.rules == before.rules)
        #expect(board.clock == before.clock && board.ending == .closed)
        #expect(board.afterSignOff == later && board.state == .signed)
        court.record(GameReopened())
        #expect(try court.board().state == .live && court.board().score.home != 4)
    }
}

/// The bytes that a sign-off covers, and the reasons against signing.
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
        let scope = Scope.game(court.game)
        let later = court.table.record(1, Draft(scope: scope, kind: Kind(rawValue: 47), body: []))
        let malformed = court.table.record(1, Draft(scope: scope, kind: .gameEnded, body: [0]))
        #expect(
            try court.board().signingObstacles == [.later([later]), .malformed([malformed])])
        court.void(later)
        #expect(try court.board().signingObstacles == [.malformed([malformed])])
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
        // Its earlier entries still count.
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
