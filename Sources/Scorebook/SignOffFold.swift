import MoveLog

/// Who has signed what, and whether that makes the result official.
struct SignOffFold {
    private let set: KeeperFold
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
        _ devices: [AuthorID: PublicKey], _ standIns: [EntryID: [EntryID]]
    ) {
        var set = KeeperFold()
        var last: [PublicKey: Signature] = [:]
        var order: [EntryID: Int] = [:]
        for (index, item) in items.enumerated() {
            let isLive = liveness.standings[index] == .live
            set.fold(item, isLive: isLive, devices)
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
        self.standIns = standIns.mapValues { $0.sorted() }
        guard !last.isEmpty else {
            (signatures, official, isInside) = ([], nil, [])
            return
        }
        let keepers = set.keepers
        let counted = CountedEntries.flags(items)
        var ballot = Ballot()
        var signatures: [Signature] = []
        for var signature in last.values.sorted(by: { order[$0.entry] ?? 0 < order[$1.entry] ?? 0 })
        {
            let cut = signature.signOff.cut
            let covered = CountedEntries.flags(items, inside: cut, self.standIns)
            let hasGame = CountedEntries.isInside(cut, creation, self.standIns)
            signature.isCurrent = covered == counted
            signature.isAwaited = keepers.isEmpty || keepers.contains(signature.device)
            if signature.isAwaited { ballot.add(signature.signOff, covered, hasGame) }
            signatures.append(signature)
        }
        self.signatures = signatures
        let isComplete = keepers.allSatisfy { last[$0] != nil }
        official = isComplete ? ballot.agreed : nil
        isInside = official == nil ? [] : zip(counted, ballot.covered).map { !$0 || $1 }
    }

    /// Writes set and signatures into a board whose timeline is whole.
    func apply(to board: inout Scoreboard, _ devices: [AuthorID: PublicKey]) {
        set.apply(to: &board, devices)
        board.signatures = signatures
        board.standIns = standIns
        board.official = official
        if official != nil { board.state = .signed }
    }
}

/// The sign-offs of those who are waited for, and whether they say one thing.
private struct Ballot {
    /// By index in the order what the first of them covers.
    private(set) var covered: [Bool] = []
    private var first: SignOff?
    private var isUnanimous = true

    /// What all of them signed; nil when they differ or there are none.
    var agreed: SignOff? { isUnanimous ? first : nil }

    /// The cuts may differ in what stands aside; what they cover of that which is held here may not,
    /// whatever the digests say.
    /// A cut that does not have the entry that made the game signs nothing.
    mutating func add(_ signOff: SignOff, _ covered: [Bool], _ hasGame: Bool) {
        guard hasGame else {
            isUnanimous = false
            return
        }
        guard let first else {
            first = signOff
            self.covered = covered
            return
        }
        if first.digest != signOff.digest || first.score != signOff.score
            || self.covered != covered
        {
            isUnanimous = false
        }
    }
}
