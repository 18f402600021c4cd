import MoveLog

/// The fixes of a game, and which of them is in effect for a move or an event.
struct FixFold: Sendable {
    struct Item: Sendable {
        let index: Int
        let id: EntryID
        let fix: Fix
        /// A number for the device.
        let device: Int
        let isLive: Bool
    }

    /// The outcome of all fixes of some moves.
    struct Effect: Sendable {
        /// The live fixes, in order.
        let live: [Item]
        /// Those that no other one had seen, in order; never empty.
        let uppermost: [Item]

        /// The one that counts.
        var inEffect: Item { uppermost[uppermost.count - 1] }
    }

    /// Void ones too, in order: they connect later fixes with their bases.
    private var items: [Item] = []
    private var places: [EntryID: [Int]] = [:]
    /// By index of a move, the places in `items` of the live fixes that name it.
    private var byMove: [Int: [Int]] = [:]
    /// Live fixes of what is no move, in order.
    private(set) var dangling: [EntryID] = []

    init() {}

    init(
        _ entries: EntryRows, _ names: NameIndex, _ withdrawn: [Int: [Int]],
        _ numbers: DeviceNumbers
    ) {
        for index in entries.rows.indices where entries.rows[index].aside >= 0 {
            let row = entries.rows[index]
            guard let aside = entries.aside(row), case .fix(let fix) = aside.content else {
                continue
            }
            let isLive = withdrawn[index] == nil
            if isLive {
                let targets = names.indices(of: fix.target, entries.authors).filter {
                    $0 < index && entries.rows[$0].isMove
                }
                if targets.isEmpty { dangling.append(aside.id) }
                for target in targets { byMove[target, default: []].append(items.count) }
            }
            places[aside.id, default: []].append(items.count)
            items.append(
                Item(
                    index: index, id: aside.id, fix: fix, device: numbers[row.author],
                    isLive: isLive))
        }
    }

    /// True if no live fix names a move.
    var isEmpty: Bool { byMove.isEmpty }

    /// Indices of the moves that live fixes name, ascending.
    var fixed: [Int] { byMove.keys.sorted() }

    func names(_ move: Int) -> Bool { byMove[move] != nil }

    /// Of the live fixes that name one of the moves, by index; nil if there is none. Cost: the
    /// number of all their ancestors.
    ///
    /// Fixes that no other live one has among its ancestors are uppermost, and the last of them in
    /// order is in effect. Uppermost ones that differ are a question (`Standings.ask`).
    func effect(on moves: some Sequence<Int>) -> Effect? {
        if byMove.isEmpty { return nil }
        let live = Set(moves.flatMap { byMove[$0] ?? [] }).sorted()
        if live.isEmpty { return nil }
        if live.count == 1 { return Effect(live: [items[live[0]]], uppermost: [items[live[0]]]) }
        var seen: Set<Int> = []
        var open = live
        while let place = open.popLast() {
            for base in items[place].fix.bases {
                for older in places[base] ?? [] where older < place {
                    if seen.insert(older).inserted { open.append(older) }
                }
            }
        }
        return Effect(
            live: live.map { items[$0] },
            uppermost: live.filter { !seen.contains($0) }.map { items[$0] })
    }

    /// The body of a corrected move by the fixes that name it; nil for every other move.
    func own(_ move: Int) -> Move? { effect(on: CollectionOfOne(move))?.inEffect.fix.move }
}

extension RosterFold {
    /// True if both bodies record the same of one event.
    func areSame(_ one: Move, _ other: Move) -> Bool {
        one.says(other) { first, second in
            guard let seat = seat(first) else { return first == second }
            return seat == self.seat(second)
        }
    }

    /// Nil for nobody, and for a line that does not exist.
    func side(_ subject: Subject) -> Side? {
        switch subject {
        case .nobody: nil
        case .team(let side): side
        case .line(let ref): seat(ref)?.side
        }
    }
}
