import MoveLog

/// The one set of devices that people wait for: it makes a result provisional and official.
struct KeeperFold {
    private var claimants: Set<PublicKey> = []
    private var recorders: Set<PublicKey> = []
    private var lost: [PublicKey: LostDevice] = [:]

    /// A claim counts for ever, also a void one: its device may have recorded what it saw.
    mutating func fold(_ item: Item, isLive: Bool, _ devices: [AuthorID: PublicKey]) {
        var author: PublicKey? { devices[item.recordedAs.author] }
        switch item.content {
        case .trackingClaimed(let claim): insert(claim.device ?? author, into: &claimants)
        case .takenOver: insert(author, into: &claimants)
        case .move where isLive: insert(author, into: &recorders)
        case .deviceLost(let entry) where isLive:
            lost[entry.device] = LostDevice(
                key: entry.device, cut: entry.cut, declaredBy: item.id)
        case .deviceFound(let entry) where isLive: lost[entry.device] = nil
        default: break
        }
    }

    private func insert(_ device: PublicKey?, into set: inout Set<PublicKey>) {
        if let device { set.insert(device) }
    }

    /// In order of their keys.
    var keepers: [PublicKey] {
        (claimants.isEmpty ? recorders : claimants).filter { lost[$0] == nil }.sorted()
    }

    /// Writes the set into a board whose timeline is whole.
    func apply(to board: inout Scoreboard, _ devices: [AuthorID: PublicKey]) {
        board.keepers = keepers
        board.lost = lost.values.sorted { $0.key < $1.key }
        guard !board.lost.isEmpty else { return }
        for entry in board.timeline where entry.move != nil && !entry.isWithdrawn {
            guard let device = devices[entry.author],
                let index = board.lost.firstIndex(where: { $0.key == device }),
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
