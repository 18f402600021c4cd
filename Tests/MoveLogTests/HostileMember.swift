import MoveLog
import Simulator

/// A member with a valid key and invitation that keeps to no rule but the form of frames: it stands
/// at one end of a link, and an honest replica at the other.
struct HostileMember {
    let seal: ToySeal
    var link: LinkID
    let charter: Charter
    /// The frames that the honest device sent back.
    var heard: [Frame] = []
    /// Why the honest device closed the link, if it did.
    var closed: CloseReason?
    /// How often the honest device told its owner that this key is at work twice.
    var clonings = 0

    init(_ number: UInt64, invitedBy victim: inout Replica, at now: Moment) throws {
        seal = ToySeal(device: number)
        link = LinkID(rawValue: 5000 + number)
        let chain = try victim.invite(seal.publicKey, at: now)
        charter = try Charter(founding: victim.log.charter.founding, chain: chain, seal: seal)
    }

    /// A key that a member made up and invited, without telling anybody or with an entry.
    init(_ number: UInt64, madeUpBy member: HostileMember, as entry: EntryID? = nil) throws {
        seal = ToySeal(device: number)
        link = LinkID(rawValue: 5000 + number)
        let entry = entry ?? EntryID(author: member.charter.founder, sequence: number)
        let message = Invitation.message(
            table: member.charter.table, inviter: member.seal.publicKey,
            author: entry.author, sequence: entry.sequence, invitee: seal.publicKey)
        let step = Invitation(
            author: entry.author, sequence: entry.sequence, invitee: seal.publicKey,
            signature: member.seal.sign(message))
        charter = try Charter(
            founding: member.charter.founding,
            chain: InvitationChain(invitations: member.charter.chain.invitations + [step]),
            seal: seal)
    }

    /// An author's log that invites a key with its second entry.
    func run(nonce: UInt8, inviting guest: PublicKey) -> Run {
        let octets = Octets16([UInt8](repeating: nonce, count: 16)) ?? charter.founder.octets
        let message = Invitation.message(
            table: charter.table, inviter: seal.publicKey,
            author: seal.authorID(of: seal.publicKey, nonce: octets), sequence: 2, invitee: guest)
        let added = DeviceAdded(invitee: guest, signature: seal.sign(message))
        return run(
            nonce: nonce, [(lamport: 2, kind: Kind.deviceAdded.rawValue, body: added.body)])
    }

    /// Comes in over a link and greets as a member's process does, claiming to hold nothing.
    mutating func enter(_ victim: inout Replica, boot: UInt8 = 0xee, at now: Moment) {
        victim.connected(link, to: seal.publicKey, isDialer: false, at: now)
        let boot = Octets16([UInt8](repeating: boot, count: 16)) ?? charter.founder.octets
        let greeting = Frame.Greeting(
            versions: protocolVersions, table: charter.table, boot: boot, chain: charter.chain,
            port: 0)
        say(.greeting(greeting), to: &victim, at: now)
        let nothing = Frame.Announcement(
            wall: now.wall, frontier: Frontier(leaves: []))
        say(.frontier(nothing), to: &victim, at: now)
    }

    /// The runs of an author that the honest device sent.
    func runs(of author: AuthorID) -> [Run] {
        heard.compactMap { if case .run(let run) = $0, run.author == author { run } else { nil } }
    }

    mutating func say(_ frame: Frame, to victim: inout Replica, at now: Moment) {
        say(frame.bytes, to: &victim, at: now)
    }

    mutating func say(_ bytes: [UInt8], to victim: inout Replica, at now: Moment) {
        victim.receive(bytes, from: link, at: now)
        hear(&victim)
    }

    /// Takes what the honest device wants to send.
    mutating func hear(_ victim: inout Replica) {
        for effect in victim.takeEffects() {
            switch effect {
            case .send(link, let bytes):
                let frame = try? Frame(typeAndPayload: Array(bytes.dropFirst(4)))
                if let frame { heard.append(frame) }
            case .close(link, let reason): closed = reason
            case .publish(.cloned(seal.publicKey)): clonings += 1
            case .send, .close, .append, .publish: continue
            }
        }
    }

    // MARK: Lies

    /// A well-signed run of an own author: an incarnation's first entry, and these behind it.
    func run(nonce: UInt8, _ entries: [(lamport: UInt64, kind: UInt32, body: [UInt8])]) -> Run {
        let nonce = Octets16([UInt8](repeating: nonce, count: 16)) ?? charter.founder.octets
        let author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: charter.chain)
        var bytes: [UInt8] = []
        let all = [(lamport: 1, kind: Kind.authorStarted.rawValue, body: start.body)] + entries
        for (index, item) in all.enumerated() {
            let entry = Entry(
                id: EntryID(author: author, sequence: UInt64(index) + 1), lamport: item.lamport,
                wall: WallTime(milliseconds: .min), scope: .table,
                kind: Kind(rawValue: item.kind), body: item.body)
            bytes += entry.canonicalBytes
        }
        return signed(
            Run(
                author: author, after: 0, base: root(author), count: all.count,
                bytes: bytes, head: nil))
    }

    /// The mark of D(0), where every run of a new author attaches.
    func root(_ author: AuthorID) -> Octets16 {
        seal.digest(Domain.chain + charter.table.bytes + author.bytes).octets.high
    }

    /// A run from an author's start, with a head that fits where the run is one stride at most or
    /// the digest is made along the chain.
    private func signed(_ run: Run) -> Run {
        var digest = seal.digest(Domain.chain + charter.table.bytes + run.author.bytes)
        var pending = digest.bytes
        var start = 0
        for (index, item) in ((try? run.entries()) ?? []).enumerated() {
            pending += run.bytes[start..<item.end]
            start = item.end
            guard UInt64(index + 1).isMultiple(of: MoveLogLimits.chainStride) else { continue }
            digest = seal.digest(pending)
            pending = digest.bytes
        }
        if pending != digest.bytes { digest = seal.digest(pending) }
        let message = SignedHead.message(
            table: charter.table, author: run.author, sequence: run.last, digest: digest)
        var run = run
        run.head = SignedHead(sequence: run.last, signature: seal.sign(message))
        return run
    }
}
