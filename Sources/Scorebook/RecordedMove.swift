import MoveLog

/// A player's move as its keeper recorded it, in what matters to suspect a duplicate.
struct RecordedMove {
    /// What two copies agree in.
    struct What: Hashable {
        let seat: PlayerSeat
        let kind: MoveKind
        let period: Int
        /// Of a miss the shot that it would have been: two of a player are two things.
        let missed: Variant?
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

    /// Nil for what is no move of a player of the roster.
    init?(_ item: Item, _ index: Int, _ recorders: inout Recorders, _ roster: RosterFold) {
        guard case .move(let move) = item.content, case .line(let ref) = move.subject,
            let seat = roster.seat(ref)
        else { return nil }
        self.index = index
        id = item.recordedAs
        device = recorders.number(of: item.recordedAs.author)
        what = What(
            seat: seat, kind: move.kind, period: move.period,
            missed: move.kind == .miss ? move.variant : nil)
        reading = move.elapsedMilliseconds
        wall = item.wall.milliseconds
        isTracked = move.isTracked
        isAlone = move.isAlone
        isCovering = move.isCovering
    }
}

/// Numbers for devices, so that hot loops compare integers. An author whose first entry is not there
/// passes for a device of its own.
struct Recorders {
    private let devices: [AuthorID: PublicKey]
    private var byKey: [PublicKey: Int] = [:]
    private var byAuthor: [AuthorID: Int] = [:]
    /// The first ones, which are all at nearly every table: comparing few costs less than hashing.
    private var first: [(author: AuthorID, number: Int)] = []
    private var count = 0

    init(_ devices: [AuthorID: PublicKey]) { self.devices = devices }

    mutating func number(of author: AuthorID) -> Int {
        for known in first where known.author == author { return known.number }
        if let known = byAuthor[author] { return known }
        let number = devices[author].map { self.number(of: $0) } ?? next()
        if first.count < Limits.authorsAtHandMax {
            first.append((author, number))
        } else {
            byAuthor[author] = number
        }
        return number
    }

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
