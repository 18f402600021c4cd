import MoveLog

/// Which moves are suspected duplicates of what another keeper recorded. It depends on recorded values
/// alone, on moves as they were first recorded, void or corrected or not: what people withdraw, accept
/// or claim later never makes another copy the suspect.
///
/// Moves are compared in groups: of one player, kind and period. A keeper who recorded two baskets saw
/// two: of one move, a device has one copy.
struct Duplicates {
    /// By the index of a held move the one that it is a copy of.
    private(set) var originals: [Int: Int] = [:]
    /// By the index of a move that counts all the same the one that it may be a copy of.
    private(set) var resembled: [Int: Int] = [:]
    /// Moves that a copy was paired with, each once for a device.
    private var paired: Set<Pair> = []

    /// A move and the number of a device that has a copy of it.
    private struct Pair: Hashable {
        let original: Int
        let device: Int
    }

    /// Nothing is compared.
    init() {}

    /// Compares all moves of players, in order, which several devices recorded. Cost: a sort of them, and
    /// of each group with moves of several devices a search by halves for each move.
    init(
        _ moves: [RecordedMove], covers: CoverFold, periodsWithClock: Set<Int>
    ) {
        let absences = covers.finding(among: moves, periodsWithClock)
        originals = absences.copies
        for move in moves {
            if let original = originals[move.index] {
                paired.insert(Pair(original: original, device: move.device))
            }
        }
        for group in Self.groups(moves) {
            compare(group, hasClock: periodsWithClock.contains(group[0].what.period))
        }
        pointOut(absences)
    }

    /// Compares the moves of one group, in order.
    init(group: [RecordedMove], hasClock: Bool) { compare(group, hasClock: hasClock) }

    /// The moves by player, kind and period: groups in which several devices recorded something.
    private static func groups(_ moves: [RecordedMove]) -> [[RecordedMove]] {
        let keys = moves.indices.map { moves[$0].what.key << 32 | UInt64($0) }.sorted()
        var groups: [[RecordedMove]] = []
        var start = 0
        while start < keys.count {
            let end = keys[start...].firstIndex { $0 >> 32 != keys[start] >> 32 } ?? keys.count
            let group = keys[start..<end].map { moves[Int($0 & 0xFFFF_FFFF)] }
            if group.contains(where: { $0.device != group[0].device }) { groups.append(group) }
            start = end
        }
        return groups
    }

    /// Keepers who tracked the player are believed before the others.
    private mutating func compare(_ group: [RecordedMove], hasClock: Bool) {
        guard let caution = Caution(group[0].what) else { return }
        var visited = VisitedMoves()
        for isTracked in [true, false] {
            for move in group where move.isTracked == isTracked && originals[move.index] == nil {
                let match = visited.visit(move, hasClock: hasClock) { other in
                    other.device != move.device
                        && !paired.contains(Pair(original: other.index, device: move.device))
                }
                guard let match else { continue }
                paired.insert(Pair(original: match.move.index, device: move.device))
                if match.isByClock, caution == .hold {
                    originals[move.index] = match.move.index
                } else {
                    resembled[move.index] = match.move.index
                }
            }
        }
    }

    /// Points out moves that both keepers of an absence recorded and that no clock shows to be the
    /// same, the first with the first.
    private mutating func pointOut(_ absences: CoverFold.Finding) {
        for (seen, noted) in absences.open {
            let copies = noted.filter { originals[$0.index] == nil }
            guard let device = copies.first?.device else { continue }
            let left = seen.filter {
                originals[$0.index] == nil
                    && !paired.contains(Pair(original: $0.index, device: device))
            }
            for (original, copy) in zip(left, copies) where resembled[copy.index] == nil {
                resembled[copy.index] = original.index
            }
        }
    }

    /// The treatment of two moves that may be one. Held is what a player hardly does twice within the
    /// window, and free throws: each device has one copy of each, so that of those of one stop the largest
    /// number counts that a keeper recorded.
    enum Caution {
        case hold, flag

        /// Nil for moves that are not compared at all.
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

/// A player's move as its keeper recorded it, in what matters to suspect a duplicate.
struct RecordedMove {
    /// The fields in which two copies agree.
    struct What: Hashable {
        let seat: PlayerSeat
        let kind: MoveKind
        let period: Int
        /// Of a miss the shot that it would have been: two of a player are two things.
        let missed: Variant?

        /// A number of 32 bits for it.
        var key: UInt64 {
            let seat = UInt64(seat.index) << 1 | UInt64(seat.side.rawValue)
            let kind = UInt64(kind.rawValue) << 4 | UInt64(missed?.rawValue ?? 0)
            return seat << 17 | kind << 8 | UInt64(period)
        }
    }

    /// In the order.
    let index: Int
    /// The entry as it stands in the logs.
    let id: EntryID
    /// A number for the device.
    let device: Int
    let what: What
    /// The game clock's reading in milliseconds; nil when its keeper read none.
    let reading: Int64?
    /// Wall time in milliseconds.
    let wall: Int64
    let isTracked: Bool
    let isAlone: Bool
    let isCovering: Bool
}

/// The moves of one group that are no copies, to find the nearest to another.
private struct VisitedMoves {
    /// The duplicates that were found.
    struct Match {
        /// The nearest.
        let move: RecordedMove
        /// Near by the game clock, not merely by wall clocks.
        let isByClock: Bool
    }

    private var byReading = Line()
    private var byWall = Line()
    /// Those without a reading.
    private var unread = Line()

    /// The nearest move that fits; where there is none, this one is visited.
    mutating func visit(
        _ move: RecordedMove, hasClock: Bool, where isFit: (RecordedMove) -> Bool
    ) -> Match? {
        if let match = nearest(to: move, hasClock: hasClock, where: isFit) { return match }
        byWall.insert(move, at: move.wall)
        if let reading = move.reading {
            byReading.insert(move, at: reading)
        } else {
            unread.insert(move, at: move.wall)
        }
        return nil
    }

    /// The nearest by game clock where that ran in the period and both have a reading, else the nearest
    /// by wall clock of those that cannot be told by the game clock.
    private func nearest(
        to move: RecordedMove, hasClock: Bool, where isFit: (RecordedMove) -> Bool
    ) -> Match? {
        guard hasClock, let reading = move.reading else {
            return byWall.nearest(to: move.wall, where: isFit)
                .map { Match(move: $0, isByClock: false) }
        }
        if let near = byReading.nearest(to: reading, where: isFit) {
            return Match(move: near, isByClock: true)
        }
        return unread.nearest(to: move.wall, where: isFit)
            .map { Match(move: $0, isByClock: false) }
    }
}

/// Moves along a line of milliseconds.
private struct Line {
    private struct Point {
        let value: Int64
        let move: RecordedMove
    }

    /// In ascending order, those of one value in order of the visit.
    private var points: [Point] = []

    mutating func insert(_ move: RecordedMove, at value: Int64) {
        let point = Point(value: value, move: move)
        if let last = points.last, last.value > value {
            points.insert(point, at: first(above: value))
        } else {
            points.append(point)
        }
    }

    /// The nearest within the window that fits: of two that are equally near the one with the smaller
    /// value, of equal values the first visited. The `copyCandidatesMax` nearest are looked at.
    func nearest(
        to value: Int64, where isFit: (RecordedMove) -> Bool
    ) -> RecordedMove? {
        var right = first(atLeast: value)
        var left = right
        var looked = 0
        while looked < Limits.copyCandidatesMax {
            let below = left > 0 ? distance(points[left - 1].value, value) : .max
            let above = right < points.count ? distance(points[right].value, value) : .max
            guard min(below, above) <= Self.window else { return nil }
            let group: Range<Int>
            if below <= above {
                let value = points[left - 1].value
                group = first(atLeast: value)..<left
                left = group.lowerBound
            } else {
                let value = points[right].value
                group = right..<first(above: value)
                right = group.upperBound
            }
            for index in group.prefix(Limits.copyCandidatesMax - looked) {
                if isFit(points[index].move) { return points[index].move }
                looked += 1
            }
        }
        return nil
    }

    /// The first point with at least that value, or with a larger one.
    private func first(atLeast value: Int64) -> Int {
        points.indices.partitioningIndex { points[$0].value >= value }
    }

    private func first(above value: Int64) -> Int {
        points.indices.partitioningIndex { points[$0].value > value }
    }

    private static let window = UInt64(Limits.copyWindow.wholeMilliseconds)

    /// Outside numbers may lie further apart than a signed integer tells.
    private func distance(_ one: Int64, _ other: Int64) -> UInt64 {
        one >= other
            ? UInt64(bitPattern: one &- other) : UInt64(bitPattern: other &- one)
    }
}

/// Numbers for devices, so that moves are compared by integers. An author whose first entry is not
/// there passes for a device of its own.
struct DeviceNumbers: Sendable {
    private var byAuthor: [Int] = []
    private var byKey: [PublicKey: Int] = [:]
    private var count = 0

    init() {}

    init(_ authors: AuthorNumbers, _ devices: [AuthorID: PublicKey]) {
        for author in 0..<Int32(authors.count) {
            byAuthor.append(devices[authors[author]].map { number(of: $0) } ?? next())
        }
    }

    /// The number of an author's device.
    subscript(author: Int32) -> Int { byAuthor[Int(author)] }

    /// True if entries are there of more than one device.
    var areSeveral: Bool { byAuthor.contains { $0 != byAuthor[0] } }

    mutating func number(of key: PublicKey) -> Int {
        if let known = byKey[key] { return known }
        let number = next()
        byKey[key] = number
        return number
    }

    private mutating func next() -> Int {
        count += 1
        return count
    }
}
