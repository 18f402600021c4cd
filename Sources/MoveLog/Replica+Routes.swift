/// Devices behind other devices: who can be reached through whom, where they listen, and what they
/// hold. Entries need none of it; people do, to be told the truth about a device that is only
/// reached through others, and the dialler does, to make a full mesh of a star.
extension Replica {
    /// The ways to the other devices: over own links, or through peers.
    private func ways() -> Ways {
        var ways = Ways()
        for index in sessions.indices where sessions[at: index]?.isEstablished == true {
            guard let device = sessions[at: index]?.device else { continue }
            let reach = Reach(device: device, hops: 1, address: sessions[at: index]?.address ?? "")
            ways.add(neighbour: reach, over: sessions.link(at: index))
        }
        for index in sessions.indices where sessions[at: index]?.isEstablished == true {
            for route in sessions[at: index]?.routes ?? []
            where route.device != ownDevice && route.hops < Limits.hopsMax {
                let reach = Reach(
                    device: route.device, hops: route.hops + 1, address: route.address)
                ways.add(reach, over: sessions.link(at: index))
            }
        }
        return ways
    }

    /// The other devices that can be reached, with the fewest hops.
    func routes() -> [DeviceID: Reach] {
        Dictionary(uniqueKeysWithValues: ways().besides(nil).map { ($0.device, $0) })
    }

    /// Tells every peer which members it can reach through this device, when that has changed: what
    /// comes from behind a link is not told back on it. Of others a peer could make up any number,
    /// and in a ring of devices what is gone is passed on until its hops are too many.
    mutating func tellRoutes(_ links: [LinkID]) {
        guard areLinksChanged, now.uptime >= routesAt else { return }
        areLinksChanged = false
        routesAt = now.uptime + Intervals.routes
        let ways = ways()
        for link in links {
            guard let device = sessions[link]?.device else { continue }
            let told = ways.besides(link).filter { route in
                route.device != device && log.key(of: route.device) != nil
            }.sorted().prefix(Limits.linksMax)
            guard sessions[link]?.toldRoutes != Array(told) else { continue }
            sessions[link]?.toldRoutes = Array(told)
            send(.links(Array(told)), on: link)
        }
    }

    mutating func takeRoutes(_ routes: [Reach], from link: LinkID) {
        guard let session = sessions[link], session.routes != routes else { return }
        sessions[link]?.routes = routes
        sessions[link]?.links = Set(routes.filter { $0.hops == 1 }.map(\.device))
        areLinksChanged = true
        arePeersChanged = true
        let own = ownDevice
        for route in routes where route.device != own && !route.address.isEmpty {
            guard !session.routes.contains(route) else { continue }
            emit(.publish(.sighted(route.device, at: route.address, through: link)))
        }
    }

    // MARK: Hearsay

    /// Tells each peer what devices hold that it cannot hear itself: those that are reached from
    /// here, not over a link of the peer's. Each number once.
    mutating func tellHearsay(_ links: [LinkID]) {
        guard isHearsayDue, now.uptime >= hearsayAt else { return }
        hearsayAt = now.uptime + Intervals.hearsay
        isHearsayDue = links.contains {
            now.uptime < (sessions[$0]?.connectedAt ?? .zero) + Intervals.hearsay
        }
        let ways = ways()
        for link in links {
            guard let connectedAt = sessions[link]?.connectedAt,
                now.uptime >= connectedAt + Intervals.hearsay, let session = sessions[link]
            else { continue }
            let news = hearsay(for: session, of: ways.besides(link).map(\.device))
            guard !news.isEmpty else { continue }
            for item in news {
                for held in item.held {
                    sessions[link]?.toldHoldings[item.device, default: [:]][held.author] =
                        held.sequence
                }
            }
            send(.hearsay(news), on: link)
            // What one frame does not hold goes in the next.
            let count = news.reduce(0) { $0 + $1.held.count }
            if count == Limits.hearsayMax || news.count == Limits.linksMax { isHearsayDue = true }
        }
    }

    private func hearsay(for session: Session, of devices: [DeviceID]) -> [Hearsay] {
        var news: [Hearsay] = []
        var room = Limits.hearsayMax
        for device in devices.sorted() where room > 0 && news.count < Limits.linksMax {
            guard device != session.device, !session.links.contains(device),
                let key = log.key(of: device), let held = holdings[key]
            else { continue }
            let told = session.toldHoldings[device] ?? [:]
            // Of authors whom nobody knows anybody can say anything: that is not passed on, nor what
            // cannot be had because it does not count.
            let fresh = held.filter { $0.value > told[$0.key] ?? 0 && log.last(of: $0.key) > 0 }
                .map { Hearsay.Held(author: $0.key, sequence: $0.value) }
                .sorted { $0.author < $1.author }.prefix(room)
            guard !fresh.isEmpty else { continue }
            room -= fresh.count
            news.append(Hearsay(device: device, held: Array(fresh)))
        }
        return news
    }

    mutating func takeHearsay(_ news: [Hearsay], from link: LinkID) {
        for item in news where item.device != ownDevice {
            let key = keyOfUnlinked(item.device)
            if let key { take(item.held, by: key, from: link) }
            for held in item.held {
                let isBeyond = isOwn(held.author) && held.sequence > log.lastHeld(of: held.author)
                guard key == nil || isBeyond else { continue }
                sessions[link]?.keep(held, of: item.device, isBeyond: isBeyond)
            }
        }
        arePeersChanged = true
    }

    /// Takes what was said before it could be taken: nothing is said twice. Its device was not known
    /// here to be of the table, or had a link; or it was about own entries that this device had lost.
    mutating func takeKeptHearsay(_ links: [LinkID]) {
        for link in links {
            guard let kept = sessions[link]?.keptHearsay, !kept.isEmpty else { continue }
            for (device, holdings) in kept.sorted(by: { $0.key < $1.key }) {
                guard let key = keyOfUnlinked(device) else { continue }
                let ready = holdings.filter { author, holding in
                    // Of the log that grows here nobody knows what is not recorded yet.
                    !holding.isBeyond
                        || (author != self.author && holding.sequence <= log.lastHeld(of: author))
                }
                guard !ready.isEmpty else { continue }
                sessions[link]?.forget(ready.keys, of: device)
                take(
                    ready.map { .init(author: $0.key, sequence: $0.value.sequence) }, by: key,
                    from: link)
                arePeersChanged = true
            }
        }
    }

    private mutating func take(_ held: [Hearsay.Held], by key: PublicKey, from link: LinkID) {
        let device = seal.deviceID(of: key)
        for item in held.sorted(by: { $0.author < $1.author }) {
            noteHolding(item.sequence, of: item.author, by: key)
            guard holdings[key]?[item.author] != nil else { continue }
            // Whoever told it needs not to be told.
            sessions[link]?.toldHoldings[device, default: [:]][item.author] = item.sequence
        }
    }

    /// The key of a member; nil for one that has a link, and so speaks for itself.
    private func keyOfUnlinked(_ device: DeviceID) -> PublicKey? {
        guard let key = log.key(of: device) else { return nil }
        return sessions.values.contains { $0.key == key && $0.isEstablished } ? nil : key
    }

    /// When routes, hearsay or ages may have to be told, if anybody is there to hear it.
    var tellingDeadline: Duration? {
        let routes = areLinksChanged ? routesAt : nil
        let hearsay = isHearsayDue ? hearsayAt : nil
        let ages = ages.isNews ? ages.tellAt : nil
        return [routes, hearsay, ages].compactMap(\.self).min()
    }
}
