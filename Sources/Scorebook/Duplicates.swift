import MoveLog

/// The suspected duplicates among moves of different keepers. Judged on moves as first recorded,
/// void or corrected or not: a later void, accept or claim never makes another copy the suspect.
///
/// Moves are compared within groups of one player, kind and period. Two moves by one keeper are two
/// moves; of one move a device has at most one copy.
struct Duplicates {
    /// The original of each held move, by index.
    private(set) var originals: [Int: Int] = [:]
    /// The move that a counted one may be a copy of, by index.
    private(set) var resembled: [Int: Int] = [:]
    /// The pairs already found: a move has at most one copy per device.
    private var paired: Set<Pair> = []

    private struct Pair: Hashable {
        let original: Int
        let device: Int
    }

    init() {}

    /// Takes all moves of players, in order. Cost: a sort, and a binary search for each move in a
    /// group with several devices.
    init(_ moves: [RecordedMove], covers: CoverFold, periodsWithClock: Set<Int>) {
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

    /// Takes the moves of one group, in order.
    init(group: [RecordedMove], hasClock: Bool) { compare(group, hasClock: hasClock) }

    /// The groups in which several devices recorded.
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

    /// Moves by keepers who tracked the player take precedence as originals.
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

    /// Flags moves that both keepers of an absence recorded and no game clock identifies, paired in
    /// order.
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

    /// Hold kinds that a player hardly repeats within the window, and free throws: each device has
    /// one copy of each free throw, so the largest number recorded by one keeper counts. Flag the
    /// rest.
    enum Caution {
        case hold, flag

        /// Nil for moves that are not compared.
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

/// The fields of a player's move that identify duplicates, as recorded.
struct RecordedMove {
    /// The fields in which two copies agree.
    struct What: Hashable {
        let seat: PlayerSeat
        let kind: MoveKind
        let period: Int
        /// Of a miss, the shot attempted.
        let missed: Variant?

        /// 32 bits.
        var key: UInt64 {
            let seat = UInt64(seat.index) << 1 | UInt64(seat.side.rawValue)
            let kind = UInt64(kind.rawValue) << 4 | UInt64(missed?.rawValue ?? 0)
            return seat << 17 | kind << 8 | UInt64(period)
        }
    }

    /// In the timeline.
    let index: Int
    let id: EntryID
    /// A number for the device.
    let device: Int
    let what: What
    /// Of the game clock, in milliseconds; nil if the keeper read none.
    let reading: Int64?
    /// In milliseconds.
    let wall: Int64
    let isTracked: Bool
    let isAlone: Bool
    let isCovering: Bool
}

/// The moves of one group that are not copies, searchable by time.
private struct VisitedMoves {
    /// `isByClock` is false if only the wall times are near.
    typealias Match = (move: RecordedMove, isByClock: Bool)

    private var byReading = Line()
    private var byWall = Line()
    /// Moves without a reading.
    private var unread = Line()

    /// The nearest move that fits; if there is none, this one is added.
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

    /// The nearest by game clock if it ran in the period and both moves have a reading; else the
    /// nearest by wall time.
    private func nearest(
        to move: RecordedMove, hasClock: Bool, where isFit: (RecordedMove) -> Bool
    ) -> Match? {
        guard hasClock, let reading = move.reading else {
            return byWall.nearest(to: move.wall, where: isFit).map { ($0, false) }
        }
        if let near = byReading.nearest(to: reading, where: isFit) { return (near, true) }
        return unread.nearest(to: move.wall, where: isFit).map { ($0, false) }
    }
}

/// Moves sorted by a time in milliseconds.
private struct Line {
    private struct Point {
        let value: Int64
        let move: RecordedMove
    }

    /// Ascending; equal values in order of insertion.
    private var points: [Point] = []

    mutating func insert(_ move: RecordedMove, at value: Int64) {
        let point = Point(value: value, move: move)
        if let last = points.last, last.value > value {
            points.insert(point, at: first(above: value))
        } else {
            points.append(point)
        }
    }

    /// The nearest within the window that fits; ties go to the smaller value, then to the first
    /// inserted. Looks at the `copyCandidatesMax` nearest.
    func nearest(to value: Int64, where isFit: (RecordedMove) -> Bool) -> RecordedMove? {
        var right = first(atLeast: value)
        var left = right
        var looked = 0
        while looked < ScorebookLimits.copyCandidatesMax {
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
            for index in group.prefix(ScorebookLimits.copyCandidatesMax - looked) {
                if isFit(points[index].move) { return points[index].move }
                looked += 1
            }
        }
        return nil
    }

    private func first(atLeast value: Int64) -> Int {
        points.indices.partitioningIndex { points[$0].value >= value }
    }

    private func first(above value: Int64) -> Int {
        points.indices.partitioningIndex { points[$0].value > value }
    }

    private static let window = UInt64(ScorebookLimits.copyWindow.wholeMilliseconds)

    /// Values from peers may differ by more than a signed integer holds.
    private func distance(_ one: Int64, _ other: Int64) -> UInt64 {
        one >= other
            ? UInt64(bitPattern: one &- other) : UInt64(bitPattern: other &- one)
    }
}

/// Small numbers for devices, to compare moves by integers. An author whose first entry has not
/// arrived counts as a device.
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

    subscript(author: Int32) -> Int { byAuthor[Int(author)] }

    /// True if several devices recorded entries.
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
