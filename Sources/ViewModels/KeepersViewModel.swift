import Documents

package struct KeeperRow: Hashable, Identifiable, Sendable {
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

    package var id: String { device }
}

/// The keepers of the table, with the number of their entries.
package final class KeepersViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private let scope: GameScope
    private var bindings: [Binding] = []
    private let devices = DevicesViewModel()
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
    package func open(_ row: KeeperRow) { navigator?.show(.timeline(scope, keeper: row.device)) }

    // Output

    /// In the order of joining, without removed devices.
    package let rows = Dynamic<[KeeperRow]>([])
    package let loading = Dynamic(Loading.loading("asking for the keepers …"))
    /// `keepers · hawks-owls-2`.
    package let title: String

    package init(
        library: any GameLibrary, navigator: (any Navigator)?, of scope: GameScope = .current
    ) {
        self.library = library
        self.navigator = navigator
        self.scope = scope
        title = Phrases.line("keepers", scope == .all ? "all games" : scope.name)
        bindings = [
            library.eachEntry { [unowned self] entry in
                guard scope.name == nil || entry.game == scope.name else { return }
                ask(EntryName.device(entry.name))
            },
            library.eachStatus { [unowned self] in hear($0) },
            library.connection.bindAndFire { [unowned self] in connect($0) },
        ]
    }

    private func connect(_ connection: LibraryConnection) {
        isConnected = connection.isConnected
        if isConnected { askDevices() }
    }

    private func hear(_ status: StatusDocument) {
        devices.receive(status)
        let shown = scope.name ?? status.game?.name ?? ""
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
        loading.update(.loading("asking for the keepers …"))
        asking = library.ask(.devices) { [unowned self] result in
            asking = nil
            switch result {
            case .success(let document):
                loading.update(.loaded())
                devices.receive(document)
                for device in devices.members { ask(device.id) }
                show()
            case .failure(let error): loading.update(.failed(error))
            }
        }
    }

    private func ask(_ device: String) {
        guard isConnected, devices.members.contains(where: { $0.id == device }) else { return }
        guard logsAsked[device] == nil else {
            askedAgain.insert(device)
            return
        }
        logsAsked[device] = library.ask(.log(of: scope, keeper: device, limit: 1)) {
            [unowned self] result in
            logsAsked[device] = nil
            if case .success(let log) = result { logs[device] = log }
            if askedAgain.remove(device) != nil { ask(device) }
            show()
        }
    }

    private func show() { rows.update(devices.members.map(row)) }

    private func row(_ device: DeviceRow) -> KeeperRow {
        let (name, keeper) = (device.id, device.device.keeper)
        var row = KeeperRow(
            device: name, keeper: keeper.isEmpty ? name : keeper, state: device.state,
            role: device.device.role?.rawValue ?? "",
            isAway: device.peer?.state == .away || device.peer?.state == .neverSeen)
        if let log = logs[name] {
            row.entries = Phrases.entries(log.count ?? log.entries.count)
            row.newest =
                log.entries.last.map { "\(EntryName.short($0.name, to: 14)) \($0.text)" } ?? ""
        }
        return row
    }
}
