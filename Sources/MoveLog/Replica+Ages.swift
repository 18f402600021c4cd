/// How long ago entries were recorded, by uptime alone: each device counts by its own and tells the
/// others. The owner says which entries matter; the core knows nothing of what they mean.
extension Replica {
    /// Entries of these kinds are anchored at the instant in which this device records them.
    package var timedKinds: Set<Kind> {
        get { ages.timedKinds }
        set { ages.timedKinds = newValue }
    }

    /// What is known of when entries were recorded, to be kept across a restart; see `restore`. At
    /// most `Limits.anchorsMax`.
    package var anchors: [EntryID: Anchor] { ages.anchors }

    /// Takes back what was known before a restart, on the uptime of today.
    package mutating func restore(anchors known: [EntryID: Anchor]) {
        for (entry, anchor) in known.sorted(by: { $0.key < $1.key }) {
            consider(anchor, of: entry)
        }
    }

    /// When an entry was recorded, on this device's uptime; nil when nobody said so.
    package func anchor(of entry: EntryID) -> Anchor? { ages.anchors[entry] }

    /// The entries whose ages the peers are told and asked for, the most important first; of more
    /// than `Limits.followedMax` the rest is left out. To be called when that changes.
    package mutating func follow(_ entries: [EntryID], at moment: Moment) {
        now = moment
        let fresh = ages.follow(entries)
        if fresh.contains(where: { ages.anchors[$0] != nil }) { ages.isNews = true }
        let isAsking = fresh.contains { ages.anchors[$0]?.isSettled(at: now.uptime) != true }
        guard isAsking else { return }
        for link in sessions.keys { measure(link) }
    }

    // MARK: Own entries

    /// Anchors what this device has just recorded.
    mutating func anchor(_ placed: [Placed]) {
        guard !ages.timedKinds.isEmpty else { return }
        for item in placed where ages.timedKinds.contains(item.entry.kind) {
            ages.keep(Anchor(uptime: now.uptime, measuredAt: now.uptime), of: item.entry.id)
        }
    }

    // MARK: Telling

    /// Tells every peer what became known, at most every `Intervals.ages`.
    mutating func tellAges(_ links: [LinkID]) {
        guard ages.isNews, now.uptime >= ages.tellAt else { return }
        ages.isNews = false
        ages.tellAt = now.uptime + Intervals.ages
        for link in links { tellAges(on: link) }
    }

    /// Tells one peer all that is followed and known, by itself or because of a ping.
    mutating func tellAges(on link: LinkID, answering token: UInt64? = nil) {
        let told = ages.followed.compactMap { entry in
            ages.anchors[entry]?.age(of: entry, at: now.uptime)
        }
        if !told.isEmpty { send(.ages(told, answering: token), on: link) }
    }

    /// Answers a ping with all that is followed and known, which is much longer than the ping: a
    /// bounded number of times, and nobody who asks more often is told more.
    mutating func answerAges(_ token: UInt64, on link: LinkID) {
        guard let session = sessions[link] else { return }
        let isFresh = now.uptime >= session.agesAt + Intervals.ping
        guard isFresh || session.agesCount < Limits.agesAnswersMax else { return }
        if isFresh { sessions[link]?.agesAt = now.uptime }
        sessions[link]?.agesCount = isFresh ? 1 : session.agesCount + 1
        tellAges(on: link, answering: token)
    }

    /// A link is up: what is followed is told, and asked for.
    mutating func openAges(on link: LinkID) {
        guard !ages.followed.isEmpty else { return }
        tellAges(on: link)
        measure(link)
    }

    // MARK: Asking

    /// Pings a peer, whose pong brings its ages; not while a ping is under way.
    mutating func measure(_ link: LinkID) {
        guard let session = sessions[link], session.isEstablished else { return }
        if session.isAwaitingPong, let pingedAt = session.pingedAt,
            now.uptime < pingedAt + Intervals.ping
        {
            return
        }
        ping(link)
    }

    /// When a peer is to be pinged for its ages, if any are wanted.
    func measuringDeadline(pingedAt: Duration?) -> Duration {
        pingedAt.map { $0 + Intervals.ping } ?? now.uptime
    }

    // MARK: Hearing

    /// Ages that answer this device's last ping were told between that ping and now, so they are
    /// off by half of that at most. Others were under way for a time that nobody measured, at most
    /// since an earlier ping that was answered: they are taken for want of better ones, and measured.
    mutating func takeAges(_ told: [Age], answering token: UInt64?, from link: LinkID) {
        guard let session = sessions[link] else { return }
        let isAnswer = token == session.pingToken
        let measured = isAnswer ? session.pingedAt.map { now.uptime - $0 } : nil
        let delay = (measured ?? session.roundTrip ?? .zero) / 2
        var isAsking = false
        for item in told where ages.isFollowed(item.entry) {
            // Only whoever recorded it needs nobody to know it from.
            let author = log.key(of: item.entry.author)
            guard item.hops > 0 || author == nil || author == session.key else { continue }
            var anchor = Anchor(
                uptime: now.uptime - item.age - delay, doubt: item.doubt,
                measuredAt: now.uptime, hops: item.hops + 1, isEstimated: item.isEstimated)
            if measured == nil {
                isAsking = isAsking || isWorthy(anchor, of: item.entry)
            }
            let doubt = measured == nil ? now.uptime - session.provenAt : delay
            anchor.doubt += doubt + .milliseconds(1)
            consider(anchor, of: item.entry)
        }
        if isAsking { measure(link) }
    }

    private func isWorthy(_ anchor: Anchor, of entry: EntryID) -> Bool {
        guard let known = ages.anchors[entry] else { return true }
        return anchor.isBetter(than: known, at: now.uptime)
            && (anchor.hops < known.hops || !known.isSettled(at: now.uptime))
    }

    private mutating func consider(_ anchor: Anchor, of entry: EntryID) {
        if let known = ages.anchors[entry] {
            guard anchor.isBetter(than: known, at: now.uptime) else { return }
            ages.keep(anchor, of: entry)
            guard anchor.isNotable(after: known, at: now.uptime) else { return }
        } else {
            ages.keep(anchor, of: entry)
        }
        guard ages.isFollowed(entry) else { return }
        ages.isNews = true
        emit(.publish(.ages))
    }
}
