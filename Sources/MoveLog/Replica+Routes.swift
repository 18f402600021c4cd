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
        // Of authors whom nobody knows anybody can say anything: that is not passed on, nor what
        // cannot be had because it does not count.
        let log = log
        let counts = { (author: AuthorID) in log.last(of: author) > 0 }
        holdings.awaken(where: counts)
        let subjects = ways().devices.compactMap { way in
            log.key(of: way.device).map { key in
                Subject(
                    device: way.device, key: key, revision: holdings.revision(of: key),
                    only: way.only)
            }
        }
        for link in links {
            guard let connectedAt = sessions[link]?.connectedAt,
                now.uptime >= connectedAt + Intervals.hearsay
            else { continue }
            let news = hearsay(of: subjects, for: link, where: counts)
            guard !news.isEmpty else { continue }
            send(.hearsay(news), on: link)
            // What one frame does not hold goes in the next.
            let count = news.reduce(0) { $0 + $1.held.count }
            if count == Limits.hearsayMax || news.count == Limits.linksMax { isHearsayDue = true }
        }
    }

    /// A member that can be reached.
    private struct Subject {
        let device: DeviceID
        let key: PublicKey
        /// Of what was last found about it.
        let revision: UInt64
        /// The one link over which it is reached, if there is no other.
        let only: LinkID?
    }

    /// What is news to a peer of the authors that count; it is taken for told from now on.
    private mutating func hearsay(
        of subjects: [Subject], for link: LinkID, where counts: (AuthorID) -> Bool
    ) -> [Hearsay] {
        guard let peer = sessions[link]?.device, let links = sessions[link]?.links else {
            return []
        }
        var news: [Hearsay] = []
        var room = Limits.hearsayMax
        for subject in subjects where room > 0 && news.count < Limits.linksMax {
            let device = subject.device
            guard subject.only != link, device != peer, !links.contains(device) else { continue }
            var told = sessions[link]?.toldHoldings[device] ?? ToldHoldings()
            guard subject.revision > told.revision else { continue }
            let fresh = told.news(in: &holdings, at: subject.key, room: room, counts: counts)
            sessions[link]?.toldHoldings[device] = told
            guard !fresh.isEmpty else { continue }
            room -= fresh.count
            news.append(Hearsay(device: device, held: fresh.sorted { $0.author < $1.author }))
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
        for item in held.sorted(by: { $0.author < $1.author }) {
            noteHolding(item.sequence, of: item.author, by: key)
        }
        // Whoever told it needs not to be told.
        let taken = held.filter { holdings.sequence(of: $0.author, at: key) > 0 }
        guard !taken.isEmpty else { return }
        let device = seal.deviceID(of: key)
        // Taken out, so that what was heard is not copied.
        var told = sessions[link]?.toldHoldings.removeValue(forKey: device) ?? ToldHoldings()
        told.hear(taken, in: holdings, at: key)
        sessions[link]?.toldHoldings[device] = told
    }

    /// The key of a member; nil for one that has a link, and so speaks for itself.
    private func keyOfUnlinked(_ device: DeviceID) -> PublicKey? {
        guard let key = log.key(of: device) else { return nil }
        return sessions.values.contains { $0.key == key && $0.isEstablished } ? nil : key
    }

    /// When routes, hearsay or clocks may have to be told, if anybody is there to hear it.
    var tellingDeadline: Duration? {
        let routes = areLinksChanged ? routesAt : nil
        let hearsay = isHearsayDue ? hearsayAt : nil
        let clocks = areClocksNews ? clocksAt : nil
        return [routes, hearsay, clocks].compactMap(\.self).min()
    }
}
