import Documents

package struct KeeperRow: Hashable, Sendable {
    /// The name of the device: `mia`.
    package var device: String
    /// The person; the device's name if none is given.
    package var keeper: String
    /// `12 entries` of the game, or of all games; empty until known.
    package var entries = ""
    /// `mia.41 4 Ana two points`: the newest entry; empty if there is none.
    package var newest = ""
    /// `this device`, `in sync`, `away`.
    package var state = ""
    /// `founder` or `deputy`; empty for others.
    package var role = ""
    package var isAway = false
}

/// The keepers of the table, with the number of their entries.
package final class KeepersViewModel {
    private let library: any GameLibrary
    private let isOfAllGames: Bool
    private weak var navigator: (any Navigator)?
    /// Nil to follow the current game.
    private let game: String?
    private var bindings: [Binding] = []
    private var devices: [DeviceDocument] = []
    private var asking: Binding?
    /// By name of the device.
    private var logs: [String: LogDocument] = [:]
    private var logsAsked: [String: Binding] = [:]
    /// Devices with a new entry since their pending question.
    private var askedAgain: Set<String> = []
    private var known: [String] = []
    private var isConnected = false

    // Input

    /// Opens the timeline of a keeper.
    package func open(_ row: KeeperRow) {
        navigator?.show(
            isOfAllGames
                ? .timelineOfAllGames(keeper: row.device)
                : .timeline(game: game, keeper: row.device, player: nil))
    }

    // Output

    /// In the order of joining, without removed devices.
    package let rows = Dynamic<[KeeperRow]>([])
    /// The text shown instead of rows; empty if there are rows.
    package let placeholder = Dynamic("asking for the keepers …")
    /// The reason why the rows may be out of date; empty if they are current.
    package let problem = Dynamic("")
    /// `keepers · hawks-owls-2`.
    package let title: String

    /// Their entries are those of the game, of the current one if it is nil, or of all games.
    package init(
        library: any GameLibrary, navigator: (any Navigator)?,
        game: String? = nil, isOfAllGames: Bool = false
    ) {
        self.library = library
        self.isOfAllGames = isOfAllGames
        self.navigator = navigator
        self.game = game
        title = Phrases.line("keepers", isOfAllGames ? "all games" : game)
        bindings = [
            library.newest.bind { [unowned self] entry in
                guard let entry, game == nil || entry.game == game else { return }
                ask(EntryName.device(entry.name))
            },
            library.status.bind { [unowned self] status in
                if let status { hear(status) }
            },
            library.connection.bindAndFire { [unowned self] in connect($0) },
        ]
    }

    private func connect(_ connection: LibraryConnection) {
        isConnected = connection.isConnected
        guard isConnected else { return }
        problem.update("")
        askDevices()
    }

    private func hear(_ status: StatusDocument) {
        let shown = game ?? status.game?.name ?? ""
        let present = [status.device.name, shown] + status.peers.map(\.name)
        if isConnected, !known.isEmpty, present != known {
            // Another game, or renamed devices.
            logs = [:]
            askDevices()
        }
        known = present
        show()
    }

    private func askDevices() {
        asking = library.ask(.devices) { [unowned self] result in
            asking = nil
            switch result {
            case .success(let document):
                devices = document.devices.filter { !$0.isRemoved }
                for device in devices { ask(device.name) }
                show()
            case .failure(let error): problem.update(error.text)
            }
        }
    }

    private func ask(_ device: String) {
        guard isConnected, devices.contains(where: { $0.name == device }) else { return }
        guard logsAsked[device] == nil else {
            askedAgain.insert(device)
            return
        }
        let request = LibraryRequest.log(
            game: game, isOfAllGames: isOfAllGames, keeper: device, limit: 1)
        logsAsked[device] = library.ask(request) { [unowned self] result in
            logsAsked[device] = nil
            if case .success(let log) = result { logs[device] = log }
            if askedAgain.remove(device) != nil { ask(device) }
            show()
        }
    }

    private func show() {
        let peers = library.status.value?.peers ?? []
        rows.update(
            devices.map { device in
                row(device, peers.first { $0.name == device.name } ?? device.peer)
            })
        if !devices.isEmpty { placeholder.update("") }
    }

    private func row(_ device: DeviceDocument, _ peer: PeerDocument?) -> KeeperRow {
        var row = KeeperRow(
            device: device.name, keeper: device.keeper.isEmpty ? device.name : device.keeper)
        if let log = logs[device.name] {
            row.entries = Phrases.entries(log.count ?? log.entries.count)
            row.newest =
                log.entries.last.map { "\(EntryName.short($0.name, to: 14)) \($0.text)" } ?? ""
        }
        row.role = device.role?.rawValue ?? ""
        row.state = device.isThisDevice ? "this device" : ""
        if !device.isThisDevice, let peer {
            row.state = PeersViewModel.word(peer.state)
            row.isAway = peer.state == .away || peer.state == .neverSeen
        }
        return row
    }
}
