import MoveLog
import Scorebook
import Seeds

/// A device that keeps to no rule but the form of frames, and not always to that. It stands on a
/// network of its own that loses nothing, hears all that honest devices tell it, and signs with the
/// keys that it really has: its own, and those of devices that it invited.
struct HostileDevice: Sendable {
    enum Deed: Sendable {
        case say(LinkID, [UInt8])
        case hangUp(LinkID, victim: Int)
        case dial(victim: Int)
    }

    /// One of its links.
    struct Contact: Sendable {
        let victim: Int
        /// Whether the honest end has said what it holds.
        var isAnnounced = false
    }

    let seal: ToySeal
    let hostility: Hostility
    let charter: Charter
    var random: SeededGenerator
    var contacts: [LinkID: Contact] = [:]
    /// Its own incarnations, and those of the devices that it invited.
    var own: [(log: HostileLog, signer: ToySeal)] = []
    /// The devices that it invited, with their chains.
    var invited: [(seal: ToySeal, chain: InvitationChain)] = []
    /// What it heard of others, as far as it heard it from the start.
    var others: [AuthorID: HostileLog] = [:]
    var heads: [AuthorID: [SignedHead]] = [:]
    var runs: [Run] = []
    var frames: [[UInt8]] = []
    var leaves: [Leaf] = []
    /// The digests with which honest devices greeted it.
    var digests: [Digest] = []
    /// The last digests of summaries.
    var heardDigests: [Octets16] = []
    var chains: [InvitationChain] = []
    var pings: [(link: LinkID, token: UInt64)] = []
    var deeds: [Deed] = []
    var game: GameID?
    /// The honest devices that it tries to remove, by number from 0.
    var targets = 1
    var now = Moment(uptime: .zero, wall: WallTime(milliseconds: 0))
    /// Whether it still writes in its own name.
    var isWriting = true
    var counts: [HostileKind: Int] = [:]
    /// Why honest devices closed its links.
    var closes: [CloseReason: Int] = [:]

    init(_ hostility: Hostility, seal: ToySeal, charter: Charter) {
        self.hostility = hostility
        self.seal = seal
        self.charter = charter
        random = SeededGenerator(seed: hostility.seed)
        if hostility.role != .stranger { openLog(of: seal, chain: charter.chain, lamport: 1) }
    }

    func may(_ kind: HostileKind) -> Bool { hostility.includes(kind) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    // MARK: Saying

    mutating func say(_ frame: Frame, on link: LinkID) { say(frame.bytes, on: link) }

    mutating func say(_ bytes: [UInt8], on link: LinkID) {
        guard contacts[link] != nil else { return }
        deeds.append(.say(link, bytes))
    }

    mutating func hangUp(_ link: LinkID) {
        guard let contact = contacts.removeValue(forKey: link) else { return }
        deeds.append(.hangUp(link, victim: contact.victim))
    }

    /// A link to an honest device is up; with which key, is the answer.
    mutating func opened(_ link: LinkID, to victim: Int, at uptime: Duration) -> PublicKey {
        contacts[link] = Contact(victim: victim)
        if hostility.role == .stranger {
            knock(link, isFirst: true)
            return ToySeal(device: random.next()).publicKey
        }
        let guest = chance(20) ? invited.randomElement(using: &random) : nil
        let table = may(.otherTable) && chance(3) ? seal.digest([1]).octets : charter.table.octets
        let chain = guest?.chain ?? charter.chain
        var greeting = greeting(table: TableID(octets: table), chain: chain)
        if may(.claimsMore), let digest = digests.randomElement(using: &random), chance(50) {
            greeting.summary = Frame.HeldDigest(wall: now.wall, digest: digest)
        }
        say(.greeting(greeting), on: link)
        // Behind equal digests it is not allowed.
        if greeting.summary == nil || chance(50) { announce(on: link) }
        return guest?.seal.publicKey ?? seal.publicKey
    }

    func greeting(table: TableID, chain: InvitationChain) -> Frame.Greeting {
        Frame.Greeting(
            versions: protocolVersions, table: table, boot: seal.digest([7]).octets.high,
            chain: chain, port: 1)
    }

    private mutating func announce(on link: LinkID) {
        var claimed: [Leaf] = []
        switch number(0...3) {
        case 0: break
        case 1 where may(.claimsMore): claimed = lies(.claimsMore)
        case 2 where may(.claimsUnknownAuthors): claimed = lies(.claimsUnknownAuthors)
        default: claimed = own.map { $0.log.leaf(at: $0.log.count) } + leaves
        }
        let wall = chance(10) ? Int64.min : now.wall.milliseconds
        say(
            .frontier(
                Frame.Announcement(
                    wall: WallTime(milliseconds: wall), frontier: Frontier(leaves: claimed))),
            on: link)
    }

    /// An honest device closed a link, or is gone.
    mutating func closed(_ link: LinkID) { contacts[link] = nil }

    // MARK: Hearing

    mutating func hear(_ bytes: [UInt8], on link: LinkID) {
        if frames.count < 64 {
            frames.append(bytes)
        } else if chance(10) {
            frames[number(0...63)] = bytes
        }
        guard let frame = try? Frame(typeAndPayload: Array(bytes.dropFirst(4))) else { return }
        switch frame {
        case .greeting(let greeting):
            chains.append(greeting.chain)
            if let digest = greeting.summary?.digest { digests = digests.suffix(7) + [digest] }
        case .frontier(let announcement):
            contacts[link]?.isAnnounced = true
            leaves = Array(announcement.frontier.leaves.prefix(64))
        case .run(let run), .part(let run): learn(run)
        case .ping(let token, _): pings.append((link, token))
        case .want(let authors): wanted(authors, by: link)
        case .bye(let reason): closes[reason, default: 0] += 1
        case .summary(let summary): heardDigests = heardDigests.suffix(7) + [summary.digest]
        case .acknowledge, .pong, .clocks: break
        }
    }

    private mutating func learn(_ run: Run) {
        if runs.count < 64 { runs.append(run) } else { runs[number(0...63)] = run }
        if let head = run.head, heads[run.author, default: []].count < 32 {
            heads[run.author, default: []].append(head)
        }
        var log =
            others[run.author]
            ?? HostileLog(author: run.author, table: charter.table, seal: seal)
        guard Int(run.after) == log.count, let entries = try? run.entries() else { return }
        var start = 0
        for item in entries {
            log.append(Array(run.bytes[start..<item.end]))
            start = item.end
        }
        others[run.author] = log
    }

    private mutating func wanted(_ authors: [AuthorID], by link: LinkID) {
        if may(.withholds), chance(50) {
            counts[.withholds, default: 0] += 1
            return
        }
        for (log, signer) in own where authors.contains(log.author) && log.count <= 4000 {
            say(.run(log.run(after: 0, head: log.head(at: log.count, by: signer))), on: link)
        }
        for run in runs where authors.contains(run.author) { say(.run(run), on: link) }
    }

    /// What its clock shows.
    var reading: BootReading { BootReading(boot: BootID(rawValue: 7), uptime: now.uptime) }

    // MARK: Acting

    /// Takes what it wants to be done since the last time.
    mutating func takeDeeds() -> [Deed] {
        defer { deeds = [] }
        return deeds
    }

    /// Does one thing to one of the devices that it can reach.
    mutating func act(on victims: [Int], at moment: Moment) {
        now = moment
        for (link, token) in pings where !chance(may(.withholds) ? 30 : 0) {
            say(.pong(token: token, wall: now.wall, reading: reading), on: link)
        }
        pings = []
        guard let victim = victims.randomElement(using: &random) else { return }
        let linked = contacts.filter { $0.value.victim == victim }.keys.sorted()
        guard let link = linked.randomElement(using: &random) else {
            deeds.append(.dial(victim: victim))
            return
        }
        if hostility.role == .stranger { return knock(link) }
        let kinds = HostileKind.allCases.filter { may($0) && (isWriting || !$0.isWriting) }
        guard let kind = kinds.randomElement(using: &random) else { return }
        // What is heavy is rare, or it drowns all else.
        if kind.isHeavy, !chance(20) { return }
        if perform(kind, on: link) { counts[kind, default: 0] += 1 }
    }

    /// Does one thing; false when there was nothing to do it with.
    private mutating func perform(_ kind: HostileKind, on link: LinkID) -> Bool {
        switch kind {
        case .moves, .incarnations, .forks, .lamports, .references, .removals, .invitations,
            .entryFlood, .malformedBodies, .longTexts, .withdraws:
            return write(kind, on: link)
        case .forgedNoise, .forgedUnsigned, .forgedOwnKey, .forgedReplayedHead, .otherTable:
            return forge(kind, on: link)
        case .claimsLess, .claimsMore, .claimsWrongMarks, .claimsUnknownAuthors,
            .acknowledgesUnstored:
            let lies = lies(kind)
            say(.acknowledge(Frontier(leaves: lies)), on: link)
            return !lies.isEmpty
        case .digests, .routes, .clocks: return rumour(kind, on: link)
        case .relay, .replayedRuns, .replayedFrames, .mutations: return repeatHeard(kind, on: link)
        case .frameFlood, .wantFlood, .pingFlood, .halfFrames, .largeFrames, .reconnects,
            .manyLinks:
            return flood(kind, on: link)
        case .withholds: return false
        }
    }
}

extension HostileKind {
    /// Whether doing it once costs as much as doing others many times.
    var isHeavy: Bool {
        switch self {
        case .entryFlood, .frameFlood, .wantFlood, .pingFlood, .largeFrames, .manyLinks,
            .claimsUnknownAuthors, .forks, .incarnations, .withdraws:
            true
        default: false
        }
    }

    /// Whether it adds entries to logs of its own.
    var isWriting: Bool {
        switch self {
        case .moves, .incarnations, .forks, .lamports, .references, .removals, .invitations,
            .entryFlood, .malformedBodies, .longTexts, .withdraws:
            true
        default: false
        }
    }
}
