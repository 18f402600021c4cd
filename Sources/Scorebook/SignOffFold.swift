import MoveLog

/// The signatures of a game, and whether they make the result official.
struct SignOffFold {
    /// The devices that must sign.
    let set: KeeperFold
    private let signatures: [Signature]
    /// The signed result; nil as long as the result is not official.
    let official: SignOff?
    /// By index in the order whether the official result covers an entry, or it stands aside.
    let isInside: [Bool]

    /// By origin the names of its copies, sorted.
    private let standIns: [EntryID: [EntryID]]

    /// Reads all entries of a game, in order, the one that made it first; `withdrawn` are those that do
    /// not count, and `standIns` the copies of entries by their origins.
    init(
        _ entries: EntryRows, _ withdrawn: [Int: [EntryID]],
        _ devices: [AuthorID: PublicKey], _ standIns: [EntryID: [EntryID]],
        removed: Set<PublicKey>
    ) {
        var set = KeeperFold(devices, removed: removed)
        var last: [PublicKey: Signature] = [:]
        var order: [EntryID: Int] = [:]
        let standIns = standIns.mapValues { $0.sorted() }
        var coverage = Coverage(entries, standIns)
        func isLate(_ keepers: [PublicKey]) -> Bool {
            !keepers.isEmpty && !last.isEmpty
                && coverage.agreed(on: keepers.map { last[$0] }) != nil
        }
        for index in entries.rows.indices.dropFirst() {
            let row = entries.rows[index]
            let isLive = withdrawn.isEmpty || withdrawn[index] == nil
            let author = entries.authors[row.author]
            if row.isMove {
                if isLive { set.foldMove(row.author, author, isLate: isLate) }
                continue
            }
            guard let aside = entries.aside(row) else { continue }
            set.fold(aside.content, aside.id, by: author, isLive: isLive, isLate: isLate)
            guard isLive else { continue }
            switch aside.content {
            case .gameReopened: last = [:]
            case .signOff(let signOff):
                guard let device = devices[author] else { continue }
                last[device] = Signature(device: device, entry: aside.id, signOff: signOff)
                order[aside.id] = index
            default: break
            }
        }
        self.set = set
        self.standIns = standIns
        guard !last.isEmpty else {
            (signatures, official, isInside) = ([], nil, [])
            return
        }
        let keepers = set.keepers
        let counted = CountedEntries.flags(entries, from: 1)
        let inOrder = last.values.sorted { order[$0.entry] ?? 0 < order[$1.entry] ?? 0 }
        signatures = inOrder.map { signature in
            var signature = signature
            signature.isCurrent = coverage.of(signature).covered == counted
            signature.isAwaited = keepers.isEmpty || keepers.contains(signature.device)
            return signature
        }
        let isComplete = keepers.allSatisfy { last[$0] != nil }
        let awaited = signatures.filter(\.isAwaited)
        official = isComplete ? coverage.agreed(on: awaited) : nil
        let covered = awaited.first.map { coverage.of($0).covered } ?? []
        isInside = official == nil ? [] : zip(counted, covered).map { !$0 || $1 }
    }

    /// True if anything was signed that a further entry may be outside of.
    var hasSignatures: Bool { !signatures.isEmpty }

    /// Writes set and signatures into a board whose timeline is whole.
    func apply(to board: inout Scoreboard) {
        set.apply(to: &board)
        board.signatures = signatures
        board.standIns = standIns
        board.official = official
        if official != nil { board.state = .signed }
    }
}

/// The entries that sign-offs cover of those held here, each worked out once.
private struct Coverage {
    /// The entries that one sign-off covers.
    struct Extent {
        /// By index in the order, whether the entry counts and is inside the cut.
        var covered: [Bool]
        /// True if the entry that made the game is: a cut without it signs nothing.
        var hasGame: Bool
    }

    private let entries: EntryRows
    private let standIns: [EntryID: [EntryID]]
    private var known: [EntryID: Extent] = [:]

    init(_ entries: EntryRows, _ standIns: [EntryID: [EntryID]]) {
        self.entries = entries
        self.standIns = standIns
    }

    mutating func of(_ signature: Signature) -> Extent {
        if let extent = known[signature.entry] { return extent }
        let cut = signature.signOff.cut
        let extent = Extent(
            covered: CountedEntries.flags(entries, from: 1, inside: cut, standIns),
            hasGame: CountedEntries.isInside(cut, entries.rows[0], entries, standIns))
        known[signature.entry] = extent
        return extent
    }

    /// The result that all of them signed; nil when one has not, or they differ. The cuts may differ in what
    /// stands aside; what they cover of that which is held here may not, whatever the digests say.
    mutating func agreed(on signatures: [Signature?]) -> SignOff? {
        guard case .some(.some(let first)) = signatures.first else { return nil }
        let extent = of(first)
        for signature in signatures {
            guard let signature else { return nil }
            let other = of(signature)
            guard other.hasGame, other.covered == extent.covered,
                signature.signOff.digest == first.signOff.digest,
                signature.signOff.score == first.signOff.score
            else { return nil }
        }
        return first.signOff
    }
}

/// The one set of devices that people wait for: it makes a result provisional and official.
struct KeeperFold {
    private var claimants: Set<PublicKey> = []
    private var recorders: Set<PublicKey> = []
    private var lost: [PublicKey: LostDevice] = [:]
    /// Devices that came behind an official result: nobody waits for them unless it is reopened.
    private var lateClaimants: Set<PublicKey> = []
    private var lateRecorders: Set<PublicKey> = []
    /// By number of an author, whether a live move of theirs was seen: a further one tells nothing.
    private var movers: [Bool] = []
    private let devices: [AuthorID: PublicKey]
    /// The devices of the table. For one that never came nobody waits, nor could anybody declare it
    /// lost: a claim that names it would hold up the result for good.
    private let known: Set<PublicKey>
    /// Devices that were removed from the table: nobody waits for them, whatever they did before.
    private let removed: Set<PublicKey>

    init(_ devices: [AuthorID: PublicKey], removed: Set<PublicKey>) {
        self.devices = devices
        self.removed = removed
        known = Set(devices.values)
    }

    /// A live move of the author with this number. `isLate` is asked for a device that is new, and true
    /// once all who are waited for have signed.
    mutating func foldMove(_ author: Int32, _ id: AuthorID, isLate: ([PublicKey]) -> Bool) {
        while movers.count <= author { movers.append(false) }
        if movers[Int(author)] { return }
        movers[Int(author)] = true
        guard let device = devices[id], !recorders.contains(device),
            !lateRecorders.contains(device)
        else { return }
        if isLate(keepers) { lateRecorders.insert(device) } else { recorders.insert(device) }
    }

    /// A claim counts for ever, also a void one: its device may have recorded what it saw.
    mutating func fold(
        _ content: Content, _ id: EntryID, by author: AuthorID, isLive: Bool,
        isLate: ([PublicKey]) -> Bool
    ) {
        switch content {
        case .trackingClaimed(let claim): enter(claim.device ?? devices[author], isLate)
        case .takenOver: enter(devices[author], isLate)
        case .gameReopened where isLive: admitLate()
        case .deviceLost(let entry) where isLive:
            lost[entry.device] = LostDevice(key: entry.device, cut: entry.cut, declaredBy: id)
        case .deviceFound(let entry) where isLive: lost[entry.device] = nil
        default: break
        }
    }

    private mutating func enter(_ device: PublicKey?, _ isLate: ([PublicKey]) -> Bool) {
        guard let device, known.contains(device), !claimants.contains(device),
            !lateClaimants.contains(device)
        else {
            return
        }
        if isLate(keepers) { lateClaimants.insert(device) } else { claimants.insert(device) }
    }

    private mutating func admitLate() {
        claimants.formUnion(lateClaimants)
        recorders.formUnion(lateRecorders)
        (lateClaimants, lateRecorders) = ([], [])
    }

    /// In order of their keys.
    var keepers: [PublicKey] {
        (claimants.isEmpty ? recorders : claimants)
            .filter { lost[$0] == nil && !removed.contains($0) }.sorted()
    }

    /// Writes the set into a board whose timeline is whole.
    func apply(to board: inout Scoreboard) {
        board.keepers = keepers
        board.lost = lost.values.sorted { $0.key < $1.key }
        guard !board.lost.isEmpty else { return }
        let indices = Dictionary(
            uniqueKeysWithValues: board.lost.indices.map { (board.lost[$0].key, $0) })
        for entry in board.timeline where entry.move != nil && !entry.isWithdrawn {
            guard let device = devices[entry.author], let index = indices[device],
                !board.lost[index].cut.contains(entry.recordedAs)
            else { continue }
            board.lost[index].later.append(entry.id)
        }
    }
}

extension TimelineEntry {
    fileprivate var isWithdrawn: Bool {
        switch standing {
        case .void, .unlinked: true
        case .live, .held, .afterSignOff: false
        }
    }
}

/// Which entries of a game a sign-off is about: all that can change the result. Who tracks whom, what
/// people noted, who signed, who is waited for, and voids of such entries stand aside.
enum CountedEntries {
    private static func isAside(_ kind: Kind) -> Bool {
        switch kind {
        case .trackingClaimed, .trackingReleased, .note, .signOff, .deviceLost, .deviceFound: true
        default: false
        }
    }

    /// By index whether an entry, from the first on, is counted and inside the cut; nil is a cut with
    /// everything inside. Nothing outside has a say in what is counted inside, so that what is signed
    /// stays what it was whatever arrives.
    static func flags(
        _ entries: EntryRows, from first: Int, inside cut: Cut? = nil,
        _ standIns: [EntryID: [EntryID]] = [:]
    ) -> [Bool] {
        /// The IDs that voids name; of each, whether any entry so far is counted, nil as long as there
        /// is none.
        var isCounted: [EntryID: Bool?] = [:]
        for row in entries.rows.dropFirst(first) where row.aside >= 0 {
            if case .void(let void)? = entries.content(row) {
                isCounted.updateValue(nil, forKey: void.target)
            }
        }
        var flags = [Bool](repeating: false, count: entries.rows.count)
        for index in entries.rows.indices.dropFirst(first) {
            let row = entries.rows[index]
            if let cut, !isInside(cut, row, entries, standIns) { continue }
            flags[index] = !isAside(entries.aside(row)?.kind ?? .move)
            if isCounted.isEmpty { continue }
            if case .void(let void)? = entries.content(row),
                isCounted[void.target] == .some(false)
            {
                flags[index] = false
            }
            for name in Set([entries.id(row), entries.recordedAs(row)]) {
                guard let known = isCounted[name] else { continue }
                isCounted[name] = known ?? false || flags[index]
            }
        }
        return flags
    }

    /// True if a cut has an entry, by its own name or by that of a copy: a copy that was signed stays
    /// signed when its origin returns and takes its place.
    static func isInside(
        _ cut: Cut, _ row: Row, _ entries: EntryRows, _ standIns: [EntryID: [EntryID]]
    ) -> Bool {
        cut.contains(entries.recordedAs(row))
            || !standIns.isEmpty
                && standIns[entries.id(row)]?.contains(where: cut.contains) == true
    }
}
