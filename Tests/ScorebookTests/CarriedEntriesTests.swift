import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Games that a device takes along to another table.
@Suite struct CarriedEntriesTests {
    /// The same games as one keeper records them again at a table of its own.
    private func unpacked(_ court: Court) throws -> Scoreboard {
        let carried = CarriedEntries(of: court.table.book)
        var other = PaperTable()
        other.start(9, device: 9)
        for placed in court.table.entries.sorted(by: { $0.place < $1.place })
        where carried.includes(placed) {
            let entry = placed.entry
            let digest = Court.digest(entry.canonicalBytes)
            if let copy = CopiedEntry(of: entry, digest: digest) { other.record(9, copy.draft) }
        }
        for void in carried.amends { other.record(9, void) }
        return try other.board(court.game)
    }

    private func tallies(_ board: Scoreboard) -> [String: Tally] {
        Dictionary(uniqueKeysWithValues: board.players.map { ($0.slotText, $0.tally) })
    }

    /// Three keepers, two of whom note some moves twice; withdrawals, corrections, answers; signatures
    /// now and then, and what comes behind them.
    private func game(seed: UInt64) throws -> Court {
        var random = SeededGenerator(seed: seed)
        var court = try Court.running()
        var moves: [EntryID] = []
        var seconds = 0.0
        for _ in 0..<40 {
            let keeper = UInt8(1 + random.below(3))
            switch random.below(12) {
            case 0 where !moves.isEmpty:
                moves.append(court.void(moves[random.below(moves.count)], by: keeper))
            case 1 where !moves.isEmpty:
                let target = moves[random.below(moves.count)]
                moves.append(court.record(Accepted(target: target), by: keeper))
            case 2 where !moves.isEmpty:
                let move = Move(.threePoints, by: .line(.created(random.below(6))), period: 1)
                let fix = Fix(target: moves[random.below(moves.count)], move: move)
                moves.append(court.record(fix, by: keeper))
            case 3 where random.chance(3): court.record(GameEnded(), by: keeper)
            case 4 where random.chance(2):
                court.record(GameEnded(), by: keeper)
                for signer in UInt8(1)...3 { try court.sign(by: signer) }
            case 5 where random.chance(3): court.record(GameReopened(), by: keeper)
            default:
                seconds += Double(random.below(8))
                let line = random.below(6)
                moves.append(court.note(.twoPoints, line, by: keeper, .at(seconds)))
                if random.chance(3) {
                    let other = UInt8(1 + random.below(3))
                    moves.append(court.note(.twoPoints, line, by: other, .at(seconds + 2)))
                }
            }
        }
        return court
    }

    @Test(arguments: seeds(UInt64(200)))
    func aGameAddsUpToTheSameElsewhere(seed: UInt64) throws {
        let court = try game(seed: seed)
        let (here, there) = (try court.board(), try unpacked(court))
        #expect(there.score == here.score, "seed \(seed)")
        #expect(tallies(there) == tallies(here), "seed \(seed)")
        #expect(there.state == (here.state == .signed ? .closed : here.state), "seed \(seed)")
        #expect(
            there.held.isEmpty && there.copyCount == 0 && there.official == nil
                && there.signersAhead.isEmpty)
    }

    @Test func theGamesOfTheLawHoldWhatTheyAreFor() throws {
        var (held, late, signed) = (0, 0, 0)
        for seed in 1...200 as ClosedRange<UInt64> {
            let board = try game(seed: seed).board()
            held += board.held.count + board.copyCount
            late += board.afterSignOff.count
            if board.state == .signed { signed += 1 }
        }
        #expect(held > 100 && late > 100 && signed > 20, "\(held) \(late) \(signed)")
    }

    @Test func aLateBasketStaysBehindAndTheResultCanBeSignedAnew() throws {
        var court = try Court.running()
        court.note(.threePoints, by: 1, .at(60))
        court.record(GameEnded())
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        court.note(.twoPoints, 3, by: 2, .at(70))
        #expect(try court.board().state == .signed && court.score() == "3-0")
        // What a removed device recorded alone may change an open game, and no official one.
        let carried = CarriedEntries(of: court.table.book)
        let late = try #require(court.table.entries.last?.entry)
        #expect(late.kind == .move && !carried.includes(uncounted: late))
        var open = try Court.running()
        open.note(.threePoints, by: 1, .at(60))
        let move = try #require(open.table.entries.last?.entry)
        #expect(CarriedEntries(of: open.table.book).includes(uncounted: move))
        let board = try unpacked(court)
        #expect(board.score == Sides(home: 3, away: 0) && board.state == .closed)
        #expect(board.signatures.isEmpty && board.signingObstacles.isEmpty)
    }
}

/// A copy stands in for its origin, once, and only while the origin is away.
@Suite struct CopyTests {
    @Test func aGameBroughtFromAnotherTableIsTheSameGame() throws {
        var old = try Court()
        let basket = old.move(.threePoints, 0)
        old.void(basket)
        old.move(.twoPoints, 4)
        var new = PaperTable()
        new.start(9, device: 9)
        for placed in old.table.entries {
            guard let copy = CopiedEntry(of: placed.entry, digest: PaperTable.digest(1)) else {
                #expect(placed.entry.kind == .authorStarted)
                continue
            }
            new.record(9, copy.draft)
        }
        let board = try new.board(old.game)
        #expect(board.score == Sides(home: 0, away: 2))
        #expect(board.timeline.allSatisfy { $0.author == PaperTable.author(9) })
        #expect(board.timeline.map(\.id) == (try old.board().timeline.map(\.id)))
        #expect(new.book.table.game(named: "hawks-owls")?.id == old.game)
        // A keeper names what the screen shows: the copy.
        let shown = try #require(board.moves.last?.recordedAs)
        new.record(9, VoidEntry(target: shown).draft(in: old.game))
        #expect(try new.board(old.game).score == Sides(home: 0, away: 0))
    }

    @Test func aCopyCountsOnceAndYieldsToItsOrigin() throws {
        var court = try Court()
        var lost = PaperTable()
        lost.start(5, device: 5)
        lost.record(5, Move(.twoPoints, by: .line(.created(0)), period: 1).draft(in: court.game))
        let origin = try #require(lost.entries.last)
        let copy = try #require(CopiedEntry(of: origin.entry, digest: PaperTable.digest(1)))
        court.table.record(2, copy.draft)
        court.table.record(3, copy.draft)
        #expect(try court.score() == "2-0")
        #expect(try court.board().moves.map(\.author) == [PaperTable.author(2)])
        court.table.add(origin)
        #expect(try court.score() == "2-0")
        #expect(try court.board().moves.map(\.author) == [PaperTable.author(5)])
    }

    @Test func aCopyOfTheOtherBranchCountsBesideAKnownOne() throws {
        var court = try Court()
        court.move(.onePoint, 0, by: 2)
        var branch = try #require(court.table.entries.last)
        branch.place.digest = PaperTable.digest(1)
        let kept = Array(court.table.entries.dropLast()) + [branch]
        for (number, expected) in [(UInt8(1), 1), (2, 2)] {
            var table = court.table
            let copy = try #require(
                CopiedEntry(of: branch.entry, digest: PaperTable.digest(number)))
            table.record(3, copy.draft)
            let book = Book(rebuilding: kept + table.entries.suffix(1))
            #expect(book.scoreboard(of: court.game)?.score.home == expected)
        }
    }

    @Test func aCopiedRosterLineIsFoundByBothNames() throws {
        var court = try Court()
        var lost = PaperTable()
        lost.start(5, device: 5)
        let lines = [RosterLine(side: .home, number: "9", name: "Di")]
        let origin = lost.record(5, RosterAdded(lines: lines).draft(in: court.game))
        let entry = try #require(lost.entries.last?.entry)
        let copy = try #require(CopiedEntry(of: entry, digest: PaperTable.digest(1)))
        let recorded = court.table.record(2, copy.draft)
        for id in [origin, recorded] {
            court.record(Move(.onePoint, by: .line(.added(id, 0)), period: 1))
        }
        let board = try court.board()
        #expect(board.player(.added(origin, 0))?.tally.points == 2)
        #expect(board.player(.added(origin, 0))?.player == PlayerID(entry: origin, index: 0))
        #expect(board.player(.added(recorded, 0)) == board.player(.added(origin, 0)))
        #expect(board.player(.added(court.game, 1)) == board.player(.created(1)))
        #expect(board.danglingCount == 0)
    }

    @Test func aCopyOfACopyIsTheFirstCopyAgain() throws {
        var court = try Court()
        court.move(.onePoint, 0)
        let origin = try #require(court.table.entries.last?.entry)
        let first = try #require(CopiedEntry(of: origin, digest: PaperTable.digest(1)))
        court.table.record(2, first.draft)
        let recorded = try #require(court.table.entries.last?.entry)
        #expect(CopiedEntry(of: recorded, digest: PaperTable.digest(2)) == first)
    }
}
