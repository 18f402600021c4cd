package import MoveLog
package import Scorebook

/// Turns the boards of a book into documents. A pure function: what the book does not know (links,
/// the running clock, the disk) comes in as arguments.
package struct Projection: Sendable {
    /// The table's own board, which has all names.
    let table: TableBoard
    /// The device that answers.
    let device: PublicKey
    /// The peers as they stand.
    let peers: [PeerDocument]
    /// Whether it is known who is away: not from a disk that no daemon works on.
    let isLinked: Bool

    /// A projection for one moment of one device.
    package init(
        table: TableBoard, device: PublicKey, peers: [PeerDocument] = [], isLinked: Bool = true
    ) {
        self.table = table
        self.device = device
        self.peers = peers
        self.isLinked = isLinked
    }

    /// The name of a device: its own, unique one; `?` and the start of the key for a stranger.
    func name(_ key: PublicKey) -> String {
        table.device(key)?.slug ?? "?\(key.description.prefix(8))"
    }

    /// The name of an entry as a person finds it in the log: of one brought from another table, its
    /// copy's, since the author of the origin has no name here.
    package func name(_ id: EntryID, in board: Scoreboard?) -> String {
        table.name(of: board?.entry(id)?.recordedAs ?? id)
    }

    /// Names of the devices in order.
    package func names(_ keys: some Sequence<PublicKey>) -> [String] { keys.map(name).sorted() }

    /// Who recorded an entry: the keeper's name, or the device's when nobody said.
    func keeper(of author: AuthorID) -> String {
        guard let device = table.device(of: author) else { return table.name(of: author) }
        return device.keeper.isEmpty ? device.slug : device.keeper
    }

    /// Whether a device of the table is neither this one nor in sync with it.
    package func isAway(_ key: PublicKey) -> Bool {
        guard key != device else { return false }
        let name = name(key)
        guard let peer = peers.first(where: { $0.name == name }) else { return true }
        return peer.state != .inSync && peer.state != .syncing
    }

    func hasLeft(_ key: PublicKey) -> Bool {
        let name = name(key)
        return peers.contains { $0.name == name && $0.state == .left }
    }
}

extension SideName {
    /// The name of a side.
    package init(_ side: Side) { self = side == .home ? .home : .away }
    /// Reads `home` and `away` as people type them; nil for anything else.
    package init?(typed text: String) {
        guard case .team(let side)? = PlayerQuery.subject(text) else { return nil }
        self.init(side)
    }
    /// The side of a name.
    package var side: Side { self == .home ? .home : .away }
}

/// A reading of the game clock as a device counts it now.
package struct ClockReading: Hashable, Sendable {
    /// Time elapsed in the period.
    package var elapsed: Duration
    /// Whether the reading was carried over a restart by wall time.
    package var isEstimated: Bool

    /// Joins the two.
    package init(elapsed: Duration, isEstimated: Bool = false) {
        self.elapsed = elapsed
        self.isEstimated = isEstimated
    }
}
