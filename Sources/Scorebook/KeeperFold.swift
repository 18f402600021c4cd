import MoveLog

/// The one set of devices that people wait for: it makes a result provisional and official.
struct KeeperFold {
    private var claimants: Set<PublicKey> = []
    private var recorders: Set<PublicKey> = []
    private var lost: [PublicKey: LostDevice] = [:]
    /// Devices that came behind an official result: nobody waits for them unless it is reopened.
    private var lateClaimants: Set<PublicKey> = []
    private var lateRecorders: Set<PublicKey> = []
    /// The first authors of whom a live move was noted: a further one tells nothing.
    private var noted: [AuthorID] = []
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

    /// A claim counts for ever, also a void one: its device may have recorded what it saw. `isLate` is
    /// asked for a device that is new, and true once all who are waited for have signed.
    mutating func fold(_ item: Item, isLive: Bool, isLate: ([PublicKey]) -> Bool) {
        var author: PublicKey? { devices[item.recordedAs.author] }
        switch item.content {
        case .trackingClaimed(let claim): enter(claim.device ?? author, isLate)
        case .takenOver: enter(author, isLate)
        case .move where isLive:
            guard !noted.contains(item.recordedAs.author) else { return }
            if noted.count < Limits.authorsAtHandMax { noted.append(item.recordedAs.author) }
            note(author, isLate)
        case .gameReopened where isLive: admitLate()
        case .deviceLost(let entry) where isLive:
            lost[entry.device] = LostDevice(
                key: entry.device, cut: entry.cut, declaredBy: item.id)
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

    private mutating func note(_ device: PublicKey?, _ isLate: ([PublicKey]) -> Bool) {
        guard let device, !recorders.contains(device), !lateRecorders.contains(device) else {
            return
        }
        if isLate(keepers) { lateRecorders.insert(device) } else { recorders.insert(device) }
    }

    /// Takes a move that nobody withdrew, while nobody has signed; whether other devices are waited
    /// for now.
    mutating func note(_ device: PublicKey) -> Bool {
        guard !recorders.contains(device), !lateRecorders.contains(device) else { return false }
        recorders.insert(device)
        return claimants.isEmpty
    }

    private mutating func admitLate() {
        claimants.formUnion(lateClaimants)
        recorders.formUnion(lateRecorders)
        (lateClaimants, lateRecorders) = ([], [])
    }

    /// Whether a device recorded moves that people have to look at.
    func isLost(_ device: PublicKey) -> Bool { lost[device] != nil }

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
