import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The table and its devices.
extension Desk {
    var deviceRoutes: [Route: Router.Responder] {
        [
            .devices: { _ in afterTurn { .json(devices) } },
            .table: { _ in afterTurn { .json(tableDocument) } },
        ]
    }

    /// The name of a device: as documents call it.
    func name(of key: PublicKey) -> String {
        table.device(key)?.slug ?? "?\(key.description.prefix(8))"
    }

    /// Who may remove devices, and so may `key`; nil for every other device, and for a removed one.
    func role(of key: PublicKey) -> DeviceRole? {
        if key == ledger.log.charter.founderKey { return .founder }
        return ledger.log.deputies.contains(key) ? .deputy : nil
    }

    /// The other devices, in the order of their names.
    var peerDocuments: [PeerDocument] {
        ledger.replica.peers.map { peer in
            PeerDocument(
                name: name(of: peer.key), id: ledger.seal.deviceID(of: peer.key).description,
                keeper: table.device(peer.key)?.keeper ?? "",
                state: ledger.replica.left.contains(peer.key)
                    ? .left : PeerState(peer.state, hasMet: peering.hasMet(peer.key)),
                address: peering.addresses(of: peer.key).first,
                via: peer.through.map(name(of:)),
                missing: peer.lacks, behind: peer.ahead,
                lastSeenSeconds: peering.lastSeen(peer.key).map { Int($0.components.seconds) },
                roundTripMilliseconds: peer.roundTrip.map { Int($0.wholeMilliseconds) },
                problem: peering.problem(of: peer.key), role: role(of: peer.key))
        }.sorted { $0.name < $1.name }
    }

    /// Whether there is a link to any other device.
    var isLinked: Bool { ledger.replica.isLinked }

    private var devices: DevicesDocument {
        let inviters = invitations
        let peers = Dictionary(
            peerDocuments.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let joined = table.devices.map(\.key)
        let others = Set(ledger.log.memberKeys + Array(ledger.log.removals.keys))
        let waiting = others.filter { table.device($0) == nil }.sorted()
        return DevicesDocument(
            devices: (joined + waiting).map { key in
                let line = table.device(key)
                let id = ledger.seal.deviceID(of: key).description
                let authors = line?.authors ?? []
                var document = DeviceDocument(
                    name: name(of: key), id: id, keeper: line?.keeper ?? "",
                    isThisDevice: key == device, invitedBy: inviters[key].map(name(of:)),
                    entries: authors.reduce(0) { $0 + Int(ledger.log.last(of: $1)) },
                    incarnations: authors.count, peer: peers[id],
                    words: home.settings.joiningWords[id])
                document.role = role(of: key)
                document.removal = removal(of: key)
                document.isRemoved = document.removal != nil
                let happened = incidents(of: key)
                if !happened.isEmpty { document.incidents = happened }
                let forked = ledger.log.forkedAuthors.filter(authors.contains)
                if !forked.isEmpty { document.forked = forked.map(table.name(of:)) }
                return document
            })
    }

    private var tableDocument: TableDocument {
        TableDocument(
            table: brief(ledger.log.charter.table), devices: ledger.log.memberKeys.count,
            founder: name(of: ledger.log.charter.founderKey), entries: ledger.book.entryCount,
            digest: ledger.digest.description)
    }

    /// A table as others name it.
    func brief(_ id: TableID) -> TableBrief {
        TableBrief(
            id: id.description, name: table.name, words: SpokenWords.four(of: id.bytes))
    }

    /// Who invited whom: of several invitations the one that stands first.
    private var invitations: [PublicKey: PublicKey] {
        var inviters: [PublicKey: PublicKey] = [:]
        for item in table.timeline where item.kind == .deviceAdded {
            guard let entry = ledger.log.entries(item.recordedAs).first?.entry,
                let added = try? DeviceAdded(body: entry.body),
                let inviter = table.deviceOfAuthor[item.author]
            else { continue }
            inviters[added.invitee] = inviters[added.invitee] ?? inviter
        }
        return inviters
    }
}

extension PeerState {
    fileprivate init(_ state: PeerView.State, hasMet: Bool) {
        switch state {
        case .away: self = hasMet ? .away : .neverSeen
        case .syncing: self = .syncing
        case .inSync: self = .inSync
        case .suspect: self = .suspect
        }
    }
}
