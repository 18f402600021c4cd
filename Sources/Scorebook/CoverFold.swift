import MoveLog

/// What two keepers both noted while one of them was away and the other had taken the players over.
/// Both saw the same game, so their moves of one player and kind are paired in order, whatever their
/// clocks say, which stood apart.
struct CoverFold {
    /// One device that covered for another, over all absences.
    fileprivate struct Pair {
        let absent: Int
        let covering: Int
        /// The absences, each from the take-over in the order that began it.
        var starts: [Int] = []
        /// By author of the absent device what was held of it, for each absence that moved it.
        var cuts: [AuthorID: [(absence: Int, last: UInt64)]] = [:]
        var sides: [Side: Int] = [:]
        var seats: [PlayerSeat: Int] = [:]
    }

    private var pairs: [Pair] = []

    /// Whether nobody took anything over.
    var isEmpty: Bool { pairs.isEmpty }

    init(_ items: [Item], _ recorders: inout Recorders, _ roster: RosterFold) {
        struct Key: Hashable {
            let absent: Int
            let covering: Int
        }
        var known: [Key: Int] = [:]
        for (index, item) in items.enumerated() {
            guard case .takenOver(let taken) = item.content else { continue }
            let key = Key(
                absent: recorders.number(of: taken.device),
                covering: recorders.number(of: item.recordedAs.author))
            if key.absent == key.covering { continue }
            if known[key] == nil {
                known[key] = pairs.count
                pairs.append(Pair(absent: key.absent, covering: key.covering))
            }
            if let place = known[key] { pairs[place].take(taken, index, roster) }
        }
    }

    /// By the index of each copy the index of its original. A move that has a copy is none itself, so
    /// that of two keepers who covered for each other one counts.
    func copies(among moves: [RecordedMove]) -> [Int: Int] {
        if pairs.isEmpty { return [:] }
        let alone = Dictionary(
            grouping: moves.filter { $0.isAlone && $0.isTracked }, by: \.device)
        let covered = Dictionary(grouping: moves.filter(\.isCovering), by: \.device)
        var copies: [Int: Int] = [:]
        var originals: Set<Int> = []
        for pair in pairs {
            let seen = pair.absences(alone[pair.absent] ?? []) { copies[$0.index] == nil }
            if seen.isEmpty { continue }
            let noted = pair.covers(covered[pair.covering] ?? []) {
                copies[$0.index] == nil && !originals.contains($0.index)
            }
            for (absence, mine) in noted {
                for (original, copy) in zip(seen[absence] ?? [], mine) {
                    copies[copy] = original
                    originals.insert(original)
                }
            }
        }
        return copies
    }
}

/// What is paired with what: a player's moves of one kind over one absence.
private struct Absence: Hashable {
    let number: Int
    let seat: PlayerSeat
    let kind: MoveKind
}

extension CoverFold.Pair {
    /// A take-over begins another absence if the keeper was heard of since the last one.
    fileprivate mutating func take(_ taken: TakenOver, _ index: Int, _ roster: RosterFold) {
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

    /// What the absent keeper noted alone beyond the cut of an absence, inside that of the next one.
    fileprivate func absences(
        _ moves: [RecordedMove], where isFit: (RecordedMove) -> Bool
    ) -> [Absence: [Int]] {
        var found: [Absence: [Int]] = [:]
        for move in moves where isFit(move) && firstTaken(move.what.seat) != nil {
            guard let number = absence(beyondCut: move.id) else { continue }
            found[Absence(number, move), default: []].append(move.index)
        }
        return found
    }

    /// What the covering keeper noted of the players behind the take-over that began an absence.
    fileprivate func covers(
        _ moves: [RecordedMove], where isFit: (RecordedMove) -> Bool
    ) -> [Absence: [Int]] {
        var found: [Absence: [Int]] = [:]
        for move in moves where isFit(move) {
            guard let first = firstTaken(move.what.seat), first < move.index else { continue }
            let number = count(starts.count) { starts[$0] < move.index } - 1
            found[Absence(number, move), default: []].append(move.index)
        }
        return found
    }

    private func firstTaken(_ seat: PlayerSeat) -> Int? {
        switch (sides[seat.side], seats[seat]) {
        case (let side?, let line?): min(side, line)
        case (let side, let line): side ?? line
        }
    }

    /// The last absence whose cut the entry is beyond; nil when the first one's holds it.
    private func absence(beyondCut id: EntryID) -> Int? {
        let cuts = cuts[id.author] ?? []
        let inside = count(cuts.count) { cuts[$0].last < id.sequence }
        let next = inside < cuts.count ? cuts[inside].absence : starts.count
        return next > 0 ? next - 1 : nil
    }

    /// How many of the first are so, where none is behind one that is not.
    private func count(_ total: Int, where isSo: (Int) -> Bool) -> Int {
        var low = 0
        var high = total
        while low < high {
            let middle = (low + high) / 2
            if isSo(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Absence {
    fileprivate init(_ number: Int, _ move: RecordedMove) {
        self.init(number: number, seat: move.what.seat, kind: move.what.kind)
    }
}
