import MoveLog
import Seeds

@testable import Scorebook

/// Adds to a table what keepers record who mend mistakes at the start of a game: new names, swapped
/// sides, entries moved to another game, united games, and what takes these back.
struct MendedTable {
    private var random: SeededGenerator
    private var entries: [Placed]
    private let games: [GameID]
    private var heads: [AuthorID: UInt64] = [:]
    private var mended: [(id: EntryID, game: GameID)] = []

    /// The entries with others among them; as they are if the table has no game.
    static func entries(_ entries: [Placed], seed: UInt64) -> [Placed] {
        var table = MendedTable(entries, SeededGenerator(seed: seed &* 31 &+ 7))
        guard !table.games.isEmpty else { return entries }
        for _ in 0..<(2 + entries.count / 12) { table.step() }
        table.repeatTransfer()
        return table.entries
    }

    private init(_ entries: [Placed], _ random: SeededGenerator) {
        self.random = random
        self.entries = entries
        games = entries.filter { $0.entry.kind == .gameCreated }.map(\.entry.id)
        for id in entries.map(\.entry.id) {
            heads[id.author] = max(heads[id.author] ?? 0, id.sequence)
        }
    }

    private mutating func step() {
        guard let game = games.randomElement(using: &random) else { return }
        switch random.below(8) {
        case 4, 5: transfer(into: game)
        case 6, 7: unite(game)
        case 0:
            guard let last = mended.randomElement(using: &random) else { return }
            record(VoidEntry(target: last.id).draft(in: last.game))
        case 1, 2:
            let change = RulesChanged(changes: [.secondTeamIsHome: random.chance(4) ? 0 : 1])
            mended.append((record(change.draft(in: game)), game))
        default:
            let name = ["Hawks II", "Žabe", ""][random.below(3)]
            let named = TeamNamed(side: random.chance(2) ? .home : .away, name: name)
            mended.append((record(named.draft(in: game)), game))
        }
    }

    /// As keepers do it, or without withdrawing the origin, or what is moved already.
    private mutating func transfer(into game: GameID) {
        let origins = entries.filter { placed in
            placed.entry.scope != .game(game) && placed.entry.scope != .table
        }
        let again = mended.randomElement(using: &random).flatMap { last in
            entries.first { $0.entry.id == last.id }
        }
        guard let origin = origins.randomElement(using: &random),
            case .game(let other) = origin.entry.scope
        else { return }
        if random.chance(4), let entry = again?.entry,
            let body = try? Transferred(body: entry.body)
        {
            mended.append((record(body.draft(in: random.chance(2) ? game : other)), game))
            return
        }
        let content = Content(
            kind: origin.entry.kind, scope: origin.entry.scope, body: origin.entry.body)
        guard let moved = Transferred.Moved(content) else { return }
        let body = Transferred(
            origin: origin.entry.id, from: other, isContinued: random.chance(2), moved)
        mended.append((record(body.draft(in: game)), game))
        guard !random.chance(3) else { return }
        record(VoidEntry(target: origin.entry.id, isContinued: true).draft(in: other))
    }

    /// Another keeper moves an entry again.
    private mutating func repeatTransfer() {
        let known = entries.last { $0.entry.kind == .transferred }?.entry
        guard let known, let body = try? Transferred(body: known.body),
            case .game(let game) = known.scope
        else { return }
        record(body.draft(in: game))
    }

    private mutating func unite(_ game: GameID) {
        guard let other = games.randomElement(using: &random) else { return }
        let lines = (0..<random.below(4)).map { _ in
            GameUnited.Pair(
                from: .created(random.below(5)),
                into: random.chance(4) ? .added(other, 1) : .created(random.below(5)))
        }
        let union = GameUnited(other, isTurned: random.chance(3), lines: lines)
        mended.append((record(union.draft(in: game)), game))
    }

    /// By any author, anywhere in the order.
    @discardableResult
    private mutating func record(_ draft: Draft) -> EntryID {
        let author = PaperTable.author(UInt8(1 + random.below(3)))
        let id = EntryID(author: author, sequence: heads[author, default: 0] + 1)
        heads[author] = id.sequence
        let last = entries.map(\.place.lamport).max() ?? 0
        let lamport = random.chance(2) ? last + 1 : UInt64(1 + random.below(Int(min(last, 200))))
        let entry = Entry(
            id: id, lamport: lamport, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        entries.append(Placed(entry: entry, place: Place(lamport: lamport, id: id)))
        return id
    }
}
