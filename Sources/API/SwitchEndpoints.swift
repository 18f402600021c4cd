import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Settings of a keeper: names, syncing on or off, the end of the daemon.
struct SwitchEndpoints: EndpointTopic {
    let api: APIContext

    func nameKeeper(_ order: KeeperRequest) throws(APIError) -> Answer {
        let name = try validated(order.name, of: "keeper")
        let isKnown = api.table.device(api.device)?.keeper == name
        if !isKnown { _ = try api.record([KeeperNamed(name: name).draft]) }
        return .afterCommit { [self] in
            api.home.update { $0.keeper = name }
            let slug = api.name(of: api.device)
            let text = "the keeper at this device is \(name)"
            return .json(
                DoneDocument(
                    text: text + (slug == Slug.make(name, fallback: "") ? "" : ", called \(slug)")))
        }
    }

    func nameTable(_ order: TableRequest) throws(APIError) -> Answer {
        try api.demandMembership()
        let name = try validated(order.name, of: "table")
        if api.table.name != name { _ = try api.record([TableNamed(name: name).draft]) }
        return .afterCommit { .json(DoneDocument(text: "the table is called \(name)")) }
    }

    private func validated(_ text: String, of thing: String) throws(APIError) -> String {
        guard text.unicodeScalars.count <= Scorebook.Limits.nameScalarsMax else {
            throw APIError(
                .unprocessable, .tooLarge,
                "the \(thing)'s name has more than \(Scorebook.Limits.nameScalarsMax) characters")
        }
        let name = shown(text)
        guard !name.isEmpty else {
            throw .unfit("the \(thing)'s name has no character that can be shown")
        }
        return name
    }

    func sync(_ order: SyncSwitchRequest) throws(APIError) -> Answer {
        guard api.peering.isOnline != order.online else {
            return .now(
                .json(
                    DoneDocument(
                        text: order.online
                            ? "this device is online already" : "this device is offline already")))
        }
        if order.online { try api.demandMembership() }
        api.peering.setOnline(order.online)
        return .now(
            .json(
                DoneDocument(
                    text: order.online
                        ? "online: this device syncs with the others"
                        : api.ledger.replica.isRemoved
                            ? "offline: moves are recorded here, on this disk alone"
                            : "offline: moves are recorded here and reach the others once this device "
                                + "is online again")))
    }
}

// MARK: The end

extension SwitchEndpoints {
    func end(_ order: ShutdownRequest) throws(APIError) -> Answer {
        let hasOthers = !missingAt.isEmpty && !api.ledger.replica.isRemoved
        if order.now == true || api.ledger.unsynced == 0 || !hasOthers { return endAtOnce() }
        guard api.isLinked else { throw onlyHere }
        let deadline = api.clock.uptime + Limits.shutdownPatience
        return .later { [self] in
            if api.ledger.unsynced == 0 {
                api.stop()
                return .json(
                    DoneDocument(text: Self.stopped + " Every move is on another device too."))
            }
            return api.clock.uptime < deadline ? nil : .error(onlyHere)
        }
    }

    private func endAtOnce() -> Answer {
        .later { [self] in
            api.stop()
            let unsynced = api.ledger.unsynced
            guard unsynced > 0 else { return .json(DoneDocument(text: Self.stopped)) }
            let moves = Phrases.count(unsynced, "move") + (unsynced == 1 ? " is" : " are")
            return .json(DoneDocument(text: "\(Self.stopped) \(moves) only on this device."))
        }
    }

    private static let stopped = "Daemon stopped."

    private var onlyHere: APIError {
        APIError(
            .conflict, .unsynced,
            "\(Phrases.onlyHere(api.ledger.unsynced)), missing at \(Phrases.names(missingAt)); the "
                + "daemon goes on",
            advice: "--now ends it all the same, and nothing is lost on this disk",
            candidates: missingAt)
    }

    /// The devices that a move which is only here is missing at: one that left is not waited for.
    private var missingAt: [String] {
        api.peerDocuments.filter { $0.state != .left }.map(\.name)
    }
}
