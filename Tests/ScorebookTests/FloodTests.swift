import MoveLog
import Testing

@testable import Scorebook

/// A member that floods the table with well-formed entries makes nobody hang.
@Suite(.timeLimit(.minutes(1))) struct FloodTests {
    @Test func thousandsOfGamesOfOneNameAreNamedApart() {
        var table = PaperTable(keepers: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: [])
        for _ in 0..<8000 { table.record(1, created.draft) }
        let names = table.book.table.games.map(\.slug)
        #expect(Set(names).count == 8000)
        #expect(names.prefix(3) == ["a-b", "a-b-2", "a-b-3"] && names.last == "a-b-8000")
    }

    @Test func copiesOfOneOriginThatAreWithdrawnOftenCostLittle() throws {
        var table = PaperTable(keepers: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: [])
        let game = table.record(1, created.draft)
        let origin = EntryID(author: PaperTable.author(9), sequence: 5)
        let move = Move(.twoPoints, by: .team(.home), period: 1)
        for number in UInt16(0)..<2000 {
            var bytes = [UInt8](repeating: 0, count: 32)
            bytes[0] = UInt8(number >> 8)
            bytes[1] = UInt8(number & 255)
            let copy = CopiedEntry(
                origin: origin, digest: try #require(Digest(bytes)), scope: .game(game),
                originKind: .move, content: move.body)
            table.record(1, copy.draft)
        }
        for _ in 0..<8000 { table.record(1, VoidEntry(target: origin).draft(in: game)) }
        let board = try table.board(game)
        let named = board.timeline.map {
            if case .void(let by) = $0.standing { by.count } else { 0 }
        }
        #expect(named.reduce(0, +) <= 8000 * ScorebookLimits.namesakesMax)
    }

    @Test func thousandsOfCopiesOfOneBasketAreComparedWithAFew() throws {
        var court = try Court.running()
        for keeper in UInt8(1)...2 {
            for _ in 0..<8000 { court.note(.twoPoints, by: keeper, .at(60)) }
        }
        #expect(try court.copies().count <= ScorebookLimits.copyCandidatesMax)
    }
}

/// Damage that one member alone must not do, by malice or by bad luck.
@Suite(.timeLimit(.minutes(1))) struct StandoffTests {
    @Test func aClaimOfADeviceThatNeverWasHoldsUpNobody() throws {
        var court = try Court()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.record(TrackingClaimed([.team(.away)], device: PaperTable.key(77)), by: 2)
        court.move(.twoPoints, 0)
        court.record(GameEnded())
        try court.sign(by: 1)
        var board = try court.board()
        #expect(board.keepers == [PaperTable.key(1)] && board.state == .signed)
        // A device that comes late to the table is waited for as soon as there is somebody.
        court.table.start(7, device: 77)
        board = try court.board()
        #expect(board.keepers == [PaperTable.key(1), PaperTable.key(77)])
        #expect(board.official == nil)
    }

    @Test func whoIsLostAndSignedMoreHoldsUpNobody() throws {
        var court = try Court()
        court.record(TrackingClaimed([.team(.home)]), by: 1)
        court.record(TrackingClaimed([.team(.away)]), by: 2)
        court.record(GameEnded())
        let score = Sides(home: 0, away: 0)
        let cut = Cut([PaperTable.author(1): 90, PaperTable.author(2): 90])
        court.record(SignOff(digest: PaperTable.digest(9), score: score, cut: cut), by: 2)
        #expect(try court.board().signersAhead == [PaperTable.key(2)])
        court.record(DeviceLost(device: PaperTable.key(2), cut: Cut([:])))
        #expect(try court.board().signersAhead == [])
        try court.sign(by: 1)
        #expect(try court.board().state == .signed)
    }

    @Test func thousandsOfLostDevicesCostLittle() throws {
        var court = try Court()
        for number in UInt16(0)..<8000 {
            var bytes = [UInt8](repeating: 0, count: 32)
            (bytes[30], bytes[31]) = (UInt8(number >> 8), UInt8(number & 255))
            let key = try #require(PublicKey(bytes))
            court.record(DeviceLost(device: key, cut: Cut([:])))
        }
        court.record(DeviceLost(device: PaperTable.key(2), cut: Cut([:])))
        for _ in 0..<16000 { court.move(.twoPoints, 0, by: 2) }
        let clock = ContinuousClock()
        let begun = clock.now
        let board = try court.board()
        #expect(board.lost.count == 8001)
        #expect(board.lost.last?.later.count == 16000)
        #expect(clock.now - begun < .seconds(5), "it takes a fraction of a second")
    }
}

/// Copies that their origins displace, by the thousand: a lost stretch that came back.
@Suite(.timeLimit(.minutes(2))) struct DisplacingCostTests {
    /// The entries that are displaced.
    enum Case: CaseIterable {
        case moves
        case movesOfAnOpenGame
        case games
    }

    /// A book that holds so many copies, and their origins, which have not come.
    private func copied(_ count: Int, _ kind: Case) throws -> (book: Book, origins: [Placed]) {
        var table = PaperTable(keepers: 1)
        table.start(2, device: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: [])
        let game = table.record(2, created.draft)
        let move = Move(.twoPoints, by: .team(.home), period: 1)
        for _ in 0..<count {
            table.record(1, kind == .games ? created.draft : move.draft(in: game))
        }
        let origins = Array(table.entries.suffix(count))
        var book = Book()
        book.insert(contentsOf: table.entries.dropLast(count))
        for origin in origins {
            let copy = try #require(CopiedEntry(of: origin.entry, digest: PaperTable.digest(1)))
            table.record(2, copy.draft)
        }
        book.insert(contentsOf: table.entries.suffix(count))
        if kind == .movesOfAnOpenGame { book.open(game) }
        return (book, origins)
    }

    private func time(displacing count: Int, _ kind: Case) throws -> Duration {
        let (book, origins) = try copied(count, kind)
        let times = (0..<3).map { _ in
            var book = book
            return ContinuousClock().measure { book.insert(contentsOf: origins) }
        }
        return times.min() ?? .zero
    }

    /// Eight times as many take about eight times as long; where each costs a look at all others they
    /// take 64 times as long.
    @Test(arguments: Case.allCases)
    func eightTimesAsManyTakeNoMoreThanThriceEightTimesAsLong(kind: Case) throws {
        let few = try time(displacing: 1000, kind)
        let many = try time(displacing: 8000, kind)
        print("displacing 1000 \(kind) took \(few), 8000 took \(many)")
        #expect(many < few * 24)
    }
}
