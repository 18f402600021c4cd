import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Which copy is held depends on what was recorded, not on what people say about it later.
@Suite struct HeldLawTests {
    /// The answers taken away, exactly those are held who nobody answered for, of the same moves.
    @Test(arguments: seeds(UInt64(60)))
    func answersReleaseAndNeverChoose(seed: UInt64) {
        let entries = RandomTable.entries(seed: seed, count: 120)
        for (full, bare) in Self.pairs(entries) {
            for (id, entry) in full {
                guard let original = bare[id] else { continue }
                if case .held(let other) = entry.standing {
                    #expect(original.heldOf == other, "\(id)")
                } else if original.heldOf != nil && entry.standing == .live {
                    #expect(entry.corrected != nil || Self.isAccepted(id, entries), "\(id)")
                }
            }
        }
    }

    /// Whatever becomes of the original, its copy goes on waiting.
    @Test func noOriginalIsReplaced() throws {
        var count = 0
        for seed in UInt64(1)...120 {
            let entries = RandomTable.entries(seed: seed, count: 120)
            let book = Book(rebuilding: entries)
            for game in book.gameIDs {
                let held = book.scoreboard(of: game)?.held ?? []
                for copy in held where copy.move?.kind != .assist {
                    let original = try #require(copy.heldOf)
                    let move = Move(.violation, by: .nobody, period: 1)
                    for draft in [
                        VoidEntry(target: original).draft(in: game),
                        Fix(target: original, move: move).draft(in: game),
                    ] {
                        let later = Book(rebuilding: entries + [Self.late(draft, 1)])
                        guard let board = later.scoreboard(of: game), board.official == nil else {
                            continue
                        }
                        let after = board.timeline.first { $0.recordedAs == copy.recordedAs }
                        let isForked = board.timeline.count { $0.id == copy.id } > 1
                        if isForked || after?.standing == .unlinked { continue }
                        #expect(after?.heldOf == original)
                        count += 1
                    }
                }
            }
        }
        #expect(count > 40)
    }

    /// An entry behind all others.
    private static func late(_ draft: Draft, _ sequence: UInt64) -> Placed {
        let id = EntryID(author: PaperTable.author(77), sequence: sequence)
        let entry = Entry(
            id: id, lamport: 5000, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        return Placed(entry: entry, place: Place(lamport: 5000, id: id))
    }

    /// Several keepers note one basket, each with an assist or without. Once its copies are withdrawn the basket has
    /// one assist if anybody noted one, in whatever order, and a book that takes entry by entry shows the same.
    @Test(arguments: seeds(UInt64(150)))
    func aBasketKeepsOneAssistOfItsCopies(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var court = try Court.running()
        var (baskets, assists): ([EntryID], [EntryID]) = ([], [])
        for keeper in ([1, 2, 3] as [UInt8]).shuffled(using: &random) {
            let noting = Noting.at(60 + Double(keeper), tracked: random.chance(2))
            baskets.append(court.note(.twoPoints, by: keeper, noting))
            guard random.chance(2) else { continue }
            let line = 1 + random.below(2)
            assists.append(
                court.note(.assist, line, by: keeper, noting, linked: baskets.last))
        }
        for copy in try court.board().held.map(\.id).filter(baskets.contains).shuffled(
            using: &random)
        {
            court.void(copy)
        }
        let board = try court.board()
        #expect(baskets.count { board.entry($0)?.isLive == true } == 1)
        #expect(assists.count { board.entry($0)?.isLive == true } == min(1, assists.count))
        var book = Book()
        for entry in court.table.entries {
            book.insert(entry)
            book.foldChanged()
        }
        #expect(book.scoreboard(of: court.game) == board)
    }

    /// Everybody answers for everything: nothing is left to ask, and nothing else is asked instead.
    @Test(arguments: seeds(UInt64(40)))
    func whenAllIsAnsweredNothingIsHeld(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var entries = RandomTable.entries(seed: seed, count: 120)
        let book = Book(rebuilding: entries)
        var sequence: UInt64 = 0
        for game in book.gameIDs {
            for held in book.scoreboard(of: game)?.held ?? [] {
                let draft =
                    random.chance(2)
                    ? Accepted(target: held.id).draft(in: game)
                    : VoidEntry(target: held.id).draft(in: game)
                sequence += 1
                entries.append(Self.late(draft, sequence))
            }
        }
        let answered = Book(rebuilding: entries)
        for game in book.gameIDs where answered.scoreboard(of: game)?.official == nil {
            let before = Set(book.scoreboard(of: game)?.held.map(\.id) ?? [])
            let after = Set(answered.scoreboard(of: game)?.held.map(\.id) ?? [])
            // An assist whose basket came back may be asked about in its turn.
            #expect(after.isDisjoint(with: before))
        }
    }

    /// How many moves count because somebody accepted or corrected them.
    static func answeredCount(in entries: [Placed]) -> Int {
        pairs(entries).reduce(0) { sum, pair in
            sum
                + pair.full.count { id, entry in
                    entry.standing == .live && entry.corrected == nil
                        && pair.bare[id]?.heldOf != nil
                }
        }
    }

    /// By ID the moves of each game, and the same without all answers and claims.
    private static func pairs(
        _ entries: [Placed]
    ) -> [(full: [EntryID: TimelineEntry], bare: [EntryID: TimelineEntry])] {
        let moves = Set(entries.filter { kind($0.entry) == .move }.map { name($0.entry) })
        let full = Book(rebuilding: entries)
        let bare = Book(rebuilding: entries.filter { !isAnswer($0.entry, moves) })
        return full.gameIDs.compactMap { game in
            guard let one = full.scoreboard(of: game), let other = bare.scoreboard(of: game),
                one.official == nil, other.official == nil
            else { return nil }
            return (byID(one), byID(other))
        }
    }

    /// Those of a forked log share a name, and are left out.
    private static func byID(_ board: Scoreboard) -> [EntryID: TimelineEntry] {
        Dictionary(grouping: board.timeline, by: \.id).filter { $0.value.count == 1 }
            .compactMapValues(\.first)
    }

    private static func isAnswer(_ entry: Entry, _ moves: Set<EntryID>) -> Bool {
        let answers: Set<Kind> = [.accepted, .fix, .trackingClaimed, .trackingReleased]
        let kind = kind(entry)
        if answers.contains(kind) { return true }
        let body = (try? CopiedEntry(body: entry.body))?.content ?? entry.body
        guard kind == .void, let void = try? VoidEntry(body: body) else { return false }
        return moves.contains(void.target)
    }

    private static func isAccepted(_ id: EntryID, _ entries: [Placed]) -> Bool {
        entries.contains { placed in
            let body = (try? CopiedEntry(body: placed.entry.body))?.content ?? placed.entry.body
            guard kind(placed.entry) == .accepted, let read = try? Accepted(body: body) else {
                return false
            }
            let names = entries.filter { name($0.entry) == id || $0.entry.id == id }
            return names.contains { read.target == $0.entry.id } || read.target == id
        }
    }

    /// Of a copy, its origin's.
    private static func kind(_ entry: Entry) -> Kind {
        guard entry.kind == .copied else { return entry.kind }
        return (try? CopiedEntry(body: entry.body))?.originKind ?? entry.kind
    }

    private static func name(_ entry: Entry) -> EntryID {
        guard entry.kind == .copied else { return entry.id }
        return (try? CopiedEntry(body: entry.body))?.origin ?? entry.id
    }
}
