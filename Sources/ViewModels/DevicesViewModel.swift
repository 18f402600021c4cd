package import Documents

/// All devices of the table, this one included.
package final class DevicesViewModel {
    // Input

    /// Takes the devices as the daemon lists them.
    package func receive(_ devices: DevicesDocument) {
        // The words are known of those whom the running daemon let in.
        let hasWords = devices.devices.contains { $0.words != nil }
        let columns = [
            Grid.Column(""), Grid.Column("device", isFlexible: true), Grid.Column("keeper"),
            Grid.Column("invited by"), Grid.Column("entries", isNumber: true),
            Grid.Column("state"),
        ]
        grid.update(
            Grid(
                columns: columns + (hasWords ? [Grid.Column("words at joining")] : []),
                rows: devices.devices.map { Self.row($0, hasWords: hasWords) }))
    }

    // Output

    /// A row a device, in the order of joining; a star before this one.
    package let grid = Dynamic(Grid())

    /// No devices until some are received.
    package init() {}

    static let thisDevice = "this device"
    static let removed = "removed"
    static let exhausted = "forks its log without end"
    /// Whom nobody invited.
    static let founder = "founder"

    /// `removed by ana · 3 entries not counted`.
    private static func removal(_ device: DeviceDocument) -> String {
        guard let removal = device.removal else { return removed }
        return Phrases.line(
            removal.by.isEmpty ? removed : "\(removed) by \(removal.by)",
            removal.uncounted == 0
                ? nil : "\(Phrases.entries(removal.uncounted)) not counted")
    }

    /// `forks its log without end · 132 entries not counted`; nil for a device that does not.
    private static func exhaustion(_ device: DeviceDocument) -> String? {
        device.uncounted.map { Phrases.line(exhausted, "\(Phrases.entries($0)) not counted") }
    }

    private static func row(_ device: DeviceDocument, hasWords: Bool) -> Grid.Row {
        let presence =
            device.isThisDevice
            ? thisDevice : device.peer.map { PeersViewModel.word($0.state) } ?? ""
        let state = device.isRemoved ? removal(device) : exhaustion(device) ?? presence
        return Grid.Row(
            [
                device.isThisDevice ? "*" : "", device.name, device.keeper,
                device.invitedBy ?? founder, "\(device.entries)", state,
            ] + (hasWords ? [device.words ?? ""] : []), tone: device.isRemoved ? .faint : .plain)
    }
}
