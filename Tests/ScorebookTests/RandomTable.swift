import MoveLog
import Seeds

@testable import Scorebook

/// A table of random entries of every kind, honest and hostile: voids of voids, references forward
/// and to nowhere, forks, absurd lamports, copies, unknown kinds, malformed bodies.
struct RandomTable {
    private var random: SeededGenerator
    private var table = PaperTable()
    private var games: [GameID] = []
    private var ids: [EntryID] = []
    private var twins: UInt8 = 0
    private let authors: [UInt8] = [1, 2, 3, 4]

    /// Some of them of a later version.
    static func entries(seed: UInt64, count: Int) -> [Placed] {
        var random = SeededGenerator(seed: ~seed)
        var writer = LaterWriter(seed: seed)
        return plainEntries(seed: seed, count: count).map { placed in
            guard random.chance(30) else { return placed }
            let (kind, known) = (placed.entry.kind, placed.entry.body)
            let body = random.chance(4) ? writer.replacing(kind) : nil
            var later = placed
            later.entry.body = body ?? writer.adding(to: known, kind) ?? known
            return later
        }
    }

    static func plainEntries(seed: UInt64, count: Int) -> [Placed] {
        var made = RandomTable(random: SeededGenerator(seed: seed))
        for author in made.authors { made.ids.append(made.table.start(author, device: author % 3)) }
        for _ in 0..<count { made.step() }
        return made.table.entries
    }

    private init(random: SeededGenerator) { self.random = random }

    private mutating func step() {
        let author = authors[random.below(authors.count)]
        if let last = table.entries.last, random.chance(15) { return fork(last) }
        if random.chance(8) { return copy(author) }
        if random.chance(40), let game = games.first { return ceremony(game) }
        if random.chance(12), let game = games.first { return absence(author, game) }
        if random.chance(5) { return again(author) }
        let draft = damaged(draft())
        let lamport: UInt64? =
            random.chance(12) ? (random.chance(2) ? 0 : UInt64(random.below(40))) : nil
        let id = table.record(author, draft, lamport: lamport, wall: Int64(random.below(1000)))
        ids.append(id)
        if draft.kind == .gameCreated { games.append(id) }
    }

    /// Somebody notes or corrects what is there already.
    private mutating func again(_ author: UInt8) {
        guard let entry = table.entries.randomElement(using: &random)?.entry,
            case .game(let game) = entry.scope, entry.kind == .move,
            var move = try? Move(body: entry.body)
        else { return }
        if random.chance(4) {
            move.period = 1 + random.below(5)
            let fix = Fix(
                target: entry.id, bases: (0..<random.below(3)).map { _ in anyID() },
                move: move)
            ids.append(table.record(author, fix.draft(in: game)))
            return
        }
        if random.chance(5) {
            ids.append(table.record(author, Accepted(target: entry.id).draft(in: game)))
            return
        }
        if random.chance(6) {
            let void = VoidEntry(target: entry.id, isOfEntryAlone: random.chance(2))
            ids.append(table.record(author, void.draft(in: game)))
            return
        }
        if move.kind.isFieldGoal, random.chance(3) {
            move.kind = [.onePoint, .twoPoints, .threePoints][random.below(3)]
        }
        if let elapsed = move.elapsed {
            move.elapsed = elapsed + .seconds(random.below(25) - 12)
        }
        move.isTracked = random.chance(2)
        ids.append(table.record(author, move.draft(in: game), wall: Int64(random.below(20_000))))
    }

    /// A keeper takes a player over, and both go on.
    private mutating func absence(_ covering: UInt8, _ game: GameID) {
        let absent = authors[random.below(authors.count)]
        let ref = LineRef.created(random.below(3))
        let held = table.entries.filter { $0.entry.id.author == PaperTable.author(absent) }
        let cut = Cut([PaperTable.author(absent): held.map(\.entry.id.sequence).max() ?? 1])
        let taken = TakenOver([.line(ref)], from: PaperTable.key(absent % 3), cut: cut)
        ids.append(table.record(covering, taken.draft(in: game)))
        let start = GameClockEntry(.start, period: 1, elapsed: .zero)
        if random.chance(2) { ids.append(table.record(covering, start.draft(in: game))) }
        for round in 0..<(1 + random.below(4)) {
            let kinds: [MoveKind] = [.twoPoints, .freeThrow, .steal, .rebound]
            var move = Move(kinds[random.below(4)], by: .line(ref), period: 1)
            for isAbsent in [true, false] where !random.chance(4) {
                move.elapsed = .seconds(40 * round + random.below(20))
                (move.isTracked, move.isAlone, move.isCovering) = (true, isAbsent, !isAbsent)
                ids.append(table.record(isAbsent ? absent : covering, move.draft(in: game)))
            }
        }
    }

    private mutating func draft() -> Draft {
        guard let game = games.randomElement(using: &random), !random.chance(8) else {
            return tableDraft()
        }
        switch random.below(30) {
        case 0: return RosterAdded(lines: [line()]).draft(in: game)
        case 1, 2: return VoidEntry(target: anyID()).draft(in: game)
        case 3: return clock().draft(in: game)
        case 4: return PeriodBegan(period: 1 + random.below(5)).draft(in: game)
        case 5:
            return TrackingClaimed([.team(side())] + [subject()].filter { $0 != .nobody }).draft(
                in: game)
        case 6:
            return TrackingReleased(
                [.team(side())], device: random.chance(2) ? PaperTable.key(1) : nil
            ).draft(in: game)
        case 7:
            let changes = [Rule.target: random.below(30), .twoPoints: 2, .penaltyFouls: 2]
            return RulesChanged(changes: changes).draft(in: game)
        case 8:
            return random.chance(2) ? GameEnded().draft(in: game) : GameReopened().draft(in: game)
        case 9:
            guard random.chance(2) else { return Note(text: "note").draft(in: game) }
            let compared = WallCompared(
                device: PaperTable.key(authors[random.below(authors.count)] % 3),
                difference: Int64(random.below(9000)) - 4500, error: Int64(random.below(2500)))
            return compared.draft(in: game)
        case 10, 11: return ruling(game)
        case 12, 13: return correction(game)
        case 14: return rosterEdit(game)
        case 15: return absence(game)
        default: return move().draft(in: game)
        }
    }

    /// The keepers sign one digest of what is there, at times one of them something else.
    private mutating func ceremony(_ game: GameID) {
        var last: [AuthorID: UInt64] = [:]
        for entry in table.entries.map(\.entry.id) {
            last[entry.author] = max(last[entry.author] ?? 0, entry.sequence)
        }
        let score = Sides(home: random.below(9), away: random.below(9))
        var signOff = SignOff(digest: PaperTable.digest(7), score: score, cut: Cut(last))
        for author in authors.dropLast() {
            if random.chance(12) { signOff.cut = cut() }
            ids.append(table.record(author, signOff.draft(in: game)))
        }
    }

    private mutating func ruling(_ game: GameID) -> Draft {
        switch random.below(4) {
        case 0: return GameForfeited(side: side()).draft(in: game)
        case 1: return GameAbandoned(reason: "rain").draft(in: game)
        default:
            let score = Sides(home: random.below(9), away: random.below(9))
            let protest = random.chance(4) ? "the clock" : nil
            return SignOff(
                digest: PaperTable.digest(UInt8(random.below(2))), score: score, name: "Ref",
                protest: protest, cut: cut()
            ).draft(in: game)
        }
    }

    private mutating func correction(_ game: GameID) -> Draft {
        if random.chance(4) { return Accepted(target: anyID()).draft(in: game) }
        let base = random.chance(2) ? anyID() : nil
        return Fix(target: anyID(), bases: base.map { [$0] } ?? [], move: move()).draft(in: game)
    }

    private mutating func rosterEdit(_ game: GameID) -> Draft {
        if random.chance(2) { return RosterMerged(from: ref(), into: ref()).draft(in: game) }
        let isActive = random.chance(2) ? random.chance(2) : nil
        return RosterEdited(
            line: ref(), number: "\(random.below(20))", name: random.chance(2) ? "Anna" : nil,
            isActive: isActive
        ).draft(in: game)
    }

    private mutating func absence(_ game: GameID) -> Draft {
        let device = PaperTable.key(UInt8(random.below(3)))
        switch random.below(3) {
        case 0: return DeviceLost(device: device, cut: cut()).draft(in: game)
        case 1: return DeviceFound(device: device).draft(in: game)
        default:
            let subjects: [Subject] = [.team(side()), .line(ref())]
            return TakenOver(subjects, from: device, cut: cut()).draft(in: game)
        }
    }

    private mutating func cut() -> Cut {
        var last: [AuthorID: UInt64] = [:]
        for author in authors where !random.chance(4) {
            last[PaperTable.author(author)] = 1 + UInt64(random.below(60))
        }
        return Cut(last)
    }

    private mutating func tableDraft() -> Draft {
        switch random.below(5) {
        case 0: return KeeperNamed(name: ["Mia", "Bo", "žana"][random.below(3)]).draft
        case 1: return TableNamed(name: "Court \(random.below(3))").draft
        case 2: return VoidEntry(target: anyID()).draft
        default:
            let lines = (0..<random.below(5)).map { _ in line() }
            return GameCreated(
                home: "Hawks", away: "Owls", rules: Rules(.pickup), lines: lines
            ).draft
        }
    }

    private mutating func damaged(_ draft: Draft) -> Draft {
        var draft = draft
        if random.chance(15) { draft.kind = Kind(rawValue: UInt32(44 + random.below(3))) }
        if random.chance(15) { draft.body.append(0) }
        if random.chance(20) { draft.body = Array(draft.body.dropLast()) }
        if random.chance(20) { draft.scope = .table }
        if random.chance(30) { draft.scope = .game(anyID()) }
        return draft
    }

    private mutating func fork(_ last: Placed) {
        var twin = last
        twin.entry.body = damaged(move().draft(in: games.first ?? anyID())).body
        // The first few are digests that copies name as well.
        twin.place.digest = PaperTable.digest(twins)
        twins += 1
        table.add(twin)
    }

    private mutating func copy(_ author: UInt8) {
        guard var origin = table.entries.randomElement(using: &random)?.entry else { return }
        if random.chance(2) {
            origin.id = EntryID(author: PaperTable.author(9), sequence: 1 + UInt64(random.below(4)))
        }
        guard let copy = CopiedEntry(of: origin, digest: PaperTable.digest(UInt8(random.below(4))))
        else {
            return
        }
        ids.append(table.record(author, copy.draft))
        if copy.originKind == .gameCreated { games.append(copy.origin) }
    }

    private mutating func move() -> Move {
        let kind =
            random.chance(4) ? .assist : MoveKind.allCases[random.below(MoveKind.allCases.count)]
        var move = Move(kind, by: subject(), period: 1 + random.below(5))
        if random.chance(2) { move.elapsed = .milliseconds(random.below(600_000)) }
        if kind.isScoring && random.chance(4) { move.points = random.below(4) }
        if kind == .assist && random.chance(2) { move.linked = anyID() }
        move.isTracked = random.chance(2)
        move.isAlone = random.chance(3)
        move.isCovering = random.chance(3)
        return move
    }

    private mutating func subject() -> Subject {
        switch random.below(8) {
        case 0: .nobody
        case 1: .team(side())
        case 2: .line(.added(anyID(), random.below(2)))
        default: .line(.created(random.below(5)))
        }
    }

    private mutating func ref() -> LineRef {
        random.chance(4) ? .added(anyID(), random.below(2)) : .created(random.below(5))
    }

    private mutating func line() -> RosterLine {
        let known = random.chance(4) ? PlayerID(entry: anyID(), index: random.below(3)) : nil
        return RosterLine(side: side(), number: "\(random.below(20))", name: "Ana", player: known)
    }

    private mutating func clock() -> GameClockEntry {
        GameClockEntry(
            GameClockEntry.Action.allCases[random.below(3)], period: 1 + random.below(3),
            elapsed: .milliseconds(random.below(600_000)))
    }

    private mutating func side() -> Side { random.chance(2) ? .home : .away }

    /// An entry that is there, the next one of an author, or one that will never be.
    private mutating func anyID() -> EntryID {
        if let id = ids.randomElement(using: &random), !random.chance(8) { return id }
        let author = PaperTable.author(UInt8(1 + random.below(5)))
        return EntryID(author: author, sequence: 1 + UInt64(random.below(60)))
    }
}
