package import Documents

/// The devices of the table: the last answer about them, as the last status has them.
package final class DevicesViewModel {
    private var answer: [DeviceDocument] = []
    private var status: StatusDocument?

    // Input

    package func receive(_ devices: DevicesDocument) {
        answer = devices.devices
        show()
    }

    package func receive(_ status: StatusDocument) {
        self.status = status
        show()
    }

    // Output

    /// In the order of joining; after a status this device first, then its peers, then the removed.
    package let rows = Dynamic([DeviceRow]())

    /// The members that the answer has, in the order of joining.
    var members: [DeviceRow] {
        answer.filter { !$0.isRemoved }.compactMap { member in
            rows.value.first { $0.id == member.name }
        }
    }

    package init() {}

    private func show() {
        let known = answer.map(DeviceRow.init)
        guard let status else { return rows.update(known) }
        let members = DeviceRow.members(of: status).map { row in
            DeviceRow(device: current(row.device))
        }
        rows.update(members + known.filter(\.device.isRemoved))
    }

    /// The device of a status, with what only the answer has.
    private func current(_ device: DeviceDocument) -> DeviceDocument {
        guard var known = answer.first(where: { $0.name == device.name }) else { return device }
        if !device.keeper.isEmpty { known.keeper = device.keeper }
        (known.role, known.peer) = (device.role, device.peer)
        return known
    }
}

// MARK: Tables

extension [DeviceRow] {
    /// One row per device; this device has a star.
    package var grid: Grid {
        Grid(
            columns: [
                Grid.Column(""), Grid.Column("device", isFlexible: true), Grid.Column("keeper"),
                Grid.Column("invited by"), Grid.Column("entries", isNumber: true),
                Grid.Column("state"),
            ], rows: map(\.cells))
    }

    /// The links to the peers.
    package var peers: Grid {
        Grid(
            columns: [
                Grid.Column("peer", isFlexible: true), Grid.Column("state"), Grid.Column("entries"),
                Grid.Column("last heard"), Grid.Column("link", isFlexible: true),
            ], rows: filter { $0.peer != nil && !$0.device.isRemoved }.map(\.linkCells))
    }

    /// `away: bo (Bojana) 3 min ago, cy never seen`; empty if none is away.
    package var away: String {
        let missing = filter { $0.peer?.state.isMissed == true }.map {
            "\($0.text) \($0.lastSeen)"
        }
        return missing.isEmpty ? "" : "away: \(Phrases.names(missing))"
    }

    /// The four joining words of each pairing with this device, to be compared with those on the
    /// other device. Lines of their own, because a cut word cannot be compared. Empty without a
    /// pairing.
    package var joiningWords: [Advice] {
        let devices = map(\.device)
        let paired = devices.filter { !$0.isRemoved && $0.words != nil }
        guard !paired.isEmpty else { return [] }
        let own = devices.first(where: \.isThisDevice)?.name
        let invited = paired.filter { $0.invitedBy == own }
        var lines = [Advice("joining words; the other device must show the same:")]
        lines += paired.map { Advice("\($0.name): \($0.words ?? "")") }
        if !invited.isEmpty {
            lines.append(InvitationWords.remedy(invited.map(\.name), at: devices))
        }
        if let inviter = paired.first(where: { $0.invitedBy != own }) {
            lines.append(Advice("if those of \(inviter.name) differ", .leaveTable))
        }
        return lines
    }
}

/// A device of the table, with its link if it is a peer.
package struct DeviceRow: RowViewModel {
    let device: DeviceDocument
    var peer: PeerDocument? { device.peer }

    package var id: String { device.name }

    /// `bo (Bojana)`: the device, with its keeper if the name differs.
    package var text: String {
        device.keeper.isEmpty || device.keeper == id ? id : "\(id) (\(device.keeper))"
    }

    package var detail: String {
        device.isRemoved
            ? Self.removed : Phrases.line(state, device.role?.rawValue, difference, peer?.problem)
    }

    package var tone: Tone {
        if device.isRemoved { return .faint }
        return switch peer?.state {
        case .inSync: .good
        case .syncing, nil: .plain
        case .suspect: .attention
        case .away, .neverSeen, .left: .faint
        }
    }

    static let removed = "removed"

    /// This device, then its peers.
    static func members(of status: StatusDocument) -> [Self] {
        let this = status.device
        let own = DeviceDocument(
            name: this.name, id: this.id, keeper: this.keeper, isThisDevice: true, role: this.role)
        let others = status.peers.map { peer in
            DeviceDocument(
                name: peer.name, id: peer.id, keeper: peer.keeper, role: peer.role, peer: peer)
        }
        return ([own] + others).map(Self.init)
    }

    /// `this device`, `in sync`, `away` and so on; empty if unknown.
    var state: String {
        if device.isThisDevice { return "this device" }
        return switch peer?.state {
        case .inSync: "in sync"
        case .syncing: "syncing"
        case .suspect: "silent"
        case .away: "away"
        case .neverSeen: "never seen"
        case .left: "left"
        case nil: ""
        }
    }

    /// `same`, `lacks 3`; empty if the difference is unknown.
    var difference: String {
        guard let peer, peer.missing != 0 || peer.behind != 0 else {
            return peer?.state == .inSync ? "same" : ""
        }
        let parts = [
            peer.missing == 0 ? nil : "lacks \(peer.missing)",
            peer.behind == 0 ? nil : "has \(peer.behind) more",
        ]
        return Phrases.joined(parts.compactMap { $0 }, by: ", ")
    }

    /// `192.168.1.4:7420 · 3 ms` or `via bo`.
    var link: String {
        Phrases.line(
            peer?.via.map { "via \($0)" } ?? peer?.address,
            peer?.roundTripMilliseconds.map { "\($0) ms" })
    }

    /// `3 min ago`. The time of an earlier link is not known after a restart.
    fileprivate var lastSeen: String {
        guard let peer, peer.state != .neverSeen else { return "never seen" }
        return peer.lastSeenSeconds.map { Phrases.ago(seconds: $0) }
            ?? "not seen since the daemon started"
    }

    fileprivate var cells: Grid.Row {
        let deputy = device.role == .deputy ? DeviceRole.deputy.rawValue : nil
        return Grid.Row(
            [
                device.isThisDevice ? "*" : "", id, device.keeper,
                device.invitedBy ?? device.role?.rawValue ?? "", "\(device.entries)",
                device.isRemoved ? removal : Phrases.line(state, deputy),
            ], tone: device.isRemoved ? .faint : .plain)
    }

    private var removal: String {
        guard let removal = device.removal else { return Self.removed }
        return Phrases.line(
            removal.by.isEmpty ? Self.removed : "\(Self.removed) by \(removal.by)",
            removal.uncounted == 0
                ? nil : "\(Phrases.entries(removal.uncounted)) not counted")
    }

    fileprivate var linkCells: Grid.Row {
        Grid.Row(
            [
                text, Phrases.line(state, device.role?.rawValue), difference,
                peer?.lastSeenSeconds.map { Phrases.ago(seconds: $0) }
                    ?? (peer?.state == .neverSeen ? "never" : ""),
                Phrases.line(link, peer?.problem),
            ], tone: tone)
    }
}
