package import Documents

/// All devices of the table, this one included.
package final class DevicesViewModel {
    // Input

    /// Takes the devices as the daemon lists them.
    package func receive(_ devices: DevicesDocument) {
        let columns = [
            Grid.Column(""), Grid.Column("device", isFlexible: true), Grid.Column("keeper"),
            Grid.Column("invited by"), Grid.Column("entries", isNumber: true),
            Grid.Column("state"),
        ]
        grid.update(Grid(columns: columns, rows: devices.devices.map(Self.row)))
    }

    // Output

    /// A row a device, in the order of joining; a star before this one.
    package let grid = Dynamic(Grid())

    /// No devices until some are received.
    package init() {}

    static let thisDevice = "this device"
    static let removed = "removed"
    /// Whom nobody invited.
    static let founder = "founder"

    private static func row(_ device: DeviceDocument) -> Grid.Row {
        let state =
            device.isRemoved
            ? removed
            : device.isThisDevice
                ? thisDevice : device.peer.map { PeersViewModel.word($0.state) } ?? ""
        return Grid.Row(
            [
                device.isThisDevice ? "*" : "", device.name, device.keeper,
                device.invitedBy ?? founder, "\(device.entries)", state,
            ], tone: device.isRemoved ? .faint : .plain)
    }
}
