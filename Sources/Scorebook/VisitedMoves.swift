/// The moves of one player, kind and period that are no copies, to find the nearest to another.
struct VisitedMoves {
    /// What was found.
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

    mutating func insert(_ move: RecordedMove) {
        byWall.insert(move, at: move.wall)
        if let reading = move.reading {
            byReading.insert(move, at: reading)
        } else {
            unread.insert(move, at: move.wall)
        }
    }

    /// The nearest by game clock where that ran in the period and both have a reading, else the nearest
    /// by wall clock of those that cannot be told by the game clock.
    func nearest(
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
        /// In order of the visit.
        var moves: [RecordedMove]
    }

    /// In ascending order.
    private var points: [Point] = []

    mutating func insert(_ move: RecordedMove, at value: Int64) {
        let place = place(of: value)
        if place < points.count && points[place].value == value {
            points[place].moves.append(move)
        } else {
            points.insert(Point(value: value, moves: [move]), at: place)
        }
    }

    /// The nearest within the window that fits: of two that are equally near the one with the smaller
    /// value, of equal values the first visited. The `copyCandidatesMax` nearest are looked at.
    func nearest(
        to value: Int64, where isFit: (RecordedMove) -> Bool
    ) -> RecordedMove? {
        var right = place(of: value)
        var left = right - 1
        var looked = 0
        while looked < Limits.copyCandidatesMax {
            let below = left >= 0 ? distance(points[left].value, value) : .max
            let above = right < points.count ? distance(points[right].value, value) : .max
            guard min(below, above) <= Self.window else { return nil }
            let nearest = below <= above ? left : right
            if below <= above { left -= 1 } else { right += 1 }
            for move in points[nearest].moves.prefix(Limits.copyCandidatesMax - looked) {
                if isFit(move) { return move }
                looked += 1
            }
        }
        return nil
    }

    /// The first point that is not below the value.
    private func place(of value: Int64) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].value < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static let window = UInt64(Limits.copyWindow.wholeMilliseconds)

    /// Outside numbers may lie further apart than a signed integer tells.
    private func distance(_ one: Int64, _ other: Int64) -> UInt64 {
        one >= other
            ? UInt64(bitPattern: one &- other) : UInt64(bitPattern: other &- one)
    }
}
