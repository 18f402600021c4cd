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

    /// The nearest move that fits; where there is none, this one is visited.
    mutating func visit(
        _ move: RecordedMove, hasClock: Bool, where isFit: (RecordedMove) -> Bool
    ) -> Match? {
        if let match = nearest(to: move, hasClock: hasClock, where: isFit) { return match }
        insert(move)
        return nil
    }

    private mutating func insert(_ move: RecordedMove) {
        byWall.insert(move, at: move.wall)
        if let reading = move.reading {
            byReading.insert(move, at: reading)
        } else {
            unread.insert(move, at: move.wall)
        }
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
            points.insert(point, at: count { $0 <= value })
        } else {
            points.append(point)
        }
    }

    /// The nearest within the window that fits: of two that are equally near the one with the smaller
    /// value, of equal values the first visited. The `copyCandidatesMax` nearest are looked at.
    func nearest(
        to value: Int64, where isFit: (RecordedMove) -> Bool
    ) -> RecordedMove? {
        var right = count { $0 < value }
        var left = right
        var looked = 0
        while looked < Limits.copyCandidatesMax {
            let below = left > 0 ? distance(points[left - 1].value, value) : .max
            let above = right < points.count ? distance(points[right].value, value) : .max
            guard min(below, above) <= Self.window else { return nil }
            let group: Range<Int>
            if below <= above {
                let value = points[left - 1].value
                group = count { $0 < value }..<left
                left = group.lowerBound
            } else {
                let value = points[right].value
                group = right..<count { $0 <= value }
                right = group.upperBound
            }
            for index in group.prefix(Limits.copyCandidatesMax - looked) {
                if isFit(points[index].move) { return points[index].move }
                looked += 1
            }
        }
        return nil
    }

    /// How many points have values that are so, where none is behind one that is not.
    private func count(where isSo: (Int64) -> Bool) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if isSo(points[middle].value) { low = middle + 1 } else { high = middle }
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
