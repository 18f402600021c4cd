import MoveLog

/// A move of a player as events compare it: what it says now, and what it said when it was
/// recorded.
struct ComparedMove: Sendable {
    /// Index in the timeline: moves are in the order of the fold.
    let index: Int
    /// A number within the game.
    let author: Int32
    /// A number for the device that recorded it: of a transferred move not that of its author.
    let device: Int
    /// A number for the author's device.
    let wallDevice: Int
    /// In milliseconds, by the author's clock.
    let wall: Int64
    /// The keeper's device tracked the player.
    let isTracked: Bool
    /// Index of the first live void; nil if the move is not void.
    let firstVoid: Int?
    /// With the fix in effect; nil if it then is no move that is compared.
    let own: Said?
    /// Nil if it was recorded as a move that is not compared.
    let recorded: Said?

    var isVoid: Bool { firstVoid != nil }

    func said(_ basis: Basis) -> Said? { basis == .own ? own : recorded }

    /// True if one of both was void before the other was recorded.
    func isVoidBefore(_ other: ComparedMove) -> Bool {
        firstVoid.map { $0 < other.index } ?? false
            || other.firstVoid.map { $0 < index } ?? false
    }

    enum Basis {
        case own, recorded
    }
}

/// The fields by which moves of players are compared.
struct Said: Hashable, Sendable {
    let seat: PlayerSeat
    let kind: MoveKind
    /// Of a miss, the shot attempted.
    let missed: Variant?
    let period: Int
    /// -1 if as the rules say.
    let points: Int16
    /// Of the game clock, in milliseconds; nil if the keeper read none.
    let reading: Int64?

    /// Nil for a move that is not compared, or of a subject that is no player.
    init?(_ row: Row, _ seat: PlayerSeat?) {
        guard let seat, let kind = row.kind, Likeness(kind) != nil else { return nil }
        self.seat = seat
        self.kind = kind
        missed = kind == .miss ? Variant(rawValue: row.variant) : nil
        period = Int(row.period)
        points = row.points
        reading = row.reading
    }

    var likeness: Likeness {
        if kind == .miss { return missed == .ofFreeThrow ? .copies : .alike }
        return Likeness(kind) ?? .alike
    }

    var isAttemptOfFreeThrow: Bool {
        kind == .freeThrow || kind == .miss && missed == .ofFreeThrow
    }

    /// 14 bits: the side and the period, and the seat above them.
    private func place(ofSide: Bool) -> UInt64 {
        let seat = ofSide ? 0 : UInt64(seat.index)
        return seat << 8 | UInt64(self.seat.side.rawValue) << 7 | UInt64(period)
    }

    /// Equal for moves of one player that say the same; 32 bits.
    var key: UInt64 {
        let what = UInt64(kind.rawValue) << 4 | UInt64(missed?.rawValue ?? 0)
        return place(ofSide: false) << 14 | what << 5 | UInt64(bitPattern: Int64(points) + 1)
    }

    /// Equal for moves of one player.
    var playerKey: UInt64 { place(ofSide: false) }

    /// Equal for field goals of one side, for its free throws and for its assists.
    var sideKey: UInt64 {
        place(ofSide: true) << 2 | (kind == .assist ? 2 : kind == .freeThrow ? 1 : 0)
    }

    /// Equal for what differs from `key` in the period alone.
    var timelessKey: UInt64 { key & ~(0x7f << 14) }
}

/// The meaning of two moves of one player that say the same.
enum Likeness {
    /// One move: a player hardly repeats it within the window. Free throws too, of which each
    /// device has one copy of each, so that the largest number recorded by one keeper counts.
    case copies
    /// Perhaps one move: pointed out, and both count.
    case alike

    /// Nil for moves that are not compared; of a miss, the shot decides (`Said.likeness`).
    init?(_ kind: MoveKind) {
        switch kind {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .steal, .turnover:
            self = .copies
        case .miss, .rebound, .foul, .block: self = .alike
        case .technicalFoul, .substitution, .timeout, .foulDrawn, .blocked, .lineup, .jumpBall,
            .violation, .review, .periodStart, .periodEnd, .gameEnd, .other:
            return nil
        }
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
