/// The sync conversation on one link: what the peer said, what it is known to hold, and what was
/// sent to it. It decides nothing; `Replica` reads and writes it.
struct Session: Sendable {
    enum State: Sendable {
        /// Nothing of the peer is believed until its greeting was accepted.
        case awaitingGreeting
        /// The greeting was accepted; the peer's frontier has not come.
        case awaitingFrontier
        /// Both frontiers are known: entries flow.
        case established
    }

    /// How far the peer has come on each branch of one author, by index of the branch.
    struct Progress: Sendable {
        /// What the peer said that it holds durably.
        var held: [UInt64] = []
        /// Up to where entries were sent, or need not be; never below `held`.
        var sent: [UInt64] = []
        /// Up to where `sent` rests on a leaf beyond the end of the log: it was taken for a
        /// continuation of what is held here. 0 when nothing is assumed.
        var assumed: UInt64 = 0
        /// Whether no assumption of this author fell on this link: after one that did none is made.
        var mayAssume = true
        /// Whether new entries of this author go to the peer: own authors always, others when the
        /// peer asked, or holds what was announced to it, or lacks little.
        var isFlowing = false
        /// Up to where entries go out without delay: what the peer asked for, lacked when the link came
        /// up, or was given long enough to receive elsewhere.
        var urgent: UInt64 = 0
        /// When a device that has its own link to the author gets what it still lacks.
        var relayAt: Duration?
    }

    let link: LinkID
    let key: PublicKey
    let device: DeviceID
    /// Whether this side dialled.
    let isDialer: Bool
    var state = State.awaitingGreeting
    var frames = FrameReader()
    var hasGreeted = false
    /// The device is of the table no more: it gets the entries that say so, and a farewell.
    var isDismissed = false
    /// Authors of whom runs came that lie beyond a cut or past a limit: they are asked for no more.
    var refused: Set<AuthorID> = []
    /// Whether the peer knows what was held here: by a FRONTIER, or because both greeted with the same.
    var hasAnnounced = false
    /// What the greeting told the peer, until it has greeted too.
    var summary: Summary?
    var boot: Octets16?

    var progress: [AuthorID: Progress] = [:]
    /// What the peer last said that it holds of authors of whom this device lacks something.
    var claims: [AuthorID: Claim] = [:]
    /// Authors of whom the peer claims more than this device holds, and when to ask for it.
    var lacking: [AuthorID: Duration] = [:]
    /// Authors of whom the peer may lack something that has not been sent.
    var pending: Set<AuthorID> = []
    var summaries = LinkSummaries()
    /// The peer's host, as whoever owns the socket sees it; nil when it is of no use to others.
    let host: String?
    /// The port at which the peer said that it listens; 0 when it does not.
    var port: UInt16 = 0
    /// Bytes of runs sent and not acknowledged, by author and last sequence.
    var flight: [Flight] = []
    var flightBytes = 0
    /// How many bytes of others' entries may still go out unasked.
    var unaskedBytes: Int

    /// Authors whose entries came in since the last acknowledgement.
    var unacknowledged: Set<AuthorID> = []
    var unacknowledgedBytes = 0
    var acknowledgeAt: Duration?

    var connectedAt: Duration
    var heardAt: Duration
    var spokeAt: Duration
    var pingedAt: Duration?
    var pingToken: UInt64 = 0
    /// Whether the last ping is not answered yet.
    var isAwaitingPong = false
    var roundTrip: Duration?
    /// The peer's wall clock less this device's, in milliseconds, as its last ping or pong said.
    var wallOffset: Int64?

    /// The start of the peer's machine, as its last answer to a ping said.
    var machine: BootID?
    /// What the peer said of other uptimes, less its own; at most `Limits.bootsMax`.
    var heardClocks: [BootID: BootClocks.Offset] = [:]
    /// What the peer was told of others' uptimes, less this device's; no more than are known of.
    var toldClocks: [BootID: BootClocks.Offset] = [:]

    /// What was held here when this side greeted, and the digest of it that the greeting told.
    struct Summary: Sendable {
        var digest: Digest
        var frontier: Frontier
    }

    struct Flight: Sendable {
        var author: AuthorID
        var last: UInt64
        var bytes: Int
        var sentAt: Duration
    }

    init(
        link: LinkID, key: PublicKey, device: DeviceID, isDialer: Bool, host: String?,
        unaskedBytes: Int, at uptime: Duration
    ) {
        self.unaskedBytes = unaskedBytes
        self.host = host
        self.link = link
        self.key = key
        self.device = device
        self.isDialer = isDialer
        connectedAt = uptime
        heardAt = uptime
        spokeAt = uptime
    }

    /// Where the peer listens; nil when that is not known.
    var address: String? { port == 0 ? nil : host.map { "\($0):\(port)" } }

    var isEstablished: Bool {
        if case .established = state { return true }
        return false
    }

    /// Whether the peer was told what is held here, so that it must hear of what changes.
    var isListening: Bool { hasAnnounced && !isDismissed }

    /// Whether something is owed to the peer, waits for it or is under way.
    var isBusy: Bool { !pending.isEmpty || acknowledgeAt != nil || !flight.isEmpty }

    /// When the peer must be spoken to or has been silent for too long.
    var silenceDeadline: Duration {
        isEstablished
            ? min(spokeAt + Intervals.ping, heardAt + Intervals.suspect)
            : connectedAt + Intervals.greeting
    }

    /// Notes what the peer says that it holds of one author and moves the cursors of that author
    /// accordingly. A leaf beyond the end of a log that is not forked is taken for a continuation of
    /// it: if it is none, that shows, and the assumption falls.
    mutating func note(_ found: [FoundLeaf], of log: AuthorLog) {
        align(with: log)
        let last = log.branches[0].last
        let isAhead = !log.isForked && found.contains { $0.leaf.sequence > last }
        for item in found {
            guard let index = item.branch else { continue }
            advance(log, branch: index, held: item.leaf.sequence)
        }
        review(log, isAhead: isAhead)
        if isAhead, let entry = progress[log.author], entry.mayAssume {
            progress[log.author]?.assumed = last
            progress[log.author]?.sent[0] = max(entry.sent[0], last)
        }
        land(log.author)
    }

    /// What was assumed of the peer is confirmed by what it is known to hold, stands while its leaf
    /// may be a continuation, or falls: then all that it is not known to hold goes out.
    mutating func review(_ log: AuthorLog, isAhead: Bool) {
        guard var entry = progress[log.author], entry.assumed > 0 else { return }
        if entry.held[0] < entry.assumed {
            if isAhead, !log.isForked { return }
            for index in entry.sent.indices {
                entry.sent[index] = max(entry.held[index], log.branches[index].after)
            }
            entry.mayAssume = false
        }
        entry.assumed = 0
        progress[log.author] = entry
    }

    /// Gives every branch of an author its cursors; a new branch starts where it forks off.
    mutating func align(with log: AuthorLog) {
        guard progress[log.author]?.held.count ?? -1 < log.branches.count else { return }
        var entry = progress[log.author] ?? Progress()
        while entry.held.count < log.branches.count {
            let after = log.branches[entry.held.count].after
            entry.held.append(0)
            entry.sent.append(after == 0 ? 0 : after)
        }
        progress[log.author] = entry
    }

    /// The peer holds a branch up to a place, and all that lies on the way to it: from the peer's
    /// mouth, or because it sent it.
    mutating func advance(_ log: AuthorLog, branch: Int, held place: UInt64) {
        var (index, place) = (branch, place)
        while place > 0, let entry = progress[log.author], index < entry.held.count {
            if entry.held[index] < place { progress[log.author]?.held[index] = place }
            if entry.sent[index] < place { progress[log.author]?.sent[index] = place }
            guard let parent = log.branches[index].parent else { return }
            place = log.branches[index].after
            index = log.owner(of: place, on: parent)
        }
    }

    /// Takes out of the count what has been under way so long that its acknowledgement will not come:
    /// the peer has no room for it.
    mutating func forgetFlight(sentBefore instant: Duration) {
        flight.removeAll { item in
            guard item.sentAt < instant else { return false }
            flightBytes -= item.bytes
            return true
        }
    }

    /// An acknowledgement is owed: at once when it is urgent or there is much of it, else soon.
    mutating func owe(_ author: AuthorID, bytes: Int, isUrgent: Bool, at uptime: Duration) {
        unacknowledged.insert(author)
        unacknowledgedBytes += bytes
        let isMuch = unacknowledgedBytes >= Limits.acknowledgeBytes
        let due = isUrgent || isMuch ? uptime : uptime + Intervals.acknowledge
        acknowledgeAt = min(acknowledgeAt ?? due, due)
    }

    /// Takes what the peer now holds out of the bytes that are under way.
    mutating func land(_ author: AuthorID) {
        guard !flight.isEmpty, let held = progress[author]?.held.max() else { return }
        flight.removeAll { item in
            guard item.author == author, item.last <= held else { return false }
            flightBytes -= item.bytes
            return true
        }
    }
}
