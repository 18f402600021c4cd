import MoveLog

/// The moves that were visited so far, among which each further one looks for its original. A keeper
/// who noted two baskets saw two: of one move, a device has one copy.
struct CopySearch: Sendable {
    /// What a visit found.
    enum Finding {
        case nothing
        /// A copy, which waits for an answer.
        case held(of: RecordedMove)
        /// One that may be the same, though both count.
        case resembling(RecordedMove)
    }

    /// Who recorded moves of players: where one device did nothing is compared.
    private enum Devices {
        case none
        case one(Int)
        case several
    }

    private var recorders: Recorders
    private var devices = Devices.none
    /// Whether a device ever took players over, so that moves are paired by absences.
    private let hasTakeOvers: Bool
    /// In which the game clock was ever started.
    private(set) var periodsWithClock: Set<Int> = []
    private var visited: [RecordedMove.What: VisitedMoves] = [:]
    /// What was said by keepers who did not track the player, who are visited behind all others.
    private var untracked: Set<RecordedMove.What> = []
    private var taken: Set<Copy> = []

    /// Begins with nothing visited; `moves` are all that there are so far.
    init(_ moves: [RecordedMove], _ items: [Item], _ recorders: Recorders, hasTakeOvers: Bool) {
        self.recorders = recorders
        self.hasTakeOvers = hasTakeOvers
        for move in moves { note(move.device) }
        guard isComparing else { return }
        for item in items {
            guard case .gameClock(let entry) = item.content, entry.action == .start else {
                continue
            }
            periodsWithClock.insert(entry.period)
        }
    }

    /// Whether any move can be a copy of another.
    var isComparing: Bool { if case .several = devices { true } else { false } }

    /// Whether moves of a kind are compared at all.
    static func compares(_ what: RecordedMove.What) -> Bool { Caution(what) != nil }

    /// Leaves a move that a copy was paired with to no other copy of the same device.
    mutating func take(_ original: Int, by device: Int) {
        taken.insert(Copy(of: original, by: device))
    }

    /// Whether the device has a copy of the move.
    func hasCopy(of original: Int, by device: Int) -> Bool {
        taken.contains(Copy(of: original, by: device))
    }

    /// Compares the next move, in the order of the visits, with those before it.
    mutating func visit(_ move: RecordedMove) -> Finding {
        guard let caution = Caution(move.what) else { return .nothing }
        if !move.isTracked { untracked.insert(move.what) }
        let hasClock = periodsWithClock.contains(move.what.period)
        let match = visited[move.what, default: VisitedMoves()].visit(move, hasClock: hasClock) {
            $0.device != move.device && !taken.contains(Copy(of: $0.index, by: move.device))
        }
        guard let match else { return .nothing }
        take(match.move.index, by: move.device)
        return match.isByClock && caution == .hold
            ? .held(of: match.move) : .resembling(match.move)
    }

    private mutating func note(_ device: Int) {
        switch devices {
        case .none: devices = .one(device)
        case .one(let other) where other != device: devices = .several
        case .one, .several: break
        }
    }

    private struct Copy: Hashable {
        let original: Int
        let device: Int

        init(of original: Int, by device: Int) {
            self.original = original
            self.device = device
        }
    }

    /// The treatment of two moves that may be one. Held is what a player hardly does twice within the window, and
    /// free throws: each device has one copy of each, so that of those of one stop the largest number counts
    /// that a keeper noted.
    enum Caution {
        case hold, flag

        init?(_ what: RecordedMove.What) {
            switch what.kind {
            case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .steal, .turnover:
                self = .hold
            case .miss: self = what.missed == .ofFreeThrow ? .hold : .flag
            case .rebound, .foul, .block: self = .flag
            case .technicalFoul, .substitution, .timeout, .foulDrawn, .blocked, .lineup, .jumpBall,
                .violation, .review, .periodStart, .periodEnd, .gameEnd, .other:
                return nil
            }
        }
    }
}

/// One more entry, without the others being visited again.
extension CopySearch {
    /// Reads the next move, which gets this number; nil for what is no move of a player.
    mutating func read(_ item: Item, _ number: Int, _ roster: RosterFold) -> RecordedMove? {
        RecordedMove(item, number, &recorders, roster)
    }

    /// Compares a move that stands behind all of the same player, kind and period with those; nil
    /// where it would have a say in what became of others, so that all have to be visited anew.
    mutating func visit(next move: RecordedMove) -> Finding? {
        let wasComparing = isComparing
        note(move.device)
        guard isComparing else { return .nothing }
        guard wasComparing, !hasTakeOvers || !move.isOfAbsence,
            !move.isTracked || !untracked.contains(move.what)
        else { return nil }
        return visit(move)
    }

    /// Takes a start of the game clock; false where moves were compared in this period by their wall
    /// times, for want of a game clock.
    mutating func start(in period: Int) -> Bool {
        guard isComparing, !periodsWithClock.contains(period) else { return true }
        guard !visited.keys.contains(where: { $0.period == period }) else { return false }
        periodsWithClock.insert(period)
        return true
    }
}

extension RecordedMove {
    /// Whether it may be paired with one of another keeper over an absence, whatever the clocks say.
    fileprivate var isOfAbsence: Bool { isCovering || isAlone && isTracked }
}
