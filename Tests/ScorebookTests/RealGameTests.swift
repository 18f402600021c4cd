import Documents
import MoveLog
import Official
import Seeds
import Testing

@testable import Scorebook

/// Real games, recorded by several keepers at once, end at what the leagues published.
@Suite struct RealGameTests {
    @Test func allGamesAreThere() {
        #expect(OfficialGame.names.count == 20)
        #expect(OfficialGame.namesWithTarget.count == 8)
    }

    @Test(arguments: cases(OfficialGame.names))
    func theOfficialScoreAndEveryOfficialLine(name: String) throws {
        let official = try OfficialGame(name)
        var random = SeededGenerator(seed: 35)
        for seed in 1...3 as ClosedRange<UInt64> {
            let (table, game) = try PaperKeeping(seed: seed).table(of: official)
            let twice = (table.entries + table.entries).shuffled(using: &random)
            let book = Book(rebuilding: twice)
            let moves = official.steps.count
            #expect(try official.differences(book, game, .everything(moves: moves)) == [])
            let board = try #require(book.scoreboard(of: game))
            #expect(!board.isProvisional)
            #expect(board.state == .closed)
        }
    }

    /// By the published numbers alone, whichever kind of move is missing.
    @Test(arguments: cases(OfficialGame.names))
    func oneMoveLeftOutIsCaught(name: String) throws {
        let official = try OfficialGame(name)
        var random = SeededGenerator(seed: 107)
        let groups: [Set<String>] = [
            ["onePoint", "twoPoints", "threePoints", "freeThrow"], ["assist"], ["rebound"],
            ["foul"],
        ]
        for kinds in groups {
            let candidates = official.published(kinds)
            try #require(candidates.count >= 3, "\(kinds)")
            for left in candidates.shuffled(using: &random).prefix(8) {
                let (table, game) = try PaperKeeping(leavingOut: [left]).table(of: official)
                let found = try official.differences(table.book, game, .published)
                #expect(found != [], "left out step \(left)")
            }
        }
    }

    /// One keeper imports a file: the timeline has its moves in its order, with the source's own score.
    @Test(arguments: cases(OfficialGame.names))
    func everyEventIsInTheFoldInItsPlace(name: String) throws {
        let official = try OfficialGame(name)
        var table = PaperTable(keepers: 1)
        let game = table.record(1, try official.creation().draft)
        for move in try official.moves() { table.record(1, move.draft(in: game)) }
        let board = try table.board(game)
        #expect(board.moves.compactMap(\.move) == (try official.moves()))
        #expect(board.moves.count == official.steps.count)
        #expect(board.later.isEmpty && board.malformed.isEmpty && board.danglingCount == 0)
        for (entry, event) in zip(board.moves, official.events) {
            guard let score = event.score else { continue }
            #expect([entry.score.home, entry.score.away] == score)
        }
    }

    /// An entry says all that the step of the file said.
    @Test(arguments: cases(OfficialGame.names))
    func everyStepComesBackFromItsEntry(name: String) throws {
        let official = try OfficialGame(name)
        for (step, move) in zip(official.steps, try official.moves()) {
            let read = try Move(body: move.body)
            let word = GamelogWord.write(read)
            #expect(word.kind == step.kind)
            #expect(word.side ?? word.of == step.detail)
            #expect(read.points == step.points)
            #expect(read.type == step.type ?? "")
            #expect(read.raw == step.note ?? "")
            #expect(read.period == step.period)
            #expect(read.elapsed == step.elapsedMilliseconds.map { .milliseconds($0) })
            #expect(read.players.count == step.players?.count ?? 0)
        }
    }
}

/// The last basket of a game to a target decides it; nothing but the fold says so.
@Suite struct RealTargetTests {
    /// Whether the target is a rule from the start, or set by a keeper after the third period.
    @Test(arguments: cases(OfficialGame.namesWithTarget), [false, true])
    func theDecidingBasketDecides(name: String, setsTarget: Bool) throws {
        let official = try OfficialGame(name)
        let target = try #require(official.header.rules.target)
        let final = official.final
        let deciding = try #require(official.steps.lastIndex { $0.isMadeShot })
        var keeping = PaperKeeping(isEnded: false, setsTarget: setsTarget)
        var random = SeededGenerator(seed: 11)

        let (table, game) = try keeping.table(of: official)
        for _ in 0..<3 {
            let book = Book(rebuilding: table.entries.shuffled(using: &random))
            let board = try #require(book.scoreboard(of: game))
            #expect(board.rules[.target] == target)
            #expect(board.state == .decided)
            #expect(board.winner == (final.home > final.away ? .home : .away))
            #expect(max(board.score.home, board.score.away) >= target)
            #expect(!board.isTargetReachedTwice)
        }

        keeping.leavingOut = [deciding]
        let (open, same) = try keeping.table(of: official)
        let before = try open.board(same)
        #expect(before.rules[.target] == target)
        #expect(before.state == .live)
        #expect(before.winner == nil)
        #expect(max(before.score.home, before.score.away) < target)
    }

    /// The fold decides with the entry of the deciding basket, whenever that comes, and reverts to
    /// nothing before it.
    @Test(arguments: cases(OfficialGame.namesWithTarget))
    func noEarlierBasketDecides(name: String) throws {
        let official = try OfficialGame(name)
        let deciding = try #require(official.steps.lastIndex { $0.isMadeShot })
        var table = PaperTable(keepers: 1)
        let game = table.record(1, try official.creation().draft)
        var book = table.book
        for (index, move) in try official.moves().enumerated() {
            table.record(1, move.draft(in: game))
            guard let last = table.entries.last else { continue }
            book.insert(last)
            guard move.kind.isScoring else { continue }
            let state = try #require(book.scoreboard(of: game)).state
            #expect(state == (index == deciding ? .decided : .live))
        }
    }
}

/// How often the rule for duplicates errs on what really happened, in the 20 games.
@Suite struct TrueBasketTests {
    /// Few, not none: two baskets five seconds apart. The worst table: every next basket of a player is
    /// noted by another keeper, who does not track the player either, so that any two within the window
    /// meet. Each is a true one.
    @Test func fewTrueBasketsWouldBeHeld() throws {
        var (baskets, heldBaskets, assists, heldAssists) = (0, 0, 0, 0)
        for name in OfficialGame.names {
            let official = try OfficialGame(name)
            let moves = try official.moves()
            var table = PaperTable(keepers: 2)
            let game = table.record(1, try official.creation().draft)
            // The periods in which the league's game clock ran: Unrivaled's last, up to a target, has none.
            for period in Set(moves.filter { $0.elapsed ?? .zero > .zero }.map(\.period)).sorted() {
                let start = GameClockEntry(.start, period: period, elapsed: .zero)
                table.record(1, start.draft(in: game))
            }
            var turns: [Subject: UInt8] = [:]
            for move in moves {
                let keeper = 1 + turns[move.subject, default: 0] % 2
                if move.kind.isScoring || move.kind == .assist {
                    turns[move.subject, default: 0] += 1
                }
                table.record(keeper, move.draft(in: game))
            }
            let board = try table.board(game)
            let heldKinds = board.timeline.filter { $0.headOf != nil }.compactMap { $0.move?.kind }
            baskets += moves.count { $0.kind.isFieldGoal && $0.isOfPlayer }
            assists += moves.count { $0.kind == .assist && $0.isOfPlayer }
            heldBaskets += heldKinds.count { $0.isFieldGoal }
            heldAssists += heldKinds.count { $0 == .assist }
        }
        #expect([baskets, heldBaskets] == [1196, 25])
        #expect([assists, heldAssists] == [660, 6])
    }
}

extension MoveKind {
    fileprivate var isFieldGoal: Bool { isScoring && self != .freeThrow }
}

extension Move {
    fileprivate var isOfPlayer: Bool { if case .line = subject { true } else { false } }
}
