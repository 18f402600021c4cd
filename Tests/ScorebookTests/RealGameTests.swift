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

    @Test(arguments: OfficialGame.names)
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
    @Test(arguments: OfficialGame.names)
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

    /// Whatever is missing, with what the play-by-play adds up to.
    @Test(arguments: OfficialGame.names)
    func anyMoveLeftOutIsCaught(name: String) throws {
        let official = try OfficialGame(name)
        let moves = official.steps.count
        var random = SeededGenerator(seed: 108)
        for left in official.steps.indices.shuffled(using: &random).prefix(5) {
            let (table, game) = try PaperKeeping(leavingOut: [left]).table(of: official)
            let found = try official.differences(table.book, game, .everything(moves: moves))
            #expect(found != [], "left out step \(left)")
        }
    }

    /// However the files' bytes are read, a keeper's replay and an import agree on the kinds.
    @Test(arguments: OfficialGame.names)
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
    @Test(arguments: OfficialGame.namesWithTarget, [false, true])
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
    @Test(arguments: OfficialGame.namesWithTarget)
    func noEarlierBasketDecides(name: String) throws {
        let official = try OfficialGame(name)
        let deciding = try #require(official.steps.lastIndex { $0.isMadeShot })
        var table = PaperTable()
        table.start(1, device: 1)
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

    /// The basket of the keeper who was away arrives last: until then the game is open everywhere.
    @Test(arguments: OfficialGame.namesWithTarget)
    func theBasketOfAnAbsentKeeperDecidesWhenItArrives(name: String) throws {
        let official = try OfficialGame(name)
        let (table, game) = try PaperKeeping(isEnded: false, setsTarget: true).table(of: official)
        let step = try #require(official.steps.lastIndex { $0.isMadeShot })
        let body = try official.moves()[step].body
        let deciding = try #require(table.entries.last { $0.entry.body == body }).entry.id
        let absent = table.entries.filter { $0.entry.id == deciding }
        var book = Book(rebuilding: table.entries.filter { $0.entry.id != deciding })
        let open = try #require(book.scoreboard(of: game))
        book.insert(contentsOf: absent + absent)
        let decided = try #require(book.scoreboard(of: game))
        #expect(absent.count == 1)
        #expect(open.state == .live && open.winner == nil)
        #expect(decided.state == .decided && decided.winner != nil)
        #expect(try decided == table.board(game))
    }
}
