import MoveLog

/// Which moves are suspected duplicates of what another keeper recorded. It depends on recorded values
/// alone, on moves as they were first noted, void or corrected or not: what people withdraw, accept
/// or claim later never makes another copy the suspect.
struct HeldFold {
    /// By the index of a held move the one that it is a copy of.
    private var originals: [Int: Int] = [:]
    /// By the index of a move that counts all the same the one that it may be a copy of.
    private var resembled: [Int: Int] = [:]

    init(_ items: [Item], _ devices: [AuthorID: PublicKey], _ roster: RosterFold) {
        var recorders = Recorders(devices)
        let moves = items.enumerated().compactMap { index, item in
            RecordedMove(item, index, &recorders, roster)
        }
        guard let first = moves.first, moves.contains(where: { $0.device != first.device }) else {
            return
        }
        originals = CoverFold(items, &recorders, roster).copies(among: moves)
        compare(moves, Self.periodsWithClock(items))
    }

    /// The index of the move that this one is held as a copy of, whatever people said since.
    func original(of index: Int) -> Int? { originals[index] }

    /// The index of a move that this one may be a copy of, though it counts.
    func resembled(by index: Int) -> Int? { resembled[index] }

    private static func periodsWithClock(_ items: [Item]) -> Set<Int> {
        var periods: Set<Int> = []
        for item in items {
            guard case .gameClock(let entry) = item.content, entry.action == .start else {
                continue
            }
            periods.insert(entry.period)
        }
        return periods
    }

    /// Keepers who tracked the player are taken at their word before the others. A keeper who noted
    /// two baskets saw two: of one move, a device has one copy.
    private mutating func compare(_ moves: [RecordedMove], _ periods: Set<Int>) {
        let deviceOf = Dictionary(uniqueKeysWithValues: moves.map { ($0.index, $0.device) })
        var taken: Set<Copy> = []
        for (copy, original) in originals {
            if let device = deviceOf[copy] { taken.insert(Copy(of: original, by: device)) }
        }
        var visited: [RecordedMove.What: VisitedMoves] = [:]
        for isTracked in [true, false] {
            for move in moves where move.isTracked == isTracked && originals[move.index] == nil {
                guard let caution = Caution(move.what.kind) else { continue }
                let hasClock = periods.contains(move.what.period)
                let others = visited[move.what] ?? VisitedMoves()
                let match = others.nearest(to: move, hasClock: hasClock) {
                    $0.device != move.device && !taken.contains(Copy(of: $0.index, by: move.device))
                }
                guard let match else {
                    visited[move.what, default: VisitedMoves()].insert(move)
                    continue
                }
                taken.insert(Copy(of: match.index, by: move.device))
                if match.isByClock && caution == .hold {
                    originals[move.index] = match.index
                } else {
                    resembled[move.index] = match.index
                }
            }
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

    /// What comes of two moves that may be one. Free throws repeat within seconds and are left alone.
    private enum Caution {
        case hold, flag

        init?(_ kind: MoveKind) {
            switch kind {
            case .onePoint, .twoPoints, .threePoints, .assist: self = .hold
            case .rebound, .foul: self = .flag
            case .freeThrow, .technicalFoul, .steal, .block, .turnover, .miss, .substitution,
                .timeout, .foulDrawn, .blocked, .lineup, .jumpBall, .violation, .review,
                .periodStart, .periodEnd, .gameEnd, .other:
                return nil
            }
        }
    }
}
