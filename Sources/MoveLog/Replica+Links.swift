/// Links coming and going, and the passing of time.
extension Replica {
    /// A secure channel to a device is up, and the other side proved that it holds this key. A
    /// device that dials greets at once; one that is dialled by a key it does not know says nothing
    /// before the stranger has proved its invitation.
    ///
    /// `host` is the peer's host as the socket names it (IPv6 in brackets), for others who want to
    /// dial the peer; nil when they could not, as with an address of this link alone.
    package mutating func connected(
        _ link: LinkID, to key: PublicKey, isDialer: Bool, host: String? = nil, at moment: Moment
    ) {
        now = moment
        makeRoom(forLinkTo: key)
        guard hasRoom(forLinkTo: key) else {
            emit(.close(link, .limit))
            return
        }
        sessions[link] = Session(
            link: link, key: key, device: seal.deviceID(of: key), isDialer: isDialer,
            host: host, unaskedBytes: unaskedBytesMax, at: moment.uptime)
        let isKnown = log.isMember(key)
        // The digests will hardly be equal then, and leaves at once save half a round trip.
        let isBehind = isKnown && isKnownToLack(key)
        if isDialer || isKnown { greet(link, tells: isKnown && !isBehind) }
        if isBehind { announce(link) }
    }

    /// Whether a peer is known to have lacked something of what is held here when it was heard last.
    private func isKnownToLack(_ key: PublicKey) -> Bool {
        guard let held = holdings[key] else { return false }
        return log.authors.values.contains {
            $0.key != key && log.last(of: $0.author) > held[$0.author] ?? 0
        }
    }

    /// A device that comes again and again loses the link that was silent for the longest: it is the
    /// likeliest to be dead, and nobody's links keep others out.
    private mutating func makeRoom(forLinkTo key: PublicKey) {
        let same = sessions.values.filter { $0.key == key }
        guard same.count >= Limits.linksOfDeviceMax,
            let oldest = same.min(by: { ($0.heardAt, $0.link) < ($1.heardAt, $1.link) })
        else { return }
        close(oldest.link, .limit)
    }

    private func hasRoom(forLinkTo key: PublicKey) -> Bool {
        guard sessions.count < Limits.linksMax else { return false }
        guard !log.isMember(key) else { return true }
        let strangers = sessions.values.count { !log.isMember($0.key) }
        return strangers < Limits.linksOfStrangersMax
    }

    /// The link is gone, whoever closed it.
    package mutating func disconnected(_ link: LinkID, at moment: Moment) {
        now = moment
        drop(link)
    }

    /// Ends every link, telling the peers that this device goes offline, or why else.
    package mutating func disconnectAll(_ reason: CloseReason = .goodbye, at moment: Moment) {
        now = moment
        for link in sessions.keys { close(link, reason) }
    }

    /// Time has passed: does what is due. To be called at `nextDeadline`; earlier or later is safe.
    package mutating func tick(at moment: Moment) {
        now = moment
        for link in sessions.keys {
            guard let connectedAt = sessions[link]?.connectedAt else { continue }
            if sessions[link]?.isEstablished == true {
                keepAlive(link)
            } else if now.uptime >= connectedAt + Intervals.greeting {
                close(link, .silent)
            }
        }
        if let deadline = lossDeadline, now.uptime >= deadline { recordLost() }
    }

    /// When `tick` has something to do, as an uptime; nil while no link is up and no
    /// effect waits. The effects of what is due by then come from the `takeEffects()` after that `tick`.
    package var nextDeadline: Duration? {
        var deadline: Duration?
        func consider(_ instant: Duration?) {
            guard let instant else { return }
            deadline = min(deadline ?? instant, instant)
        }
        var hasEstablished = false
        for index in sessions.indices {
            consider(sessions[at: index]?.silenceDeadline)
            guard sessions[at: index]?.isEstablished == true else { continue }
            hasEstablished = true
            consider(sessions[at: index]?.acknowledgeAt)
            if sessions[at: index]?.isDismissed == false {
                consider(
                    measuringDeadline(
                        of: sessions[at: index]?.machine, sessions[at: index]?.pingedAt))
            }
            for author in sessions[at: index]?.pending ?? [] {
                consider(sessions[at: index]?.progress[author]?.relayAt)
            }
        }
        if hasEstablished {
            consider(summaryAt)
            consider(areClocksNews ? clocksAt : nil)
            consider(askingAt)
        }
        if loss != nil { consider(lossDeadline) }
        // What the owner asked for behind the turn.
        if hasEffects { consider(now.uptime) }
        return deadline
    }

    private mutating func keepAlive(_ link: LinkID) {
        guard let heardAt = sessions[link]?.heardAt, let spokeAt = sessions[link]?.spokeAt else {
            return
        }
        if now.uptime >= heardAt + Intervals.suspect {
            close(link, .silent)
            return
        }
        // Whoever takes in a long run over a slow link has nothing to say for a while, and must not
        // be taken for dead; its peer's own pings would wait behind the run.
        if now.uptime >= spokeAt + Intervals.ping { ping(link) } else { measure(link) }
    }

    // MARK: Speaking

    /// Greets, which is done once a link. What is held here is told to nobody but members.
    mutating func greet(_ link: LinkID, tells: Bool) {
        precondition(sessions[link]?.hasGreeted != true, "greeted twice")
        sessions[link]?.hasGreeted = true
        var greeting = Frame.Greeting(
            versions: protocolVersions, table: log.charter.table, boot: boot,
            chain: log.charter.chain, port: listenPort)
        if tells {
            let digest = log.digest
            sessions[link]?.summary = Session.Summary(digest: digest, frontier: log.frontier)
            greeting.summary = Frame.HeldDigest(wall: now.wall, digest: digest)
        }
        send(.greeting(greeting), on: link)
    }

    mutating func announce(_ link: LinkID) {
        guard sessions[link]?.hasAnnounced == false else { return }
        sessions[link]?.hasAnnounced = true
        let isDismissed = sessions[link]?.isDismissed == true
        let announcement = Frame.Announcement(
            wall: now.wall,
            frontier: isDismissed ? farewellFrontier(on: link) : log.frontier)
        send(.frontier(announcement), on: link)
    }

    mutating func ping(_ link: LinkID) {
        guard let session = sessions[link] else { return }
        let token = session.pingToken + 1
        sessions[link]?.pingToken = token
        sessions[link]?.pingedAt = now.uptime
        sessions[link]?.isAwaitingPong = true
        send(.ping(token: token, wall: now.wall), on: link)
    }

    mutating func send(_ frame: Frame, on link: LinkID) {
        sessions[link]?.spokeAt = now.uptime
        emit(.send(link, frame.bytes))
    }

    /// Closes a link from this side. A stranger to whom nothing was said is told nothing.
    mutating func close(_ link: LinkID, _ reason: CloseReason) {
        guard let session = sessions[link] else { return }
        if session.hasGreeted { send(.bye(reason), on: link) }
        emit(.close(link, reason))
        drop(link)
    }

    mutating func drop(_ link: LinkID) {
        guard let session = sessions.removeValue(forKey: link) else { return }
        for (author, fetch) in fetches where fetch.link == link { fetches[author] = nil }
        if !sessions.values.contains(where: { $0.key == session.key }) {
            log.dismissGuest(session.key)
        }
        reviewAsking()
        guard session.isEstablished else { return }
        summariesChanged()
        arePeersChanged = true
    }
}
