import MoveLog
import Seeds

@testable import Scorebook

/// Adds to a table what keepers record who mend mistakes at the start of a game: new names, swapped
/// sides, and what takes these back.
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
        switch random.below(4) {
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
