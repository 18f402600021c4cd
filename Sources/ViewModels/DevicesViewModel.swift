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
        grid.update(
            Grid(
                columns: columns, rows: devices.devices.map(Self.row)))
        joiningWords.update(Self.lines(ofWords: devices.devices))
    }

    // Output

    /// A row a device, in the order of joining; a star before this one.
    package let grid = Dynamic(Grid())

    /// The four words of each pairing that this device took part in, to be compared; whole lines, since
    /// words that are cut off compare nothing. Empty where there are none.
    package let joiningWords = Dynamic([String]())

    /// No devices until some are received.
    package init() {}

    static let thisDevice = "this device"
    static let removed = "removed"

    /// `removed by ana · 3 entries not counted`.
    private static func removal(_ device: DeviceDocument) -> String {
        guard let removal = device.removal else { return removed }
        return Phrases.line(
            removal.by.isEmpty ? removed : "\(removed) by \(removal.by)",
            removal.uncounted == 0
                ? nil : "\(Phrases.entries(removal.uncounted)) not counted")
    }

    private static func lines(ofWords devices: [DeviceDocument]) -> [String] {
        let paired = devices.filter { !$0.isRemoved && $0.words != nil }
        guard !paired.isEmpty else { return [] }
        let own = devices.first(where: \.isThisDevice)?.name
        let (invited, inviters) = (
            paired.filter { $0.invitedBy == own }, paired.filter { $0.invitedBy != own }
        )
        var lines = ["joining words; the other device must show the same:"]
        lines += paired.map { "\($0.name): \($0.words ?? "")" }
        if !invited.isEmpty {
            lines.append(InvitationWords.remedy(invited.map(\.name), at: devices))
        }
        if let inviter = inviters.first {
            lines.append("if those of \(inviter.name) differ: scored leave")
        }
        return lines
    }

    private static func row(_ device: DeviceDocument) -> Grid.Row {
        let presence =
            device.isThisDevice
            ? thisDevice : device.peer.map { PeersViewModel.word($0.state) } ?? ""
        let deputy = device.role == .deputy ? DeviceRole.deputy.rawValue : nil
        let state = device.isRemoved ? removal(device) : Phrases.line(presence, deputy)
        return Grid.Row(
            [
                device.isThisDevice ? "*" : "", device.name, device.keeper,
                device.invitedBy ?? device.role?.rawValue ?? "", "\(device.entries)", state,
            ], tone: device.isRemoved ? .faint : .plain)
    }
}
