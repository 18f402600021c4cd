import MoveLog

/// Which moves two keepers may both have recorded while one was out of sync and the other had taken
/// the players over. The absent keeper's game clock was not corrected meanwhile: what is left over
/// when all moves are compared by their readings is paired in order and pointed out.
struct AbsenceFold: Sendable {
    private var pairs: [Pair] = []

    init() {}

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

    /// Moves of both keepers of an absence that say the same, by index in order.
    struct Group: Sendable {
        var seen: [Int] = []
        var covered: [Int] = []
    }

    /// The groups of all absences that both keepers recorded, in order.
    func groups(
        _ entries: EntryRows, _ numbers: DeviceNumbers, _ roster: RosterFold
    ) -> [Group] {
        if pairs.isEmpty { return [] }
        var moves: [Noted] = []
        for (index, row) in entries.rows.enumerated() where row.isMove && row.placement & 6 != 0 {
            guard let seat = roster.seat(row, entries), let said = Said(row, seat) else { continue }
            moves.append(
                Noted(
                    index: index, id: entries.recordedAs(row), device: numbers[row.author],
                    said: said, placement: row.placement))
        }
        return pairs.flatMap { pair in
            var groups: [Key: Group] = [:]
            for (absence, move) in pair.seen(among: moves) {
                groups[Key(absence: absence, key: move.said.key), default: Group()].seen
                    .append(move.index)
            }
            for (absence, move) in pair.covered(among: moves) {
                groups[Key(absence: absence, key: move.said.key), default: Group()].covered
                    .append(move.index)
            }
            return groups.values.filter { !$0.seen.isEmpty && !$0.covered.isEmpty }
                .sorted { $0.seen[0] < $1.seen[0] }
        }
    }

    private struct Key: Hashable {
        let absence: Int
        let key: UInt64
    }

    /// A move of a player by an absent or a covering keeper.
    private struct Noted {
        let index: Int
        let id: EntryID
        let device: Int
        let said: Said
        let placement: UInt8
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
        func seen(among moves: [Noted]) -> [(absence: Int, move: Noted)] {
            moves.compactMap { move -> (absence: Int, move: Noted)? in
                guard move.device == absent, move.placement & 3 == 3,
                    firstTaken(move.said.seat) != nil, let number = absence(beyondCut: move.id)
                else { return nil }
                return (number, move)
            }
        }

        /// The moves of taken-over players that the covering keeper recorded, by absence.
        func covered(among moves: [Noted]) -> [(absence: Int, move: Noted)] {
            moves.compactMap { move -> (absence: Int, move: Noted)? in
                guard move.device == covering, move.placement & 4 != 0,
                    let first = firstTaken(move.said.seat), first < move.index
                else { return nil }
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
