import Documents

/// What a status says that entries of a timeline may read differently by.
struct TimelineStatus {
    /// The current game's name.
    private(set) var game: String?
    /// The names of all devices, by ID.
    private(set) var deviceNames: [String: String] = [:]
    /// Changes when more of the entries may have reached more devices.
    private(set) var reach: [String] = []
    private var held: Set<String>?

    /// Before any status.
    init() {}

    /// Reads one.
    init(_ status: StatusDocument) {
        game = status.game?.name
        deviceNames = [status.device.id: status.device.name]
        for peer in status.peers { deviceNames[peer.id] = peer.name }
        reach =
            ["\(status.sync.unsynced)"]
            + status.peers.map { "\($0.id) \($0.state.rawValue) \($0.missing)" }
        held = Set(status.game?.heldMoves?.map(\.name) ?? [])
    }

    /// Whether a device is called otherwise than before.
    func isRenamed(since last: Self) -> Bool {
        deviceNames.contains { id, name in last.deviceNames[id].map { $0 != name } ?? false }
    }

    /// The names of the moves that are held now and were not, or the other way round.
    func released(since last: Self) -> Set<String> {
        guard let held, let before = last.held else { return [] }
        return held.symmetricDifference(before)
    }
}
