import Daemon
import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook

/// Settings of the device: names, syncing on or off, the end of the daemon.
struct SwitchEndpoints: EndpointTopic {
    let api: APIContext

    func nameKeeper(_ order: KeeperRequest) throws(APIError) -> Answer {
        let name = try cleaned(order.name, of: "keeper's name", max: ScorebookLimits.nameScalarsMax)
        let isKnown = table.device(api.device)?.keeper == name
        if !isKnown { _ = try api.record([KeeperNamed(name: name).draft]) }
        return .afterCommit { [self] in
            api.home.update { $0.keeper = name }
            let slug = api.name(of: api.device)
            let text = "the keeper at this device is \(name)"
            return .done(text + (slug == Slug.make(name, fallback: "") ? "" : ", called \(slug)"))
        }
    }

    func nameTable(_ order: TableRequest) throws(APIError) -> Answer {
        try api.demandMembership()
        let name = try cleaned(order.name, of: "table's name", max: ScorebookLimits.nameScalarsMax)
        if table.name != name { _ = try api.record([TableNamed(name: name).draft]) }
        return .afterCommit { .done("the table is called \(name)") }
    }

    func sync(_ order: SyncSwitchRequest) throws(APIError) -> Answer {
        let peers = order.peers ?? []
        guard order.online != nil || order.discovery != nil || !peers.isEmpty else {
            throw .unfit("nothing to do: set online, peers or discovery")
        }
        let places = try peers.map { text throws(APIError) in
            do throws(NetError) {
                return try NamedAddress(text, port: peerPort)
            } catch {
                throw .unfit("peers: \(error)")
            }
        }
        // Also a removed device: only a link tells it that its removal has ended.
        if order.online == true, !replica.isMember { throw APIError(.refused(.notMember)) }
        var done: [String] = []
        if let isDiscovering = order.discovery {
            api.peering.setDiscovering(isDiscovering)
            done.append("announcements are \(isDiscovering ? "on" : "off")")
        }
        if !places.isEmpty {
            api.peering.add(peers: places)
            let later = api.peering.isOnline || order.online == true
            done.append(
                "\(Phrases.names(places.map(\.description))) is dialled"
                    + (later ? "" : " once this device is online: scored online"))
        }
        if let isOnline = order.online { done.append(setOnline(isOnline)) }
        return .now(.done(Phrases.list(done)))
    }

    private func setOnline(_ isOnline: Bool) -> String {
        guard api.peering.isOnline != isOnline else {
            return "this device is \(isOnline ? "online" : "offline") already"
        }
        api.peering.setOnline(isOnline)
        return switch (isOnline, replica.isRemoved) {
        case (true, false): "online: this device syncs with the others"
        case (true, true):
            "online: this device was removed from its table, and asks the others once a "
                + "minute whether that still holds; until it ends, moves are recorded on this "
                + "disk only"
        case (false, true): "offline: moves are recorded on this disk only"
        case (false, false):
            "offline: moves are recorded here and reach the others once this device is "
                + "online again"
        }
    }
}

// MARK: The end

extension SwitchEndpoints {
    func end(_ order: ShutdownRequest) throws(APIError) -> Answer {
        let hasOthers = !missingAt.isEmpty && !replica.isRemoved
        if order.now == true || ledger.unsynced == 0 || !hasOthers {
            return .later { [self] in
                api.stop()
                let unsynced = ledger.unsynced
                guard unsynced > 0 else { return .done(Self.stopped) }
                return .done("\(Self.stopped) \(Phrases.onlyHere(unsynced)).")
            }
        }
        guard replica.isLinked else { throw onlyHere }
        let deadline = api.clock.uptime + APILimits.shutdownPatience
        return .later { [self] in
            if ledger.unsynced == 0 {
                api.stop()
                return .done(Self.stopped + " Every entry is on another device too.")
            }
            return api.clock.uptime < deadline ? nil : .error(onlyHere)
        }
    }

    private static let stopped = "Daemon stopped."

    private var onlyHere: APIError {
        APIError(
            .conflict, .unsynced,
            "\(Phrases.onlyHere(ledger.unsynced)), missing on \(Phrases.names(missingAt)); the "
                + "daemon keeps running",
            advice: "to end it all the same: --now; nothing is lost on this disk",
            candidates: missingAt)
    }

    /// The devices of the table that lack an entry that is only here.
    private var missingAt: [String] {
        api.statuses.peers(api).filter { $0.state != .left }.map(\.name)
    }
}
