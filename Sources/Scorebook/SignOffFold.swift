import MoveLog

/// The signatures of a game, and the official result if they agree.
struct SignOffFold {
    let set: KeeperFold
    private let signatures: [SignatureLine]
    /// Nil while the result is not official.
    let official: SignOff?
    /// By index, false for counted entries outside of the official result.
    let isInside: [Bool]

    /// The copies of each origin, sorted.
    private let standIns: [EntryID: [StandIn]]

    /// `entries` begins with the creation; `withdrawn` are the void ones; `standIns` maps origins
    /// to their copies.
    ///
    /// Decides if a game is official: all keepers that are waited for agree in digest, score and
    /// covered entries (`Coverage`). `EndingEndpoints.sign` records a `SignOff` of the bytes that
    /// `Signable` covers.
    init(
        _ entries: EntryRows, _ withdrawn: [Int: [Int]],
        _ devices: [AuthorID: PublicKey], _ standIns: [EntryID: [StandIn]],
        removed: Set<PublicKey>
    ) {
        var set = KeeperFold(devices, removed: removed)
        var last: [PublicKey: SignatureLine] = [:]
        var order: [PublicKey: Int] = [:]
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
                let recorder = entries.recorder(row)
                if isLive { set.foldMove(recorder, entries.authors[recorder], isLate: isLate) }
                continue
            }
            guard let aside = entries.aside(row) else { continue }
            set.fold(aside.content, aside.id, by: author, isLive: isLive, isLate: isLate)
            guard isLive else { continue }
            switch aside.content {
            case .gameReopened: last = [:]
            case .signOff(let signOff):
                guard let device = devices[author] else { continue }
                last[device] = SignatureLine(device: device, entry: aside.id, signOff: signOff)
                order[device] = index
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
        let inOrder = last.values.sorted { order[$0.device] ?? 0 < order[$1.device] ?? 0 }
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
        guard official != nil, let cut = awaited.first?.signOff.cut else {
            isInside = []
            return
        }
        // Nothing of a game whose union is outside counts, claims and notes included.
        isInside = entries.rows.indices.map {
            (!counted[$0] || covered[$0]) && entries.isJoined(entries.rows[$0], inside: cut)
        }
    }

    var hasSignatures: Bool { !signatures.isEmpty }

    /// The timeline of the board must be complete.
    func apply(to board: inout Scoreboard) {
        set.apply(to: &board)
        let isTurned = board.timeline.entries.isTurned
        board.signatures = isTurned ? signatures.map(\.turned) : signatures
        board.standIns = standIns
        board.official = isTurned ? official?.turned : official
        if official != nil { board.state = .signed }
    }
}

/// The entries held here that each sign-off covers; computed once each.
private struct Coverage {
    struct Extent {
        /// By index, true if the entry counts and is inside the cut.
        var covered: [Bool]
        /// True if the creation is inside: a cut without it signs nothing.
        var hasGame: Bool
    }

    private let entries: EntryRows
    private let standIns: [EntryID: [StandIn]]
    private var known: [EntryID: Extent] = [:]

    init(_ entries: EntryRows, _ standIns: [EntryID: [StandIn]]) {
        self.entries = entries
        self.standIns = standIns
    }

    mutating func of(_ signature: SignatureLine) -> Extent {
        if let extent = known[signature.entry] { return extent }
        let cut = signature.signOff.cut
        let extent = Extent(
            covered: CountedEntries.flags(entries, from: 1, inside: cut, standIns),
            hasGame: CountedEntries.isInside(cut, entries.rows[0], entries, standIns))
        known[signature.entry] = extent
        return extent
    }

    /// The result that all of them signed; nil if one is missing or they differ. Cuts may differ in
    /// entries that do not count, but not in counted entries held here, even if the digests agree.
    mutating func agreed(on signatures: [SignatureLine?]) -> SignOff? {
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

/// The devices that results wait for: they decide whether a result is provisional or official.
struct KeeperFold {
    private var claimants: Set<PublicKey> = []
    private var recorders: Set<PublicKey> = []
    private var lost: [PublicKey: LostDevice] = [:]
    /// Devices that came after an official result: not waited for unless the game is reopened.
    private var lateClaimants: Set<PublicKey> = []
    private var lateRecorders: Set<PublicKey> = []
    /// By author number, true after a live move: further ones change nothing.
    private var movers: [Bool] = []
    private let devices: [AuthorID: PublicKey]
    /// The devices of the table. A claim for any other would block the result forever, since an
    /// unknown device cannot be declared lost.
    private let known: Set<PublicKey>
    /// The other devices that were claimed for.
    private(set) var strangers: Set<PublicKey> = []
    /// Not waited for, whatever they recorded before.
    private let removed: Set<PublicKey>

    init(_ devices: [AuthorID: PublicKey], removed: Set<PublicKey>) {
        self.devices = devices
        self.removed = removed
        known = Set(devices.values)
    }

    /// `author` is the number of the author `id`. Asks `isLate` for a new device: true once all who
    /// are waited for have signed.
    mutating func foldMove(_ author: Int32, _ id: AuthorID, isLate: ([PublicKey]) -> Bool) {
        while movers.count <= author { movers.append(false) }
        if movers[Int(author)] { return }
        movers[Int(author)] = true
        guard let device = devices[id], !recorders.contains(device),
            !lateRecorders.contains(device)
        else { return }
        if isLate(keepers) { lateRecorders.insert(device) } else { recorders.insert(device) }
    }

    /// A claim counts even if void: its device may have recorded moves meanwhile.
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
        guard let device, !claimants.contains(device), !lateClaimants.contains(device) else {
            return
        }
        guard known.contains(device) else {
            strangers.insert(device)
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

    /// The timeline of the board must be complete.
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
        case .live, .copy, .held, .afterSignOff: false
        }
    }
}

/// The entries that a sign-off is about: all that can change the result. Claims, notes, signatures,
/// lost devices and voids of such entries cannot.
enum CountedEntries {
    private static func isAside(_ kind: Kind) -> Bool {
        switch kind {
        case .trackingClaimed, .trackingReleased, .note, .signOff, .deviceLost, .deviceFound: true
        default: false
        }
    }

    /// By index, true if the entry counts and is inside the cut; a nil cut has everything inside.
    /// Entries outside never affect the result for entries inside: a signed set stays what it was
    /// whatever arrives.
    static func flags(
        _ entries: EntryRows, from first: Int, inside cut: Cut? = nil,
        _ standIns: [EntryID: [StandIn]] = [:]
    ) -> [Bool] {
        /// By target of a void, true if an entry with this ID so far counts; nil while there is
        /// none.
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

    /// True if the cut includes the entry under its own ID or a copy's: a signed copy stays signed
    /// when its origin returns and replaces it.
    static func isInside(
        _ cut: Cut, _ row: Row, _ entries: EntryRows, _ standIns: [EntryID: [StandIn]]
    ) -> Bool {
        guard row.join == 0 || entries.isJoined(row, inside: cut) else { return false }
        return cut.contains(entries.recordedAs(row))
            || !standIns.isEmpty
                && entries.standIn(for: row, inside: cut, standIns) != nil
    }
}
