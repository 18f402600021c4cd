import MoveLog

/// Finds moves that two keepers both recorded while one was out of sync and the other had taken the
/// players over. The absent keeper's game clock was not corrected meanwhile, so the window is wider
/// than elsewhere. But one keeper may have begun where the other ended: the window is no wider than
/// two readings of one move can differ, and applies only where both keepers recorded before and
/// after. Other pairs are flagged.
struct CoverFold {
    private var pairs: [Pair] = []

    /// True if there is no take-over.
    var isEmpty: Bool { pairs.isEmpty }

    init(_ entries: EntryRows, _ numbers: inout DeviceNumbers, _ roster: RosterFold) {
        struct Key: Hashable {
            let absent: Int
            let covering: Int
        }
        var known: [Key: Int] = [:]
        for (index, row) in entries.rows.enumerated() where row.aside >= 0 {
            guard case .takenOver(let taken)? = entries.content(row) else { continue }
            let key = Key(absent: numbers.number(of: taken.device), covering: numbers[row.author])
            if key.absent == key.covering { continue }
            if known[key] == nil {
                known[key] = pairs.count
                pairs.append(Pair(absent: key.absent, covering: key.covering))
            }
            if let place = known[key] { pairs[place].begin(taken, index, roster) }
        }
    }

    /// Compares the moves of absent keepers with those of covering ones. A move that has a copy is
    /// not itself a copy: of two keepers who covered for each other one counts.
    func finding(among moves: [RecordedMove], _ periodsWithClock: Set<Int>) -> Finding {
        var finding = Finding()
        if pairs.isEmpty { return finding }
        let alone = Dictionary(grouping: moves.filter { $0.isAlone && $0.isTracked }, by: \.device)
        let covered = Dictionary(grouping: moves.filter(\.isCovering), by: \.device)
        for pair in pairs {
            let seen = Noted(pair.seen(among: alone[pair.absent] ?? []))
            if seen.moves.isEmpty { continue }
            let noted = Noted(pair.covered(among: covered[pair.covering] ?? []))
            for (absence, copies) in noted.moves {
                guard let originals = seen.moves[absence] else { continue }
                let time =
                    periodsWithClock.contains(absence.what.period)
                    ? seen.time(sharedWith: noted, in: absence) : nil
                finding.compare(copies, with: originals, inside: time)
            }
        }
        return finding
    }

    struct Finding {
        /// The original of each held copy, by index.
        private(set) var copies: [Int: Int] = [:]
        /// Moves that may be the same, without proof, in order.
        private(set) var open: [(originals: [RecordedMove], copies: [RecordedMove])] = []
        private var originals: Set<Int> = []

        /// Compares the moves of one absence, player, kind and period: first within the usual
        /// window, then within the wider one. The rest may be the same and is left open.
        mutating func compare(
            _ copies: [RecordedMove], with originals: [RecordedMove],
            inside time: ClosedRange<Int64>?
        ) {
            guard let caution = Duplicates.Caution(copies[0].what) else { return }
            var left = originals.filter { self.copies[$0.index] == nil }
            var mine = copies.filter {
                self.copies[$0.index] == nil && !self.originals.contains($0.index)
            }
            if let time, caution == .hold {
                for window in [ScorebookLimits.copyWindow, ScorebookLimits.absenceWindow] {
                    for (original, copy) in Self.pairs(left, mine, within: window, time) {
                        self.copies[copy] = original
                        self.originals.insert(original)
                    }
                    left.removeAll { self.originals.contains($0.index) }
                    mine.removeAll { self.copies[$0.index] != nil }
                }
            }
            if !left.isEmpty && !mine.isEmpty { open.append((left, mine)) }
        }

        /// Pairs moves by their readings in one pass, as many as possible.
        private static func pairs(
            _ originals: [RecordedMove], _ copies: [RecordedMove], within window: Duration,
            _ time: ClosedRange<Int64>
        ) -> [(original: Int, copy: Int)] {
            let mine = readings(copies, time)
            var pairs: [(original: Int, copy: Int)] = []
            var next = 0
            for original in readings(originals, time) {
                while next < mine.count,
                    original.reading - mine[next].reading > window.wholeMilliseconds
                {
                    next += 1
                }
                guard next < mine.count else { break }
                if mine[next].reading - original.reading <= window.wholeMilliseconds {
                    pairs.append((original.index, mine[next].index))
                    next += 1
                }
            }
            return pairs
        }

        private static func readings(
            _ moves: [RecordedMove], _ time: ClosedRange<Int64>
        ) -> [(reading: Int64, index: Int)] {
            moves.compactMap { move in
                move.reading.flatMap { time.contains($0) ? ($0, move.index) : nil }
            }.sorted { $0 < $1 }
        }
    }

    /// A device that covered for another, over all absences.
    private struct Pair {
        let absent: Int
        let covering: Int
        /// The index of the take-over that began each absence.
        var starts: [Int] = []
        /// By author of the absent device, the last sequence held at the start of each absence that
        /// changed it.
        var cuts: [AuthorID: [(absence: Int, last: UInt64)]] = [:]
        var sides: [Side: Int] = [:]
        var seats: [PlayerSeat: Int] = [:]

        /// A take-over begins a new absence if entries of the absent device arrived since the last.
        mutating func begin(_ taken: TakenOver, _ index: Int, _ roster: RosterFold) {
            let news = taken.cut.last.filter { $0.value > cuts[$0.key]?.last?.last ?? 0 }
            if starts.isEmpty || !news.isEmpty {
                for (author, last) in news {
                    cuts[author, default: []].append((starts.count, last))
                }
                starts.append(index)
            }
            for subject in taken.subjects {
                switch subject {
                case .nobody: break
                case .team(let side): sides[side] = sides[side] ?? index
                case .line(let ref):
                    if let seat = roster.seat(ref) { seats[seat] = seats[seat] ?? index }
                }
            }
        }

        /// The moves that the absent keeper recorded offline after the cut of an absence, up to
        /// that of the next.
        func seen(among moves: [RecordedMove]) -> [(absence: Int, move: RecordedMove)] {
            moves.compactMap { move in
                guard firstTaken(move.what.seat) != nil, let number = absence(beyondCut: move.id)
                else { return nil }
                return (number, move)
            }
        }

        /// The moves of taken-over players that the covering keeper recorded, by absence.
        func covered(among moves: [RecordedMove]) -> [(absence: Int, move: RecordedMove)] {
            moves.compactMap { move in
                guard let first = firstTaken(move.what.seat), first < move.index else { return nil }
                return (starts.indices.partitioningIndex { starts[$0] >= move.index } - 1, move)
            }
        }

        private func firstTaken(_ seat: PlayerSeat) -> Int? {
            switch (sides[seat.side], seats[seat]) {
            case (let side?, let line?): min(side, line)
            case (let side, let line): side ?? line
            }
        }

        /// The last absence whose cut excludes the entry; nil if the first one's includes it.
        private func absence(beyondCut id: EntryID) -> Int? {
            let cuts = cuts[id.author] ?? []
            let inside = cuts.indices.partitioningIndex { cuts[$0].last >= id.sequence }
            let next = inside < cuts.count ? cuts[inside].absence : starts.count
            return next > 0 ? next - 1 : nil
        }
    }
}

/// The group within which moves are compared.
private struct Absence: Hashable {
    let number: Int
    let what: RecordedMove.What
}

/// One keeper's moves by absence, in order.
private struct Noted {
    private struct Period: Hashable {
        let absence: Int
        let number: Int
    }

    private(set) var moves: [Absence: [RecordedMove]] = [:]
    /// First and last reading.
    private var times: [Period: ClosedRange<Int64>] = [:]

    init(_ noted: [(absence: Int, move: RecordedMove)]) {
        for (number, move) in noted {
            moves[Absence(number: number, what: move.what), default: []].append(move)
            guard let reading = move.reading else { continue }
            let period = Period(absence: number, number: move.what.period)
            let time = times[period] ?? reading...reading
            times[period] = min(time.lowerBound, reading)...max(time.upperBound, reading)
        }
    }

    /// The part of a period in which both keepers recorded; nil if there is none.
    func time(sharedWith other: Noted, in absence: Absence) -> ClosedRange<Int64>? {
        let period = Period(absence: absence.number, number: absence.what.period)
        guard let mine = times[period], let theirs = other.times[period], mine.overlaps(theirs)
        else { return nil }
        return mine.clamped(to: theirs)
    }
}
