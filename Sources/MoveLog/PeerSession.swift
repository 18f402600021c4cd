/// The sync conversation on one link, as a state machine: its methods are the events of the link
/// and return what to send. `Replica` sends it, and handles what concerns more than one link.
///
/// Invariants, which the simulator checks after each turn (`violations`):
/// - `phase` only goes forward, and a session after the first phase has greeted.
/// - For every author `held <= sent` on each branch (`Progress`).
/// - An author in `lacking` is in `claims`: only claimed entries are requested.
/// - An acknowledgement is due exactly while one is owed.
/// - Memory is bounded whatever the peer does: one frame, the parts of one run and one window of
///   runs in bytes, and as many authors as a table may have, twice as many in `claims`.
package struct PeerSession: Sendable {
    enum Phase: Sendable {
        /// The peer is not trusted until its greeting is accepted.
        case awaitingGreeting
        /// The greeting was accepted; the peer's frontier has not arrived.
        case awaitingFrontier
        /// Both sides know the holdings of the other: entries flow.
        case established
    }

    /// The frontier when this side greeted, and its digest in the greeting.
    struct Told: Sendable {
        var digest: Digest
        var frontier: Frontier
    }

    let link: LinkID
    package let key: PublicKey
    package let device: DeviceID
    /// True if this side dialled.
    let isDialer: Bool
    /// The peer's host, as the owner of the socket sees it; nil if it is useless to other devices.
    private let host: String?

    private(set) var phase = Phase.awaitingGreeting
    private(set) var hasGreeted = false
    /// True if the peer knows the state of this device: by a FRONTIER, or because both greetings
    /// had one digest.
    private(set) var hasAnnounced = false
    /// True if the device no longer belongs to the table: it gets the entries that say so, and a
    /// farewell.
    private(set) var isDismissed = false
    /// Identifies the peer's process; nil before its greeting was accepted.
    private(set) var boot: Octets16?
    /// The port at which the peer listens; 0 if it does not.
    private var port: UInt16 = 0
    /// The longest frame that this device takes, once it has accepted the greeting.
    private let frameBytesMax: Int
    /// The longest frame that the peer takes; the least limit until it has greeted.
    private(set) var peerFrameBytesMax = MoveLogLimits.frameBytesMin
    /// The parts that have arrived of a run; nil between runs.
    private var unfinished: Run?
    /// The state in the own greeting; nil once both have greeted.
    private var told: Told?
    package private(set) var frames = FrameReader()

    private let connectedAt: Duration
    private(set) var heardAt: Duration
    private var spokeAt: Duration
    private(set) var pingedAt: Duration?
    private var pingToken: UInt64 = 0
    private var isAwaitingPong = false
    /// Of the last ping that was answered.
    private(set) var roundTrip: Duration?
    /// The peer's wall clock minus this device's, in milliseconds, as last received.
    private(set) var wallOffset: Int64?

    package private(set) var progress: [AuthorID: Progress] = [:]
    /// Authors with entries that may have to be sent to the peer.
    private(set) var pending: Set<AuthorID> = []
    package private(set) var window = SendWindow()
    /// The remaining bytes of other authors' entries that may be sent unasked.
    private var unaskedBytes: Int

    /// The peer's last claims, for authors of which this device lacks entries.
    package private(set) var claims: [AuthorID: Claim] = [:]
    /// Authors with claimed entries that this device lacks, and the instant to request them.
    private(set) var lacking: [AuthorID: Duration] = [:]
    /// Authors whose runs from this peer were after a cut or past a limit: not requested again.
    package private(set) var refused: Set<AuthorID> = []

    /// Authors with entries received since the last acknowledgement.
    private var owed: Set<AuthorID> = []
    private var owedBytes = 0
    private(set) var acknowledgeAt: Duration?

    package internal(set) var summaries = LinkSummaries()
    package internal(set) var clocks = LinkClocks()

    init(
        link: LinkID, key: PublicKey, device: DeviceID, isDialer: Bool, host: String?,
        unaskedBytes: Int, frameBytesMax: Int, at now: Duration
    ) {
        self.link = link
        self.key = key
        self.device = device
        self.isDialer = isDialer
        self.host = host
        self.unaskedBytes = unaskedBytes
        self.frameBytesMax = frameBytesMax
        connectedAt = now
        heardAt = now
        spokeAt = now
    }

    /// The address at which the peer listens; nil if unknown.
    var address: String? { port == 0 ? nil : host.map { "\($0):\(port)" } }

    var isEstablished: Bool { phase == .established }

    /// True if the peer knows the state of this device, so that it must be told of changes.
    var isListening: Bool { hasAnnounced && !isDismissed }

    /// True while an acknowledgement is owed, or entries are pending or in flight.
    var isBusy: Bool { !pending.isEmpty || acknowledgeAt != nil || !window.isEmpty }

    // MARK: Handshake

    /// This side greets, once; `told` is the state in the greeting.
    mutating func greet(telling told: Told?) {
        precondition(!hasGreeted, "greeted twice")
        hasGreeted = true
        self.told = told
    }

    /// The peer's greeting is accepted.
    mutating func accept(_ greeting: Frame.Greeting, isDismissed: Bool) {
        precondition(phase == .awaitingGreeting, "accepted twice")
        self.isDismissed = isDismissed
        boot = greeting.boot
        port = greeting.port
        peerFrameBytesMax = greeting.frameBytesMax
        phase = .awaitingFrontier
        frames.frameBytesMax = frameBytesMax
    }

    /// The frontier of both sides if both greetings had one digest, else nil. To be called once,
    /// after both have greeted.
    mutating func agree(with greeting: Frame.Greeting) -> Frontier? {
        defer { told = nil }
        guard let told, told.digest == greeting.summary?.digest else { return nil }
        hasAnnounced = true
        summaries.greeted(with: told.digest.octets.high)
        return told.frontier
    }

    /// This side sends its frontier.
    mutating func announce() { hasAnnounced = true }

    /// The peer has told its holdings.
    mutating func establish() {
        precondition(phase == .awaitingFrontier, "established twice")
        phase = .established
    }

    mutating func dismiss() { isDismissed = true }

    // MARK: Hearing and speaking

    mutating func receive(_ bytes: [UInt8], at now: Duration) {
        heardAt = now
        frames.receive(bytes)
    }

    /// The next complete frame, without unknown optional ones; nil if there is none.
    mutating func nextFrame() throws(Malformed) -> Frame? {
        while let payload = try frames.next() {
            if let frame = try Frame(typeAndPayload: payload) { return frame }
        }
        return nil
    }

    /// Takes a run or a part of one; returns the run once it is whole. Only a device that takes no
    /// frame as long as the run's is sent parts.
    mutating func assemble(_ part: Run) throws(Malformed) -> Run? {
        if unfinished == nil, part.head == nil, frameBytesMax == MoveLogLimits.frameBytesMax {
            throw .invalid("signature")
        }
        let whole = try unfinished?.continued(by: part) ?? part
        unfinished = whole.head == nil ? whole : nil
        return whole.head == nil ? nil : whole
    }

    mutating func spoke(at now: Duration) { spokeAt = now }

    mutating func heard(wall: WallTime, own: WallTime) {
        let (offset, isOverflow) = wall.milliseconds.subtractingReportingOverflow(own.milliseconds)
        wallOffset = isOverflow ? nil : offset
    }

    mutating func ping(at now: Moment) -> Frame {
        pingToken += 1
        pingedAt = now.uptime
        isAwaitingPong = true
        return .ping(token: pingToken, wall: now.wall)
    }

    /// The instant of the ping that a PONG answers; nil if it answers none, or one already
    /// answered: a repeated answer would seem to have been in transit until now.
    mutating func answered(_ token: UInt64, at now: Duration) -> Duration? {
        guard isAwaitingPong, token == pingToken, let pingedAt else { return nil }
        isAwaitingPong = false
        roundTrip = now - pingedAt
        return pingedAt
    }

    /// True if the peer has been silent for too long.
    func isSilent(at now: Duration) -> Bool {
        isEstablished ? now >= heardAt + Intervals.suspect : now >= connectedAt + Intervals.greeting
    }

    /// True even while the peer receives a long run over a slow link: it gets nothing else then,
    /// and must not take this side for dead.
    func isPingDue(at now: Duration) -> Bool { now >= spokeAt + Intervals.ping }

    /// The next instant at which `isSilent` or `isPingDue` becomes true, or an acknowledgement or a
    /// relay is due.
    var deadline: Duration {
        guard isEstablished else { return connectedAt + Intervals.greeting }
        let silence = min(spokeAt + Intervals.ping, heardAt + Intervals.suspect)
        // A relay waits for its time.
        let relayAt = pending.compactMap { progress[$0]?.relayAt }.min()
        return min(silence, acknowledgeAt ?? silence, relayAt ?? silence)
    }

    // MARK: Sending entries

    /// Entries of an author may have to be sent.
    mutating func offer(_ author: AuthorID) { pending.insert(author) }

    /// Decides whether an author's entries are sent to the peer unasked: own ones always, others
    /// while they fit the allowance.
    mutating func open(_ log: AuthorLog, upTo ends: [UInt64], isOwn: Bool) {
        var cursors = progress[log.author] ?? Progress()
        cursors.align(with: log)
        cursors.isOpen = true
        let backlog = cursors.backlog(of: log, upTo: ends)
        if isOwn || backlog <= unaskedBytes {
            if !isOwn { unaskedBytes -= backlog }
            cursors.flow(upTo: ends)
        }
        progress[log.author] = cursors
        pending.insert(log.author)
    }

    /// True if new entries of an author are sent to the peer unasked.
    mutating func flows(_ log: AuthorLog, upTo ends: [UInt64], isOwn: Bool) -> Bool {
        guard isEstablished else { return false }
        if progress[log.author]?.isOpen != true { open(log, upTo: ends, isOwn: isOwn) }
        return progress[log.author]?.isFlowing == true
    }

    /// The peer requests all entries of an author: it does not hold entries beyond the log here.
    mutating func want(_ log: AuthorLog, upTo ends: [UInt64]) {
        progress[log.author, default: Progress()].align(with: log)
        progress[log.author]?.review(log, isAhead: false)
        progress[log.author]?.flow(upTo: ends)
        pending.insert(log.author)
    }

    /// The peer names its leaves of an author.
    mutating func hold(_ found: [FoundLeaf], of log: AuthorLog) {
        progress[log.author, default: Progress()].hold(found, of: log)
        land(log.author)
    }

    /// The peer holds an author's log up to the ends of its branches. If an end is the start of its
    /// branch, none of the branch counts, and the peer may lack the entries before.
    mutating func hold(_ log: AuthorLog, upTo ends: [UInt64]) {
        for (branch, end) in ends.enumerated() where end > log.branches[branch].after {
            progress[log.author, default: Progress()].hold(log, branch: branch, upTo: end)
        }
        progress[log.author]?.review(log, isAhead: true)
        land(log.author)
        pending.insert(log.author)
    }

    /// True if the peer holds these leaves of an author. If it named none of the author, it counts
    /// as holding them once the link is established.
    func isHeld(_ leaves: [Leaf], of log: AuthorLog) -> Bool {
        guard let held = progress[log.author]?.held else { return isEstablished }
        return leaves.allSatisfy { leaf in
            let index = log.branch(at: leaf.sequence, mark: leaf.mark)
            return index.map { $0 < held.count && held[$0] >= leaf.sequence } ?? false
        }
    }

    /// The peer sent a run that is now held here, so the peer holds it too.
    mutating func received(_ run: Run, of log: AuthorLog) {
        progress[run.author, default: Progress()].align(with: log)
        if let branch = log.branch(holding: run) {
            progress[run.author]?.hold(log, branch: branch, upTo: run.last)
        }
        land(run.author)
        pending.insert(run.author)
    }

    private mutating func land(_ author: AuthorID) {
        if let held = progress[author]?.held.max() { window.land(author, upTo: held) }
    }

    /// The runs of an author to be sent to the peer now, divided as its frames demand. `room` is the
    /// number of bytes that this turn may still send; those of the runs are subtracted, and it may
    /// become negative.
    mutating func feed(
        _ log: AuthorLog, of table: TableLog, isOwn: Bool, room: inout Int, at now: Duration
    ) -> [Run] {
        let author = log.author
        let ends = table.countedEnds(of: log)
        if progress[author]?.isOpen != true { open(log, upTo: ends, isOwn: isOwn) }
        progress[author]?.align(with: log)
        progress[author]?.review(log, isAhead: true)
        if progress[author]?.isComplete(upTo: ends) != false {
            progress[author]?.complete(log, upTo: ends)
            pending.remove(author)
            return []
        }
        guard progress[author]?.isFlowing == true else {
            pending.remove(author)
            return []
        }
        let isRelay = !isOwn && device != log.device && summaries.neighbours.contains(log.device)
        if isRelay, progress[author]?.isDue(upTo: ends, at: now) != true { return [] }
        progress[author]?.hurry(upTo: ends)
        return stream(log, of: table, room: &room, at: now)
    }

    /// The runs of an author up to the ends that count, as many as window and turn allow; all of
    /// them for a dismissed device, whose acknowledgements do not count and whose link ends after
    /// them.
    mutating func stream(
        _ log: AuthorLog, of table: TableLog, room: inout Int, at now: Duration
    ) -> [Run] {
        progress[log.author, default: Progress()].align(with: log)
        let ends = table.countedEnds(of: log)
        var runs: [Run] = []
        for branch in log.branches.indices {
            while (window.hasRoom && room > 0) || isDismissed,
                let start = progress[log.author]?.next(on: branch, of: log, upTo: ends[branch]),
                let run = table.run(of: log, after: start, on: branch)
            {
                progress[log.author]?.send(upTo: run.last, on: branch)
                window.send(run, at: now)
                room -= run.byteCount
                runs += run.parts(frameBytesMax: peerFrameBytesMax) {
                    log.digest(at: $0, on: branch).octets.high
                }
            }
        }
        return runs
    }

    /// Drops runs from the window that were sent long ago.
    mutating func expireRuns(at now: Duration) {
        window.expire(sentBefore: now - Intervals.suspect * 2)
    }

    // MARK: Acknowledging

    /// Owes an acknowledgement: due at once to the author's device and after many bytes, else soon.
    mutating func owe(_ author: AuthorID, bytes: Int, isAuthor: Bool, at now: Duration) {
        owed.insert(author)
        owedBytes += bytes
        let isMuch = owedBytes >= MoveLogLimits.acknowledgeBytes
        let due = isAuthor || isMuch ? now : now + Intervals.acknowledge
        acknowledgeAt = min(acknowledgeAt ?? due, due)
    }

    /// The acknowledgement of everything owed, once it is due; several frames if the peer takes no
    /// frame as long as one. All leaves of an author are in one frame.
    mutating func acknowledgements(of table: TableLog, at now: Duration) -> [Frame] {
        guard let acknowledgeAt, now >= acknowledgeAt else { return [] }
        let most = peerFrameBytesMax / Leaf.bytesMax - 1
        var frames: [[Leaf]] = []
        for author in owed.sorted() {
            let leaves = table.authors[author].map(table.leaves) ?? []
            if leaves.isEmpty { continue }
            if let last = frames.last, last.count + leaves.count <= most {
                frames[frames.count - 1] += leaves
            } else {
                frames.append(leaves)
            }
        }
        owed = []
        owedBytes = 0
        self.acknowledgeAt = nil
        return frames.map { .acknowledge(Frontier(leaves: $0)) }
    }

    // MARK: Claims

    /// The peer claims leaves of an author. Returns true if they may have to be requested, now or
    /// later.
    mutating func claim(_ claim: Claim, of author: AuthorID, in table: TableLog, askAt: Duration)
        -> Bool
    {
        if claim.found.allSatisfy(\.isHeld) {
            claims[author] = nil
            return ask(author, at: nil)
        }
        // A peer could invent any number of unknown authors.
        guard table.authors[author] != nil || mayKeepClaim else { return false }
        claims[author] = claim
        let isLacked = !refused.contains(author) && claim.found.contains(where: table.lacks)
        return ask(author, at: isLacked ? lacking[author] ?? askAt : nil)
    }

    private var mayKeepClaim: Bool { claims.count < MoveLogLimits.authorsMax }

    /// Looks up the peer's claim again after entries of an author arrived from any peer; nil if it
    /// claims nothing.
    mutating func reviewClaim(of author: AuthorID, in table: TableLog, at now: Duration) -> (
        found: [FoundLeaf], isAskingChanged: Bool
    )? {
        guard let known = claims[author] else { return nil }
        let claim = table.find(again: known, of: author)
        claims[author] = claim
        if let log = table.authors[author] { hold(claim.found, of: log) }
        let isHeld = claim.found.allSatisfy(\.isHeld)
        let isLacked = !refused.contains(author) && claim.found.contains(where: table.lacks)
        let isChanged = ask(author, at: isLacked ? lacking[author] ?? now : nil)
        if isHeld { claims[author] = nil }
        return (claim.found, isChanged)
    }

    /// A run of an author was refused: no more of it is requested from the peer. A removed device
    /// could invent any number of authors. Returns true if another peer may have to be asked.
    mutating func refuse(_ author: AuthorID) -> Bool {
        if refused.count < MoveLogLimits.authorsMax { refused.insert(author) }
        return ask(author, at: nil)
    }

    /// Sets the instant to request an author; nil for never. Returns true if it changed.
    private mutating func ask(_ author: AuthorID, at instant: Duration?) -> Bool {
        guard lacking[author] != instant else { return false }
        lacking[author] = instant
        return true
    }

    // MARK: Invariants

    /// The violated invariants, in words; must be empty.
    package var violations: [String] {
        var violations: [String] = []
        if phase != .awaitingGreeting, !hasGreeted {
            violations.append("accepted before it greeted")
        }
        for (author, cursors) in progress where zip(cursors.held, cursors.sent).contains(where: >) {
            violations.append("\(author): held beyond sent")
        }
        for author in lacking.keys where claims[author] == nil {
            violations.append("\(author): asked for without a claim")
        }
        if owed.isEmpty != (acknowledgeAt == nil) {
            violations.append("owed without a time, or a time without")
        }
        let run = MoveLogLimits.spanBytesMax + 1024
        let kept = [
            ("bytes in flight", window.bytes, MoveLogLimits.unacknowledgedBytesMax + run),
            ("bytes of a frame", frames.waitingBytes, frameBytesMax + 4),
            ("bytes of parts", unfinished?.byteCount ?? 0, MoveLogLimits.spanBytesMax),
            ("pending authors", pending.count, MoveLogLimits.authorsMax),
            ("claimed authors", claims.count, 2 * MoveLogLimits.authorsMax),
        ]
        for (name, count, most) in kept where count > most {
            violations.append("\(count) \(name), above \(most)")
        }
        return violations
    }
}

/// The clocks of one link: the peer's own, and those of other machines as received from the peer
/// and sent to it.
///
/// Invariant: `heard` has at most `MoveLogLimits.bootsMax` clocks, and `told` has none that is
/// unknown here.
package struct LinkClocks: Sendable {
    /// The boot of the peer's machine, from its last answer to a ping.
    private(set) var machine: BootID?
    /// Uptimes of other machines minus the peer's, as received.
    package private(set) var heard: [BootID: BootClocks.Offset] = [:]
    /// Uptimes of other machines minus this device's, as sent to the peer.
    package private(set) var told: [BootID: BootClocks.Offset] = [:]

    /// The peer answered a ping; returns false if it named the same boot before.
    mutating func answered(_ reading: BootReading) -> Bool {
        defer { machine = reading.boot }
        return machine != reading.boot
    }

    /// Keeps the clocks that the peer sends: a later ping may measure the peer's own clock better,
    /// and all of them depend on it.
    mutating func hear(_ clocks: [ToldClock], own: BootID, at now: Duration) {
        for clock in clocks where clock.boot != own && clock.boot != machine {
            guard heard[clock.boot] != nil || heard.count < MoveLogLimits.bootsMax else { continue }
            heard[clock.boot] = clock.offset(at: now)
        }
    }

    /// The frame with the clocks that the peer knows less precisely; nil if there are none.
    mutating func tell(_ known: [BootID: BootClocks.Offset], at now: Duration) -> Frame? {
        let news = known.filter { boot, offset in
            boot != machine && offset.isNews(toldBefore: told[boot], heard: heard[boot], at: now)
        }
        guard !news.isEmpty else { return nil }
        told = told.filter { known[$0.key] != nil }.merging(news) { $1 }
        let sorted = news.sorted { $0.key < $1.key }
        return .clocks(sorted.map { ToldClock($0.key, $0.value, at: now) })
    }
}
