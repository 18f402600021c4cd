/// Links: connecting and closing, the handshake, and the farewell to removed devices.
extension Replica {
    /// A secure channel is up, and the other side proved that it holds this key. A device that
    /// dials greets at once; a device that is dialled by an unknown key sends nothing before the
    /// stranger has proved its invitation.
    ///
    /// `host` is the peer's host as the socket names it (IPv6 in brackets), for other devices to
    /// dial; nil if they could not, as with a link-local address.
    package mutating func connected(
        _ link: LinkID, to key: PublicKey, isDialer: Bool, host: String? = nil, at moment: Moment
    ) {
        now = moment
        // A device that connects repeatedly loses the link that is most likely dead.
        if let silent = sessions.surplus(of: key) { close(silent, .limit) }
        let isRoom = sessions.hasRoom(forMember: log.isMember(key), isMember: log.isMember)
        guard isRoom else { return emit(.close(link, .limit)) }
        sessions[link] = PeerSession(
            link: link, key: key, device: seal.deviceID(of: key), isDialer: isDialer,
            host: host, unaskedBytes: unaskedBytesMax, frameBytesMax: frameBytesMax,
            at: moment.uptime)
        let isKnown = log.isMember(key)
        // The digests will hardly be equal then, and sending leaves at once saves half a round
        // trip.
        let isBehind = isKnown && isKnownToLack(key)
        if isDialer || isKnown { greet(link, tells: isKnown && !isBehind) }
        if isBehind { announce(link) }
    }

    /// True if a peer lacked entries of this log when it was last heard.
    private func isKnownToLack(_ key: PublicKey) -> Bool {
        let known = holdings.state(of: key)
        return known.isHeard && known.lacks > 0
    }

    /// The link was closed by either side.
    package mutating func disconnected(_ link: LinkID, at moment: Moment) {
        now = moment
        drop(link)
    }

    /// Closes every link and tells the peers the reason.
    package mutating func disconnectAll(_ reason: CloseReason = .goodbye, at moment: Moment) {
        now = moment
        for link in sessions.keys { close(link, reason) }
    }

    /// Does what is due. To be called at `nextDeadline`; earlier or later is safe.
    package mutating func tick(at moment: Moment) {
        now = moment
        for link in sessions.keys {
            if sessions[link]?.isSilent(at: now.uptime) == true {
                close(link, .silent)
            } else if sessions[link]?.isEstablished == true {
                if sessions[link]?.isPingDue(at: now.uptime) == true {
                    ping(link)
                } else {
                    measure(link)
                }
            }
        }
        if let deadline = lossDeadline, now.uptime >= deadline { recordLost() }
    }

    /// The uptime at which `tick` has something to do; nil while no link is up, no effect waits,
    /// nothing is lost and the last turn had room for all it sent. The effects come from the `takeEffects()` after that `tick`.
    package var nextDeadline: Duration? {
        var deadline: Duration?
        func consider(_ instant: Duration?) {
            guard let instant else { return }
            deadline = min(deadline ?? instant, instant)
        }
        var hasEstablished = false
        for index in sessions.indices {
            consider(sessions[at: index]?.deadline)
            guard sessions[at: index]?.isEstablished == true else { continue }
            hasEstablished = true
            if sessions[at: index]?.isDismissed == false {
                consider(sessions[at: index].map { measuringDeadline(of: $0) })
            }
        }
        if hasEstablished {
            consider(summaryAt)
            consider(areClocksNews ? clocksAt : nil)
            consider(fetches.lookAt)
        }
        consider(lossDeadline)
        // The owner asked for something after the turn, or the turn had no room for all.
        if !effects.isEmpty || fullLink != nil { consider(now.uptime) }
        return deadline
    }

    // MARK: Hearing

    /// Handles bytes from a link, in any division of the stream. The answers come from
    /// `takeEffects()`; a violation of the protocol closes the link.
    package mutating func receive(_ bytes: [UInt8], from link: LinkID, at moment: Moment) {
        now = moment
        sessions[link]?.receive(bytes, at: now.uptime)
        do {
            // A frame may close the link, which ends the loop.
            while let frame = try sessions[link]?.nextFrame() { handle(frame, from: link) }
        } catch {
            close(link, .malformed)
        }
    }

    private mutating func handle(_ frame: Frame, from link: LinkID) {
        guard let phase = sessions[link]?.phase else { return }
        switch (phase, frame) {
        case (_, .bye(let reason)):
            let key = phase == .awaitingGreeting ? nil : sessions[link]?.key
            emit(.close(link, reason))
            drop(link)
            if reason == .left, let key { markLeft(key) }
        case (.awaitingGreeting, .greeting(let greeting)):
            judge(greeting, from: link)
        case (.awaitingFrontier, .frontier(let announcement)):
            establish(link, by: announcement.frontier, at: announcement.wall)
        case (_, .clocks) where phase != .established:
            // An optional type is skipped if it means nothing in this phase.
            break
        case (.awaitingGreeting, _), (.awaitingFrontier, _), (.established, .greeting),
            (.established, .frontier):
            close(link, .malformed)
        case (.established, _):
            // A dismissed device is told why in this turn; nothing that it sends counts.
            if sessions[link]?.isDismissed == false { heard(frame, from: link) }
        }
    }

    // MARK: Greeting

    private mutating func judge(_ greeting: Frame.Greeting, from link: LinkID) {
        guard let key = sessions[link]?.key else { return }
        guard greeting.versions.overlaps(protocolVersions) else { return close(link, .version) }
        guard greeting.table == log.charter.table else { return close(link, .otherTable) }
        if key == seal.publicKey {
            guard greeting.boot != boot else { return close(link, .ownself) }
            // One of the two processes runs on a copy of the home.
            if processes.metClone(greeting.boot) { startIncarnation() }
        }
        var isDismissed = false
        if !log.isMember(key) {
            if log.members.isAdmissible(key, by: greeting.chain) {
                log.members.admit(key, chain: greeting.chain)
            } else if log.members.isCutOff(key, by: greeting.chain) {
                isDismissed = true
            } else {
                return close(link, .notMember)
            }
        }
        // Only of members: strangers could invent any number of keys.
        if key != seal.publicKey, log.isMember(key) {
            if processes.greeted(greeting.boot, as: key) { emit(.publish(.cloned(key))) }
            left.remove(key)
        }
        sessions[link]?.accept(greeting, isDismissed: isDismissed)
        answer(greeting, on: link)
        if !isDismissed { keepOneLink(to: key, boot: greeting.boot, newest: link) }
    }

    /// Equal digests mean equal logs: each side then assumes that the other holds what it held
    /// itself when it greeted, and neither sends a FRONTIER. Otherwise this side sends its own.
    private mutating func answer(_ greeting: Frame.Greeting, on link: LinkID) {
        let isDismissed = sessions[link]?.isDismissed == true
        if sessions[link]?.hasGreeted == false {
            // A digest that differs from the peer's would be useless to it.
            greet(link, tells: !isDismissed && greeting.summary?.digest == log.digest)
        }
        guard let frontier = sessions[link]?.agree(with: greeting), let summary = greeting.summary
        else {
            return announce(link)
        }
        establish(link, by: frontier, at: summary.wall)
        if isDismissed { return }
        // The peer was told a state that may be out of date by now.
        let changed = Set(log.frontier.leaves).symmetricDifference(frontier.leaves)
        for author in Set(changed.map(\.author)).sorted() { owe(author, bytes: 0, to: link) }
    }

    /// Of two links between a pair, the one dialled by the smaller device is kept. A link to an
    /// earlier process of the peer is closed unless that process is still running: of two processes
    /// that take turns, each would end the other's link before anything long could pass over it.
    private mutating func keepOneLink(to key: PublicKey, boot: Octets16, newest: LinkID) {
        guard let session = sessions[newest] else { return }
        for link in sessions.keys where link != newest {
            guard let other = sessions[link], other.key == key, let known = other.boot else {
                continue
            }
            if known != boot {
                if key != seal.publicKey, !processes.isCopied(key) { close(link, .duplicate) }
                continue
            }
            // Clones share a device ID; their boot nonces tell them apart.
            let isSmaller =
                key == seal.publicKey ? self.boot < boot : ownDevice < session.device
            let isNewestLoser =
                other.isDialer == session.isDialer || isSmaller != session.isDialer
            let loser = isNewestLoser ? newest : link
            // Only the side that dialled the link closes it: the other side cannot know whether the
            // kept link still exists at the far end.
            guard sessions[loser]?.isDialer == true else { continue }
            close(loser, .duplicate)
            if loser == newest { return }
        }
    }

    /// The peer holds what a frontier names; entries flow from now on.
    private mutating func establish(_ link: LinkID, by frontier: Frontier, at wall: WallTime) {
        guard let key = sessions[link]?.key else { return }
        sessions[link]?.establish()
        let leaves = Dictionary(grouping: frontier.leaves, by: \.author)
        if sessions[link]?.isDismissed == true {
            for log in removingLogs {
                let found = self.log.find(leaves[log.author] ?? [])
                sessions[link]?.hold(found, of: log)
                // Own entries that no peer has got yet are signed for it.
                sessions[link]?.offer(log.author)
            }
            return
        }
        summariesChanged()
        arePeersChanged = true
        sessions[link]?.heard(wall: wall, own: now.wall)
        // An unknown author cannot be attributed, and the device no longer counts it.
        let held = holdings[key]?.filter { log.authors[$0.key] != nil || leaves[$0.key] != nil }
        holdings.set(held, of: key)
        // The peer's home may have been restored from a backup since.
        knownStates[key] = nil
        for (author, leaves) in leaves.sorted(by: { $0.key < $1.key }) {
            claimed(leaves, of: author, by: link, askAt: now.uptime)
        }
        for log in log.authors.values.sorted(by: { $0.author < $1.author }) {
            let ends = self.log.countedEnds(of: log)
            let isOwn = log.key == seal.publicKey
            sessions[link]?.open(log, upTo: ends, isOwn: isOwn)
        }
        areClocksNews = true
        measure(link)
    }

    // MARK: Speaking

    /// Greets, once a link. The state of the log is told only to members.
    private mutating func greet(_ link: LinkID, tells: Bool) {
        var greeting = Frame.Greeting(
            versions: protocolVersions, table: log.charter.table, boot: boot,
            chain: log.charter.chain, port: listenPort, frameBytesMax: frameBytesMax)
        var told: PeerSession.Told?
        if tells {
            told = PeerSession.Told(digest: log.digest, frontier: log.frontier)
            greeting.summary = told.map { Frame.HeldDigest(wall: now.wall, digest: $0.digest) }
        }
        sessions[link]?.greet(telling: told)
        send(.greeting(greeting), on: link)
    }

    /// Sends the frontier, once a link. One that is too long for the peer ends the link; before the
    /// peer's limit is known, it waits for that.
    private mutating func announce(_ link: LinkID) {
        guard sessions[link]?.hasAnnounced == false, let most = sessions[link]?.peerFrameBytesMax
        else { return }
        let isDismissed = sessions[link]?.isDismissed == true
        let frontier = isDismissed ? farewellFrontier(on: link) : log.frontier
        let frame = Frame.frontier(Frame.Announcement(wall: now.wall, frontier: frontier))
        let isLong = frontier.leaves.count > most / Leaf.bytesMax - 1
        if isLong, frame.bytes.count - Frame.lengthBytes > most {
            if sessions[link]?.phase != .awaitingGreeting { close(link, .limit) }
            return
        }
        sessions[link]?.announce()
        send(frame, on: link)
    }

    mutating func ping(_ link: LinkID) {
        if let frame = sessions[link]?.ping(at: now) { send(frame, on: link) }
    }

    mutating func send(_ frame: Frame, on link: LinkID) {
        sessions[link]?.spoke(at: now.uptime)
        emit(.send(link, frame.bytes))
    }

    /// Closes a link from this side. A stranger that was sent nothing so far is sent nothing.
    mutating func close(_ link: LinkID, _ reason: CloseReason) {
        guard let hasGreeted = sessions[link]?.hasGreeted else { return }
        if hasGreeted { send(.bye(reason), on: link) }
        emit(.close(link, reason))
        drop(link)
    }

    private mutating func drop(_ link: LinkID) {
        guard let session = sessions.removeValue(forKey: link) else { return }
        fetches.end(link)
        if !sessions.values.contains(where: { $0.key == session.key }) {
            log.members.dismissGuest(session.key)
            // A member could invent any number of guests.
            if !log.isMember(session.key) {
                holdings.set(nil, of: session.key)
                knownStates[session.key] = nil
                processes.forget(session.key)
            }
        }
        guard session.isEstablished else { return }
        summariesChanged()
        arePeersChanged = true
    }

    // MARK: Parting

    /// The log changed: parts from devices that no longer belong to the table, and tells the peers
    /// the new ends of cut logs.
    mutating func reviewLinks() {
        guard told.version != log.members.version else { return }
        let old = told
        told = ToldMembership(of: log)
        if old.deputies != told.deputies || old.members != told.members { arePeersChanged = true }
        for author in Set(old.leaves.keys).union(told.leaves.keys).sorted()
        where old.leaves[author] != told.leaves[author] {
            offer(author)
            reviewClaims(of: author)
            for link in sessions.keys where sessions[link]?.isListening == true {
                owe(author, bytes: 0, to: link)
            }
            if told.leaves[author]?.isEmpty == true,
                old.removals.isEmpty || old.leaves[author] != nil || old.authors.contains(author)
            {
                withdraw(author, named: old.leaves[author])
            }
        }
        guard old.removals != told.removals || !told.removals.isEmpty && old.members != told.members
        else { return }
        arePeersChanged = true
        summariesChanged()
        for key in told.removals.keys.sorted() where old.removals[key] == nil {
            emit(.publish(.removed(key)))
        }
        for key in old.removals.keys.sorted() where told.removals[key] == nil {
            emit(.publish(.reinstated(key)))
        }
        for key in holdings.byDevice.keys where !log.isMember(key) {
            holdings.set(nil, of: key)
            knownStates[key] = nil
        }
        for link in sessions.keys where sessions[link]?.boot != nil {
            guard let key = sessions[link]?.key else { continue }
            if !log.isMember(key) {
                sessions[link]?.dismiss()
            } else if old.removals != told.removals, sessions[link]?.refused.isEmpty == false {
                // Runs that were refused may count now, and the peer sends nothing twice.
                close(link, .goodbye)
            }
        }
    }

    /// Nothing of an author counts here any longer. No frame can retract the named leaves, or all
    /// ends of the log, and a peer that lacks one of them would wait for it in vain: its link is
    /// closed, so that it greets again.
    private mutating func withdraw(_ author: AuthorID, named: [Leaf]?) {
        guard let log = log.authors[author] else { return }
        let named = named ?? log.leaves
        for link in sessions.keys where sessions[link]?.isListening == true {
            if sessions[link]?.isHeld(named, of: log) == false { close(link, .goodbye) }
        }
    }

    /// The frontier for a removed device: its own logs as far as the table holds them, and those of
    /// the removers.
    private func farewellFrontier(on link: LinkID) -> Frontier {
        let key = sessions[link]?.key
        let logs = log.authors.values.filter { $0.key == key } + removingLogs
        return Frontier(leaves: Array(Set(logs.flatMap(log.leaves))))
    }

    /// Sends a removed device the entries that say so, all of them, and closes the link.
    mutating func farewell(_ link: LinkID) {
        var room = Int.max
        for log in removingLogs {
            let runs = sessions[link]?.stream(log, of: self.log, room: &room, at: now.uptime)
            for run in runs ?? [] { send(run.frame, on: link) }
        }
        close(link, .removed)
    }

    /// The logs that hold a removal in force, and the founder's if a deputy removed: only the
    /// founder's log names the deputy.
    private var removingLogs: [AuthorLog] {
        let founder = log.charter.founderKey
        var authors = Set(log.removals.values.map(\.entry.author))
        if log.removals.values.contains(where: { $0.remover != founder }) {
            authors.formUnion(log.authors.values.filter { $0.key == founder }.map(\.author))
        }
        return authors.sorted().compactMap { log.authors[$0] }
    }
}
