import Documents
import LocalAPI
import MoveLog
import Scorebook

/// What a keeper sets: names, the switch for syncing, the end of the daemon.
extension Desk {
    var switchRoutes: [Route: Router.Responder] {
        [
            .keeper: { asked throws(Denial) in try nameKeeper(asked.body(KeeperRequest.self)) },
            .nameTable: { asked throws(Denial) in try nameTable(asked.body(TableRequest.self)) },
            .sync: { asked throws(Denial) in try sync(asked.body(SyncSwitchRequest.self)) },
            .shutdown: { asked throws(Denial) in try end(asked.body(ShutdownRequest.self)) },
        ]
    }

    private func nameKeeper(_ order: KeeperRequest) throws(Denial) -> Answer {
        let name = try validated(order.name, of: "keeper")
        let isKnown = table.device(device)?.keeper == name
        if !isKnown { _ = try record([KeeperNamed(name: name).draft]) }
        return .afterCommit { [self] in
            home.update { $0.keeper = name }
            let slug = self.name(of: device)
            let text = "the keeper at this device is \(name)"
            return .json(
                DoneDocument(
                    text: text + (slug == Slug.make(name, fallback: "") ? "" : ", called \(slug)")))
        }
    }

    private func nameTable(_ order: TableRequest) throws(Denial) -> Answer {
        try demandMembership()
        let name = try validated(order.name, of: "table")
        if table.name != name { _ = try record([TableNamed(name: name).draft]) }
        return .afterCommit { .json(DoneDocument(text: "the table is called \(name)")) }
    }

    private func validated(_ text: String, of thing: String) throws(Denial) -> String {
        guard text.unicodeScalars.count <= Scorebook.Limits.nameScalarsMax else {
            throw Denial(
                .unprocessable, .tooLarge,
                "the \(thing)'s name has more than \(Scorebook.Limits.nameScalarsMax) characters")
        }
        let name = shown(text)
        guard !name.isEmpty else {
            throw .unfit("the \(thing)'s name has no character that can be shown")
        }
        return name
    }

    private func sync(_ order: SyncSwitchRequest) throws(Denial) -> Answer {
        guard peering.isOnline != order.online else {
            return .now(
                .json(
                    DoneDocument(
                        text: order.online
                            ? "this device is online already" : "this device is offline already")))
        }
        if order.online { try demandMembership() }
        peering.setOnline(order.online)
        return .now(
            .json(
                DoneDocument(
                    text: order.online
                        ? "online: this device syncs with the others"
                        : ledger.replica.isRemoved
                            ? "offline: moves are recorded here, on this disk alone"
                            : "offline: moves are recorded here and reach the others once this device "
                                + "is online again")))
    }
}

// MARK: The end

extension Desk {
    private func end(_ order: ShutdownRequest) throws(Denial) -> Answer {
        let hasOthers = !missingAt.isEmpty && !ledger.replica.isRemoved
        if order.now == true || ledger.unsynced == 0 || !hasOthers { return endAtOnce() }
        guard isLinked else { throw onlyHere }
        let deadline = clock.uptime + Limits.shutdownPatience
        return .later { [self] in
            if ledger.unsynced == 0 {
                stop()
                return .json(
                    DoneDocument(text: Self.stopped + " Every move is on another device too."))
            }
            return clock.uptime < deadline ? nil : onlyHere.response()
        }
    }

    private func endAtOnce() -> Answer {
        .later { [self] in
            stop()
            let unsynced = ledger.unsynced
            guard unsynced > 0 else { return .json(DoneDocument(text: Self.stopped)) }
            let moves = Phrases.count(unsynced, "move") + (unsynced == 1 ? " is" : " are")
            return .json(DoneDocument(text: "\(Self.stopped) \(moves) only on this device."))
        }
    }

    private static let stopped = "Daemon stopped."

    private var onlyHere: Denial {
        Denial(
            .conflict, .unsynced,
            "\(Phrases.onlyHere(ledger.unsynced)), missing at \(Phrases.names(missingAt)); the "
                + "daemon goes on",
            advice: "--now ends it all the same, and nothing is lost on this disk",
            candidates: missingAt)
    }

    /// The devices that a move which is only here is missing at: one that left is not waited for.
    private var missingAt: [String] {
        peerDocuments.filter { $0.state != .left }.map(\.name)
    }
}
