import MoveLog
import Seeds

@testable import Scorebook

/// A game as keepers record it who sit side by side: nearly everything comes in order, often two note
/// one move, now and then somebody withdraws, corrects, takes over, signs or goes on.
struct KeptTable {
    private var random: SeededGenerator
    private var court: Court
    private var lamports: [UInt64]
    private var moves: [(id: EntryID, move: Move)] = []
    private let isCalm: Bool
    private var period = 1

    /// The entries in the order in which they were recorded. In a calm game nobody answers, claims or
    /// signs anything.
    static func entries(seed: UInt64, count: Int, isCalm: Bool) throws -> [Placed] {
        var kept = KeptTable(
            random: SeededGenerator(seed: seed), court: try Court(seed % 2 == 0 ? .fiba : .pickup),
            isCalm: isCalm)
        for _ in 0..<count { kept.step() }
        return kept.court.table.entries
    }

    private init(random: SeededGenerator, court: Court, isCalm: Bool) {
        self.random = random
        self.court = court
        self.isCalm = isCalm
        lamports = Array(repeating: 10, count: 3)
    }

    private mutating func step() {
        let keeper = random.below(3)
        // A keeper who has not heard of the others for a while records beside them.
        if random.chance(2) { lamports[keeper] = lamports.max() ?? 0 }
        if random.chance(25), let last = moves.suffix(8).randomElement(using: &random) {
            record(VoidEntry(target: last.id), keeper)
            return
        }
        if !isCalm, random.chance(30) { return fork(keeper) }
        switch random.below(isCalm ? 16 : 19) {
        case 0: clock(keeper)
        case 1: record(Note(text: "well"), keeper)
        case 2...4: again(keeper)
        case 16: answer(keeper)
        case 17: claim(keeper)
        case 18: random.chance(3) ? sign(keeper) : answer(keeper)
        default: move(keeper)
        }
    }

    @discardableResult
    private mutating func record(_ body: some GameBody, _ keeper: Int) -> EntryID {
        lamports[keeper] += 1
        return court.table.record(
            UInt8(keeper + 1), body.draft(in: court.game), lamport: lamports[keeper],
            wall: Int64(lamports[keeper]) * 1000 + Int64(random.below(9000)))
    }

    private mutating func move(_ keeper: Int) {
        let kinds: [MoveKind] = [.twoPoints, .twoPoints, .assist, .foul, .rebound, .freeThrow]
        let kind =
            random.chance(4) ? MoveKind.allCases[random.below(24)] : kinds[random.below(6)]
        var move = Move(kind, by: subject(), period: period)
        if !random.chance(6) { move.elapsed = .milliseconds(random.below(120_000)) }
        if kind == .assist, random.chance(2) { move.linked = linked() }
        move.isTracked = !random.chance(8)
        move.isAlone = random.chance(isCalm ? 40 : 6)
        move.isCovering = random.chance(isCalm ? 40 : 6)
        moves.append((record(move, keeper), move))
    }

    /// The last entry's name names another one too.
    private mutating func fork(_ keeper: Int) {
        guard let last = court.table.entries.last, last.entry.kind == .move else { return }
        let other = Move(.twoPoints, by: subject(), period: period)
        var twin = last
        twin.entry.body = other.body
        twin.place.digest = PaperTable.digest(UInt8(random.below(9)))
        if random.chance(2) { twin.place.lamport += UInt64(1 + random.below(3)) }
        court.table.add(twin)
    }

    /// A second keeper notes what one noted a moment ago.
    private mutating func again(_ keeper: Int) {
        guard var move = moves.suffix(6).randomElement(using: &random)?.move else { return }
        if let elapsed = move.elapsed { move.elapsed = elapsed + .seconds(random.below(25) - 12) }
        if move.kind.isFieldGoal, random.chance(6) { move.kind = .threePoints }
        move.isTracked = !random.chance(4)
        moves.append((record(move, keeper), move))
    }

    /// The fixes that there are.
    private var fixes: [EntryID] {
        court.table.entries.filter { $0.entry.kind == .fix }.map(\.entry.id)
    }

    private func anySubject(_ number: Int) -> Subject {
        switch number {
        case 0: .nobody
        case 1: .team(.away)
        case 2: .line(.added(court.game, 7))
        default: .line(.created(number % 6))
        }
    }

    private mutating func subject() -> Subject { anySubject(random.below(16)) }

    /// A move of the last few, what is not there, or the creation of the game.
    private mutating func linked() -> EntryID {
        if random.chance(8) { return court.game }
        let last = moves.suffix(8).randomElement(using: &random)?.id ?? court.game
        return random.chance(4) ? EntryID(author: last.author, sequence: last.sequence + 3) : last
    }

    private mutating func clock(_ keeper: Int) {
        if random.chance(4), period < 5 {
            period += 1
            record(PeriodBegan(period: period), keeper)
        } else {
            let action = GameClockEntry.Action.allCases[random.below(3)]
            let elapsed = Duration.milliseconds(random.below(610_000))
            record(GameClockEntry(action, period: period, elapsed: elapsed), keeper)
        }
    }

    private mutating func answer(_ keeper: Int) {
        guard let target = moves.suffix(20).randomElement(using: &random) else { return }
        switch random.below(5) {
        case 0: record(VoidEntry(target: target.id), keeper)
        case 1: record(VoidEntry(target: target.id, isOfEntryAlone: true), keeper)
        case 2: record(Accepted(target: target.id), keeper)
        case 3:
            let device = PaperTable.key(UInt8(1 + random.below(3)))
            let difference = Int64(random.below(8000)) - 4000
            record(WallCompared(device: device, difference: difference, error: 4), keeper)
        default:
            var move = target.move
            if random.chance(2) { move.subject = anySubject(3 + random.below(6)) }
            record(Fix(target: target.id, bases: random.chance(2) ? [] : fixes, move: move), keeper)
        }
    }

    private mutating func claim(_ keeper: Int) {
        let device = PaperTable.key(UInt8(1 + random.below(3)))
        let cut = Cut([PaperTable.author(UInt8(1 + random.below(3))): UInt64(random.below(40))])
        switch random.below(6) {
        case 0: record(TrackingClaimed([subjectOfClaim()]), keeper)
        case 1: record(TakenOver([subjectOfClaim()], from: device, cut: cut), keeper)
        case 2: record(DeviceLost(device: device, cut: cut), keeper)
        case 3: record(DeviceFound(device: device), keeper)
        case 4: record(RulesChanged(changes: [.target: 30 + random.below(9)]), keeper)
        default:
            record(RosterMerged(from: .created(random.below(3)), into: .created(0)), keeper)
        }
    }

    private mutating func subjectOfClaim() -> Subject { anySubject(3 + random.below(6)) }

    /// All sign what is there; then the game goes on, as a rule.
    private mutating func sign(_ keeper: Int) {
        record(GameEnded(), keeper)
        var last: [AuthorID: UInt64] = [:]
        for id in court.table.entries.map(\.entry.id) {
            last[id.author] = max(last[id.author] ?? 0, id.sequence)
        }
        let signOff = SignOff(
            digest: PaperTable.digest(7), score: Sides(home: 1, away: 1), cut: Cut(last))
        for keeper in 0..<3 where !random.chance(4) { record(signOff, keeper) }
        lamports = lamports.map { _ in (lamports.max() ?? 0) + 1 }
        if !random.chance(6) { record(GameReopened(), keeper) }
    }
}
