import MoveLog

/// Which moves are suspected duplicates of what another keeper recorded. It depends on recorded values
/// alone, on moves as they were first noted, void or corrected or not: what people withdraw, accept
/// or claim later never makes another copy the suspect.
struct HeldFold {
    /// By the index of a held move the one that it is a copy of.
    private var originals: [Int: Int] = [:]
    /// By the index of a move that counts all the same the one that it may be a copy of.
    private var resembled: [Int: Int] = [:]
    /// What the next move in order is compared with.
    private(set) var search: CopySearch

    /// Compares the moves among the entries of a game, in order. Unless it is to be continued, `search` is
    /// left without those that cannot have a copy.
    init(
        _ items: [Item], _ devices: [AuthorID: PublicKey], _ roster: RosterFold,
        isContinued: Bool
    ) {
        var recorders = Recorders(devices)
        let moves = items.enumerated().compactMap { index, item in
            RecordedMove(item, index, &recorders, roster)
        }
        let covers = CoverFold(items, &recorders, roster)
        search = CopySearch(moves, items, recorders, hasTakeOvers: !covers.isEmpty)
        guard search.isComparing else { return }
        let absences = covers.finding(among: moves, search.periodsWithClock)
        originals = absences.copies
        compare(isContinued ? moves : moves.withSeveralDevices)
        pointOut(absences)
    }

    /// Whether any move is held as a copy, whatever people said since.
    var hasCopies: Bool { !originals.isEmpty }

    /// The index of the move that this one is held as a copy of, whatever people said since.
    func original(of index: Int) -> Int? { originals[index] }

    /// The index of a move that this one may be a copy of, though it counts.
    func resembled(by index: Int) -> Int? { resembled[index] }

    /// Keepers who tracked the player are taken at their word before the others.
    private mutating func compare(_ moves: [RecordedMove]) {
        let covered = originals
        for move in moves {
            if let original = covered[move.index] { search.take(original, by: move.device) }
        }
        for isTracked in [true, false] {
            for move in moves where move.isTracked == isTracked && covered[move.index] == nil {
                switch search.visit(move) {
                case .nothing: break
                case .held(let original): originals[move.index] = original.index
                case .resembling(let other): resembled[move.index] = other.index
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
                originals[$0.index] == nil && !search.hasCopy(of: $0.index, by: device)
            }
            for (original, copy) in zip(left, copies) where resembled[copy.index] == nil {
                resembled[copy.index] = original.index
            }
        }
    }
}

extension [RecordedMove] {
    /// Those of which another device recorded the same player, kind and period, too: the only ones that
    /// may be copies, or have one.
    fileprivate var withSeveralDevices: [RecordedMove] {
        let moves = filter { CopySearch.compares($0.what) }
        var devices = DeviceTable(moves)
        for move in moves { devices.note(move) }
        return devices.hasShared ? moves.filter { devices.areSeveral(for: $0) } : []
    }
}

/// For each player, kind and period that moves are of, the device that recorded them, or that several did:
/// looked up by place, since nearly every move of a season comes by here.
private struct DeviceTable {
    private static let none: Int32 = 0
    private static let several: Int32 = -1
    /// Any of the moves has another device at its place than `none`.
    private(set) var hasShared = false
    private let lines: Int
    private let kinds: Int
    private let periods: Int
    private var devices: [Int32]

    init(_ moves: [RecordedMove]) {
        func count(_ number: (RecordedMove) -> Int) -> Int { (moves.map(number).max() ?? 0) + 1 }
        lines = count { $0.what.seat.index }
        kinds = count { Int($0.what.kind.rawValue) }
        periods = count { $0.what.period }
        devices = Array(repeating: Self.none, count: 2 * lines * kinds * periods)
    }

    mutating func note(_ move: RecordedMove) {
        let place = place(of: move.what)
        let device = Int32(truncatingIfNeeded: move.device)
        switch devices[place] {
        case Self.none: devices[place] = device
        case device, Self.several: break
        default:
            devices[place] = Self.several
            hasShared = true
        }
    }

    func areSeveral(for move: RecordedMove) -> Bool {
        devices[place(of: move.what)] == Self.several
    }

    private func place(of what: RecordedMove.What) -> Int {
        let seat = (what.seat.side == .home ? 0 : lines) + what.seat.index
        return (seat * kinds + Int(what.kind.rawValue)) * periods + what.period
    }
}
