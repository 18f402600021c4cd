/// What the peers say.
extension Replica {
    /// Bytes came in on a link: any part of the stream. What they ask for comes out of
    /// `takeEffects()`; what the protocol does not allow closes the link.
    package mutating func receive(_ bytes: [UInt8], from link: LinkID, at moment: Moment) {
        now = moment
        guard sessions[link] != nil else { return }
        sessions[link]?.heardAt = now.uptime
        sessions[link]?.frames.receive(bytes)
        do {
            // A frame may close the link, which ends the loop.
            while let payload = try sessions[link]?.frames.next() {
                guard let frame = try Frame(typeAndPayload: payload) else { continue }
                handle(frame, from: link)
            }
        } catch {
            close(link, .malformed)
        }
    }

    private mutating func handle(_ frame: Frame, from link: LinkID) {
        // No copy of the session is held while it is written to.
        guard let state = sessions[link]?.state else { return }
        let isDismissed = sessions[link]?.isDismissed == true
        switch (state, frame) {
        case (_, .bye(let reason)):
            let key = state == .awaitingGreeting ? nil : sessions[link]?.key
            emit(.close(link, reason))
            drop(link)
            if reason == .left, let key { noteLeft(key) }
        case (.awaitingGreeting, .greeting(let greeting)):
            judge(greeting, from: link)
        case (.awaitingFrontier, .frontier(let announcement)):
            establish(link, by: announcement.frontier, at: announcement.wall)
        case (.established, _) where isDismissed:
            // It is told why in this turn; nothing that it says counts.
            break
        case (.established, .run(let run)):
            take(run, from: link)
        case (.established, .want(let authors)):
            wanted(authors, by: link)
        case (.established, .acknowledge(let frontier)):
            acknowledged(frontier, by: link)
        case (.established, .summary(let summary)):
            heard(summary, from: link)
        case (.established, .ping(let token, let wall)):
            noteWall(wall, of: link)
            let reading = clocks.reading(at: now.uptime)
            send(.pong(token: token, wall: now.wall, reading: reading), on: link)
        case (.established, .pong(let token, let wall, let reading)):
            noteWall(wall, of: link)
            answered(token, by: reading, on: link)
        case (.established, .clocks(let clocks)):
            takeClocks(clocks, from: link)
        case (_, .clocks):
            // Of an optional type, so it is skipped wherever it means nothing.
            break
        case (.awaitingGreeting, _), (.awaitingFrontier, _), (.established, .greeting),
            (.established, .frontier):
            close(link, .malformed)
        }
    }

    // MARK: Greeting

    private mutating func judge(_ greeting: Frame.Greeting, from link: LinkID) {
        guard let session = sessions[link] else { return }
        guard greeting.versions.overlaps(protocolVersions) else { return close(link, .version) }
        guard greeting.table == log.charter.table else { return close(link, .otherTable) }
        if session.key == seal.publicKey {
            guard greeting.boot != boot else { return close(link, .ownself) }
            metClone(greeting.boot)
        }
        if !log.isMember(session.key) {
            if log.isAdmissible(session.key, by: greeting.chain) {
                admit(session.key, chain: greeting.chain)
            } else if log.isCutOff(session.key, by: greeting.chain) {
                sessions[link]?.isDismissed = true
            } else {
                return close(link, .notMember)
            }
        }
        // Of strangers there are as many as somebody likes to make up.
        if session.key != seal.publicKey, log.isMember(session.key) {
            noteProcess(greeting.boot, of: session.key)
            left.remove(session.key)
        }
        sessions[link]?.boot = greeting.boot
        sessions[link]?.port = greeting.port
        sessions[link]?.state = .awaitingFrontier
        sessions[link]?.frames.frameBytesMax = Limits.frameBytesMax
        answer(greeting, on: link)
        if sessions[link]?.isDismissed == true { return }
        keepOneLink(to: session.key, boot: greeting.boot, newest: link)
    }

    /// Equal digests are equal logs: then each side takes the other to hold what it held itself when it
    /// greeted, whatever came since, and neither sends a FRONTIER. Else this side sends its own.
    private mutating func answer(_ greeting: Frame.Greeting, on link: LinkID) {
        let isDismissed = sessions[link]?.isDismissed == true
        if sessions[link]?.hasGreeted == false {
            // Another digest than the peer's would be of no use to it.
            greet(link, tells: !isDismissed && greeting.summary?.digest == log.digest)
        }
        let summary = sessions[link]?.summary
        sessions[link]?.summary = nil
        guard let told = greeting.summary, let summary, told.digest == summary.digest else {
            return announce(link)
        }
        sessions[link]?.hasAnnounced = true
        let frontier = summary.frontier
        sessions[link]?.summaries.greeted(with: summary.digest.octets.high)
        establish(link, by: frontier, at: told.wall)
        if !isDismissed { tellGrowth(since: frontier, to: link) }
    }

    /// The peer was told of a state that is not the present one any more.
    private mutating func tellGrowth(since frontier: Frontier, to link: LinkID) {
        let present = log.frontier
        guard present != frontier else { return }
        let changed = Set(present.leaves).symmetricDifference(frontier.leaves)
        for author in Set(changed.map(\.author)).sorted() { owe(author, bytes: 0, to: link) }
    }

    /// Of two links between a pair the one dialled by the smaller device stays; a link to an earlier
    /// process of the peer goes, unless that process is not over: of two that take turns each would end
    /// the other's link before anything long has come over it.
    private mutating func keepOneLink(to key: PublicKey, boot: Octets16, newest: LinkID) {
        guard let session = sessions[newest] else { return }
        for link in sessions.keys where link != newest {
            guard let other = sessions[link], other.key == key, let known = other.boot else {
                continue
            }
            if known != boot {
                if key != seal.publicKey, !isCopied(key) { close(link, .duplicate) }
                continue
            }
            // Clones have one device ID; their boot nonces tell them apart.
            let isSmaller =
                key == seal.publicKey ? self.boot < boot : ownDevice < session.device
            let isNewestLoser =
                other.isDialer == session.isDialer || isSmaller != session.isDialer
            let loser = isNewestLoser ? newest : link
            // Only whoever dialled it ends it: the other cannot know whether the one that would
            // stay still stands at the far end.
            guard sessions[loser]?.isDialer == true else { continue }
            close(loser, .duplicate)
            if loser == newest { return }
        }
    }

    /// The peer holds what a frontier names; entries flow from now on.
    private mutating func establish(_ link: LinkID, by frontier: Frontier, at wall: WallTime) {
        sessions[link]?.state = .established
        if sessions[link]?.isDismissed == true {
            noteCursors(frontier, of: link)
            return
        }
        summariesChanged()
        arePeersChanged = true
        noteWall(wall, of: link)
        let claims = Dictionary(grouping: frontier.leaves, by: \.author)
        if let key = sessions[link]?.key {
            // Nobody can say whose it is, and the device counts it no more.
            holdings.keep(at: key) { log.authors[$0] != nil || claims[$0] != nil }
            // Its home may have been put back since.
            knownStates[key] = nil
        }
        for (author, leaves) in claims.sorted(by: { $0.key < $1.key }) {
            noteClaim(leaves, of: author, by: link, askAt: now.uptime)
        }
        for author in log.authorIDs { open(author, on: link) }
        areClocksNews = true
        measure(link)
    }

    // MARK: Entries

    private mutating func take(_ run: Run, from link: LinkID) {
        let outcome = merge(run)
        switch outcome {
        case .malformed:
            return close(link, .malformed)
        case .forged:
            return close(link, .forged)
        case .gap:
            return
        case .beyondCut, .refused:
            return noteRefused(run.author, by: link)
        case .held:
            owe(run.author, bytes: run.byteCount, to: link)
        case .admitted:
            owe(run.author, bytes: run.byteCount, to: link)
            tellAdmitted(run, from: link)
            // Only what is new: who sends the same again and again keeps nobody else from being asked.
            if fetches[run.author]?.link == link {
                fetches[run.author]?.deadline = now.uptime + Intervals.want
            }
        }
        noteSent(run, by: link)
    }

    /// Entries came in, on a link or in a file: their author's own device hears so, and peers that do not get
    /// them unasked, so that they know whom to ask. Other peers learn it by the next SUMMARY.
    mutating func tellAdmitted(_ run: Run, from link: LinkID? = nil) {
        settle(run.author)
        let device = log.authors[run.author]?.device
        // A peer that was told the frontier must hear of what came after, even if its own
        // frontier is still under way.
        for other in sessions.keys where other != link && sessions[other]?.isListening == true {
            if sessions[other]?.device == device || !flows(run.author, to: other) {
                owe(run.author, bytes: run.byteCount, to: other)
            }
        }
    }

    /// Whether an author's new entries go to a peer unasked.
    private mutating func flows(_ author: AuthorID, to link: LinkID) -> Bool {
        guard sessions[link]?.isEstablished == true else { return false }
        if sessions[link]?.progress[author] == nil { open(author, on: link) }
        return sessions[link]?.progress[author]?.isFlowing == true
    }

    /// Plans an acknowledgement to a peer: at once to the author and after many bytes, else soon.
    mutating func owe(_ author: AuthorID, bytes: Int, to link: LinkID) {
        guard let device = sessions[link]?.device else { return }
        let isAuthor = log.authors[author]?.device == device
        sessions[link]?.owe(author, bytes: bytes, isUrgent: isAuthor, at: now.uptime)
    }

    private mutating func acknowledged(_ frontier: Frontier, by link: LinkID) {
        let claims = Dictionary(grouping: frontier.leaves, by: \.author)
        for (author, leaves) in claims.sorted(by: { $0.key < $1.key }) {
            noteClaim(leaves, of: author, by: link, askAt: now.uptime + Intervals.ask)
        }
        arePeersChanged = true
    }

    private mutating func noteWall(_ wall: WallTime, of link: LinkID) {
        let (offset, isOverflow) = wall.milliseconds.subtractingReportingOverflow(
            now.wall.milliseconds)
        sessions[link]?.wallOffset = isOverflow ? nil : offset
    }

    private mutating func answered(
        _ token: UInt64, by reading: BootReading, on link: LinkID
    ) {
        // An answer that is said again later would be believed to have been under way as long.
        guard let session = sessions[link], session.isAwaitingPong, session.pingToken == token,
            let pingedAt = session.pingedAt
        else { return }
        sessions[link]?.roundTrip = now.uptime - pingedAt
        sessions[link]?.isAwaitingPong = false
        arePeersChanged = true
        measured(reading, pingedAt: pingedAt, on: link)
    }
}
