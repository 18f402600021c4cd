import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Who removes devices from the table, removing them, and what there is to say of those that were.
extension Desk {
    var removalRoutes: [Route: Router.Responder] {
        [
            .removeDevice: { asked throws(Denial) in
                try remove(asked.body(RemovalRequest.self))
            },
            .nameDeputy: { asked throws(Denial) in
                try nameDeputy(asked.body(DeputyRequest.self))
            },
        ]
    }

    private func remove(_ order: RemovalRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        let key = try deviceKey(order.device)
        if let request, ledger.replica.entries(of: request) != nil {
            return removed([key], isRepeat: true)
        }
        try demandMembership()
        let invited = ledger.log.invitees(of: key)
        let isRemoved = ledger.log.isRemoved(key)
        guard !isRemoved || (order.withInvited == true && !invited.isEmpty) else {
            return removed([key], isRepeat: true)
        }
        // Whom it let in first: the request stands for all once the device itself is removed.
        let wanted = (isRemoved ? [] : [key]) + (order.withInvited == true ? invited : [])
        for key in wanted { try demandRight(toRemove: key) }
        if order.isTrial == true { return .now(.json(trial(of: wanted, invited: invited))) }
        for key in wanted.reversed() {
            do throws(DaemonError) {
                _ = try ledger.remove(key, request: key == wanted[0] ? request : nil)
            } catch {
                throw Denial(error)
            }
        }
        return removed(wanted)
    }

    /// Whom a name means: of a device that recorded nothing yet, what `devices` shows of its key.
    private func deviceKey(_ name: String) throws(Denial) -> PublicKey {
        let silent = (ledger.log.memberKeys + ledger.log.removals.keys.sorted())
            .filter { table.device($0) == nil && self.name(of: $0) == name }
        if let key = silent.first { return key }
        return try deviceLine(name).key
    }

    // MARK: Deputies

    private func nameDeputy(_ order: DeputyRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        let key = try deviceKey(order.device)
        let name = name(of: key)
        if let request, ledger.replica.entries(of: request) != nil {
            return named(name, isDeputy: order.isDeputy)
        }
        try demandMembership()
        let founder = ledger.log.charter.founderKey
        guard device == founder else {
            let founder = self.name(of: founder)
            let option = order.isDeputy ? "" : " --not"
            throw Denial(
                .conflict, .conflict, "only the founder names deputies",
                advice: "\(founder) can: scored devices deputy \(name)\(option)",
                candidates: [founder])
        }
        guard key != founder else {
            throw Denial(
                .unprocessable, .conflict,
                "this device founded the table: it removes devices, and needs no deputy's right")
        }
        guard ledger.log.isMember(key) else {
            throw Denial(
                .conflict, .conflict, "\(name) is no member any more, and so no deputy",
                advice: "a removed device never comes back with its key")
        }
        guard ledger.log.deputies.contains(key) != order.isDeputy else {
            let already = order.isDeputy ? "is a deputy already" : "is no deputy"
            return .now(.json(DoneDocument(text: "\(name) \(already)")))
        }
        do throws(DaemonError) {
            _ = try ledger.name(key, asDeputy: order.isDeputy, request: request)
        } catch {
            throw Denial(error)
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
        let log = ledger.log
        guard device == log.charter.founderKey, log.deputies.isEmpty,
            log.memberKeys.count + count >= Limits.devicesForDeputy,
            !home.settings.isDeputyHintTold
        else { return nil }
        home.update { $0.isDeputyHintTold = true }
        return [
            WarningDocument(
                code: "noDeputy",
                text: "only this device can remove devices; if it is lost, nobody can",
                advice: "to name somebody who can too: scored devices deputy NAME")
        ]
    }

    // MARK: Who may

    /// Demands that this device is of its table: what is asked for needs the others.
    func demandMembership() throws(Denial) {
        guard ledger.replica.isMember else { throw Denial(.refused(.notMember)) }
        guard ledger.replica.isRemoved else { return }
        throw Denial(.conflict, .removed, ownRemoval ?? "", advice: Self.removedAdvice)
    }

    /// The founder removes, and so do its deputies, but no deputy another; a keeper who may not is told
    /// who can.
    private func demandRight(toRemove key: PublicKey) throws(Denial) {
        let name = name(of: key)
        guard key != device else {
            throw Denial(
                .unprocessable, .conflict, "a device does not remove itself",
                advice: "to go away from this table: scored leave")
        }
        guard key != ledger.log.charter.founderKey else {
            throw Denial(
                .conflict, .conflict, "\(name) founded the table, and nobody removes the founder",
                advice:
                    "to go on without it begin another table: scored leave --bring; then invite "
                    + "the others to that")
        }
        guard ledger.log.isMember(key) else {
            throw Denial(
                .conflict, .conflict,
                "\(name) is no member any more: whoever let it in was removed before",
                advice: "nothing of it counts beyond, and no device of the table links to it")
        }
        guard !ledger.log.mayRemove(key, by: device) else { return }
        let ableKeys = ledger.log.memberKeys.filter { ledger.log.mayRemove(key, by: $0) }
        let able = ableKeys.map(self.name(of:)).sorted()
        let isGone = ledger.replica.peers.allSatisfy {
            !ableKeys.contains($0.key) || $0.state == .away
        }
        let isDeputy = ledger.log.deputies.contains(device)
        throw Denial(
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
                device: name(of: key), by: name(of: device), entry: "", upTo: ends(of: key),
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
            let stay = Set(keys.flatMap(ledger.log.invitees(of:))).subtracting(keys).sorted()
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

    private func names(of keys: [PublicKey]) -> [String] { keys.map(name(of:)).sorted() }

    private func words(willBe removal: RemovalDocument, of key: PublicKey) -> String {
        let peer = ledger.replica.peers.first { $0.key == key }
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
        guard !ledger.log.isMember(key), key != device || ledger.replica.isRemoved else {
            return nil
        }
        let removal = ledger.log.removals[key]
        return RemovalDocument(
            device: name(of: key), by: removal.map { name(of: $0.remover) } ?? "",
            entry: removal.map { table.name(of: $0.entry) } ?? "", upTo: ends(of: key),
            uncounted: ledger.log.uncountedCount(of: key))
    }

    /// The last counted entry of each incarnation of a device.
    private func ends(of key: PublicKey) -> [String] {
        (table.device(key)?.authors ?? []).compactMap { author in
            let last = ledger.log.last(of: author)
            return last == 0 ? nil : table.name(of: EntryID(author: author, sequence: last))
        }
    }

    /// That this device was removed, in a sentence; nil while it was not.
    var ownRemoval: String? {
        guard ledger.replica.isRemoved, let removal = removal(of: device) else { return nil }
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
        return ledger.log.removals.keys.sorted().compactMap { key in
            guard let removal = removal(of: key), removal.uncounted > 0 else { return nil }
            return WarningDocument(
                code: "removedLater",
                text: "\(removal.device) was removed by \(removal.by): \(counted(removal)), and "
                    + "\(Phrases.entries(removal.uncounted)) beyond are kept here and not counted")
        }
    }

    /// Devices that fork their logs without end: what they fork off is taken in no more.
    var forkWarnings: [WarningDocument] {
        ledger.log.devicesAtLeafLimit.map { key in
            if key == device {
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
                    "\(name(of: key))'s device forks its log without end: no more of that is taken in, "
                    + "and devices may differ in what they hold of it",
                advice: "it is broken or means harm; \(removers(of: key)): scored devices remove "
                    + name(of: key))
        }
    }

    /// `remove it`, or who can.
    private func removers(of key: PublicKey) -> String {
        guard !ledger.log.mayRemove(key, by: device) else { return "remove it" }
        let able = ledger.log.memberKeys.filter { ledger.log.mayRemove(key, by: $0) }
        return "\(Phrases.names(able.map(name(of:)).sorted())) can remove it"
    }

    /// What a keeper of a removed device is told with every move.
    var removedRecording: [WarningDocument] {
        guard ledger.replica.isRemoved else { return [] }
        let by = ledger.log.removals[device].map { "\(name(of: $0.remover)) removed this device" }
        return [
            WarningDocument(
                code: "removed",
                text: "kept on this disk and counted nowhere: \(by ?? "this device was removed")",
                advice: Self.removedAdvice)
        ]
    }
}
