import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// Two keepers of a game without a clock, on devices whose wall clocks differ by any amount.
@Suite struct CommonTimeTests {
    private static let offsets: [Duration] = [0, 15, -60, 600, 31_536_000, -31_536_000]
        .map { .seconds($0) }

    private func table(_ offset: Duration) throws -> APITable {
        let table = try APITable(wallOffset: offset)
        try table.mia.game()
        table.settle()
        return table
    }

    private func statements(of bench: APIBench) throws -> [WallCompared] {
        try bench.board().timeline.compactMap { entry in
            guard entry.author == bench.ledger.replica.author,
                case .wallCompared(let said) = entry.content
            else { return nil }
            return said
        }
    }

    /// The moves and comparisons of a game, in order: author, wall time and what it says.
    private func told(_ board: Scoreboard) -> [String] {
        board.timeline.compactMap { entry in
            let start = "\(entry.author)".prefix(3) + " \(entry.wall.milliseconds % 1_000_000_000)"
            switch entry.content {
            case .move: return start + (entry.isLive ? " counts" : " held")
            case .wallCompared(let said): return start + " ahead by \(said.difference)"
            default: return nil
            }
        }
    }

    /// Both show this score, agree in all entries and ask nothing.
    private func expect(
        _ table: APITable, score: Int, copies: Int,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        for bench in [table.mia, table.bo] {
            let board = try bench.board()
            #expect(board.score == Sides(home: score, away: 0), sourceLocation: location)
            #expect(board.copyCount == copies, "\(told(board))", sourceLocation: location)
            #expect(board.questions.isEmpty, sourceLocation: location)
            #expect(board.uncomparedPeriods.isEmpty, sourceLocation: location)
            #expect(
                try bench.status().warnings.allSatisfy {
                    $0.code != "uncompared" && $0.code != "duplicate"
                }, sourceLocation: location)
        }
        #expect(table.mia.ledger.digest == table.bo.ledger.digest, sourceLocation: location)
    }

    @Test(arguments: offsets) func oneBasketOfTwoKeepersCountsOnce(offset: Duration) throws {
        let table = try table(offset)
        try table.mia.move("h4", "2p")
        table.mia.time.pass(.seconds(3))
        try table.bo.move("h4", "2p")
        table.settle()
        try expect(table, score: 2, copies: 1)
        // The next one of the same player, 30 s later, is another.
        table.mia.time.pass(.seconds(5))
        table.settle()
        table.mia.time.pass(.seconds(25))
        table.reconnect()
        try table.bo.move("h4", "2p")
        table.settle()
        table.mia.time.pass(.seconds(3))
        try table.mia.move("h4", "2p")
        table.settle()
        try expect(table, score: 4, copies: 2)
        let ending = try table.mia.record(.end, EndRequest(force: true))
        #expect(ending.warnings.allSatisfy { $0.code != "uncompared" })
    }

    /// The clocks were compared before; the moves meet afterwards.
    @Test(arguments: offsets) func withoutALinkTheLastComparisonCounts(offset: Duration) throws {
        let table = try table(offset)
        table.disconnect()
        try table.mia.move("h4", "2p")
        table.mia.time.pass(.seconds(3))
        try table.bo.move("h4", "2p")
        table.mia.time.pass(.seconds(3600))
        table.reconnect()
        try expect(table, score: 2, copies: 1)
    }

    /// Each basket is recorded by both within 6 s, at least 25 s after the one before; the link fails
    /// and clocks are set, where both have time to notice it.
    @Test(arguments: seeds(UInt64(40)), [false, true])
    func manyBaskets(seed: UInt64, areClocksSet: Bool) throws {
        var random = SeededGenerator(seed: seed)
        let table = try table(.seconds(Int.random(in: -100_000...100_000, using: &random)))
        let baskets = Int.random(in: 2...8, using: &random)
        var isLinked = true
        for _ in 0..<baskets {
            if areClocksSet, isLinked, Int.random(in: 0..<3, using: &random) == 0 {
                let stepped = Bool.random(using: &random) ? table.mia : table.bo
                stepped.wallOffset += .seconds(Int.random(in: -5000...5000, using: &random))
                for _ in 0..<14 {
                    table.mia.time.pass(.seconds(1))
                    table.settle()
                }
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                if isLinked { table.disconnect() } else { table.reconnect() }
                isLinked.toggle()
            }
            let (first, second) =
                Bool.random(using: &random) ? (table.mia, table.bo) : (table.bo, table.mia)
            try first.move("h4", "2p")
            if isLinked, Bool.random(using: &random) { table.settle() }
            // No longer, or the link would end by silence.
            table.mia.time.pass(.milliseconds(Int.random(in: 0...2500, using: &random)))
            try second.move("h4", "2p")
            for _ in 0..<Int.random(in: 25...40, using: &random) {
                table.mia.time.pass(.seconds(1))
                if isLinked { table.settle() }
            }
        }
        if !isLinked { table.reconnect() }
        table.settle()
        try expect(table, score: 2 * baskets, copies: baskets)
    }

    @Test func aComparisonIsNoPartOfTheCommand() throws {
        let table = try table(.seconds(60))
        try table.bo.move("h4", "2p")
        table.settle()
        // Mia has said nothing yet: moves of one device alone are not compared.
        #expect(try statements(of: table.mia).isEmpty)
        table.mia.time.pass(.seconds(30))
        let before = table.mia.ledger.log.entryCount
        let order = MoveRequest(
            request: "000102030405060708090a0b0c0d0e0f", player: "h7", kind: "2p")
        let denied = try table.mia.denial(.moves, order)
        #expect(denied.1.code == "ambiguous-player")
        let move = MoveRequest(request: order.request, player: "h4", kind: "3p")
        let first = try table.mia.record(.moves, move)
        #expect(first.entries.count == 1 && !first.echo.contains("clock"), "\(first.echo)")
        // Before the move in the log, and in the same commit.
        let board = try table.mia.board()
        let own = board.timeline.filter { $0.author == table.mia.ledger.replica.author }
        guard case .wallCompared(let said)? = own.dropLast().last?.content else {
            Issue.record("\(own.map(\.content))")
            return
        }
        #expect(said.device == table.bo.ledger.seal.publicKey)
        #expect(abs(said.difference + 60_000) <= 1000 && said.error <= 1000)
        let count = table.mia.ledger.log.entryCount
        #expect(count == before + 2)
        let again = try table.mia.record(.moves, move)
        #expect(again.isRepeat && again.entries == first.entries)
        #expect(table.mia.ledger.log.entryCount == count)
        // Nor is it a part of the action that undo withdraws.
        try table.mia.record(.undo, UndoRequest())
        #expect(try table.mia.board().score == Sides(home: 2, away: 0))
        try table.mia.record(.redo, UndoRequest())
        #expect(try table.mia.board().score == Sides(home: 5, away: 0))
        #expect(try statements(of: table.mia).count == 1)
    }

    @Test func aDifferenceIsStatedAgainOnlyIfItChanged() throws {
        let table = try table(.seconds(60))
        try table.bo.move("h4", "2p")
        table.settle()
        for step in [Duration.zero, .milliseconds(700), .milliseconds(-600)] {
            table.mia.wallOffset += step
            try table.mia.move("h4", "2p")
            #expect(try statements(of: table.mia).count == 1)
        }
        table.mia.wallOffset += .seconds(3)
        try table.mia.move("h4", "2p")
        #expect(try statements(of: table.mia).count == 2)
        // The peer's clock is measured again within some seconds.
        table.bo.wallOffset += .seconds(30)
        for _ in 0..<14 {
            table.mia.time.pass(.seconds(1))
            table.settle()
        }
        try table.mia.move("h4", "2p")
        let said = try statements(of: table.mia)
        #expect(said.count == 3)
        #expect(abs(try #require(said.last).difference + 86_900) <= 1000, "\(said)")
    }

    /// A device that lies about its clock costs others a bounded number of entries.
    @Test func aClockThatIsSetWithoutEndIsNotFollowed() throws {
        let table = try table(.zero)
        try table.bo.move("h4", "2p")
        table.settle()
        for _ in 0..<80 {
            table.mia.wallOffset += .seconds(10)
            try table.mia.move("h4", "steal")
        }
        let count = try statements(of: table.mia).count
        #expect(count == ScorebookLimits.wallStatementsMax)
    }

    @Test func withAGameClockNothingIsCompared() throws {
        let table = try APITable(wallOffset: .seconds(600))
        try table.mia.game(RulesRequest(preset: "fiba"))
        try table.mia.record(.clock, ClockRequest(action: .start))
        table.settle()
        for bench in [table.mia, table.bo] {
            try bench.move("h4", "2p")
            table.settle()
            #expect(try statements(of: bench).isEmpty)
        }
        try expect(table, score: 2, copies: 1)
    }

    /// Their entries meet in files.
    @Test func devicesThatWereNeverLinkedBothCountAndSayso() throws {
        let mia = try APIBench(name: "Mia")
        let bo = try APIBench(name: "Bo", inviter: mia, wallOffset: .seconds(60))
        try mia.game()
        try send(mia, to: bo)
        try mia.move("h4", "2p")
        mia.time.pass(.seconds(2))
        try bo.move("h4", "2p")
        try send(mia, to: bo)
        try send(bo, to: mia)
        for bench in [mia, bo] {
            #expect(try bench.board().score == Sides(home: 4, away: 0))
            let status = try bench.status()
            #expect(status.game?.uncompared?.count == 1)
            #expect(status.warnings.filter { $0.code == "uncompared" }.count == 1)
            #expect(status.reasonsToLook.contains { $0.contains("never linked") })
        }
        let ending = try mia.record(.end, EndRequest(force: true))
        #expect(ending.warnings.contains { $0.code == "uncompared" })
        // Linked before anybody signed, they find out; nobody has to record a move.
        let table = APITable(mia, bo)
        table.reconnect()
        try expect(table, score: 2, copies: 1)
    }

    /// What is signed stays as it is, and so does what is too old for a clock of today.
    @Test(arguments: [true, false]) func whatIsSignedOrOldIsLeftAlone(isSigned: Bool) throws {
        let mia = try APIBench(name: "Mia")
        let bo = try APIBench(name: "Bo", inviter: mia, wallOffset: .seconds(60))
        try mia.game()
        try send(mia, to: bo)
        for bench in [mia, bo] { try bench.move("h4", "2p") }
        try send(bo, to: mia)
        if isSigned {
            try mia.record(.end, EndRequest(force: true))
            try mia.record(.sign, SignRequest())
        } else {
            mia.time.pass(DaemonLimits.comparisonAgeMax + .seconds(100))
        }
        let table = APITable(mia, bo)
        table.reconnect()
        for bench in [mia, bo] {
            #expect(try statements(of: bench).isEmpty)
            #expect(try bench.board().uncomparedPeriods == [1])
        }
    }

    private func send(_ sender: APIBench, to receiver: APIBench) throws {
        let file = try sender.get("/v1/export/log").body
        let response = try #require(receiver.post(file, from: 0, isLast: true))
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
    }
}
