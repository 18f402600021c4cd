import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The table and its devices: list, remove, name deputies.
struct DeviceEndpoints: EndpointTopic {
    let api: APIContext

    func devices(_ request: RoutedRequest) -> Answer { api.afterTurn { .json(devicesDocument) } }

    func table(_ request: RoutedRequest) -> Answer { api.afterTurn { .json(tableDocument) } }

    private var devicesDocument: DevicesDocument {
        let inviters = invitations
        let peers = Dictionary(
            api.peerDocuments.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let joined = api.table.devices.map(\.key)
        let others = Set(api.ledger.log.memberKeys + Array(api.ledger.log.removals.keys))
        let waiting = others.filter { api.table.device($0) == nil }.sorted()
        return DevicesDocument(
            devices: (joined + waiting).map { key in
                let line = api.table.device(key)
                let id = api.ledger.seal.deviceID(of: key).description
                let authors = line?.authors ?? []
                var document = DeviceDocument(
                    name: api.name(of: key), id: id, keeper: line?.keeper ?? "",
                    isThisDevice: key == api.device, invitedBy: inviters[key].map(api.name(of:)),
                    entries: authors.reduce(0) { $0 + Int(api.ledger.log.last(of: $1)) },
                    incarnations: authors.count, peer: peers[id],
                    words: api.home.settings.joiningWords[id])
                document.role = api.role(of: key)
                document.removal = removal(of: key)
                document.isRemoved = document.removal != nil
                let happened = StatusEndpoints(api: api).incidents(of: key)
                if !happened.isEmpty { document.incidents = happened }
                let forked = api.ledger.log.forkedAuthors.filter(authors.contains)
                if !forked.isEmpty { document.forked = forked.map(api.table.name(of:)) }
                return document
            })
    }

    private var tableDocument: TableDocument {
        TableDocument(
            table: brief(api.ledger.log.charter.table), devices: api.ledger.log.memberKeys.count,
            founder: api.name(of: api.ledger.log.charter.founderKey), entries: api.ledger.book.entryCount,
            digest: api.ledger.digest.description)
    }

    /// A table as others name it.
    func brief(_ id: TableID) -> TableBrief {
        TableBrief(
            id: id.description, name: api.table.name, words: SpokenWords.four(of: id.bytes))
    }

    /// Who invited whom: of several invitations the one that stands first.
    private var invitations: [PublicKey: PublicKey] {
        var inviters: [PublicKey: PublicKey] = [:]
        for item in api.table.timeline where item.kind == .deviceAdded {
            guard let entry = api.ledger.log.entries(item.recordedAs).first?.entry,
                let added = try? DeviceAdded(body: entry.body),
                let inviter = api.table.deviceOfAuthor[item.author]
            else { continue }
            inviters[added.invitee] = inviters[added.invitee] ?? inviter
        }
        return inviters
    }
}

/// Who removes devices from the table, removing them, and what there is to say of those that were.
extension DeviceEndpoints {
    func remove(_ order: RemovalRequest) throws(APIError) -> Answer {
        let request = try api.requestID(order.request)
        let key = try deviceKey(order.device)
        if let request, api.ledger.replica.entries(of: request) != nil {
            return removed([key], isRepeat: true)
        }
        try api.demandMembership()
        let invited = api.ledger.log.invitees(of: key)
        let isRemoved = api.ledger.log.isRemoved(key)
        guard !isRemoved || (order.withInvited == true && !invited.isEmpty) else {
            return removed([key], isRepeat: true)
        }
        // Whom it let in first: the request stands for all once the device itself is removed.
        let wanted = (isRemoved ? [] : [key]) + (order.withInvited == true ? invited : [])
        for key in wanted { try demandRight(toRemove: key) }
        if order.isTrial == true { return .now(.json(trial(of: wanted, invited: invited))) }
        for key in wanted.reversed() {
            do throws(DaemonError) {
                _ = try api.ledger.remove(key, request: key == wanted[0] ? request : nil)
            } catch {
                throw APIError(error)
            }
        }
        return removed(wanted)
    }

    /// Whom a name means: of a device that recorded nothing yet, what `devices` shows of its key.
    private func deviceKey(_ name: String) throws(APIError) -> PublicKey {
        let silent = (api.ledger.log.memberKeys + api.ledger.log.removals.keys.sorted())
            .filter { api.table.device($0) == nil && api.name(of: $0) == name }
        if let key = silent.first { return key }
        return try api.deviceLine(name).key
    }

    // MARK: Deputies

    func nameDeputy(_ order: DeputyRequest) throws(APIError) -> Answer {
        let request = try api.requestID(order.request)
        let key = try deviceKey(order.device)
        let name = api.name(of: key)
        if let request, api.ledger.replica.entries(of: request) != nil {
            return named(name, isDeputy: order.isDeputy)
        }
        try api.demandMembership()
        let founder = api.ledger.log.charter.founderKey
        guard api.device == founder else {
            let founder = api.name(of: founder)
            let option = order.isDeputy ? "" : " --not"
            throw APIError(
                .conflict, .conflict, "only the founder names deputies",
                advice: "\(founder) can: scored devices deputy \(name)\(option)",
                candidates: [founder])
        }
        guard key != founder else {
            throw APIError(
                .unprocessable, .conflict,
                "this device founded the table: it removes devices, and needs no deputy's right")
        }
        guard api.ledger.log.isMember(key) else {
            throw APIError(
                .conflict, .conflict, "\(name) is no member any more, and so no deputy",
                advice: "a removed device never comes back with its key")
        }
        guard api.ledger.log.deputies.contains(key) != order.isDeputy else {
            let already = order.isDeputy ? "is a deputy already" : "is no deputy"
            return .now(.json(DoneDocument(text: "\(name) \(already)")))
        }
        do throws(DaemonError) {
            _ = try api.ledger.name(key, asDeputy: order.isDeputy, request: request)
        } catch {
            throw APIError(error)
        }
        return named(name, isDeputy: order.isDeputy)
    }

    private func named(_ name: String, isDeputy: Bool) -> Answer {
        .afterCommit {
            .json(
                DoneDocument(
                    text: isDeputy
                        ? "\(name) is a deputy: it can remove devices, but not the founder or a deputy"
                        : "\(name) is a deputy no longer; what it removed stays removed"))
        }
    }

    /// Told to the founder's keeper once, with the codes that bring the table to three devices: that
    /// nobody else can remove any.
    func deputyHint(withCodes count: Int) -> [WarningDocument]? {
        let log = api.ledger.log
        guard api.device == log.charter.founderKey, log.deputies.isEmpty,
            log.memberKeys.count + count >= Limits.devicesForDeputy,
            !api.home.settings.isDeputyHintTold
        else { return nil }
        api.home.update { $0.isDeputyHintTold = true }
        return [
            WarningDocument(
                code: "noDeputy",
                text: "only this device can remove devices; if it is lost, nobody can",
                advice: "to name somebody who can too: scored devices deputy NAME")
        ]
    }

    // MARK: Who may

    /// The founder removes, and so do its deputies, but no deputy another; a keeper who may not is told
    /// who can.
    private func demandRight(toRemove key: PublicKey) throws(APIError) {
        let name = api.name(of: key)
        guard key != api.device else {
            throw APIError(
                .unprocessable, .conflict, "a device does not remove itself",
                advice: "to go away from this table: scored leave")
        }
        guard key != api.ledger.log.charter.founderKey else {
            throw APIError(
                .conflict, .conflict, "\(name) founded the table, and nobody removes the founder",
                advice:
                    "to go on without it begin another table: scored leave --bring; then invite "
                    + "the others to that")
        }
        guard api.ledger.log.isMember(key) else {
            throw APIError(
                .conflict, .conflict,
                "\(name) is no member any more: whoever let it in was removed before",
                advice: "nothing of it counts beyond, and no device of the table links to it")
        }
        guard !api.ledger.log.mayRemove(key, by: api.device) else { return }
        let ableKeys = api.ledger.log.memberKeys.filter { api.ledger.log.mayRemove(key, by: $0) }
        let able = ableKeys.map(api.name(of:)).sorted()
        let isGone = api.ledger.replica.peers.allSatisfy {
            !ableKeys.contains($0.key) || $0.state == .away
        }
        let isDeputy = api.ledger.log.deputies.contains(api.device)
        throw APIError(
            .conflict, .conflict,
            isDeputy
                ? "\(name) is a deputy, and only the founder removes a deputy"
                : "only the founder and its deputies remove devices",
            advice: "\(Phrases.names(able)) can: scored devices remove \(name)"
                + (isGone
                    ? "; gone for good? Begin another table: scored leave --bring; then invite the others"
                    : ""),
            candidates: able)
    }

    // MARK: What was done

    private func trial(of keys: [PublicKey], invited: [PublicKey]) -> RemovalAnswer {
        let documents = keys.map { key in
            RemovalDocument(
                device: api.name(of: key), by: api.name(of: api.device), entry: "", upTo: ends(of: key),
                uncounted: 0)
        }
        let stay = names(of: invited.filter { !keys.contains($0) })
        let rest =
            stay.isEmpty
            ? ""
            : "; \(Phrases.names(stay)), whom it let in, \(stay.count == 1 ? "stays" : "stay") "
                + "without --with-invited"
        return RemovalAnswer(
            text: "would remove "
                + Phrases.list(zip(documents, keys).map { words(willBe: $0, of: $1) }) + rest,
            isTrial: true, removed: documents, invited: stay)
    }

    private func removed(_ keys: [PublicKey], isRepeat: Bool = false) -> Answer {
        .afterCommit { [self] in
            let documents = keys.compactMap(removal(of:))
            let stay = Set(keys.flatMap(api.ledger.log.invitees(of:))).subtracting(keys).sorted()
            var answer = RemovalAnswer(
                text: Phrases.list(documents.map { words($0, isRepeat: isRepeat) }),
                isRepeat: isRepeat, removed: documents, invited: names(of: stay))
            if !stay.isEmpty, let first = documents.first {
                answer.warnings.append(
                    WarningDocument(
                        code: "invitedStay",
                        text: "\(Phrases.names(names(of: stay))), whom \(first.device) let in, "
                            + (stay.count == 1 ? "stays" : "stay"),
                        advice: "to remove them too: scored devices remove \(first.device) "
                            + "--with-invited"))
            }
            return .json(answer)
        }
    }

    private func names(of keys: [PublicKey]) -> [String] { keys.map(api.name(of:)).sorted() }

    private func words(willBe removal: RemovalDocument, of key: PublicKey) -> String {
        let peer = api.ledger.replica.peers.first { $0.key == key }
        let unseen =
            peer?.holdsNothingMore == false
            ? " (it is not in sync: what it recorded and has not sent counts nowhere either)" : ""
        return "\(removal.device): \(counted(removal)), and what it records later counts nowhere"
            + unseen
    }

    private func words(_ removal: RemovalDocument, isRepeat: Bool) -> String {
        isRepeat
            ? "\(removal.device) was removed already by \(removal.by): \(counted(removal))"
            : "\(removal.device) was removed: \(counted(removal)); it cannot connect any more"
    }

    private func counted(_ removal: RemovalDocument) -> String {
        removal.upTo.isEmpty
            ? "nothing of it counts" : "everything up to \(Phrases.names(removal.upTo)) counts"
    }

    // MARK: What there is to say

    /// That a device was removed; nil while it was not. A device that lost its place because whoever
    /// let it in was removed before has no entry of its own that says so.
    func removal(of key: PublicKey) -> RemovalDocument? {
        guard !api.ledger.log.isMember(key), key != api.device || api.ledger.replica.isRemoved else {
            return nil
        }
        let removal = api.ledger.log.removals[key]
        return RemovalDocument(
            device: api.name(of: key), by: removal.map { api.name(of: $0.remover) } ?? "",
            entry: removal.map { api.table.name(of: $0.entry) } ?? "", upTo: ends(of: key),
            uncounted: api.ledger.log.uncountedCount(of: key))
    }

    /// The last counted entry of each incarnation of a device.
    private func ends(of key: PublicKey) -> [String] {
        (api.table.device(key)?.authors ?? []).compactMap { author in
            let last = api.ledger.log.last(of: author)
            return last == 0 ? nil : api.table.name(of: EntryID(author: author, sequence: last))
        }
    }

    /// That this device was removed, in a sentence; nil while it was not.
    var ownRemoval: String? {
        guard api.ledger.replica.isRemoved, let removal = removal(of: api.device) else { return nil }
        let who =
            removal.by.isEmpty
            ? "this device lost its place at the table: whoever let it in was removed before"
            : "\(removal.by) removed this device from its table (\(removal.entry))"
        let kept =
            removal.uncounted == 0
            ? "" : "; since then \(Phrases.entries(removal.uncounted)) kept here, counted nowhere"
        return who + "; " + counted(removal) + kept
    }

    /// What a removed device can do.
    static let removedAdvice =
        "recording goes on, on this disk alone; to take the games along to a table of its own: scored "
        + "leave --bring; to another's: scored join CODE --bring"

    /// First of all warnings: that this device was removed; and what others recorded beyond.
    var removalWarnings: [WarningDocument] {
        if let ownRemoval {
            return [
                WarningDocument(code: "removed", text: ownRemoval, advice: Self.removedAdvice)
            ]
        }
        return api.ledger.log.removals.keys.sorted().compactMap { key in
            guard let removal = removal(of: key), removal.uncounted > 0 else { return nil }
            return WarningDocument(
                code: "removedLater",
                text: "\(removal.device) was removed by \(removal.by): \(counted(removal)), and "
                    + "\(Phrases.entries(removal.uncounted)) beyond are kept here and not counted")
        }
    }

    /// Devices that fork their logs without end: what they fork off is taken in no more.
    var forkWarnings: [WarningDocument] {
        api.ledger.log.devicesAtLeafLimit.map { key in
            if key == api.device {
                return WarningDocument(
                    code: "forksWithoutEnd",
                    text:
                        "copies of this device recorded over and over at the same time: other devices "
                        + "take no more of that in",
                    advice: "end the copies; to go on as a new device: scored leave --bring")
            }
            return WarningDocument(
                code: "forksWithoutEnd",
                text:
                    "\(api.name(of: key))'s device forks its log without end: no more of that is taken in, "
                    + "and devices may differ in what they hold of it",
                advice: "it is broken or means harm; \(removers(of: key)): scored devices remove "
                    + api.name(of: key))
        }
    }

    /// `remove it`, or who can.
    private func removers(of key: PublicKey) -> String {
        guard !api.ledger.log.mayRemove(key, by: api.device) else { return "remove it" }
        let able = api.ledger.log.memberKeys.filter { api.ledger.log.mayRemove(key, by: $0) }
        return "\(Phrases.names(able.map(api.name(of:)).sorted())) can remove it"
    }

    /// What a keeper of a removed device is told with every move.
    var removedRecording: [WarningDocument] {
        guard api.ledger.replica.isRemoved else { return [] }
        let by = api.ledger.log.removals[api.device].map { "\(api.name(of: $0.remover)) removed this device" }
        return [
            WarningDocument(
                code: "removed",
                text: "kept on this disk and counted nowhere: \(by ?? "this device was removed")",
                advice: Self.removedAdvice)
        ]
    }
}
