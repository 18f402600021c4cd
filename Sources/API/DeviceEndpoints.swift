import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The table and its devices: list, remove, name deputies.
struct DeviceEndpoints: EndpointTopic {
    let api: APIContext

    func devices(_ request: RoutedRequest) -> Response {
        let inviters = invitations
        let peers = replica.peers
        let joined = table.devices.map(\.key)
        let others = Set(log.memberKeys + Array(log.removals.keys))
        let waiting = others.filter { table.device($0) == nil }.sorted()
        let devices = (joined + waiting).map { key in
            let line = table.device(key)
            let id = ledger.seal.deviceID(of: key).description
            let authors = line?.authors ?? []
            var document = DeviceDocument(
                name: api.name(of: key), id: id, keeper: table.keeper(at: key),
                isThisDevice: key == api.device, invitedBy: inviters[key].map(api.name(of:)),
                entries: authors.reduce(0) { $0 + Int(log.last(of: $1)) },
                incarnations: authors.count, peer: peers.first { $0.key == key }.map(api.document),
                words: api.home.settings.joiningWords[id])
            document.role = api.role(of: key)
            document.removal = api.removal(of: key)
            document.isRemoved = document.removal != nil
            let happened = api.incidents(of: key)
            if !happened.isEmpty { document.incidents = happened }
            let forked = log.forkedAuthors.filter(authors.contains)
            if !forked.isEmpty { document.forked = forked.map(table.name(of:)) }
            return document
        }
        return .json(DevicesDocument(devices: devices))
    }

    func tableDocument(_ request: RoutedRequest) -> Response {
        .json(
            TableDocument(
                table: api.brief(log.charter.table), devices: log.memberKeys.count,
                founder: api.name(of: log.charter.founderKey), entries: ledger.book.entryCount,
                digest: ledger.digest.description))
    }

    /// The inviter of each device: that of the first invitation in the order of the log.
    private var invitations: [PublicKey: PublicKey] {
        var inviters: [PublicKey: PublicKey] = [:]
        for item in table.timeline where item.kind == .deviceAdded {
            guard let entry = log.entries(item.recordedAs).first?.entry,
                let added = try? DeviceAdded(body: entry.body),
                let inviter = table.deviceOfAuthor[item.author]
            else { continue }
            inviters[added.invitee] = inviters[added.invitee] ?? inviter
        }
        return inviters
    }
}

// MARK: Removal

extension DeviceEndpoints {
    func remove(_ order: RemovalRequest) throws(APIError) -> Answer {
        let request = try api.requestID(order.request)
        let key = try deviceKey(order.device)
        if let request, try api.known(request) != nil {
            return removed([key], isRepeat: true)
        }
        try api.demandMembership()
        let invited = log.invitees(of: key)
        let isRemoved = log.isRemoved(key)
        guard !isRemoved || (order.withInvited == true && !invited.isEmpty) else {
            return removed([key], isRepeat: true)
        }
        // Invited devices first: the request counts as done once the device itself is removed.
        let wanted = (isRemoved ? [] : [key]) + (order.withInvited == true ? invited : [])
        for key in wanted { try demandRight(toRemove: key) }
        if order.isTrial == true { return .now(.json(trial(of: wanted, invited: invited))) }
        for key in wanted.reversed() {
            _ = try api.recording { () throws(DaemonError) in
                try ledger.remove(key, request: key == wanted[0] ? request : nil)
            }
        }
        return removed(wanted)
    }

    /// A device by name, or by what `devices` shows of one that has recorded nothing.
    private func deviceKey(_ name: String) throws(APIError) -> PublicKey {
        let silent = (log.memberKeys + log.removals.keys.sorted())
            .filter { table.device($0) == nil && api.name(of: $0) == PlainText.word(name) }
        if let key = silent.first { return key }
        return try api.deviceLine(name).key
    }

    /// The founder and its deputies remove devices, but no deputy another.
    private func demandRight(toRemove key: PublicKey) throws(APIError) {
        let name = api.name(of: key)
        guard key != api.device else {
            throw APIError(
                .unprocessable, .conflict, "a device cannot remove itself",
                advice: "to leave this table: scored leave")
        }
        guard key != log.charter.founderKey else {
            throw .conflict(
                "\(name) founded the table, and the founder cannot be removed",
                advice: "to go on without it, begin another table: scored leave --bring; then "
                    + "invite the others to it")
        }
        guard log.isMember(key) else {
            throw .conflict(
                "\(name) is no longer a member: the device that invited it was removed",
                advice: "its later entries do not count, and no device of the table links to it")
        }
        guard !log.mayRemove(key, by: api.device) else { return }
        let able = log.memberKeys.filter { log.mayRemove(key, by: $0) }
        let names = api.names(of: able)
        let isGone = replica.peers.allSatisfy { !able.contains($0.key) || $0.state == .away }
        throw .conflict(
            log.deputies.contains(api.device)
                ? "\(name) is a deputy, and only the founder removes a deputy"
                : "only the founder and its deputies remove devices",
            advice: "\(Phrases.names(names)) can: scored devices remove \(name)"
                + (isGone
                    ? "; if that is gone for good, begin another table: scored leave --bring; then "
                        + "invite the others"
                    : ""),
            candidates: names)
    }

    private func trial(of keys: [PublicKey], invited: [PublicKey]) -> RemovalAnswer {
        let documents = keys.map { key in
            RemovalDocument(
                device: api.name(of: key), by: api.name(of: api.device), entry: "",
                upTo: api.lastCounted(of: key), uncounted: 0)
        }
        let stay = api.names(of: invited.filter { !keys.contains($0) })
        let rest =
            stay.isEmpty
            ? ""
            : "; \(Phrases.names(stay)), invited by it, \(stay.count == 1 ? "stays" : "stay") "
                + "without --with-invited"
        return RemovalAnswer(
            text: "would remove "
                + Phrases.list(zip(documents, keys).map { words(willBe: $0, of: $1) }) + rest,
            isTrial: true, removed: documents, invited: stay)
    }

    private func words(willBe removal: RemovalDocument, of key: PublicKey) -> String {
        let peer = replica.peers.first { $0.key == key }
        let unseen =
            peer?.holdsNothingMore == false
            ? " (it is not in sync: entries that it has not sent will not count either)" : ""
        return "\(removal.device): \(removal.counted), and its later entries will not "
            + "count" + unseen
    }

    private func removed(_ keys: [PublicKey], isRepeat: Bool = false) -> Answer {
        .afterCommit { [self] in
            let documents = keys.compactMap(api.removal(of:))
            let stay = api.names(of: Set(keys.flatMap(log.invitees(of:))).subtracting(keys))
            let words = documents.map { removal in
                isRepeat
                    ? "\(removal.device) was removed already by \(removal.by): \(removal.counted)"
                    : "\(removal.device) was removed: \(removal.counted); it cannot connect any "
                        + "more"
            }
            var answer = RemovalAnswer(
                text: Phrases.list(words), isRepeat: isRepeat, removed: documents, invited: stay)
            if !stay.isEmpty, let first = documents.first {
                answer.warnings.add(
                    .invitedStay,
                    "\(Phrases.names(stay)), invited by \(first.device), "
                        + (stay.count == 1 ? "stays" : "stay"),
                    advice: "to remove them too: scored devices remove \(first.device) "
                        + "--with-invited")
            }
            return .json(answer)
        }
    }
}

// MARK: Deputies

extension DeviceEndpoints {
    func nameDeputy(_ order: DeputyRequest) throws(APIError) -> Answer {
        let request = try api.requestID(order.request)
        let key = try deviceKey(order.device)
        let name = api.name(of: key)
        if let request, try api.known(request) != nil {
            return named(name, isDeputy: order.isDeputy)
        }
        try api.demandMembership()
        let founder = log.charter.founderKey
        guard api.device == founder else {
            let founder = api.name(of: founder)
            let option = order.isDeputy ? "" : " --not"
            throw .conflict(
                "only the founder names deputies",
                advice: "\(founder) can: scored devices deputy \(name)\(option)",
                candidates: [founder])
        }
        guard key != founder else {
            throw APIError(
                .unprocessable, .conflict,
                "this device founded the table: it can remove devices without being a deputy")
        }
        guard log.isMember(key) else {
            throw .conflict(
                "\(name) is no longer a member, and cannot be a deputy",
                advice: "a removed device cannot be invited again with its key")
        }
        guard log.deputies.contains(key) != order.isDeputy else {
            return .now(.done("\(name) is \(order.isDeputy ? "a deputy already" : "not a deputy")"))
        }
        _ = try api.recording { () throws(DaemonError) in
            try ledger.name(key, asDeputy: order.isDeputy, request: request)
        }
        return named(name, isDeputy: order.isDeputy)
    }

    private func named(_ name: String, isDeputy: Bool) -> Answer {
        .afterCommit {
            .done(
                isDeputy
                    ? "\(name) is a deputy: it can remove devices, but not the founder or a deputy"
                    : "\(name) is no longer a deputy; the devices that it removed stay removed")
        }
    }
}

// MARK: Removed and forked devices

extension APIContext {
    /// Nil for a member. A device that lost its membership because its inviter was removed has no
    /// removal entry of its own.
    func removal(of key: PublicKey) -> RemovalDocument? {
        let log = ledger.log
        guard !log.isMember(key), key != device || ledger.replica.isRemoved else { return nil }
        let removal = log.removals[key]
        return RemovalDocument(
            device: name(of: key), by: removal.map { name(of: $0.remover) } ?? "",
            entry: removal.map { table.name(of: $0.entry) } ?? "", upTo: lastCounted(of: key),
            uncounted: log.uncountedCount(of: key))
    }

    /// The last counted entry of each incarnation of a device.
    func lastCounted(of key: PublicKey) -> [String] {
        (table.device(key)?.authors ?? []).compactMap { author in
            let last = ledger.log.last(of: author)
            return last == 0 ? nil : table.name(of: EntryID(author: author, sequence: last))
        }
    }

    /// The removal of this device in a sentence; nil for a member.
    var ownRemoval: String? {
        guard ledger.replica.isRemoved, let removal = removal(of: device) else { return nil }
        return Phrases.list([
            removal.by.isEmpty
                ? "this device is no longer a member: the device that invited it was removed"
                : "\(removal.by) removed this device from its table (\(removal.entry))",
            removal.counted,
            removal.uncounted == 0
                ? ""
                : "\(Phrases.entriesAre(removal.uncounted, "later")) kept here and not counted",
        ])
    }

    var removalWarnings: [WarningDocument] {
        if let ownRemoval {
            return [WarningDocument(.removed, ownRemoval, advice: WarningDocument.removedAdvice)]
        }
        return ledger.log.removals.keys.sorted().compactMap { key in
            guard let removal = removal(of: key), removal.uncounted > 0 else { return nil }
            return WarningDocument(
                .removedLater,
                "\(removal.device) was removed by \(removal.by): \(removal.counted), and "
                    + "\(Phrases.entriesAre(removal.uncounted, "later")) kept here and not counted")
        }
    }

    var forkWarnings: [WarningDocument] {
        let log = ledger.log
        return log.devicesAtLeafLimit.map { key in
            if key == device {
                return WarningDocument(
                    .forksWithoutEnd,
                    "copies of this device keep recording at the same time: other devices accept no "
                        + "more of their entries",
                    advice: "stop the copies; to go on as a new device: scored leave --bring")
            }
            let able = log.memberKeys.filter { log.mayRemove(key, by: $0) }
            let isOwn = able.isEmpty || able.contains(device)
            let others = isOwn ? "" : "\(Phrases.names(names(of: able))) can "
            let name = name(of: key)
            return WarningDocument(
                .forksWithoutEnd,
                "\(name) keeps forking its log: no more of its forks are accepted, and devices may "
                    + "hold different ones",
                advice:
                    "it is broken or malicious; \(others)remove it: scored devices remove \(name)")
        }
    }
}
