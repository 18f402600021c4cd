/// Established links: the frames that peers send, and those that this device sends at the end of a
/// turn.
extension Replica {
    /// Sends on every link all that is due at the end of a turn.
    mutating func sync() {
        var established: [LinkID] = []
        var dismissed: [LinkID] = []
        var busy: [LinkID] = []
        var lacking: [LinkID] = []
        var waiting: Set<AuthorID> = []
        for index in sessions.indices where sessions[at: index]?.isEstablished == true {
            let link = sessions.keys[index]
            for author in sessions[at: index]?.pending ?? [] where isOwn(author) {
                waiting.insert(author)
            }
            guard sessions[at: index]?.isDismissed == false else {
                dismissed.append(link)
                continue
            }
            established.append(link)
            if sessions[at: index]?.lacking.isEmpty == false { lacking.append(link) }
            if sessions[at: index]?.isBusy == true { busy.append(link) }
        }
        reviewLoss(established)
        tellSummaries(established)
        tellClocks(established)
        for author in waiting.sorted() { log.signEnds(of: author) }
        for link in dismissed { farewell(link) }
        // The link that took the room of the last turn comes last, so that a new move waits for one
        // turn at most of each link that catches up.
        let first = busy.firstIndex { $0.rawValue > fullLink?.rawValue ?? .max } ?? 0
        var room = MoveLogLimits.turnBytesMax
        fullLink = nil
        for link in busy[first...] + busy[..<first] {
            for frame in sessions[link]?.acknowledgements(of: log, at: now.uptime) ?? [] {
                send(frame, on: link)
            }
            sessions[link]?.expireRuns(at: now.uptime)
            for author in (sessions[link]?.pending ?? []).sorted() {
                feed(author, to: link, &room)
            }
            if room <= 0, fullLink == nil { fullLink = link }
        }
        for (link, authors) in fetches.asks(of: lacking, in: sessions, at: now.uptime) {
            send(.want(authors), on: link)
        }
    }

    private mutating func feed(_ author: AuthorID, to link: LinkID, _ room: inout Int) {
        guard let log = log.authors[author] else { return }
        let isOwn = log.key == seal.publicKey
        let runs = sessions[link]?.feed(
            log, of: self.log, isOwn: isOwn, room: &room, at: now.uptime)
        for run in runs ?? [] { send(run.frame, on: link) }
    }

    /// Entries of an author were admitted: reviews every peer that may lack them.
    mutating func offer(_ author: AuthorID) {
        for link in sessions.keys where sessions[link]?.isEstablished == true {
            sessions[link]?.offer(author)
        }
    }

    /// A frame of a member arrived on an established link.
    mutating func heard(_ frame: Frame, from link: LinkID) {
        switch frame {
        case .run(let run), .part(let run): assemble(run, from: link)
        case .want(let authors):
            for author in authors {
                guard let log = log.authors[author] else { continue }
                let ends = self.log.countedEnds(of: log)
                sessions[link]?.want(log, upTo: ends)
            }
        case .acknowledge(let frontier):
            let leaves = Dictionary(grouping: frontier.leaves, by: \.author)
            for (author, leaves) in leaves.sorted(by: { $0.key < $1.key }) {
                claimed(leaves, of: author, by: link, askAt: now.uptime + Intervals.ask)
            }
            arePeersChanged = true
        case .summary(let summary): heard(summary, from: link)
        case .ping(let token, let wall):
            heard(wall: wall, on: link)
            let reading = clocks.reading(at: now.uptime)
            send(.pong(token: token, wall: now.wall, reading: reading), on: link)
        case .pong(let token, let wall, let reading):
            heard(wall: wall, on: link)
            guard let pingedAt = sessions[link]?.answered(token, at: now.uptime) else { return }
            arePeersChanged = true
            measured(reading, wall, pingedAt: pingedAt, on: link)
        case .clocks(let clocks): heard(clocks, from: link)
        case .greeting, .frontier, .bye: preconditionFailure("no frame of an established link")
        }
    }

    // MARK: Entries

    private mutating func assemble(_ part: Run, from link: LinkID) {
        do throws(Malformed) {
            guard let run = try sessions[link]?.assemble(part) else { return }
            received(run, from: link)
        } catch {
            close(link, .malformed)
        }
    }

    private mutating func received(_ run: Run, from link: LinkID) {
        switch merge(run) {
        case .malformed: return close(link, .malformed)
        case .forged: return close(link, .forged)
        case .gap: return
        case .beyondCut, .refused: return refuse(run.author, from: link)
        case .held:
            owe(run.author, bytes: run.byteCount, to: link)
        case .admitted:
            owe(run.author, bytes: run.byteCount, to: link)
            tellAdmitted(run, from: link)
            fetches.received(run.author, from: link, at: now.uptime)
        }
        guard let key = sessions[link]?.key, let log = log.authors[run.author] else { return }
        sessions[link]?.received(run, of: log)
        hold(run.last, of: run.author, by: key)
    }

    /// Entries arrived, on a link or in a file: acknowledges them to their author's device, and to
    /// peers that do not get them unasked, which then know whom to ask. Others learn of them by the
    /// next SUMMARY.
    mutating func tellAdmitted(_ run: Run, from link: LinkID? = nil) {
        reviewClaims(of: run.author)
        guard let log = log.authors[run.author] else { return }
        let ends = self.log.countedEnds(of: log)
        let isOwn = log.key == seal.publicKey
        // A peer that was told the frontier must hear of later entries, even if its own frontier is
        // still in transit.
        for other in sessions.keys where other != link && sessions[other]?.isListening == true {
            let flows = sessions[other]?.flows(log, upTo: ends, isOwn: isOwn) == true
            if sessions[other]?.device == log.device || !flows {
                owe(run.author, bytes: run.byteCount, to: other)
            }
        }
    }

    mutating func owe(_ author: AuthorID, bytes: Int, to link: LinkID) {
        let device = log.authors[author]?.device
        let isAuthor = sessions[link]?.device == device
        sessions[link]?.owe(author, bytes: bytes, isAuthor: isAuthor, at: now.uptime)
    }

    /// A run was refused: no more of that author is requested from its sender.
    private mutating func refuse(_ author: AuthorID, from link: LinkID) {
        if sessions[link]?.refuse(author) == true { fetches.review() }
        // An unknown author cannot be attributed, and is not ahead of anything that counts.
        if log.authors[author] == nil {
            holdings.forget(author)
        }
        fetches.end(author, ifGiven: sessions)
    }

    // MARK: Holdings

    /// A peer named its leaves of an author.
    mutating func claimed(
        _ leaves: [Leaf], of author: AuthorID, by link: LinkID, askAt: Duration
    ) {
        // Do not copy the session while writing to it: a frame may claim thousands of authors, and
        // each would copy all earlier claims.
        guard let key = sessions[link]?.key else { return }
        // No author's log has more ends, and each claimed end costs a digest.
        let leaves = Array(leaves.prefix(MoveLogLimits.leavesOfRemovedMax))
        let claim = Claim(found: log.find(leaves), searched: log.searched(author))
        // Also beyond the log here: the entries may come from another peer, and the claim is not
        // repeated. If the peer holds entries of the author that do not count, only up to those
        // that do.
        let isRefused = sessions[link]?.refused.contains(author) == true
        let most = isRefused ? log.last(of: author) : .max
        hold(min(credible(claim.found, of: author), most), of: author, by: key)
        if let log = log.authors[author] {
            sessions[link]?.hold(claim.found, of: log)
            sessions[link]?.offer(author)
        }
        if sessions[link]?.claim(claim, of: author, in: log, askAt: askAt) == true {
            fetches.review()
        }
    }

    /// Entries of an author arrived: claims of peers may be held now.
    mutating func reviewClaims(of author: AuthorID) {
        for link in sessions.keys {
            guard let claim = sessions[link]?.reviewClaim(of: author, in: log, at: now.uptime),
                let key = sessions[link]?.key
            else { continue }
            if claim.isAskingChanged { fetches.review() }
            guard claim.found.allSatisfy(\.isHeld) else { continue }
            hold(claim.found.map(\.leaf.sequence).max() ?? 0, of: author, by: key)
        }
        fetches.end(author, ifGiven: sessions)
    }

    /// The sequence up to which a peer is believed to hold an author's log: not on a branch that is
    /// unknown here, and of own entries none that this device does not know.
    private func credible(_ found: [FoundLeaf], of author: AuthorID) -> UInt64 {
        let last = log.lastHeld(of: author)
        let isOwn = isOwn(author)
        return found.filter { $0.leaf.sequence > last ? !isOwn : $0.isHeld }
            .map(\.leaf.sequence).max() ?? 0
    }

    /// A device holds an author's log up to a sequence, by its own word or that of others. A claim
    /// beyond the end of an own log is cut: it would make later moves, which exist only here, look
    /// safe.
    mutating func hold(_ claimed: UInt64, of author: AuthorID, by key: PublicKey) {
        // A device that no longer belongs to the table keeps nothing safe for it, whatever others
        // still report.
        guard log.isMember(key), !left.contains(key) else { return }
        let sequence = isOwn(author) ? min(claimed, log.lastHeld(of: author)) : claimed
        guard sequence > holdings[key]?[author] ?? 0 else { return }
        // A device could invent any number of unknown authors.
        let isKnown = log.authors[author] != nil
        guard isKnown || (holdings[key]?.count ?? 0) < MoveLogLimits.authorsMax else { return }
        holdings.hold(sequence, of: author, by: key)
    }

    // MARK: Losses

    /// Once a turn: updates which peers lack the entries missing before those that wait aside.
    /// `tick` records these again.
    private mutating func reviewLoss(_ links: [LinkID]) {
        if loss == nil { return }
        for link in links {
            guard let key = sessions[link]?.key, key != seal.publicKey, log.isMember(key) else {
                continue
            }
            let claims = sessions[link]?.claims ?? [:]
            loss?.heard(from: key, claims: { claims[$0] != nil }, at: now.uptime)
        }
    }

    var lossDeadline: Duration? {
        loss?.deadline(others: log.memberKeys.filter { $0 != seal.publicKey })
    }

    // MARK: Summaries

    /// The other devices that can be reached, with the fewest hops.
    func routes() -> [DeviceID: PeerRoute] { sessions.ways(from: ownDevice).mapValues(\.route) }

    /// The devices that are known to hold the same log.
    func equalDevices() -> Set<DeviceID> {
        sessions.devices(holding: history.digest).subtracting(left.map(seal.deviceID))
    }

    /// Schedules a summary.
    mutating func summariesChanged() {
        if summaryAt != nil { return }
        summaryAt = max(now.uptime + Intervals.summaryDelay, summariesToldAt + Intervals.summary)
    }

    /// Sends every peer the changes of the summary, once it is due. Devices that are not members
    /// are left out, since a peer could invent any number. A route is not sent back on its own link
    /// (split horizon, RFC 2453 section 3.4.3).
    private mutating func tellSummaries(_ links: [LinkID]) {
        guard let due = summaryAt, now.uptime >= due else { return }
        summaryAt = nil
        let members = sessions.ways(from: ownDevice).values
            .filter { log.key(of: $0.route.device) != nil }.sorted { $0.route < $1.route }
        let equal = equalDevices()
        for link in links {
            guard let device = sessions[link]?.device else { continue }
            let routes = members.filter { $0.link != link && $0.route.device != device }
                .prefix(MoveLogLimits.linksMax).map(\.route)
            let frame = sessions[link]?.summaries.tell(history.digest, routes) {
                equal.contains($0.device)
            }
            guard let frame else { continue }
            summariesToldAt = now.uptime
            send(frame, on: link)
        }
    }

    private mutating func heard(_ summary: Summary, from link: LinkID) {
        let known = Set(sessions[link]?.summaries.routes ?? [])
        guard sessions[link]?.summaries.hear(summary) == true else {
            return close(link, .malformed)
        }
        for route in summary.routes ?? []
        where route.device != ownDevice && !route.address.isEmpty && !known.contains(route) {
            emit(.publish(.sighted(route.device, at: route.address, through: link)))
        }
        place(summary.digest, of: link)
        summariesChanged()
        arePeersChanged = true
    }

    /// The log changed: one author's grew from the sequence `former`, or, if that is nil, something
    /// else changed. Peers may have reached this state before.
    mutating func stateChanged(by author: AuthorID, from former: UInt64?) {
        let before = history.digest
        let digest = log.digest.octets.high
        if let former {
            history.append(digest, author: author, former: former)
        } else {
            history.restart(digest)
        }
        guard history.digest != before else { return }
        summariesChanged()
        for link in sessions.keys where sessions[link]?.summaries.digest == digest {
            place(digest, of: link)
        }
    }

    /// A peer named a digest. If it is a state of this log, it tells the holdings of the peer and
    /// of the devices that the peer calls equal.
    private mutating func place(_ digest: Octets16, of link: LinkID) {
        let number = history.number(of: digest)
        sessions[link]?.summaries.isKnown = number != nil
        guard let number, let key = sessions[link]?.key else { return }
        let former = history.formerEnds(in: number)
        for author in authorsGrown(after: knownStates[key], upTo: number) {
            guard let log = log.authors[author] else { continue }
            let ends = ends(of: log, former[author])
            sessions[link]?.hold(log, upTo: ends)
            hold(last(of: log, ends), of: author, by: key)
        }
        knownStates[key] = max(number, knownStates[key] ?? 0)
        let linked = Set(sessions.values.filter(\.isEstablished).map(\.device))
        let others = (sessions[link]?.summaries.equal ?? []).subtracting(linked)
        for device in others.sorted() where device != ownDevice {
            guard let key = log.key(of: device) else { continue }
            for author in authorsGrown(after: knownStates[key], upTo: number) {
                guard let log = log.authors[author] else { continue }
                hold(last(of: log, ends(of: log, former[author])), of: author, by: key)
            }
            knownStates[key] = max(number, knownStates[key] ?? 0)
        }
    }

    /// The counted ends of the branches of a log in a state in which it ended at `former`; empty
    /// for a log that was forked since.
    private func ends(of log: AuthorLog, _ former: UInt64?) -> [UInt64] {
        guard let former else { return self.log.countedEnds(of: log) }
        return log.isForked ? [] : [former]
    }

    /// The last sequence that counts of a log with these branch ends.
    private func last(of log: AuthorLog, _ ends: [UInt64]) -> UInt64 {
        zip(ends, log.branches).filter { $0 > $1.after }.map(\.0).max() ?? 0
    }

    /// The authors whose logs grew since the last known state of a device; all if that is unknown.
    private func authorsGrown(after old: UInt64?, upTo number: UInt64) -> [AuthorID] {
        guard let old else { return log.authorIDs }
        // Holdings only grow.
        if old >= number { return [] }
        return history.authors(after: old, upTo: number)?.sorted() ?? log.authorIDs
    }

    // MARK: Clocks

    /// Pings a peer to read its clock; not again before `Intervals.ping`.
    mutating func measure(_ link: LinkID) {
        guard sessions[link]?.isDismissed == false,
            let due = sessions[link].map({ measuringDeadline(of: $0) }), now.uptime >= due
        else { return }
        ping(link)
    }

    /// The instant to ping a member on an established link, to measure its clocks.
    func measuringDeadline(of session: PeerSession) -> Duration {
        guard let pingedAt = session.pingedAt else { return now.uptime }
        let known = session.clocks.machine.flatMap { clocks.offset(of: $0, at: now.uptime) }
        guard known?.isSettled(at: now.uptime) == true else { return pingedAt + Intervals.ping }
        return wallClocks.measuringDeadline(of: session.key, pingedAt)
    }

    private mutating func heard(wall: WallTime, on link: LinkID) {
        sessions[link]?.heard(wall: wall, own: now.wall)
        if let key = sessions[link]?.key { wallClocks.hear(wall, of: key, at: now.uptime) }
    }

    /// A peer answered the last ping: its readings were made at some instant between ping and
    /// answer. The clocks that it sent before can be used now, or more precisely.
    private mutating func measured(
        _ reading: BootReading, _ wall: WallTime, pingedAt: Duration, on link: LinkID
    ) {
        if let key = sessions[link]?.key, key != seal.publicKey {
            wallClocks.measure(wall, of: key, between: pingedAt, and: now.uptime)
        }
        let isFirst = sessions[link]?.clocks.answered(reading) == true
        let revision = clocks.revision
        let isBetter = clocks.measure(reading, between: pingedAt, and: now.uptime)
        guard isBetter || isFirst, let heard = sessions[link]?.clocks.heard else { return }
        clocks.hear(heard, from: reading.boot, at: now.uptime)
        clocksBecameBetter(since: revision)
    }

    private mutating func heard(_ told: [ToldClock], from link: LinkID) {
        sessions[link]?.clocks.hear(told, own: clocks.own, at: now.uptime)
        guard let machine = sessions[link]?.clocks.machine, let heard = sessions[link]?.clocks.heard
        else { return }
        let revision = clocks.revision
        if clocks.hear(heard, from: machine, at: now.uptime) { clocksBecameBetter(since: revision) }
    }

    private mutating func clocksBecameBetter(since revision: UInt64) {
        areClocksNews = true
        if clocks.revision != revision { emit(.publish(.clocks)) }
    }

    /// Sends every peer the clocks that it knows less precisely, at most every `Intervals.clocks`.
    private mutating func tellClocks(_ links: [LinkID]) {
        guard areClocksNews, now.uptime >= clocksAt else { return }
        areClocksNews = false
        for link in links {
            guard let frame = sessions[link]?.clocks.tell(clocks.offsets, at: now.uptime) else {
                continue
            }
            clocksAt = now.uptime + Intervals.clocks
            send(frame, on: link)
        }
    }
}
