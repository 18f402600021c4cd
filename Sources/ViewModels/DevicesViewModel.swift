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

/// The other devices of the table.
package final class PeersViewModel {
    // Input

    /// Takes the peers as the daemon sees them.
    package func receive(_ peers: [PeerDocument]) {
        grid.update(Grid(columns: Self.columns, rows: peers.map(Self.row)))
        let missing = peers.filter(\.state.isMissed)
        away.update(
            missing.isEmpty
                ? ""
                : "away: "
                    + Phrases.names(
                        missing.map { peer in
                            let heard = peer.lastSeenSeconds.map { Phrases.ago(seconds: $0) }
                            return "\(Self.title(peer.name, peer.keeper)) \(heard ?? "never seen")"
                        }))
    }

    // Output

    /// A row a peer; no row when the table has no other device.
    package let grid = Dynamic(Grid())
    /// `away: bo (Bojana) 3 min ago, cy never seen`; empty for nobody.
    package let away = Dynamic("")

    /// No peers until some are received.
    package init() {}

    private static let columns = [
        Grid.Column("peer", isFlexible: true), Grid.Column("state"), Grid.Column("entries"),
        Grid.Column("last heard"), Grid.Column("link", isFlexible: true),
    ]

    /// The cells of a peer after its name; devices that are no peers have them empty.
    static func row(_ peer: PeerDocument) -> Grid.Row {
        Grid.Row(
            [
                title(peer.name, peer.keeper), Phrases.line(word(peer.state), peer.role?.rawValue),
                difference(peer), lastHeard(peer), Phrases.line(link(peer), peer.problem),
            ], tone: tone(peer.state))
    }

    /// `bo (Bojana)`: a device, and who sits at it where the name does not say so.
    static func title(_ device: String, _ keeper: String) -> String {
        keeper.isEmpty || keeper == device ? device : "\(device) (\(keeper))"
    }

    /// `192.168.1.4:7420 · 3 ms`, `via bo`.
    static func link(_ peer: PeerDocument) -> String {
        Phrases.line(
            peer.via.map { "via \($0)" } ?? peer.address,
            peer.roundTripMilliseconds.map { "\($0) ms" })
    }

    /// `in sync`, `away` and so on.
    static func word(_ state: PeerState) -> String {
        switch state {
        case .inSync: "in sync"
        case .syncing: "syncing"
        case .suspect: "silent"
        case .away: "away"
        case .neverSeen: "never seen"
        case .left: "left"
        }
    }

    /// `same`, `lacks 3`; empty where it is not known to differ.
    static func difference(_ peer: PeerDocument) -> String {
        guard peer.missing != 0 || peer.behind != 0 else {
            return peer.state == .inSync ? "same" : ""
        }
        let parts = [
            peer.missing == 0 ? nil : "lacks \(peer.missing)",
            peer.behind == 0 ? nil : "has \(peer.behind) more",
        ]
        return Phrases.joined(parts.compactMap { $0 }, by: ", ")
    }

    private static func lastHeard(_ peer: PeerDocument) -> String {
        peer.lastSeenSeconds.map { Phrases.ago(seconds: $0) } ?? "never"
    }

    /// How a peer in this state is meant.
    static func tone(_ state: PeerState) -> Tone {
        switch state {
        case .inSync: .good
        case .syncing: .plain
        case .suspect: .attention
        case .away, .neverSeen, .left: .faint
        }
    }
}
