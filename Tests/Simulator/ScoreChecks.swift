import MoveLog
import Scorebook

/// What must hold of the scores, whatever all devices agree upon.
extension Checkers {
    /// Every score is the sum of the moves that count, added up a second time.
    static func score(_ world: World) -> [String] {
        // What a hostile device makes of references takes the whole fold to tell.
        guard world.intrusion == nil, let device = world.counted.first,
            let log = device.replica?.log
        else { return [] }
        let tally = ScoreTally(log)
        return device.book.gameIDs.flatMap { game -> [String] in
            // Of a signed game only what was signed counts.
            guard let board = device.book.scoreboard(of: game), board.state != .signed else {
                return []
            }
            let behind = board.timeline.filter { $0.headOf != nil }
            let heads = Set(behind.compactMap(\.headOf)).compactMap(board.entry)
            let told = heads.compactMap { head in head.corrected.map { (head.place, $0) } }
            let score = tally.score(
                of: game, behind: Set(behind.map(\.place)),
                told: Dictionary(told) { first, _ in first })
            guard let score else { return [] }
            let shown = Sides(home: board.teams.home.score, away: board.teams.away.score)
            guard shown != score else { return [] }
            return [
                "the board of \(game) shows \(shown.home)-\(shown.away), its moves make "
                    + "\(score.home)-\(score.away)"
            ]
        }
    }
}

/// Adds up the points of a table's games as `Protocol/entries.md` says it, apart from the fold: copies,
/// voids, fixes, rules and rosters. Which moves are one event, and what that comes to, it is told.
private struct ScoreTally {
    /// An entry as the fold sees it: a copy that counts stands for its origin.
    private struct Item {
        var id: EntryID
        var place: Place
        var scope: Scope
        var kind: Kind
        var body: [UInt8]

        func isNamed(_ name: EntryID) -> Bool { name == id || name == place.id }
    }

    private var items: [Item] = []

    init(_ log: TableLog) {
        var origins: Set<CopiedOrigin> = []
        for placed in log.allPlaced().sorted(by: Self.isBefore) {
            let entry = placed.entry
            guard entry.kind == .copied else {
                items.append(
                    Item(
                        id: entry.id, place: placed.place, scope: entry.scope, kind: entry.kind,
                        body: entry.body))
                continue
            }
            guard let copy = try? CopiedEntry(body: entry.body) else { continue }
            let isPresent = log.entries(copy.origin).contains {
                $0.place.digest == nil || log.digest(of: $0.entry) == copy.digest
            }
            let origin = CopiedOrigin(id: copy.origin, digest: copy.digest)
            guard !isPresent, origins.insert(origin).inserted else { continue }
            items.append(
                Item(
                    id: copy.origin, place: placed.place, scope: copy.scope, kind: copy.originKind,
                    body: copy.content))
        }
    }

    private struct CopiedOrigin: Hashable {
        var id: EntryID
        var digest: Digest
    }

    private static func isBefore(_ left: Placed, _ right: Placed) -> Bool {
        left.place.lamport != right.place.lamport
            ? left.place.lamport < right.place.lamport : left.place < right.place
    }

    /// Nil when nothing created the game, or when a basket is linked to another entry.
    func score(
        of game: GameID, behind: Set<Place>, told: [Place: Move]
    ) -> Sides<Int>? {
        let creation = items.first {
            $0.id == game && $0.scope == .table && $0.kind == .gameCreated
        }
        guard let creation, let created = try? GameCreated(body: creation.body) else { return nil }
        let items = items.filter { $0.scope == .game(game) }
        let live = Self.live(items)
        let fixes = Self.fixes(items, live)
        var rules = created.rules
        for index in live where items[index].kind == .rulesChanged {
            guard let changed = try? RulesChanged(body: items[index].body) else { continue }
            for (rule, value) in changed.changes { rules[rule] = value }
        }
        var score = Sides(home: 0, away: 0)
        for index in live where items[index].kind == .move && !behind.contains(items[index].place) {
            guard let recorded = try? Move(body: items[index].body) else { continue }
            let move = told[items[index].place] ?? fixes[index] ?? recorded
            guard move.kind.isScoring else { continue }
            guard move.linked == nil else { return nil }
            guard let side = Self.side(of: move.subject, created, items) else { continue }
            let points = move.points ?? rules[Self.rule(of: move.kind)]
            switch side {
            case .home: score.home += points
            case .away: score.away += points
            }
        }
        return score
    }

    /// The items that no live void withdraws, in order.
    private static func live(_ items: [Item]) -> [Int] {
        var withdrawn: Set<Int> = []
        for index in items.indices.reversed()
        where items[index].kind == .void && !withdrawn.contains(index) {
            guard let void = try? VoidEntry(body: items[index].body) else { continue }
            for other in 0..<index where items[other].isNamed(void.target) {
                withdrawn.insert(other)
            }
        }
        return items.indices.filter { !withdrawn.contains($0) }
    }

    /// What stands in the place of moves that were corrected: the last live fix.
    private static func fixes(_ items: [Item], _ live: [Int]) -> [Int: Move] {
        var fixes: [Int: Move] = [:]
        for index in live where items[index].kind == .fix {
            guard let fix = try? Fix(body: items[index].body) else { continue }
            for other in 0..<index
            where items[other].kind == .move && items[other].isNamed(fix.target) {
                fixes[other] = fix.move
            }
        }
        return fixes
    }

    private static func side(
        of subject: Subject, _ created: GameCreated, _ items: [Item]
    ) -> Side? {
        switch subject {
        case .nobody: return nil
        case .team(let side): return side
        case .line(.created(let index)):
            return created.lines.indices.contains(index) ? created.lines[index].side : nil
        case .line(.added(let id, let index)):
            let adding = items.first { $0.kind == .rosterAdded && $0.isNamed(id) }
            guard let adding, let added = try? RosterAdded(body: adding.body) else { return nil }
            return added.lines.indices.contains(index) ? added.lines[index].side : nil
        }
    }

    private static func rule(of kind: MoveKind) -> Rule {
        switch kind {
        case .onePoint: .onePoint
        case .twoPoints: .twoPoints
        case .threePoints: .threePoints
        default: .freeThrow
        }
    }
}
