import MoveLog
import Simulator
import Testing

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

    /// Comes in over a link, greets as a member's process does and says at once what it holds.
    mutating func enter(
        _ victim: inout Replica, holding leaves: [Leaf] = [], boot: UInt8 = 0xee,
        frameBytesMax: Int = MoveLogLimits.frameBytesMax, at now: Moment
    ) {
        victim.connected(link, to: seal.publicKey, isDialer: false, at: now)
        let boot = Octets16([UInt8](repeating: boot, count: 16)) ?? charter.founder.octets
        let greeting = Frame.Greeting(
            versions: protocolVersions, table: charter.table, boot: boot, chain: charter.chain,
            port: 0, frameBytesMax: frameBytesMax)
        say(.greeting(greeting), to: &victim, at: now)
        let held = Frame.Announcement(wall: now.wall, frontier: Frontier(leaves: leaves))
        say(.frontier(held), to: &victim, at: now)
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
        // One turn may not have room for all runs.
        for _ in 0..<200 {
            let effects = victim.takeEffects()
            keep(effects)
            let isSending = effects.contains { if case .send = $0 { true } else { false } }
            if !isSending { return }
        }
        Issue.record("a device does not stop sending")
    }

    private mutating func keep(_ effects: [Effect]) {
        for effect in effects {
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
        var line = Line(self, nonce: nonce, start: 1)
        for entry in entries { line.add(entry.kind, entry.body, lamport: entry.lamport) }
        return line.run()
    }

    /// The mark of D(0), where every run of a new author attaches.
    func root(_ author: AuthorID) -> Octets16 {
        seal.digest(Domain.chain + charter.table.bytes + author.bytes).octets.high
    }
}
