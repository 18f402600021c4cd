package import Documents

package final class DevicesViewModel {
    // Input

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

    /// One row per device, in the order of joining; this device has a star.
    package let grid = Dynamic(Grid())

    /// The four joining words of each pairing with this device, to be compared with those on the
    /// other device. Lines of their own, because a cut word cannot be compared. Empty without a
    /// pairing.
    package let joiningWords = Dynamic([Advice]())

    package init() {}

    static let thisDevice = "this device"
    static let removed = "removed"

    private static func removal(_ device: DeviceDocument) -> String {
        guard let removal = device.removal else { return removed }
        return Phrases.line(
            removal.by.isEmpty ? removed : "\(removed) by \(removal.by)",
            removal.uncounted == 0
                ? nil : "\(Phrases.entries(removal.uncounted)) not counted")
    }

    private static func lines(ofWords devices: [DeviceDocument]) -> [Advice] {
        let paired = devices.filter { !$0.isRemoved && $0.words != nil }
        guard !paired.isEmpty else { return [] }
        let own = devices.first(where: \.isThisDevice)?.name
        let (invited, inviters) = (
            paired.filter { $0.invitedBy == own }, paired.filter { $0.invitedBy != own }
        )
        var lines = [Advice("joining words; the other device must show the same:")]
        lines += paired.map { Advice("\($0.name): \($0.words ?? "")") }
        if !invited.isEmpty {
            lines.append(InvitationWords.remedy(invited.map(\.name), at: devices))
        }
        if let inviter = inviters.first {
            lines.append(Advice("if those of \(inviter.name) differ", .leaveTable))
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

package final class PeersViewModel {
    // Input

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

    package let grid = Dynamic(Grid())
    /// `away: bo (Bojana) 3 min ago, cy never seen`; empty if none is away.
    package let away = Dynamic("")

    package init() {}

    private static let columns = [
        Grid.Column("peer", isFlexible: true), Grid.Column("state"), Grid.Column("entries"),
        Grid.Column("last heard"), Grid.Column("link", isFlexible: true),
    ]

    /// One row with the columns of the grid.
    static func row(_ peer: PeerDocument) -> Grid.Row {
        Grid.Row(
            [
                title(peer.name, peer.keeper), Phrases.line(word(peer.state), peer.role?.rawValue),
                difference(peer), lastHeard(peer), Phrases.line(link(peer), peer.problem),
            ], tone: tone(peer.state))
    }

    /// `bo (Bojana)`: the device, with its keeper if the name differs.
    static func title(_ device: String, _ keeper: String) -> String {
        keeper.isEmpty || keeper == device ? device : "\(device) (\(keeper))"
    }

    /// `192.168.1.4:7420 · 3 ms` or `via bo`.
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

    /// `same`, `lacks 3`; empty if the difference is unknown.
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

    static func tone(_ state: PeerState) -> Tone {
        switch state {
        case .inSync: .good
        case .syncing: .plain
        case .suspect: .attention
        case .away, .neverSeen, .left: .faint
        }
    }
}
