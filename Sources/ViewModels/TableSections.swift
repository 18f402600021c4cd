package import Documents

/// The devices of the table, this one first.
package final class DevicesSection: Section {
    private let library: any GameLibrary
    private var asking: Binding?
    private var status: StatusDocument?
    /// What the last answer said; the peers of a later status stand over it.
    private var devices: [DeviceDocument] = []

    // Event

    package var onSelect: ((String) -> Void)?

    // Input

    package func receive(_ status: StatusDocument) {
        self.status = status
        show(lines)
    }

    package func refresh() {
        asking = library.ask(.devices) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let answer):
                devices = answer.devices
                show(lines)
            case .failure(let error): keep(because: error)
            }
        }
    }

    // Output

    package let title = "devices"
    package let emptyText = "no device is known yet"
    package let rows = Dynamic([any RowViewModel]())
    package let problem = Dynamic("")

    /// Empty until something is received.
    package init(library: any GameLibrary) { self.library = library }

    /// A device that is reached is beside the point: those that are not come first.
    private var lines: [any RowViewModel] {
        let others = peers.sorted { !$0.state.isReached && $1.state.isReached }
        let removed = devices.filter(\.isRemoved).map(DeviceRow.init(removed:))
        return (this.map { [DeviceRow(this: $0)] } ?? []) + others.map { DeviceRow($0) } + removed
    }

    private var this: DeviceBrief? {
        status?.device
            ?? devices.first(where: \.isThisDevice).map {
                DeviceBrief(
                    id: $0.id, name: $0.name, keeper: $0.keeper, author: "", role: $0.role)
            }
    }

    private var peers: [PeerDocument] { status?.peers ?? devices.compactMap(\.peer) }
}

/// What a person should look at.
package final class WarningsSection: Section {
    private let library: any GameLibrary
    private let warnings = WarningsViewModel()
    private var asking: Binding?

    // Event

    package var onSelect: ((String) -> Void)?

    // Input

    package func receive(_ status: StatusDocument) {
        asking = nil
        warnings.receive(status)
        show(warnings.lines.value.map { WarningRow($0) })
    }

    package func refresh() {
        asking = library.ask(.status) { [weak self] in self?.receive($0) }
    }

    // Output

    package let title = "warnings"
    package let emptyText = "nothing to look at"
    package let rows = Dynamic([any RowViewModel]())
    package let problem = Dynamic("")

    /// Empty until something is received.
    package init(library: any GameLibrary) { self.library = library }
}
