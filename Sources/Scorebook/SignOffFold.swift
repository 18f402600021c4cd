import MoveLog

/// Who has signed what, and whether that makes the result official.
struct SignOffFold {
    /// Who is waited for.
    let set: KeeperFold
    private let signatures: [Signature]
    /// What was signed; nil as long as the result is not official.
    let official: SignOff?
    /// By index in the order whether the official result covers an entry, or it stands aside.
    let isInside: [Bool]

    /// By origin the names of its copies, sorted.
    private let standIns: [EntryID: [EntryID]]

    /// Reads all entries of a game, in order; `creation` is the entry that made it, and `standIns` are
    /// the copies of entries by their origins.
    init(
        _ creation: Item, _ items: [Item], _ liveness: Liveness,
        _ devices: [AuthorID: PublicKey], _ standIns: [EntryID: [EntryID]],
        removed: Set<PublicKey>
    ) {
        var set = KeeperFold(devices, removed: removed)
        var last: [PublicKey: Signature] = [:]
        var order: [EntryID: Int] = [:]
        let standIns = standIns.mapValues { $0.sorted() }
        var coverage = Coverage(creation, items, standIns)
        for (index, item) in items.enumerated() {
            let isLive = liveness.isLive(index)
            set.fold(item, isLive: isLive) { keepers in
                !keepers.isEmpty && !last.isEmpty
                    && coverage.agreed(on: keepers.map { last[$0] }) != nil
            }
            guard isLive else { continue }
            switch item.content {
            case .gameReopened: last = [:]
            case .signOff(let signOff):
                guard let device = devices[item.recordedAs.author] else { continue }
                last[device] = Signature(device: device, entry: item.id, signOff: signOff)
                order[item.id] = index
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
        let counted = CountedEntries.flags(items)
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

    /// Whether anything was signed that a further entry may be outside of.
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

/// What sign-offs cover of the entries that are held here, each worked out once.
private struct Coverage {
    /// What one sign-off covers.
    struct Extent {
        /// By index in the order, whether the entry counts and is inside the cut.
        var covered: [Bool]
        /// Whether the entry that made the game is: a cut without it signs nothing.
        var hasGame: Bool
    }

    private let creation: Item
    private let items: [Item]
    private let standIns: [EntryID: [EntryID]]
    private var known: [EntryID: Extent] = [:]

    init(_ creation: Item, _ items: [Item], _ standIns: [EntryID: [EntryID]]) {
        self.creation = creation
        self.items = items
        self.standIns = standIns
    }

    mutating func of(_ signature: Signature) -> Extent {
        if let extent = known[signature.entry] { return extent }
        let cut = signature.signOff.cut
        let extent = Extent(
            covered: CountedEntries.flags(items, inside: cut, standIns),
            hasGame: CountedEntries.isInside(cut, creation, standIns))
        known[signature.entry] = extent
        return extent
    }

    /// What all of them signed; nil when one has not, or they differ. The cuts may differ in what
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
