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

    init(_ items: [Item], _ devices: [AuthorID: PublicKey], _ roster: RosterFold) {
        var recorders = Recorders(devices)
        let moves = items.enumerated().compactMap { index, item in
            RecordedMove(item, index, &recorders, roster)
        }
        let covers = CoverFold(items, &recorders, roster)
        search = CopySearch(moves, items, recorders, hasTakeOvers: !covers.isEmpty)
        guard search.isComparing else { return }
        originals = covers.copies(among: moves)
        compare(moves)
    }

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
}
